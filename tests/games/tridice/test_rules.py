"""TriDice's turns, captures and draws."""

from __future__ import annotations

import pytest

from fourth_seat.games import CHANCE
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.tridice.lattice import INDEX
from fourth_seat.games.tridice.rules import EMPTY_BOARD, TriDiceState
from tests.games.tridice.positions import GAME, at, play, written


def test_place_throw_roll_and_capture() -> None:
    state = play(at("- R4,B4 R"), "@33")
    assert state.to_move == CHANCE and state.mover == 1 and len(state.legal()) == 12
    assert state.cells()["hand:1:4"] == Content(1) and "33" not in state.cells()
    state = play(state, "4/1", "@22 2/1")
    assert GAME.position(state) == "22B2/1,33R4/1 R3,B3 R"
    assert {move for move in written(state) if move.startswith("33")} == {f"33-{end}" for end in (31, 35, 41, 43, 45, 47)}
    captured = play(at("21B2/1,33R2/1 R3,B3 R"), "33x21")
    assert (captured.alive(2), captured.captured(2)) == (3, 1) and captured.cells()["out:2:1"] == Content(2)
    assert captured.quiet == 0 and captured.mover == 2


def test_dice_block_only_where_no_path_is_free() -> None:
    """Roll from 33 to 11, four steps away by way of 32 or 34."""
    assert "33-11" in written(at("32B1/2,33R4/1 R0,B0 R"))
    blocked = at("32B1/2,33R4/1,34B1/2 R0,B0 R")
    assert "33-11" not in written(blocked)
    with pytest.raises(IllegalMove, match="the dice on 32, 34 block the way from 33 to 11"):
        play(blocked, "33-11")


def test_all_dice_captured_loses() -> None:
    state = play(at("21B2/1,33R2/1 R0,B0 R"), "33x21")
    assert state.result is not None
    assert (state.result.winners, state.result.scores) == ((1,), (1, 0))
    assert str(state.result.reason) == "blue has lost all its dice: red wins."
    assert [str(tally.title) for tally in state.result.sheet] == ["Dice left"]


def test_a_blocked_player_passes() -> None:
    state = at("42B4/2,46B1/3,47R4/3 R0,B0 R")
    assert written(state) == {"pass"} and GAME.is_pass(state.legal()[0])
    assert play(state, "pass").mover == 2 and play(state, "pass").quiet == 1
    assert [str(step.text) for step in GAME.steps(state, state.legal()[0])] == ["red cannot move and passes"]
    assert GAME.turn_to(state, 2) == play(state, "pass")


def test_a_draw_when_neither_can_move() -> None:
    state = at("21B4/3,31B4/3,32B4/2,34R4/1,44R4/1,45B4/2 R0,B0 R")
    assert state.result is not None and state.result.winners == (1, 2)
    assert str(state.result.reason) == "Neither player can move: a draw."
    assert not at("21B4/3,31B4/3,32B4/2,34R4/1,44R4/1,45B4/2 R1,B0 R").over


def test_pass_only_without_a_turn() -> None:
    with pytest.raises(IllegalMove, match="you can move"):
        play(at("- R4,B4 R"), "pass")


def test_third_occurrence_with_the_same_player_to_move_is_a_draw() -> None:
    now = at("11R1/2,47B1/2 R0,B0 R")
    here, there = now.board, at("22R1/2,47B1/2 R0,B0 R").board
    came_before = {(here, there, here, there): True, (here, there, there, there): False, (there, here, there, here): False}
    for seen, drawn in came_before.items():
        state = TriDiceState(now.options, here, now.hands, 1, None, seen)
        assert state.over == drawn
        if drawn:
            assert str(state.standing().reason) == "The same position for the third time: a draw."


def test_a_hundred_quiet_turns_are_a_draw() -> None:
    board = at("11R1/2,47B1/2 R0,B0 R")
    others = tuple((0,) * 15 + (n + 1,) for n in range(12))
    almost = TriDiceState(board.options, board.board, board.hands, 1, None, (others * 9)[:99])
    assert not almost.over
    after = almost.play(almost.legal()[0])
    assert after.result is not None and after.result.winners == (1, 2)
    assert str(after.result.reason) == "100 turns without a die placed or taken: a draw."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@33", "red has a die there already: 33"),
        ("@21", "blue has a die there already: 21"),
        ("4/1", "there is nothing to throw for"),
        ("21-22", "the die on 21 belongs to blue"),
        ("41-42", "there is no die on 41"),
        ("33-33", "a die must leave its cell: 33"),
        ("33-47", "the 2 on top means exactly 2 steps: no path of that length leads from 33 to 47"),
        ("33-35", "your own die is there: 35"),
        ("33x31", "there is no die to take on 31"),
    ],
)
def test_why_not(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        play(at("21B2/1,33R2/1,35R1/2 R1,B1 R"), text)


def test_why_not_while_a_die_is_thrown() -> None:
    state = play(at("- R4,B4 R"), "@33")
    for text, reason in [
        ("3/3", "top and left corner cannot both be 3"),
        ("5/1", "a die shows 1 to 4, not 5"),
        ("@34", "first throw the die for 33"),
        ("pass", "first throw the die for 33"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            play(state, text)
    with pytest.raises(IllegalMove, match="red has no dice left in hand"):
        play(at("11R1/2,47B1/2 R0,B0 R"), "@33")


def test_a_colour_that_can_move_keeps_its_turn() -> None:
    state = at("- R4,B4 R")
    with pytest.raises(IllegalMove, match="it is red's turn"):
        GAME.turn_to(state, 2)


@pytest.mark.parametrize("first", ["red", "blue"])
@pytest.mark.parametrize("handedness", ["red-cw", "blue-cw"])
def test_in_a_mixed_set_each_colour_has_its_own_handedness(handedness: str, first: str) -> None:
    options = GAME.options(f"handedness={handedness},first={first}")
    for colour, side in enumerate(GAME.sides(options), 1):
        state = TriDiceState(options, EMPTY_BOARD, (4, 4), colour)
        played = play(state, "@33", "4/1")
        kind = "cw" if (str(side.name) == "red") == (handedness == "red-cw") else "ccw"
        alike = play(
            TriDiceState(GAME.options(f"handedness={kind},first={first}"), EMPTY_BOARD, (4, 4), colour), "@33", "4/1"
        )
        assert played.faces(INDEX["33"]) == alike.faces(INDEX["33"])
        assert GAME.parse_position(GAME.position(played), options) == played
        assert played.reach(colour) == alike.reach(colour)


def test_threatened_cells_are_those_within_reach() -> None:
    state = at("33R2/1,45B1/3 R3,B3 R")
    assert set(GAME.threatened(state, 1) or ()) == {"21", "23", "31", "35", "43", "45"}
    assert set(GAME.threatened(state, 2) or ()) == {"44", "46"}
