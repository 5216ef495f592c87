"""Connects a table to the process that observes its board, by sending the expected position and entering reported moves.

Reported moves go through the same checks as clicks. The game is never blocked: a question or problem remains until somebody
answers it or corrects the board, or until the game continues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fourth_seat.games import AnyState
from fourth_seat.games.contents import CellDifference, Content
from fourth_seat.games.protocol import Line
from fourth_seat.inference.packing import unpack, unpack_content
from fourth_seat.processes.worker import Message
from fourth_seat.table.announce import turn
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say

CLEAR_PROBABILITY = 0.95  # least probability of every cell for an unexplained board to be offered as the position


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """An answer to a question: the moves (none if nothing was played), and whether they were played `instead` of the
    camera's last turn.

    `text` gives the moves in human-readable form.
    """

    moves: tuple[str, ...]
    instead: bool = False
    text: str = ""


class MoveBridge:
    """A bridge between a table and the camera or sensors that observe its board (referred to as the camera).

    Attributes:
        question: the answers to choose from; empty while there is no question.
        wrong: the reported differences between the board and its expected contents.
        clear: whether the actual contents were read with certainty.
        asked, puzzled: the numbers of questions and of reported problems.
    """

    def __init__(
        self, table: Table, send: Callable[[str], object], on_text: Callable[[Text, bool], None], by: str = "camera"
    ) -> None:
        """Connect a table to a process.

        Args:
            send: called with each command for the process.
            on_text: called with each message for the players, and a flag that marks warnings.
            by: the source of the moves, as in `Moved`.
        """
        self._table, self._send, self._by = table, send, by
        self.question: tuple[MoveAnswer, ...] = ()
        self._on_text = on_text
        self._sent: tuple[object, object] | None = None  # the line and the pending move last sent to the camera
        # The camera's last turn: the length of the history before it, and the game after it.
        self._turn: tuple[int, Line] | None = None
        self.wrong: tuple[CellDifference, ...] = ()
        self.clear = False
        self.asked = self.puzzled = 0

    def begin_again(self) -> None:
        """Discard the state shared with the camera, because a new vision process replaces the old one."""
        self._sent, self.question, self.wrong = None, (), ()

    # -- from the table to the camera ------------------------------------------------------------------------------------

    def step(self) -> None:
        """Send the table's position to the camera if it has changed."""
        table = self._table
        now = table.line, table.pending
        if self._sent and self._sent[0] is now[0] and self._sent[1] is now[1]:
            return
        self._sent, self.question, self.wrong = now, (), ()
        self._send(f"position {self.position()}")
        if table.pending and table.pending.move is not None and any(step.cells for step in table.pending.steps):
            self._send(f"expect {table.pending.text}")

    def position(self) -> str:
        """Return the expected position as text. After an undo or redo, the board differs until somebody has corrected
        it.
        """
        table = self._table
        restoring = table.pending is not None and table.pending.move is None
        return table.game.position(table.state if restoring else table.board_state)

    # -- from the camera to the table ------------------------------------------------------------------------------------

    def handle_event(self, line: Message) -> None:
        """Handle a line from the vision process, ignoring irrelevant lines.

        Once the game is over, all lines are ignored, because the players clear away the pieces.
        """
        if self._table.result:
            return
        if "move" in line:
            self._played(line)
        elif "ask" in line:
            if self._is_current(line):
                choices = [
                    MoveAnswer(tuple(each["moves"]), bool(each.get("instead")), text)
                    for text, each in zip(line["ask"], line["choices"], strict=True)
                ]
                question = tuple(sorted(choices, key=lambda choice: not choice.moves))
                self.asked += question != self.question
                self.question = question
        elif line.get("event") == "set":
            if self._is_set_down(line):
                self._set_down()
            elif not self._is_current(line):
                self._sent = None
        elif line.get("event") == "throw" and self._is_current(line):
            self._on_text(unpack(line["text"]), False)
        elif line.get("event") == "wrong" and self._is_current(line):
            self._complain(line)
        elif line.get("event") == "right" and self._is_current(line):
            self._settle()

    def answer(self, choice: MoveAnswer | None) -> None:
        """Answer a question with the choice that was played, or with None if neither was."""
        self.question = ()
        if choice is None:
            self._on_text(say("Then enter the move, or set up the pieces as shown on the screen."), False)
        elif choice.moves or choice.instead:
            self._enter(choice.moves, instead=choice.instead)

    def take_over(self) -> None:
        """Continue the game from the board as it was seen, even though no move explains it.

        Raises:
            FourthSeatError: the board is not a legal position, or not all of it can be seen.
        """
        self._table.correct(self.seen, by=self._by)

    @property
    def offers(self) -> bool:
        """Whether the game can continue from the board as it was seen."""
        return bool(self.wrong) and self.clear

    @property
    def seen(self) -> Mapping[str, Content | None]:
        """The observed contents of the cells that differ."""
        return {each.cell: each.found for each in self.wrong}

    def _is_current(self, line: Message) -> bool:
        """Return whether a report refers to the current position rather than an earlier one."""
        return bool(line["position"] == self.position())

    def _played(self, line: Message) -> None:
        """Enter the moves that were seen, except any that a person has already entered."""
        table = self._table
        moves = tuple(line["moves"])
        if self._is_set_down(line):
            self._set_down()
            return
        instead = bool(line.get("instead"))
        before = self._before() if instead else table.state
        if before is not None and self._leads_to(before, moves) == line["position"]:
            self._enter(moves, instead=instead)
        elif line["position"] != self.position():
            self._sent = None
            if instead:
                self._on_text(
                    say("a move that was already played was changed on the board: undo it, or put the pieces back"), True
                )

    def _before(self) -> AnyState | None:
        """Return the position before the camera's last turn, if nothing has happened on the board since."""
        if self._turn is None:
            return None
        table, (count, line) = self._table, self._turn
        history, pending = table.history, table.pending
        answered = pending is not None and pending.move is not None and history.leads_to(history.at - 1, line)
        return history.line_at(count).state if table.line is line or answered else None

    def _leads_to(self, state: AnyState, moves: Sequence[str]) -> str | None:
        """Return the position after moves, as text, or None if they cannot be played."""
        try:
            for text in moves:
                for move in self._table.game.parse(state, text):
                    state = state.play(move)
        except FourthSeatError:
            return None
        return self._table.game.position(state)

    def _enter(self, moves: Sequence[str], *, instead: bool = False) -> None:
        table = self._table
        try:
            if instead and self._turn and self._before() is not None:
                to = self._turn[0]
                table.undo()  # refused if the person whose turn it was plays without taking back
                if table.history.at != to:
                    table.back_to(to)
            before, state = table.history.at, table.state
            for text in moves:
                for move in table.game.parse(state, text):
                    state = state.play(move)
                    if table.game.is_pass(move):  # the table has played it by itself, unless the position was rewound to
                        table.play_forced()
                    else:
                        table.play(str(move), by=self._by)
            self._turn = before, table.line
            if not moves and table.pending and table.pending.move is None:
                table.set_down()  # hands have taken the turn back already
        except FourthSeatError as error:
            self._on_text(error.text, True)
        self._sent = None

    def _is_set_down(self, line: Message) -> bool:
        """Return whether a report says that the computer's pending move has been made on the board."""
        pending = self._table.pending
        return pending is not None and line["position"] == self._table.game.position(pending.after)

    def _set_down(self) -> None:
        self._table.set_down()
        self._on_text(say("Placed correctly."), False)

    def _complain(self, line: Message) -> None:
        """Announce to all displays that the board is wrong."""
        self.puzzled += not self.wrong
        self.wrong = tuple(_difference(packed) for packed in line["differences"])
        self.clear = line.get("confidence", 0.0) >= CLEAR_PROBABILITY
        self._table.announce(
            Announcement(
                AnnouncementKind.WRONG, (unpack(line["text"]),), cells=self._table.board_state.cells(), wrong=self.wrong
            )
        )

    def _settle(self) -> None:
        """Clear any reported problem, because the board is now correct."""
        self.question = ()
        if (pending := self._table.pending) and pending.move is None:
            self._set_down()
        if self.wrong:
            self.wrong = ()
            table = self._table
            state = table.state
            self._table.announce(
                Announcement(AnnouncementKind.TURN, (turn(table),), state.seat, state.mover, cells=state.cells())
            )


def _difference(packed: Sequence[Any]) -> CellDifference:
    cell, found, wanted = packed
    return CellDifference(cell, unpack_content(found), unpack_content(wanted))
