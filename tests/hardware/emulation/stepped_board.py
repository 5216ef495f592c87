"""A Nano with sensors whose time passes only on command, and the host's real connection to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import serial

from fourth_seat.hardware.boards.description import Button, SensorKind
from fourth_seat.hardware.boards.link import BoardLink
from fourth_seat.hardware.boards.nano import NanoBoard
from tests.hardware.emulation.nano import NanoEmulation, build_board

BARRIER_PINS = ("C 0", "C 1", "C 2", "C 3", "C 4", "C 5", "D 7")
BUTTON_PINS = {Button.DONE: "D 2", Button.UNDO: "D 3", Button.HINT: "D 4", Button.AGAIN: "D 5"}
PASSING_S = 0.04  # for which a falling disc interrupts a barrier
PRESS_S = 0.08
BOOT_S = 0.3


def open_at_once(name: str, baud: int, **options: Any) -> Any:
    """Open a port that never waits for more: no time passes in which its board could send it."""
    return serial.serial_for_url(name, baud, **{**options, "timeout": 0})


class SteppedBoard:
    """The board, and the connection to it.

    Attributes:
        nano: the emulated one.
        link: that of the host.
        t: seconds since it was plugged in.
    """

    def __init__(self, port: Path, board: NanoBoard, *, lit_is_high: bool = False, **settings: int) -> None:
        """`lit_is_high`: how a free barrier reads; `settings` are those of the emulation."""
        matrix = {"rows": board.rows, "columns": board.columns}
        self.nano = NanoEmulation(port, board.leds, build_board(board), steps=1, **matrix, **settings)
        self.board, self.t, self._lit = board, 0.0, int(lit_is_high)
        self._numbers = {
            sensor.place: n for n, sensor in enumerate(board.description.sensors) if sensor.kind is SensorKind.PRESENCE
        }
        self._columns = [s.place for s in board.description.sensors if s.kind is SensorKind.PASSAGE]
        self.nano.touch(*(f"pin {pin} {self._lit}" for pin in BARRIER_PINS[: board.barriers]))
        self.nano.touch(*(f"pin {pin} 1" for pin in BUTTON_PINS.values()))
        if board.present_if_open:
            self.nano.touch(*(f"contact {number} 1" for number in range(board.contacts)))
        self._due: list[tuple[float, str]] = []
        self.link = BoardLink(f"serial:{self.nano.port}", open_at_once)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        end = self.t + seconds
        for t, command in sorted(self._due):
            if t <= end:
                self._step(max(0.0, t - self.t))
                self.nano.touch(command)
        self._due = [each for each in self._due if each[0] > end]
        self._step(end - self.t)

    def _step(self, seconds: float) -> None:
        if seconds > 1e-6:
            self.nano.step(seconds)
            self.t += seconds

    def lay(self, place: str, lies: bool) -> None:
        """Put a piece on a cell, or take it away."""
        self.nano.touch(f"contact {self._numbers[place]} {int(lies != self.board.present_if_open)}")

    def has(self, place: str) -> bool:
        """Return whether there is a contact at a place."""
        return place in self._numbers

    def drop(self, column: str, seconds: float = PASSING_S) -> None:
        """Let a piece pass the barrier of a column."""
        self._pulse(BARRIER_PINS[self._columns.index(column)], self._lit, seconds)

    def press(self, button: Button) -> None:
        """Press a button."""
        self._pulse(BUTTON_PINS[button], 1, PRESS_S)

    def _pulse(self, pin: str, level: int, seconds: float) -> None:
        self.nano.touch(f"pin {pin} {1 - level}")
        self._due.append((self.t + seconds, f"pin {pin} {level}"))

    def hear(self, take: Callable[[bytes], Iterable[object]]) -> list[object]:
        """Return what the lines that have come say to their receiver."""
        return [heard for line in self.link.lines(self.t) for heard in take(line)]

    def close(self) -> None:
        """Pull the cable."""
        self.link.close()
        self.nano.unplug()

    def __enter__(self) -> SteppedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
