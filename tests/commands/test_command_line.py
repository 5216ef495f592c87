"""The command line: any fault is one line on standard error, and shows in the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.boundary.marks import OWN
from fourth_seat.games import game_names

ROOT = Path(__file__).resolve().parents[2]


def companion(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "companion.py", *arguments], input=given, capture_output=True, text=True, cwd=ROOT, timeout=120
    )


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (["dance"], 2, "invalid choice: 'dance'"),
        (["arena"], 2, "required: GAME, PLAYER"),
        (["arena", "connect4", "1", "2", "--games", "x"], 2, "'x' is not a whole number"),
        (["arena", "connect4", "1", "2", "--game", "1"], 2, "unrecognized arguments: --game 1"),
        (["arena", "connect4", "1", "2", "--games", "0"], 1, "at least one game"),
        (["arena", "chess", "1", "2"], 1, "there is no game chess; the games are: blokus, connect4"),
        (["arena", "connect4", "1"], 1, "needs two players"),
        (["arena", "connect4", "1", "2", "3", "--games", "2"], 1, "3 players take turns at 2 seats"),
        (["arena", "connect4", "1", "11"], 1, "connect4 has no level 11"),
        (["arena", "connect4", "1", "2", "--options", "size=8"], 1, "there is no option size"),
        (["arena", "connect4", "1", "gtp:no-such-program"], 1, "no-such-program failed: it could not be started"),
        (["engine", "connect4", "--threads", "0"], 1, "invalid number of threads 0: expected 1 to 1024"),
        (["engine", "connect4", "--level", "best"], 1, "connect4 has no level best"),
    ],
)
def test_one_line_says_what_is_wrong(arguments: list[str], status: int, reason: str) -> None:
    done = companion(*arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.count("\n") == 1 and reason in done.stderr


def test_help_names_every_command() -> None:
    done = companion("--help")
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("play", "engine", "arena"))
    assert companion("arena", "--help").returncode == 0


def games_offered(command: str) -> str:
    """Return the line of a command's help that lists games."""
    return next(line for line in companion(command, "--help").stdout.splitlines() if line.strip().startswith("GAME "))


@pytest.mark.slow
def test_help_lists_the_games_that_a_command_takes() -> None:
    assert all(name in games_offered("play") for name in game_names())
    assert games_offered("solve").split("GAME")[1].strip() == "connect4, kalah"


def test_an_engine_speaks_gtp() -> None:
    done = companion(
        "engine", "connect4", "--options", "first=yellow", "--level", "1", given="play yellow 4\n3 showboard\n"
    )
    assert done.returncode == 0
    assert done.stdout.startswith("=\n\n=3\n")
    assert "Y" in done.stdout


@pytest.mark.slow
def test_a_tournament() -> None:
    done = companion("arena", "connect4", "3", "random", "--games", "4")
    assert (done.returncode, done.stderr) == (0, "")
    *games, head, one, other = done.stdout.splitlines()
    assert len(games) == 4 and all(line.startswith(f"game {n}: ") for n, line in enumerate(games, 1))
    assert head.split()[0] == "player" and {one.split()[0], other.split()[0]} == {"3", "random"}


def test_a_tournament_in_json() -> None:
    done = companion("arena", "connect4", "random", "random", "--games", "2", "--json")
    *games, result = map(json.loads, done.stdout.splitlines())
    assert [game["event"] for game in games] == ["game", "game"]
    assert games[0]["players"] == ["random", "random#2"] and games[1]["players"] == ["random#2", "random"]
    assert result["event"] == "result" and result["games"] == 2
    assert {"name", "points", "share", "interval", "cpu_per_move"} <= set(result["players"][0])
    assert sum(row["share"] for row in result["players"]) == pytest.approx(1)


def test_an_engine_that_crashes_is_reported() -> None:
    mock = ROOT / "tests" / "engines" / "players" / "mock_engine.py"
    done = companion(
        "arena", "connect4", "random", f"gtp:{sys.executable} {mock} --at genmove die", "--games", "2", "--json"
    )
    *events, result = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    faults = [event for event in events if event["event"] == "fault"]
    assert faults and "something broke" in faults[0]["notice"]
    assert {row["name"]: row["faults"] for row in result["players"]}["random"] == 0
    assert sum(row["faults"] for row in result["players"]) == len(faults)


def test_what_fails_at_each_move_is_said_once_a_game() -> None:
    mock = ROOT / "tests" / "engines" / "players" / "mock_engine.py"
    done = companion("arena", "connect4", "random", f"gtp:{sys.executable} {mock} --at genmove die", "--games", "2")
    assert done.returncode == 1
    first, often, next_game = done.stderr.splitlines()
    assert first.startswith("game 1: ") and "something broke" in first and first.endswith("instead. (3 times)")
    assert often.startswith("game 1: ") and next_game.startswith("game 2: ")
    assert "failed 3 times in a row" in often and "failed 3 times in a row" in next_game


def test_a_reader_that_leaves_is_no_error() -> None:
    done = subprocess.run(
        [f"{sys.executable} companion.py arena connect4 random random --games 200 | head -1"],
        shell=True, capture_output=True, text=True, cwd=ROOT, timeout=120,
    )  # fmt: skip
    assert done.stdout.startswith("game 1: ") and not done.stderr


def test_tables_are_listed_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "tables"
    OWN.make(folder)
    (folder / "kalah-6-on.table.lock").touch()
    (folder / "kalah-6-on.table").write_bytes(bytes(2_000_000))
    (folder / "tridice-3-1.table.lock").touch()
    (folder / "tridice-3-1.table").write_bytes(bytes(1_000_000))
    listed = companion("tables").stdout
    assert "2.0 MB" in listed and "3.0 MB of at most 200 MB" in listed
    assert companion("tables", "--remove", "kalah").stdout == "2.0 MB of tables were removed\n"
    assert [path.name for path in folder.glob("*.table")] == ["tridice-3-1.table"]
    assert companion("tables", "--remove").stdout == "1.0 MB of tables were removed\n"
    assert companion("tables", "--remove").stdout == "There were no tables to remove\n"
    (folder / "kalah-6-on.table").write_bytes(bytes(100))
    assert companion("tables", "--remove").stdout == "0.1 MB of tables were removed\n"
