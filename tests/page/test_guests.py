"""The rights of guests: each command at most once, at the moment for which it was meant, and only from their own seats."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from random import Random
from typing import Any

import pytest

from fourth_seat.games import find
from fourth_seat.page.guests import REMEMBERED_PAGES, Guest, GuestCommands
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say


class At:
    """A table, and guests at it."""

    def __init__(self, name: str = "connect4", seats: tuple[str, ...] = ("human", "human"), **more: Any) -> None:
        game = find(name)
        self.table = Table.begin(game, game.options(), list(map(read_seat, seats)), None, datetime.now)
        self.commands = GuestCommands(HostedTable(self.table, Review(self.table), **more), Random(1))
        self._numbers = count(1)

    def do(self, guest: Guest, what: str, *, moment: int | None = None, **details: Any) -> dict[str, Any]:
        command = {
            "type": "do", "page": "p", "id": next(self._numbers), "what": what,
            "moment": self.commands.moment if moment is None else moment, **details,
        }  # fmt: skip
        return self.send(guest, command)

    def send(self, guest: Guest, command: dict[str, Any]) -> dict[str, Any]:
        return self.commands.carry_out(guest, command, lambda text: text.key)


ANNA, BEN, WATCHER = Guest("g1", "", (1,)), Guest("g2", "", (2,)), Guest("g3", "")


@pytest.fixture(autouse=True)
def fresh() -> None:
    for guest in (ANNA, BEN, WATCHER):
        guest.answers.clear()


def test_a_tap_is_played_and_answered() -> None:
    at = At()
    assert at.do(ANNA, "tap", cell="4") == {"type": "done", "page": "p", "id": 1}
    assert [entry.text for entry in at.table.history.entries] == ["4"]


def test_a_command_that_is_sent_again_is_answered_again_and_not_done_again() -> None:
    at = At(seats=("human", "human"))
    both = Guest("g", "", (1, 2))
    command = {"type": "do", "page": "p", "id": 1, "moment": at.commands.moment, "what": "tap", "cell": "4"}
    first = at.send(both, command)
    assert at.send(both, command | {"moment": at.commands.moment}) == first
    assert at.table.history.at == 1
    refused = at.do(both, "tap", moment=0, cell="4")
    again = at.send(both, {"type": "do", "page": "p", "id": refused["id"], "moment": at.commands.moment, "what": "undo"})
    assert again == refused


def test_pages_of_one_guest_count_for_themselves() -> None:
    at = At(seats=("human", "human"))
    both = Guest("g", "", (1, 2))
    for n in range(2 * REMEMBERED_PAGES):
        command = {"page": f"p{n}", "id": 1, "moment": at.commands.moment, "what": "tap", "cell": str(n % 7 + 1)}
        assert at.send(both, command)["type"] == "done"
    assert at.table.history.at == 2 * REMEMBERED_PAGES
    assert len(both.answers) == REMEMBERED_PAGES


def test_what_was_meant_for_another_position_is_refused() -> None:
    at = At()
    meant = at.commands.moment
    at.do(ANNA, "tap", cell="4")
    late = at.do(ANNA, "undo", moment=meant)
    assert late["type"] == "refused" and "moved on" in late["text"]
    assert at.table.history.at == 1
    assert at.do(BEN, "undo")["type"] == "done"  # if two take back at once, the second has no further effect
    assert at.do(ANNA, "undo", moment=at.commands.moment - 1)["type"] == "refused"


def test_quick_taps_of_one_move_need_not_wait_for_the_scene_between_them() -> None:
    at = At("backgammon")
    at.table.play("31")
    both = Guest("g", "", (1, 2))
    moment, move = at.commands.moment, at.table.state.legal()[0]
    game, state = at.table.game, at.table.state
    taps: list[str] = []
    while (partial := game.partial_move(state, taps)).complete != move:
        leading = (name for name in sorted(partial.next) if move in game.partial_move(state, (*taps, name)).moves)
        taps.append(next(leading))
    for tap in taps:
        assert at.do(both, "tap", moment=moment, cell=tap)["type"] == "done"
    assert at.table.taps or at.table.history.at == 2


def test_a_move_is_entered_only_from_its_own_seat() -> None:
    at = At()
    for guest in (BEN, WATCHER):
        answer = at.do(guest, "tap", cell="4")
        assert answer["type"] == "refused" and answer["text"]
    assert at.do(WATCHER, "undo")["type"] == "refused"
    assert not at.table.history.at


def test_anybody_throws_for_who_begins() -> None:
    at = At("backgammon")
    assert at.table.state.mover == 0
    assert at.do(BEN, "type", text="31")["type"] == "done"
    assert at.table.history.at == 1


def test_the_rules_reason_is_the_answer() -> None:
    at = At()
    for _ in range(3):
        at.do(ANNA, "tap", cell="4")
        at.do(BEN, "tap", cell="4")
    answer = at.do(ANNA, "tap", cell="4")
    assert answer["type"] == "refused" and "full" in answer["text"]


def test_holding_a_piece_over_the_board_changes_nothing() -> None:
    at = At("blokus", ("human",) * 4)
    before = at.table.events[:]
    tray = sorted(at.table.move_input.partial.next)
    piece = next(name for name in tray if at.table.game.geometry(at.table.options)[name].zone == "tray")
    at.do(ANNA, "tap", cell=piece)
    assert at.table.move_input.in_hand == piece
    there = at.do(ANNA, "hold", cell="e5")
    assert there["type"] == "preview" and there["cells"] and not there["allowed"]
    assert len(at.table.events) == len(before) + 1


def test_a_piece_is_laid_and_played_by_a_later_tap_on_it() -> None:
    at = At("blokus", ("human",) * 4)
    for what, cell, more in (("tap", "blue:I2", {}), ("tap", "b19", {}), ("tap", "a20", {"soon": True})):
        assert at.do(ANNA, what, cell=cell, **more)["type"] == "done"
    laid = at.table.move_input.laid
    assert laid and laid.cells == ("a20", "b20") and at.table.history.at == 0
    assert at.do(BEN, "tap", cell="a20")["type"] == "refused"
    assert at.do(ANNA, "lay", cell="b20")["type"] == "done" and at.table.history.at == 0, "it is moved, not played"
    assert at.do(ANNA, "tap", cell="a20")["type"] == "done" and at.table.history.at == 1


def test_the_computers_move_is_set_down_once_by_two_who_press_at_once() -> None:
    at = At(seats=("computer:1", "human"))
    at.table.play_computer(at.table.state.legal()[3])
    moment = at.commands.moment
    assert at.do(BEN, "set_down", moment=moment)["type"] == "done"
    assert at.table.pending is None
    assert at.do(Guest("g9", "", (2,)), "set_down", moment=moment)["type"] == "refused"


def test_nothing_is_done_while_the_table_is_busy_and_all_must_be_well_formed() -> None:
    busy: list[Text] = [say("the board is being corrected")]
    at = At(blocked=lambda: busy[0] if busy else None)
    assert at.do(ANNA, "tap", cell="4")["text"] == "the board is being corrected"
    busy.clear()
    for details in ({}, {"cell": 4}, {"cell": "x" * 1000}, {"cell": None}):
        assert at.do(ANNA, "tap", **details)["type"] == "refused"
    assert at.do(ANNA, "shutdown")["type"] == "refused"
    assert at.send(ANNA, {"what": "tap"})["type"] == "refused"
    for number in (0, -1):
        assert at.send(ANNA, {"page": "fresh", "id": number, "moment": 1, "what": "undo"})["type"] == "refused"
    assert at.send(ANNA, {"page": "p" * 100, "id": 99, "moment": 1, "what": "undo"})["type"] == "refused"
    assert at.do(ANNA, "tap", cell="nowhere")["type"] == "refused"
    assert not at.table.history.at


def test_who_gives_up_for_several_seats_is_named_or_to_move() -> None:
    for played, details, winner in (("", {}, 2), ("4", {}, 1), ("4", {"seat": 1}, 2)):
        at, both = At(), Guest("g", "", (1, 2))
        if played:
            at.do(both, "tap", cell=played)
        for seat in (3, "1", True, None):
            assert at.do(both, "resign", worth=None, seat=seat)["type"] == "refused"
        assert at.do(both, "resign", worth=None, **details)["type"] == "done"
        assert at.table.result and at.table.result.winners == (winner,)
    at = At()
    assert at.do(BEN, "resign", worth=None, seat=1)["type"] == "refused"
    assert at.do(BEN, "resign", worth=None)["type"] == "done"  # not to move
    assert at.table.result and at.table.result.winners == (1,)


def test_hints_and_the_next_game_are_the_tables() -> None:
    requests: list[str] = []
    at = At(ask_hint=lambda: requests.append("hint"), next_game=lambda: requests.append("next"))
    assert at.do(BEN, "hint")["type"] == "refused"  # it is Anna's turn
    assert at.do(ANNA, "hint")["type"] == "done"
    assert at.do(ANNA, "resign", worth=None)["type"] == "done"
    assert at.do(BEN, "next")["type"] == "done"
    assert requests == ["hint", "next"]
    assert At().do(Guest("g", "", (1,)), "hint")["type"] == "refused"
