"""Connects a table to a board with sensors via a separate process. The owner calls `step` regularly (a window uses a
timer). Nothing here blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from fourth_seat.boundary.json_forms import parse_json
from fourth_seat.boundary.marks import OWN
from fourth_seat.hardware.boards.address import read_board
from fourth_seat.hardware.boards.board_bridge import BoardBridge
from fourth_seat.hardware.boards.buttons import press
from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.boards.settings import load_board_settings, save_board_settings
from fourth_seat.hardware.shared_port import PortLender
from fourth_seat.inference.packing import unpack
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import Message, WorkerProcess
from fourth_seat.table.settings.folders import home
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say

NICENESS = 2  # on Unix; a lower priority than the window, but higher than the engines
MAX_RESTARTS, RESTARTS_S = 5, 60.0


class BoardWatch:
    """A board with sensors that is connected to a table.

    Attributes:
        address: the address of the board.
        heard: whether the board is connected and all of its sensor values are known.
        sensors: the kind and place of each sensor, empty until the board has described itself.
        values: the sensors' values keyed by number, or None if a sensor does not know its value.
        faults: messages about faulty sensors.
        bridge: the bridge between the table and the board.
        ended: the reason why the program no longer listens to the board, or None while it does.
    """

    def __init__(
        self,
        table: Table,
        address: str,
        on_text: Callable[[Text, bool], None],
        on_button: Callable[[Button], None] = lambda _: None,
    ) -> None:
        """Start listening. If the board is not connected yet, wait for it.

        Args:
            on_text: called with each message to show, and whether it is an error.
            on_button: called for the buttons *hint* and *again*, which are not handled here.

        Raises:
            BadBoard: the address is invalid.
            OSError: the process cannot be started.
        """
        port, _ = read_board(address)
        self.address, self._table = address, table
        self._lender = PortLender(port, lambda data: self._send(f"strip {data.hex()}"))
        self._on_text, self._on_button = on_text, on_button
        self._asked: object = ()
        self.heard = False
        self.trouble: Text | None = None
        self.sensors: Sequence[tuple[str, str]] = ()
        self.values: dict[int, int | None] = {}
        self.faults: list[Text] = []
        self.ended: Text | None = None
        self.bridge = BoardBridge(table, self._send, on_text)
        try:
            self._worker = SupervisedWorker(self._start, restarts=MAX_RESTARTS, seconds=RESTARTS_S)
        except BaseException:
            self._lender.close()
            raise

    def _start(self) -> WorkerProcess:
        proved = ""
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            proved = load_board_settings(self._table.game.name).proved
        settings = {
            "address": self.address,
            "game": self._table.game.name,
            "options": str(self._table.options),
            "position": self.bridge.position(),
            "proved": proved,
        }
        return WorkerProcess("fourth_seat.hardware.boards.worker", (), settings, self._read, niceness=NICENESS)

    def _read(self, line: str) -> Message | None:
        """Parse a message from the process. Replies from the lights are forwarded directly, not via the table's thread."""
        message = _message(line)
        if message is None or message.get("event") != "strip":
            return message
        self._lender.borrowed.receive(bytes.fromhex(message["hex"]) + b"\n")
        return None

    @property
    def status(self) -> tuple[Text, bool]:
        """Return a message about the current status, and whether it is an error."""
        if self.ended:
            return self.ended, True
        if self.trouble:
            return self.trouble, True
        if not self.heard:
            return say("Looking for the board ..."), False
        if self.bridge.wrong:
            return say("The board doesn't match the game."), True
        if self.faults:
            return self.faults[-1], True
        return say("The board is connected."), False

    def step(self) -> None:
        """Handle the reports from the board."""
        for line in self._worker.lines():
            self._handle(line)
        self.bridge.step()
        if self.bridge.question != self._asked:
            self._asked = self.bridge.question
            if self.bridge.question:
                self._on_text(question_text([choice.text for choice in self.bridge.question]), False)

    def _handle(self, line: Message) -> None:
        event = line.get("event")
        if event == "line":
            self.heard, self.trouble = bool(line["heard"]), line["text"] and unpack(line["text"])
        elif event == "board":
            self.sensors, self.values = [(kind, place) for kind, place in line["sensors"]], {}
        elif event == "values":
            self.values |= dict(line["values"])
        elif event == "pressed":
            self.press(Button(line["button"]))
        elif event in ("fault", "error"):
            text = unpack(line["text"])
            if event == "fault":
                self.faults.append(text)
            self._on_text(text, True)
        elif event == "proved":
            self._keep(line["proved"])
        elif event == "recorded":
            self._on_text(say("The last few minutes were saved to {file}", file=line["file"]), False)
        elif event == "restarted":
            self.heard = False
            self.bridge.begin_again()
        elif event == "ended":
            self.ended = say("The program has stopped reading the board: {reason}", reason=line["reason"])
        else:
            self.bridge.handle_event(line)

    def press(self, button: Button) -> None:
        """Perform a button's action. *done* also answers yes to a question about a single move."""
        asked = self.bridge.question
        if button is Button.DONE and len(asked) > 1 and not asked[-1].moves:
            self.bridge.answer(asked[0])
        else:
            press(self._table, button, self._on_text, self._on_button)

    def _keep(self, proved: str) -> None:
        game = self._table.game.name
        with suppress(FourthSeatError):  # then the question is asked once more next time
            save_board_settings(game, replace(load_board_settings(game), proved=proved))

    def record(self, now: datetime) -> Path:
        """Save the lines of the last few minutes to a file. A message confirms when it is done."""
        folder = home() / "problems"
        OWN.make(folder, above=1)
        path = folder / f"{self._table.game.name}-{now:%Y-%m-%d-%H%M%S}-board.txt"
        self._send(f"record {path}")
        return path

    def close(self) -> None:
        """Stop listening. Safe to call twice."""
        self._lender.close()
        self._worker.close()

    def _send(self, command: str) -> None:
        self._worker.process.send(" ".join(command.splitlines()))


def question_text(asked: Sequence[str]) -> Text:
    """Return a question that asks which of these moves was made. An empty string stands for no move."""
    one, other = asked[0], asked[-1]
    if not other:
        return say("Was that {move}? Press “done” on the board for yes, or enter the move that was made.", move=one)
    return say("Was that {one} or {other}? Enter the move that was made.", one=one, other=other)


def _message(line: str) -> Message | None:
    """Parse a message from the process. Returns None if the line is not a message."""
    try:
        message: Any = parse_json(line)
    except ValueError:
        return None
    return message if isinstance(message, Mapping) else None  # type: ignore[return-value]
