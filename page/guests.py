"""Guests who have joined with a phone, and their commands to the table, each of which is carried out at most once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from fourth_seat.boundary.json_forms import either, fits
from fourth_seat.games import CHANCE
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.scene import contents
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.record.events import Event, Hinted, Tapped, Valued
from fourth_seat.table.stage.entry import Refusal, take, tap, type_line
from fourth_seat.words import FourthSeatError, Text, say

MAX_TEXT = 200  # characters of a typed move
MAX_WORD = 32  # characters of the name of a cell or of a page
REMEMBERED_PAGES = 8  # of a guest
REMEMBERED_CHANGES = 64  # of the table, remembered to know who made them
Json = dict[str, Any]

COMMAND = {"page": str, "id": int, "moment": int, "what": str}
DETAILS: Mapping[str, Any] = {
    "tap": {"cell": str},
    "take": {"cell": str},
    "lay": {"cell": str},
    "hold": {"cell": str},
    "untap": {},
    "clear": {},
    "turn": {"quarters": int},
    "flip": {},
    "place": {},
    "type": {"text": str},
    "anyway": {"text": str},
    "set_down": {},
    "undo": {},
    "redo": {},
    "roll": {},
    "hint": {},
    "out": {},
    "resign": {"worth": either(None, int)},  # and perhaps the seat
    "stop": {},
    "next": {},
}
"""A guest's requests and their fields."""
MISUNDERSTOOD = say("the table does not understand this page's request: reload the page")
INPUT_ACTIONS = (
    "tap", "take", "lay", "hold", "untap", "clear", "turn", "flip", "place", "type", "anyway", "roll", "hint", "out",
)  # fmt: skip


@dataclass
class Guest:
    """A guest with a phone.

    Attributes:
        key_hash: SHA-256 of the key in the phone's cookie, in hexadecimal.
        seats: the seats whose moves they enter; empty if they only watch.
        here: whether they have the page open.
        answers: the answer to the last command of each recently opened page.
    """

    id: str
    key_hash: str
    seats: tuple[int, ...] = ()
    name: str = ""
    language: str = "en"
    here: bool = False
    answers: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """A change at the table, with its moment, the guest who caused it, and whether it was only a tap."""

    moment: int
    guest: str
    tap: bool


class GuestCommands:
    """Carries out guests' commands at one table.

    Attributes:
        moment: a count of events; each command contains the moment of the scene that it was meant for.
    """

    def __init__(self, hosted: HostedTable, dice: Random, *, moment: int = 0) -> None:
        self._hosted, self._table, self._dice = hosted, hosted.table, dice
        self.moment = moment + 1  # commands that were meant for another table are not carried out at this one
        self._changes: deque[Change] = deque([Change(self.moment, "", False)], maxlen=REMEMBERED_CHANGES)
        self._guest = ""
        self._table.watchers.append(self._happened)

    def close(self) -> None:
        """Stop watching the table."""
        self._table.watchers.remove(self._happened)

    def carry_out(self, guest: Guest, command: Mapping[str, Any], render: Callable[[Text], str]) -> Json:
        """Carry out a guest's command, unless that has already been done; return the answer."""
        if not fits(command, COMMAND) or len(command["page"]) > MAX_WORD or command["id"] < 1:
            return {"type": "refused", "page": "", "id": 0, "text": render(MISUNDERSTOOD), "anyway": ""}
        page, number = command["page"], command["id"]
        known = guest.answers.get(page, {})
        if number <= known.get("id", 0):  # sent again after a disconnection
            return known if known["id"] == number else {"type": "done", "page": page, "id": number}
        try:
            self._check(guest, command)
            outcome = self._do(guest, command)
        except FourthSeatError as error:
            outcome = Refusal(error.text)
        if isinstance(outcome, Refusal):
            outcome = {"type": "refused", "text": render(outcome.reason), "anyway": outcome.may_stand}
        answer: Json = {"type": "done", "page": page, "id": number, **outcome}
        guest.answers.pop(page, None)
        guest.answers[page] = answer
        if len(guest.answers) > REMEMBERED_PAGES:
            del guest.answers[next(iter(guest.answers))]
        return answer

    def _do(self, guest: Guest, command: Mapping[str, Any]) -> Json | Refusal:
        """Carry out a command; return the fields that it adds to the answer."""
        if command["what"] == "hold":
            cells, allowed = self._table.move_input.preview(command["cell"]) if self._table.people_move else ({}, True)
            return {"type": "preview", "cells": contents(cells), "allowed": allowed}
        self._guest = guest.id
        try:
            return self._act(guest, command) or {}
        finally:
            self._guest = ""

    def _check(self, guest: Guest, command: Mapping[str, Any]) -> None:
        """Raise `OutOfTurn` if this guest may not do this now."""
        table, what = self._table, command["what"]
        if what not in DETAILS or not fits(command, DETAILS[what]) or _is_too_long(command):
            raise OutOfTurn(MISUNDERSTOOD)
        if not guest.seats:
            raise OutOfTurn(say("you are watching: scan the code of a seat at the table to play"))
        if reason := self._hosted.blocked():
            raise OutOfTurn(reason)
        if any(
            change.moment > command["moment"] and not (change.tap and change.guest == guest.id) for change in self._changes
        ):
            raise OutOfTurn(say("the game has moved on: look again"))
        if what in INPUT_ACTIONS and table.people_move and not self._may_enter(guest):
            raise OutOfTurn(say("it is {name}'s turn", name=table.name(table.state.seat)))

    def _may_enter(self, guest: Guest) -> bool:
        state = self._table.state
        return state.seat in guest.seats or (state.to_move == CHANCE and not state.mover)

    def _act(self, guest: Guest, command: Mapping[str, Any]) -> Refusal | None:
        table, hosted, what = self._table, self._hosted, command["what"]
        if what == "tap":
            double, soon = bool(command.get("double")), bool(command.get("soon"))
            return tap(table, command["cell"], double, soon=soon) if command["cell"] else None
        if what == "take":
            return take(table, command["cell"])
        if what == "type":
            return type_line(table, command["text"], self._dice)
        if what == "hint" and hosted.ask_hint is None:
            raise OutOfTurn(say("there are no hints at this table"))
        in_hand = table.move_input.in_hand
        actions: Mapping[str, Callable[[], object] | None] = {
            "hint": hosted.ask_hint,
            "next": hosted.next_game or table.next_game,
            "lay": lambda: table.lay(command["cell"]),
            "untap": table.untap if table.taps else None,
            "clear": table.clear_taps,
            "turn": partial(table.turn_piece, command.get("quarters", 0)) if in_hand else None,
            "flip": table.flip_piece if in_hand else None,
            "place": table.confirm,
            "anyway": lambda: table.play_anyway(command["text"]),
            "set_down": table.set_down,
            "undo": table.undo,
            "redo": table.redo,
            "roll": lambda: table.roll(self._dice),
            "out": lambda: table.play("out"),
            "resign": lambda: table.resign(self._resigning(guest, command), command["worth"] or 1),
            "stop": table.stop,
        }
        if action := actions[what]:
            action()
        return None

    def _resigning(self, guest: Guest, command: Mapping[str, Any]) -> int:
        """Return the seat for which a guest resigns: the given one, or else the one to move, or else the guest's first.

        Raises: OutOfTurn: the seat is not one of theirs.
        """
        at_move = self._table.state.seat
        seat: int = command.get("seat", at_move if at_move in guest.seats else guest.seats[0])
        if not fits(seat, int) or seat not in guest.seats:
            raise OutOfTurn(MISUNDERSTOOD)
        return seat

    def _happened(self, event: Event) -> None:
        if isinstance(event, (Valued, Hinted)):
            return
        self.moment += 1
        self._changes.append(Change(self.moment, self._guest, isinstance(event, Tapped)))


def _is_too_long(command: Mapping[str, Any]) -> bool:
    return len(str(command.get("text", ""))) > MAX_TEXT or len(str(command.get("cell", ""))) > MAX_WORD
