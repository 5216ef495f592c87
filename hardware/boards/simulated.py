"""A simulated board that implements the board protocol over TCP or on a pseudo-terminal.

    python -m fourth_seat.hardware.boards.simulated connect4 --sensors passage --port 4040
    python -m fourth_seat.hardware.boards.simulated kalah --pty

It reads commands from standard input: `put CELL [COLOUR [COUNT]]`, `take CELL`, `pass COLUMN`, `press BUTTON`, `start`
(sets up the pieces), `restart` (resets the counters) and `quit`.
"""

from __future__ import annotations

import argparse
import io
import os
import select
import socket
import sys
import time
from collections.abc import Callable
from random import Random

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games import AnyGame, find
from fourth_seat.games.contents import Content
from fourth_seat.games.options import Options
from fourth_seat.hardware.boards.description import MAX_VALUE, BoardDescription, Button, Sensor, SensorKind
from fourth_seat.hardware.boards.protocol import DESCRIBE, TELL_ALL, body_of, checked, described, told
from fourth_seat.processes.standard_input import InputQueue

BEAT_S = 1.0  # between two heartbeats of an idle board
MAX_BOOT = 0xFFFF
_POLL_S = 0.01


def description_of(
    game: AnyGame, options: Options, kind: SensorKind, boot: int, places: tuple[str, ...] = ()
) -> BoardDescription:
    """Return the description of a board with sensors of one kind at these places or, by default, under all cells or above
    all columns.
    """
    geometry = game.geometry(options)
    columns = tuple(area.name for area in geometry.tap_areas if len(area.cells) > 1)
    cells = tuple(cell.name for cell in geometry.cells if cell.is_on_board)
    usual = columns if kind is SensorKind.PASSAGE else cells
    sensors = tuple(Sensor(kind, place) for place in places or usual)
    return BoardDescription(boot, game.name, str(options), sensors, tuple(Button))


class SimulatedBoard:
    """A simulated board with pieces.

    Attributes:
        pieces: the contents of its cells.
        out: the lines sent by the board, which the caller must deliver.
        fault: a function that converts correct sensor values to the reported ones.
    """

    def __init__(self, description: BoardDescription) -> None:
        self.description = description
        self.pieces: dict[str, Content] = {}
        self.out: list[bytes] = []
        self.fault: Callable[[list[int]], list[int]] = lambda values: values
        self._number = 0
        self._passed = [0] * len(description.sensors)
        self._pressed = dict.fromkeys(description.buttons, 0)
        self._told: list[int] = []

    def hear(self, line: bytes) -> None:
        """Reply to a line from the host."""
        match body_of(line.rstrip(b"\n")):
            case body if body == f"@{DESCRIBE}":
                for words in described(self.description):
                    self._say(words)
            case body if body == f"@{TELL_ALL}":
                self._told = self._values()
                values = {**{str(n): value for n, value in enumerate(self._told)}, **self._buttons()}
                for words in told(values):
                    self._say(words)
                self._say("end")

    def put(self, cell: str, content: Content | None) -> None:
        """Set or clear the contents of a cell."""
        if content is None:
            self.pieces.pop(cell, None)
        else:
            self.pieces[cell] = content
        self.tell()

    def drop(self, column: str) -> None:
        """Drop a piece into a column."""
        for number, sensor in enumerate(self.description.sensors):
            if sensor.kind is SensorKind.PASSAGE and sensor.place == column:
                self._passed[number] = (self._passed[number] + 1) % (MAX_VALUE + 1)
        self.tell()

    def press(self, button: Button) -> None:
        """Press a button."""
        self._pressed[button] = (self._pressed[button] + 1) % (MAX_VALUE + 1)
        self._say(f"now {button.value}={self._pressed[button]}")

    def beat(self) -> None:
        """Send a heartbeat."""
        self._say("beat")

    def restart(self, boot: int) -> None:
        """Restart the board as if after a power failure. This resets all counters."""
        said = self.description
        self.description = BoardDescription(boot, said.game, said.options, said.sensors, said.buttons)
        self._number, self._passed = 0, [0] * len(said.sensors)
        self._pressed = dict.fromkeys(said.buttons, 0)
        for words in described(self.description):
            self._say(words)

    def tell(self) -> None:
        """Report all changed sensor values."""
        before, now = self._told, self._values()
        changed = {str(n): value for n, value in enumerate(now) if n >= len(before) or before[n] != value}
        self._told = now
        for words in told(changed):
            self._say(words)

    @property
    def at_fault(self) -> bool:
        """Whether any sensor reports a wrong value. For passage sensors, only the change since the start counts."""
        right = self._right_values()
        told, first = self.fault(right), self.fault([0] * len(right))
        begun = [first[n] if each.kind is SensorKind.PASSAGE else 0 for n, each in enumerate(self.description.sensors)]
        return any((value - before - wanted) % 256 for value, before, wanted in zip(told, begun, right, strict=True))

    def _values(self) -> list[int]:
        return self.fault(self._right_values())

    def _right_values(self) -> list[int]:
        return [self._value(n, each) for n, each in enumerate(self.description.sensors)]

    def _value(self, number: int, sensor: Sensor) -> int:
        content = self.pieces.get(sensor.place)
        match sensor.kind:
            case SensorKind.PASSAGE:
                return self._passed[number]
            case SensorKind.PRESENCE:
                return int(content is not None)
            case SensorKind.COLOUR:
                return content.colour if content else 0
            case SensorKind.COUNT:
                return content.count if content else 0

    def _buttons(self) -> dict[str, int]:
        return {button.value: count for button, count in self._pressed.items()}

    def _say(self, words: str) -> None:
        word, _, rest = words.partition(" ")
        self.out.append(checked(f"${word} {self._number}{' ' if rest else ''}{rest}"))
        self._number = (self._number + 1) % 256


def _obey(board: SimulatedBoard, game: AnyGame, options: Options, line: str, rng: Random) -> bool:
    """Execute a command from standard input. Returns False to quit."""
    word, *rest = line.split()
    if word == "put" and rest:
        numbers = [parse_integer(text, 0, MAX_VALUE) or 0 for text in (*rest[1:], "1", "1")]
        board.put(rest[0], Content(numbers[0], numbers[1] if len(rest) > 2 else 1))
    elif word == "take" and rest:
        board.put(rest[0], None)
    elif word == "pass" and rest:
        board.drop(rest[0])
    elif word == "press" and rest and rest[0] in [button.value for button in board.description.buttons]:
        board.press(Button(rest[0]))
    elif word == "start":
        board.pieces = dict(game.start(options).cells())
        board.tell()
    elif word == "restart":
        board.restart(rng.randint(1, MAX_BOOT))
    return word != "quit"


def _open_pty() -> tuple[int, Callable[[], None]]:
    """Open a pseudo-terminal. Returns the board's end and a function that closes it."""
    import pty  # only Unix has them
    import tty

    far, near = pty.openpty()
    tty.setraw(near)
    _announce(f"serial:{os.ttyname(near)}")
    return far, lambda: None


def _accept(server: socket.socket) -> tuple[int, Callable[[], None]] | None:
    """Accept a connection from the host. Returns the connection and a function that closes it, or None if there is none."""
    if not select.select([server], [], [], _POLL_S)[0]:
        return None
    host, _ = server.accept()
    host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return host.fileno(), host.close


def _announce(address: str) -> None:
    """Print the board's address."""
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Run a board until it reads `quit`."""
    parser = argparse.ArgumentParser(prog="simulated", description="a simulated board")
    parser.add_argument("game")
    parser.add_argument("--options", default="")
    parser.add_argument("--sensors", choices=[kind.value for kind in SensorKind], default=SensorKind.PRESENCE.value)
    parser.add_argument("--port", type=int, default=0, help="TCP port on this computer; 0: any free port")
    parser.add_argument("--pty", action="store_true", help="use a pseudo-terminal instead")
    args = parser.parse_args(arguments)
    game, rng = find(args.game), Random()
    options = game.options(args.options)
    board = SimulatedBoard(description_of(game, options, SensorKind(args.sensors), rng.randint(1, MAX_BOOT)))
    board.pieces = dict(game.start(options).cells())
    inbox = InputQueue(io.FileIO(0, closefd=False))
    server = None if args.pty else socket.create_server(("127.0.0.1", args.port))
    if server:
        _announce(f"tcp://127.0.0.1:{server.getsockname()[1]}")
    line = None if server else _open_pty()
    beat = 0.0
    received = b""
    while not inbox.over:
        if (said := inbox.take()) is not None and not _obey(board, game, options, said, rng):
            break
        if line is None and server:
            line, received = _accept(server), b""
            board.out.clear()
            continue
        assert line
        if time.monotonic() - beat > BEAT_S:
            beat = time.monotonic()
            board.beat()
        try:
            received = _carry(board, line[0], received)
        except OSError:  # the host is gone
            line[1]()
            line = None if server else line
    return 0


def _carry(board: SimulatedBoard, line: int, received: bytes) -> bytes:
    """Transfer data between a board and its host. Returns the incomplete next line. Raises `OSError` if the host has
    disconnected.
    """
    if select.select([line], [], [], _POLL_S)[0]:
        data = os.read(line, 4096)
        if not data:
            raise OSError
        *lines, received = (received + data).split(b"\n")
        for each in lines:
            board.hear(each)
    out, board.out[:] = b"".join(board.out), []
    while out:
        out = out[os.write(line, out) :]
    return received


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
