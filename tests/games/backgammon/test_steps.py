"""The work of hands in backgammon."""

from __future__ import annotations

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.contents import differences
from fourth_seat.games.steps import rebuild
from tests.games.backgammon.boards import position, thrown, xgid


def sentences(state: BackgammonState, text: str) -> list[str]:
    (move,) = GAME.parse(state, text)
    steps = GAME.steps(state, move)
    assert not differences(rebuild(state.cells(), steps), state.play(move).cells())
    return [str(step.text) for step in steps]


def test_steps_of_a_turn() -> None:
    state = position({24: 1, 13: 3, 25: 1, 6: 2}, {5: 1, 3: 1, 6: 5}, "41")
    assert sentences(state, "bar/24 24/20*") == [
        "hit on 20: put the black checker on the bar",
        "move a white checker from the bar to 20",
    ]
    assert sentences(thrown("66"), "24/18(2) 13/7(2)") == [
        "move 2 white checkers from 24 to 18",
        "move 2 white checkers from 13 to 7",
    ]
    assert sentences(position({1: 2}, {6: 4}, "41"), "1/off(2)")[0] == "bear off 2 white checkers from 1"
    assert sentences(position({25: 1, 13: 5}, {4: 2, 1: 2}, "41"), "pass") == ["white cannot move and picks up the dice"]


def test_what_everybody_should_notice() -> None:
    players = "Anna", "Ben"

    def noticed(state: BackgammonState, text: str) -> str:
        (move,) = GAME.parse(state, text)
        return str(GAME.remark(state, move, players))

    hit = position({24: 1, 13: 3, 25: 1, 6: 2}, {5: 1, 3: 1, 6: 5}, "41")
    assert noticed(hit, "bar/24 24/20*") == "A black checker was hit."
    assert noticed(thrown("31"), "8/5 6/5") == "None"
    cube = GAME.start(GAME.options("cube=on,first=1"))
    assert noticed(cube, "double") == "Anna doubles to 2." and noticed(cube, "roll") == "None"
    assert noticed(cube.play(CubeAction.DOUBLE), "take") == "Ben takes the cube at 2."
    assert noticed(cube.play(CubeAction.DOUBLE), "drop") == "Ben drops and loses one point."


def test_steps_of_throws_and_the_cube() -> None:
    opening = GAME.start(GAME.options("cube=on"))
    assert sentences(opening, "13") == ["white rolled 1, black rolled 3: black goes first"]
    assert sentences(opening, "33") == ["both rolled 3: roll again"]
    state = GAME.start(GAME.options("cube=on,first=1"))
    assert sentences(state, "double") == ["white doubles: turn the cube to 2 and offer it"]
    assert sentences(state.play(CubeAction.DOUBLE), "take") == ["black takes the cube: it shows 2"]
    assert sentences(state.play(CubeAction.DOUBLE), "drop") == ["black drops: the game is over"]
    assert sentences(state.play(CubeAction.ROLL), "52") == ["white rolled 5 and 2"]
    again = GAME.parse_position(xgid({6: 2}, {6: 2}, "00", cube="1:1"), state.options)
    assert sentences(again, "double") == ["white doubles: turn the cube to 4 and offer it"]


def restored(found: BackgammonState, wanted: BackgammonState) -> list[str]:
    steps = GAME.restoring_steps(found.cells(), wanted.cells(), 1, wanted.options)
    assert rebuild(found.cells(), steps) == wanted.cells()
    return [str(step.text) for step in steps]


def test_a_board_is_put_right_by_carrying_checkers_the_shortest_ways() -> None:
    found = position({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, "31")
    wanted = position({24: 1, 21: 1, 13: 4, 8: 2, 7: 1, 6: 6}, {24: 2, 13: 5, 8: 3, 6: 5}, "31")
    assert restored(found, wanted) == [
        "move a white checker from 8 to 7",
        "move a white checker from 24 to 21",
        "move a white checker from 13 to 6",
    ]


def test_a_point_of_the_other_side_is_cleared_before_checkers_go_there() -> None:
    found = position({24: 2, 13: 2}, {20: 2, 6: 2}, "31")
    assert restored(found, position({11: 2, 5: 2}, {6: 2, 4: 2}, "31")) == [
        "move 2 white checkers from 13 to 11",
        "move 2 black checkers from 5 to 21",
        "move 2 white checkers from 24 to 5",
    ]


def test_checkers_come_back_from_the_tray_and_go_there() -> None:
    assert restored(position({6: 2}, {6: 2}, "31"), position({6: 3}, {6: 1}, "31")) == [
        "move a white checker from the tray to 6",
        "bear off a black checker from 19",
    ]
