"""Backgammon's turns, throws and cube actions entered by taps."""

from __future__ import annotations

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.moves import BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from tests.games.backgammon.boards import position, thrown


def offered(state: BackgammonState, *taps: str) -> set[str]:
    return set(GAME.partial_move(state, taps).next)


def made(state: BackgammonState, *taps: str) -> str:
    """Return the turn that the taps make, without its dice."""
    return str(GAME.partial_move(state, taps).complete).partition(": ")[2]


def refused(state: BackgammonState, *taps: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        GAME.partial_move(state, taps)
    return str(caught.value)


def test_a_throw_is_two_taps() -> None:
    state = GAME.start(GAME.options("first=1"))
    assert offered(state) == {f"throw:{face}" for face in range(1, 7)}
    assert (
        GAME.partial_move(state, ["throw:1", "throw:3"]).sole
        == GAME.partial_move(state, ["throw:3", "throw:1"]).sole
        == BackgammonThrow((3, 1))
    )
    opening = GAME.start(GAME.options())
    assert GAME.partial_move(opening, ["throw:1", "throw:3"]).sole == BackgammonThrow((1, 3))
    assert len(GAME.partial_move(opening, ["throw:1"]).moves) == 6
    assert refused(state, "8") == "tap the numbers on the two dice"


def test_words_about_the_cube() -> None:
    state = GAME.start(GAME.options("first=1,cube=on"))
    dice = {f"throw:{face}" for face in range(1, 7)}
    assert offered(state) == {"say:double", *dice}
    assert GAME.partial_move(state, []).buttons == {"say:double": Content(faces=(2,))}
    assert GAME.partial_move(state, ["say:double"]).sole is CubeAction.DOUBLE
    assert refused(state, "say:take") == refused(state, "8") == "roll first, and tap the numbers on the two dice"
    answer = state.play(CubeAction.DOUBLE)
    assert offered(answer) == {"say:take", "say:drop"} == GAME.partial_move(answer, []).buttons.keys()
    assert refused(answer, "throw:1") == refused(answer, "8") == "answer the double first: take or drop"


def test_dice_say_that_nobody_doubles() -> None:
    state = GAME.start(GAME.options("first=1,cube=on"))
    half = GAME.partial_move(state, ["throw:5"])
    assert len(half.moves) == 6 and not half.buttons and half.next == {f"throw:{face}" for face in range(1, 7)}
    assert GAME.partial_move(state, ["throw:5", "throw:5"]).sole == BackgammonThrow((5, 5))
    assert GAME.implied(state) is CubeAction.ROLL and GAME.implied(state.play(CubeAction.ROLL)) is None


def test_from_and_to() -> None:
    state = thrown("31")
    assert offered(state) == {"24", "13", "8", "6"}
    assert offered(state, "8") == {"7", "5", "4"}
    assert made(state, "8", "5", "6", "5") == made(state, "6", "5", "8", "5") == "8/5 6/5"
    assert made(state, "8", "4") == made(state, "8", "5", "5", "4") == made(state, "8", "7", "7", "4") == "8/4"
    half = GAME.partial_move(state, ["8", "5"])
    assert half.complete is None and half.cells and half.cells["5"] == Content(1, 1) and half.cells["8"] == Content(1, 2)
    assert GAME.partial_move(state, []).cells is None
    assert refused(state, "8", "5", "6", "5", "6") == "the turn is complete"


def test_black_taps_the_same_cells_from_the_other_side() -> None:
    state = GAME.start(GAME.options("first=2")).play(BackgammonThrow((3, 1)))
    assert made(state, "17", "20", "19", "20") == "8/5 6/5"
    assert refused(state, "bar:white") == "that place is white's: it is black's turn"
    assert refused(state, "8") == "black has no checker on point 17"


def test_doubles_carry_a_checker_further() -> None:
    state = thrown("22")
    assert {"11", "9", "7", "5"} <= offered(state, "13")
    assert made(state, "13", "5") == "13/5"
    assert made(state, "13", "11", "13", "11", "6", "4", "6", "4") == "13/11(2) 6/4(2)"


def test_both_ways_to_one_point_are_tapped_one_by_one_where_they_differ() -> None:
    state = position({24: 1, 13: 1}, {5: 1, 2: 1}, "41")
    assert offered(state, "24") == {"23", "20"}
    assert refused(state, "24", "19") == "there are two ways to get there: tap the points on the way one by one"
    assert made(state, "24", "20", "20", "19") == "24/20*/19"
    one_way = position({24: 1, 13: 1}, {5: 1, 2: 2}, "41")
    assert made(one_way, "24", "19") == "24/20*/19"


def test_no_tap_that_would_waste_a_die() -> None:
    state = position({24: 1, 2: 1}, {8: 2, 6: 5}, "61")
    assert offered(state, "24") == {"18"}
    assert refused(state, "24", "23") == "both dice can be played: for example 24/18 2/1"
    higher = position({24: 1}, {11: 2, 6: 5}, "64")
    assert refused(higher, "24", "20") == "only one die can be played here, like this: 24/18"


def test_bar_home_and_the_second_tap() -> None:
    bar = position({25: 1, 13: 2}, {4: 2, 6: 4}, "42")
    assert offered(bar) == {"bar:white"} and refused(bar, "13") == "a checker on the bar must come in first"
    assert refused(bar, "bar:white", "21") == "point 21 is blocked: black has 2 checkers there"
    off = position({6: 1, 3: 2, 2: 1}, {6: 4}, "63")
    assert offered(off, "6") == {"home:white", "3", "6"}
    assert made(off, "6", "6", "3", "3") == made(off, "6", "home:white", "3", "home:white") == "6/off 3/off"
    assert refused(off, "home:white") == "a checker that is borne off stays off"
    assert refused(thrown("31"), "6", "6") == "the checker is there already: tap where it goes"
    assert refused(thrown("31"), "6", "home:white") == "not all checkers are home yet"


def test_the_last_checker_may_go_by_either_die() -> None:
    assert made(position({2: 1}, {6: 4}, "21"), "2", "2") == "2/off"


def test_a_pass_needs_no_tap() -> None:
    partial = GAME.partial_move(position({25: 1, 13: 5}, {4: 2, 1: 2}, "41"), [])
    assert partial.sole and GAME.is_pass(partial.sole) and not partial.next
