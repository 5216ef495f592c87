"""The process that listens, and a board that is a program: over TCP and at a pseudo-terminal, as people use them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.boards.link import FLOOD_BYTES, BoardLink
from fourth_seat.hardware.boards.watch import BoardWatch
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.hardware.emulation.board_program import TIMEOUT_S, BoardProgram


@pytest.fixture(params=[[], ["--pty"]], ids=["tcp", "pty"])
def program(request: pytest.FixtureRequest) -> Iterator[BoardProgram]:
    made = BoardProgram("connect4", "--sensors", "colour", *request.param)
    yield made
    made.end()


def wait(watch: BoardWatch, come: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not come():
        assert time.monotonic() < until, watch.status
        watch.step()
        time.sleep(0.01)


@pytest.mark.slow
def test_a_board_at_a_table(program: BoardProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    game = find("connect4")
    clock = datetime(2026, 11, 29, tzinfo=UTC)
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("computer:1")], None, lambda: clock)
    said: list[str] = []
    pressed: list[Button] = []
    watch = BoardWatch(table, program.address, lambda text, _: said.append(str(text)), pressed.append)
    try:
        wait(watch, lambda: watch.heard)
        assert len(watch.sensors) == 42
        program.do("put d1 1")
        wait(watch, lambda: bool(watch.bridge.question))  # this sensor has not been seen to work yet
        program.do("press done")
        wait(watch, lambda: table.history.at == 1)
        table.play_computer(game.parse(table.state, "4")[0])
        wait(watch, lambda: not watch.bridge.question)
        program.do("put d2 2")
        wait(watch, lambda: table.pending is None)
        program.do("press hint")
        wait(watch, lambda: pressed == [Button.HINT])
        program.do("press undo")
        wait(watch, lambda: table.history.at == 0)
        path = watch.record(clock)
        wait(watch, lambda: path.exists() and "saved" in said[-1])
        assert "$now" in path.read_text("utf-8")
    finally:
        watch.close()


class Wire:
    """A serial port that delivers these bytes again and again."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, size: int) -> bytes:
        return (self._data * size)[:size]

    def close(self) -> None: ...

    reset_output_buffer = close


@pytest.mark.parametrize("data", [b"\n", b"$now 1 0=1*0000\n", b"x"])
def test_what_floods_the_line_is_let_go(data: bytes) -> None:
    link = BoardLink("serial:/dev/wire", lambda *_, **__: Wire(data))
    t, lines = 0.0, 0
    while link.trouble is None:
        t += 0.01
        lines += sum(len(line) + 1 for line in link.lines(t))
        assert t < 5
    assert "too much" in str(link.trouble)
    assert lines <= FLOOD_BYTES + 8192


def test_a_line_that_is_not_there_is_tried_again() -> None:
    def refuse(*_: object, **__: object) -> Wire:
        tried.append(1)
        raise OSError(2, "no such file")

    tried: list[int] = []
    link = BoardLink("serial:/dev/wire", refuse)
    for t in (0.0, 0.1, 0.2, 0.6, 0.7, 1.2):
        assert list(link.lines(t)) == []
    assert len(tried) == 3
    assert "Nothing is connected" in str(link.trouble)
