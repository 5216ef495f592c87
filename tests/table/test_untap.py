"""Taking back a tap, wherever it was in the entry."""

from __future__ import annotations

import pytest

from fourth_seat.games import find
from fourth_seat.table.move_input import MoveInput
from fourth_seat.table.record.events import Tapped


@pytest.mark.parametrize(
    ("name", "left"), [("", ("a20", "b20")), ("b19", ("a20", "b20")), ("b20", ("a20", "b19")), ("a20", ("b20", "b19"))]
)
def test_where_the_order_means_nothing_the_others_stay(name: str, left: tuple[str, ...]) -> None:
    game = find("blokus")
    entry = MoveInput(game, game.start(game.options()), Tapped(("a20", "b20", "b19")))
    assert entry.untap(name).taps == left


@pytest.mark.parametrize(("name", "left"), [("", ("8", "5")), ("6", ("8", "5")), ("5", ("8",)), ("8", ())])
def test_where_it_means_something_those_after_it_go_too(name: str, left: tuple[str, ...]) -> None:
    game = find("backgammon")
    start = game.start(game.options())
    entry = MoveInput(game, start.play(game.parse(start, "31")[0]), Tapped(("8", "5", "6")))
    assert entry.untap(name).taps == left


def test_nothing_tapped_stays_nothing() -> None:
    game = find("connect4")
    assert MoveInput(game, game.start(game.options()), Tapped()).untap() == Tapped()
