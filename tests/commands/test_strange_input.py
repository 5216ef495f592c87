"""Whatever is typed, piped or given on the command line, a command says in one sentence what is wrong with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.structure import ROOT

MANY = "9" * 5000
LINES = [
    b"\xff\xfe\x80",
    b"4\xff",
    f"resign {MANY}".encode(),
    "resign ²".encode(),
    f"seat {MANY} human".encode(),
    f"seat 1 human?hints={MANY}".encode(),
    "seat 1 human?hints=²".encode(),
    f"moves {MANY}".encode(),
    f"rollout {MANY} {MANY} {MANY}".encode(),
    f"set d1={MANY}".encode(),
    "set d1=²".encode(),
    f"position {MANY}".encode(),
    "position ²²".encode(),
    f"dice {MANY}".encode(),
    MANY.encode(),
    "²".encode(),
    "٤".encode(),
    b"export a\0b.moves",
    b"import a\0b.moves",
    b"import /dev/zero.moves",
    b"card a\0b.pdf",
    b"report a\0b",
    b"\0",
    b"\x1b[2J",
]


def run(
    *arguments: str | bytes, lines: bytes = b"", home: Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, str(ROOT / "companion.py"), *arguments],
        input=lines, capture_output=True, timeout=60, cwd=cwd or home, check=False,
        env={**os.environ, "FOURTH_SEAT_HOME": str(home), **environment},
    )  # fmt: skip


@pytest.mark.parametrize("game", ["connect4", "sheshbesh"])
@pytest.mark.parametrize("as_json", [False, True])
def test_no_line_stops_a_game(tmp_path: Path, game: str, as_json: bool) -> None:
    options = ["--json"] if as_json else []
    done = run(
        "play", game, "--terminal", *options, "--seats", "human:Müller,human",
        lines=b"\n".join([*LINES, b"resign 1\n"]), home=tmp_path,
        PYTHONIOENCODING="ascii",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    if as_json:
        events = [json.loads(line) for line in done.stdout.splitlines()]
        assert events[0]["seats"][0] == "human:M%C3%BCller" and events[-1]["event"] == "result"
        assert sum(event["event"] == "refused" for event in events) == len(LINES)
    assert not [path for path in tmp_path.iterdir() if path.name != "records"]


@pytest.mark.parametrize("language", ["en", "he"])
def test_output_that_cannot_be_encoded(tmp_path: Path, language: str) -> None:
    done = run(
        "--language", language, "play", "connect4", "--terminal", "--seats", "human:שלום,human",
        lines=b"4\nnonsense\n", home=tmp_path, PYTHONIOENCODING="ascii",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"") and b"\\u05" in done.stdout


@pytest.mark.sample(10)
@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "kalah", "--terminal", "--options", f"pits={MANY}"],
        ["play", "kalah", "--terminal", "--options", "pits=²"],
        ["play", "connect4", "--terminal", "--seats", f"human?hints={MANY},human"],
        ["play", "connect4", "--terminal", "--seats", "human?hints=²,human"],
        ["play", "connect4", "--terminal", "--lights", "adalight:///dev/ttyX?baud=²"],
        ["play", "connect4", "--terminal", "--lights", f"adalight:///dev/ttyX?baud={MANY}"],
        ["play", "connect4", "--terminal", "--lights", f"ddp://lamp:{MANY}"],
        ["play", "connect4", "--terminal", "--text", "sparkfun:///dev/ttyX?baud=²"],
        ["play", "connect4", "--terminal", "--text", f"lcd://localhost:{MANY}"],
        ["play", "connect4", "--terminal", "--text", "sparkfun:///dev/ttyX?size=²x4"],
        ["arena", "connect4", "random", "random", "--games", MANY],
        ["arena", "connect4", "random", "random", "--games", "1_0"],
        ["arena", "connect4", "random", "random", "--seconds", "nan"],
        ["lights", "connect4", "--device", "screen:", "--budget", "²"],
        ["solve", "connect4", "--threads", "٣"],
        ["look", "connect4", "none.jpg", "--corners", "1e999,0", "1,0", "1,1", "0,1"],
        ["watch", "connect4", MANY],
        ["play", "connect4", "--terminal", "--seats", b"\xff,human", "--level", b"\xff"],
        ["play", b"\xff", "--terminal"],
        [b"\xff"],
        ["--language", b"\xff"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments))[:60],
)
def test_no_argument_is_too_strange(tmp_path: Path, arguments: list[str | bytes]) -> None:
    done = run(*arguments, home=tmp_path)
    assert b"internal error" not in done.stderr and b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
    if b"\xff,human" not in arguments:
        assert done.returncode in (1, 2) and done.stderr


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    done = run("play", "connect4", "--terminal", "--seats", b"human:M\xfcller,human", lines=b"4\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    again = run("play", "connect4", "--terminal", "--resume", "--json", home=tmp_path)
    assert json.loads(again.stdout.splitlines()[0])["seats"] == ["human:M%EF%BF%BDller", "human"]


def test_positions_to_solve_that_are_not_utf8(tmp_path: Path) -> None:
    lines = b"\xff\n" + MANY.encode() + b"\n" + "²".encode() + b"\n1223345566121534\n"
    done = run("solve", "connect4", "--seconds", "0.1", lines=lines, home=tmp_path)
    assert b"internal" not in done.stderr and done.stderr.count(b"line ") == 3
    assert done.stdout.startswith(b"1223345566121534 ")


@pytest.mark.skipif(os.name != "posix", reason="a shell's way to close streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    command = f"exec {sys.executable} {ROOT / 'companion.py'} play connect4 --terminal --seats random,random {closed}"
    environment = {**os.environ, "FOURTH_SEAT_HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"result"' in next((tmp_path / "records").glob("*.jsonl")).read_bytes()


def test_a_home_that_nobody_has(tmp_path: Path) -> None:
    table = ("play", "connect4", "--terminal", "--seats", "human,human")
    done = run(*table, lines=b"4\n", home=tmp_path, FOURTH_SEAT_HOME="~nobody-x")
    assert (done.returncode, done.stderr) == (0, b"") and (tmp_path / "~nobody-x" / "records").is_dir()
