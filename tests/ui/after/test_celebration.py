"""Confetti at the end of a game: for people who have won, for two seconds at most, in nobody's way."""

from __future__ import annotations

from dataclasses import replace

from fourth_seat.ui.after.celebration import LENGTH_S, TAG
from fourth_seat.ui.settings import ALWAYS, NEVER
from tests.ui.table.conftest import Sit, sit
from tests.ui.table.hands import Hands

__all__ = ["sit"]  # the fixture

TWO = ["human:Anna", "human:Ben"]
NEARLY = "121212"


def won(sit: Sit, seats: list[str], motion: str = ALWAYS) -> Hands:
    """Return a game that the first seat has won with its last move."""
    hands = sit("connect4", seats)
    hands.window.change(replace(hands.window.settings, motion=motion))
    for move in NEARLY:
        hands.table.play(move)
    hands.settle()
    hands.page.stage.refresh()
    hands.table.play("1")
    hands.page.stage.refresh()
    return hands


def test_people_who_have_won_are_celebrated_for_two_seconds(sit: Sit) -> None:
    hands = won(sit, TWO)
    board, celebration = hands.page.stage.board, hands.page.celebration
    assert celebration.running and board.find_withtag(TAG)
    begun = celebration.clock()
    celebration.clock = lambda: begun + LENGTH_S / 2
    celebration._frame()
    hands.settle()
    assert any(0 < board.coords(item)[1] < board.winfo_height() for item in board.find_withtag(TAG))
    celebration.clock = lambda: begun + 2.0
    celebration._frame()
    assert not celebration.running and not board.find_withtag(TAG) and not celebration._timer.due, "idle costs nothing"


def test_it_blocks_no_tap(sit: Sit) -> None:
    hands = won(sit, TWO)
    celebration = hands.page.celebration
    hands.page.actions.invoke("undo")
    hands.settle()
    assert not celebration.running and not hands.page.stage.board.find_withtag(TAG), "it ends with what it is for"
    hands.click("1")
    assert hands.table.result and celebration.running, "the same end is celebrated again"
    hands.page.stage.panel.over.next.invoke()
    hands.settle()
    assert hands.window.page is not hands.page and hands.window.notices.shown is None


def test_the_board_takes_clicks_meanwhile(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.page.celebration._begin()
    hands.settle()
    hands.click("4")
    assert hands.table.history.at == 1


def test_not_where_motion_is_not_wanted(sit: Sit) -> None:
    assert not won(sit, TWO, motion=NEVER).page.celebration.running


def test_not_where_a_computer_has_won(sit: Sit) -> None:
    hands = sit("connect4", ["human:Anna", "human:Ben"])
    hands.table.reseat(2, hands.table.seat(2).__class__(computer="random"))
    hands.page.stage.refresh()
    hands.table.resign(1)
    hands.page.stage.refresh()
    assert hands.table.result and not hands.page.celebration.running


def test_not_for_a_draw_or_a_game_that_was_stopped(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.table.play("4")
    hands.page.stage.do(hands.table.stop)
    assert hands.table.result and not hands.page.celebration.running


def test_not_for_a_game_that_was_over_before(sit: Sit) -> None:
    hands = won(sit, TWO)
    hands.page.stage.table.close()
    again = Hands(hands.window, hands.table)
    again.page.stage.refresh()
    assert again.table.result and not again.page.celebration.running
