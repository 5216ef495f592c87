"""A record from somebody else starts nothing on this computer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.table.settings.engine_commands import EngineCommands, path
from fourth_seat.words import Text

ROOT = Path(__file__).resolve().parents[2]
BEGUN = {"event": "game", "version": 1, "game": "connect4", "options": "", "time": "2026-11-21T20:15:00+00:00"}


def record(home: Path, *events: dict[str, object], seats: tuple[str, ...]) -> Path:
    """Write a record whose game begins with these seats."""
    folder = home / "records"
    folder.mkdir(parents=True)
    file = folder / "2026-11-21-connect4-1.jsonl"
    file.write_text("".join(json.dumps(event) + "\n" for event in ({**BEGUN, "seats": seats}, *events)))
    return file


def unheard(text: Text) -> None:
    pytest.fail(str(text))


def play(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "companion.py", "play", "connect4", "--terminal", *arguments),
        cwd=ROOT,
        env={"FOURTH_SEAT_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "FOURTH_SEAT_LANGUAGE": "en"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("json_lines", [True, False])
@pytest.mark.parametrize("later", [True, False])
def test_a_command_in_a_record_is_shown_and_not_run(tmp_path: Path, later: bool, json_lines: bool) -> None:
    touched = tmp_path / "touched"
    command = f"gtp:touch {touched}"
    home = tmp_path / "home"
    if later:
        file = record(home, {"event": "seat", "seat": 1, "player": command}, seats=("human:Anna", "human:Ben"))
    else:
        file = record(home, seats=(command, "human:Ben"))
    done = play(home, "--resume", *(["--json"] if json_lines else []), typed="4\n4\n")
    assert done.returncode == 0, done.stderr
    assert not touched.exists()
    assert f"touch {touched}" in done.stderr and "was not started" in done.stderr
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["seat"] for line in lines if line["event"] == "move"] == [1, 2], "a person plays the seat"


def test_an_engine_that_is_not_set_up_leaves_its_seat_to_a_person(tmp_path: Path) -> None:
    record(tmp_path, seats=("engine:touch", "human:Ben"))
    done = play(tmp_path, "--resume", "--json", typed="4\n")
    assert done.returncode == 0 and "The engine touch in seat 1 is not set up" in done.stderr
    assert '"seat": 1, "move": "4", "by": "human"' in done.stdout


def test_a_typed_command_is_kept_under_a_name_and_the_record_holds_the_name(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    mock = (ROOT / "tests/engines/players/mock_engine.py").read_text()
    engine.write_text(mock)
    command = f"{sys.executable} {engine}"
    done = play(tmp_path, "--json", "--seats", f"gtp:{command},human", typed="1\n")
    assert done.returncode == 0, done.stderr
    text = next((tmp_path / "records").glob("*.jsonl")).read_text()
    assert '"engine:' in text and "gtp:" not in text and str(engine) not in text
    assert f'"{command}"' in (tmp_path / "engines.toml").read_text()
    done = play(tmp_path, "--json", "--resume", typed="2\n")
    moves = [line for line in map(json.loads, done.stdout.splitlines()) if line["event"] == "move"]
    assert [move["by"] for move in moves] == ["computer", "human", "computer", "human", "computer"]


def test_names_are_the_programs_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    engines = EngineCommands()
    assert engines.add("/opt/pentobi-gtp --level 3") == "pentobi-gtp"
    assert engines.add("pentobi-gtp --level 5") == "pentobi-gtp 2"
    assert engines.add("/opt/pentobi-gtp --level 3") == "pentobi-gtp"
    engines.save(unheard)
    assert path().is_file()
    assert EngineCommands.load(unheard).typed("engine:pentobi-gtp 2") == "gtp:pentobi-gtp --level 5"
    assert EngineCommands.load(unheard).typed("engine:other") == "engine:other"
