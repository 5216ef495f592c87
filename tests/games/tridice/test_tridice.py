"""TriDice's rolling, turns, draws, notation, steps and corrections."""

from __future__ import annotations

from argparse import Namespace

import pytest

from games import CHANCE, find
from games.contents import Content
from games.errors import BadNotation, BadPosition, IllegalMove
from games.tridice.die import FACES, rolled
from games.tridice.lattice import CELLS, INDEX, NEIGHBOURS, WAYS, points_up
from games.tridice.rules import EMPTY, TriDiceState
from tests.references import tridice as reference

GAME = find("tridice")


def at(text: str, options: str = "") -> TriDiceState:
    state: TriDiceState = GAME.parse_position(text, GAME.options(options))
    return state


def play(state: TriDiceState, *texts: str) -> TriDiceState:
    for text in texts:
        for move in GAME.parse(state, text):
            state = state.play(move)
    return state


def written(state: TriDiceState) -> set[str]:
    return {str(move) for move in state.legal()}


# -- rolling ---------------------------------------------------------------------------------------------------------------


def test_rolling_as_the_five_numbers_describe_it() -> None:
    """[left, top, right, up, down] from an upward cell, with a 0 for the corner it lacks: right gives [up, left, top, 0,
    right], left [top, right, up, 0, left], down [left, up, right, 0, top].
    """
    left, top, right, up = 1, 2, 3, 4
    start = INDEX["33"]
    for end, (new_left, new_top, new_right, _, new_down) in {
        "34": (up, left, top, 0, right),
        "32": (top, right, up, 0, left),
        "44": (left, up, right, 0, top),
    }.items():
        assert rolled((top, left, up, right), start, INDEX[end]) == (new_top, new_left, new_down, new_right)


def test_rolling_back_undoes_it() -> None:
    for orientation in FACES["cw"]:
        for start, faces in enumerate(orientation):
            for end in NEIGHBOURS[start]:
                assert rolled(rolled(faces, start, end), end, start) == faces


def test_all_ways_to_a_cell_end_alike() -> None:
    several = 0
    for start in range(len(CELLS)):
        for ends in WAYS[start][1:]:
            for end, ways in ends.items():
                several += len(ways) > 1
                for orientation in FACES["cw"] + FACES["ccw"]:
                    for way in ways:
                        faces = orientation[start]
                        for one, other in zip(way.cells, way.cells[1:], strict=False):
                            faces = rolled(faces, one, other)
                        assert faces == orientation[end]
    assert several == 42


def test_twelve_states_on_each_cell() -> None:
    for table in FACES.values():
        for cell in range(len(CELLS)):
            assert len({orientation[cell] for orientation in table}) == 12
    assert not {look[0] for look in FACES["cw"]} & {look[0] for look in FACES["ccw"]}
    assert (1, 2, 3, 4) in {look[0] for look in FACES["cw"]} and points_up(0)


def test_solid_tetrahedra_and_walked_paths_agree() -> None:
    outcome = reference.check(Namespace(positions=600))
    assert outcome.differences == 0 and outcome.positions > 1400


# -- turns -----------------------------------------------------------------------------------------------------------------


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


def test_a_die_blocks_and_a_way_round_is_the_same_turn() -> None:
    """From 33, 11 lies four steps off, over 32 or over 34."""
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
    with pytest.raises(IllegalMove, match="a turn is possible"):
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
    assert str(after.result.reason) == "100 turns without a placement or a capture: a draw."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@33", "red has a die there already: 33"),
        ("@21", "blue has a die there already: 21"),
        ("4/1", "there is nothing to throw for"),
        ("21-22", "the die on 21 belongs to blue"),
        ("41-42", "there is no die on 41"),
        ("33-33", "a die must leave its cell: 33"),
        ("33-47", "the 2 on top means exactly 2 steps: that does not lead from 33 to 47"),
        ("33-35", "your own die stands there: 35"),
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
    with pytest.raises(IllegalMove, match="red has no die left in its hand"):
        play(at("11R1/2,47B1/2 R0,B0 R"), "@33")


# -- notation --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["33x21", "33-21", "33-32-x21", "33 21", "33 - 21", "33X21", "33-x21"])
def test_a_capture_may_be_written_plainly(text: str) -> None:
    assert str(GAME.parse(at("21B2/1,33R2/1 R0,B0 R"), text)[0]) == "33x21"


@pytest.mark.parametrize("text", ["33-34-23-22-11", "33-32-21-22-11", "33-11"])
def test_paths_are_understood(text: str) -> None:
    assert str(GAME.parse(at("33R4/1,47B1/2 R0,B0 R"), text)[0]) == "33-11"
    assert str(GAME.parse(at("33R4/1,11B1/2 R0,B0 R"), f"{text[:-3]}-x11")[0]) == "33x11"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("33-34-x23-22-11", "only the last cell may be taken"),
        ("33-34-23-22", "the 4 on top means exactly 4 steps; this way has 3"),
        ("33-22-11", "33 and 22 are no neighbours"),
        ("33-34-33-32-31", "a die visits no cell twice in one turn: 33"),
        ("33-44-45-46-35", "that way is blocked by the die on 45"),
        ("33-24", "there is no cell 24"),
        ("@48", "there is no cell 48"),
        ("@33 4", "is no move here"),
        ("33", "is no move here; write it like @33 or 33-11"),
    ],
)
def test_unreadable(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        GAME.parse(at("33R4/1,45B1/2 R1,B0 R"), text)


def test_while_a_die_is_thrown_the_example_is_a_throw() -> None:
    with pytest.raises(BadNotation, match=r"47-112/2 is no move here; write it like 4/1"):
        GAME.parse(at("- R4,B4 R@33"), "47-112/2")


def test_positions_carry_what_draws_depend_on() -> None:
    state = play(at("11R1/2,47B1/2 R0,B0 R"), "11-22")
    assert GAME.position(state).endswith(" B 11-22")
    assert at(GAME.position(state)) == state and state.quiet == 1
    assert GAME.position(play(at("- R4,B4 R"), "@33")) == "- R4,B4 R@33"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("33R4/1", "is no position; write it like"),
        ("33R4/4 R3,B3 R", "no die shows 4 on top and 4 at the left corner: 33"),
        ("33R4/1,33B4/1 R3,B3 R", "two dice stand on 33"),
        ("33R4/1 R4,B3 R", "that makes 5 red dice; there are 4"),
        ("33G4/1 R3,B3 R", "33G4/1 is no die"),
        ("36R4/1 R3,B3 R", "there is no cell 36"),
        ("- R3,R3 R", "does not tell the hands"),
        ("- R4,B4 G", "does not say who is to move"),
        ("- R0,B0 R", "there are no dice"),
        ("33R4/1 R3,B3 R@33", "red has a die there already: 33"),
        ("33R4/1 R3,B3 R 11-22", "11-22 cannot have come before this board"),
        ("33R4/1,47B1/2 R0,B0 B 32-33", "before this board, 32-33: the 2 on top means"),
        ("33R4/1,47B1/2 R0,B0 B 34x33", "34x33 is no quiet turn"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(text)


# -- hands -----------------------------------------------------------------------------------------------------------------


def test_steps_tip_by_tip() -> None:
    state = at("21B2/1,33R2/1 R0,B0 R")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "33x21")[0])] == [
        "tip the die from 33 over onto 32: 3 is on top",
        "take the blue die off 21",
        "tip the die from 32 over onto 21: 1 is on top",
    ]


def test_taps() -> None:
    state = at("21B2/1,33R2/1 R1,B1 R")
    assert str(GAME.partial_move(state, ["11"]).sole) == "@11"
    assert "21" in GAME.partial_move(state, ["33"]).next
    thrown = play(state, "@11")
    assert GAME.partial_move(thrown, ["throw:4"]).next == {"throw:1", "throw:2", "throw:3"}
    assert str(GAME.partial_move(thrown, ["throw:4", "throw:1"]).sole) == "4/1"
    for here, taps, reason in [
        (state, ["21"], "blue has a die there already: 21"),
        (state, ["33", "47"], "the 2 on top means exactly 2 steps"),
        (state, ["throw:1"], "tap an empty cell"),
        (thrown, ["throw:4", "throw:4"], "top and left corner cannot both be 4"),
        (thrown, ["11"], "tap the number on top"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            GAME.partial_move(here, taps)


def test_corrections() -> None:
    state = at("21B2/1,33R2/1 R3,B2 R")
    assert state.captured(2) == 1
    missed = GAME.correct(state, {"21": None})
    assert GAME.position(missed) == "33R2/1 R3,B2 R" and missed.captured(2) == 2
    placed = GAME.correct(state, {"47": Content(1, faces=(4, 1))})
    assert GAME.position(placed) == "21B2/1,33R2/1,47R4/1 R2,B2 R"
    assert GAME.position(GAME.correct(state, {"33": None, "hand:1:4": Content(1)})) == "21B2/1 R4,B2 R"
    assert GAME.position(GAME.correct(state, {"out:2:1": None})) == "21B2/1,33R2/1 R3,B3 R"
    shown = state.cells()["33"].faces
    assert GAME.correct(state, {"33": Content(1, faces=shown)}) == state
    for cells, reason in [
        ({"47": Content(1)}, "say what the die on 47 shows"),
        ({"47": Content(3, faces=(4, 1))}, "47 can hold one die, nothing else"),
        ({"33": Content(1, faces=(2, 1, *reversed(shown[2:])))}, "check the way its numbers run"),
        ({"33": Content(1, faces=(2, 2))}, "no die shows 2 on top and 2 at the left corner"),
        ({"hand:1:4": Content(1)}, "that makes 5 red dice; there are 4"),
        ({"hand:2:3": Content(2), "out:2:2": Content(2)}, "that makes 6 blue dice; there are 4"),
        ({"throw:1": Content(1)}, "no die can lie on throw:1"),
    ]:
        with pytest.raises(BadPosition, match=reason):
            GAME.correct(state, cells)


def test_corrections_while_a_die_is_thrown() -> None:
    state = play(at("21B2/1,33R2/1 R3,B2 R"), "@11")
    assert GAME.position(GAME.correct(state, {"21": None})) == "33R2/1 R3,B2 R@11"
    with pytest.raises(BadPosition, match="a die is about to be thrown for 11: leave it free"):
        GAME.correct(state, {"11": Content(1, faces=(1, 2))})


def test_let_stand() -> None:
    state = at("21B2/1,33R2/1 R3,B2 R")
    assert GAME.play_anyway(state, "33x21") == play(state, "33x21")
    assert GAME.position(GAME.play_anyway(state, "33-47")).startswith("21B2/1,47R")
    assert GAME.position(GAME.play_anyway(state, "33-47 3/4")) == "21B2/1,47R3/4 R3,B2 B"
    assert GAME.position(GAME.play_anyway(state, "pass")) == "21B2/1,33R2/1 R3,B2 B"
    assert GAME.position(GAME.play_anyway(state, "@11 3/4")) == "11R3/4,21B2/1,33R2/1 R2,B2 B"
    for text, reason in [
        ("21-22", "belongs to blue"),
        ("@33", "has a die there already"),
        ("33-47 3/3", "no die shows 3/3"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            GAME.play_anyway(state, text)
    with pytest.raises(BadNotation):
        GAME.play_anyway(state, "33")


def test_a_colour_that_can_only_pass_lets_its_turn_go_by() -> None:
    state = at("- R4,B4 R")
    with pytest.raises(IllegalMove, match="it is red's turn"):
        GAME.turn_to(state, 2)


@pytest.mark.parametrize("first", ["red", "blue"])
@pytest.mark.parametrize("handedness", ["red-cw", "blue-cw"])
def test_in_a_mixed_set_each_colour_has_its_own_kind(handedness: str, first: str) -> None:
    options = GAME.options(f"handedness={handedness},first={first}")
    for colour, side in enumerate(GAME.sides(options), 1):
        state = TriDiceState(options, EMPTY, (4, 4), colour)
        played = play(state, "@33", "4/1")
        kind = "cw" if (str(side.name) == "red") == (handedness == "red-cw") else "ccw"
        alike = play(TriDiceState(GAME.options(f"handedness={kind},first={first}"), EMPTY, (4, 4), colour), "@33", "4/1")
        assert played.faces(INDEX["33"]) == alike.faces(INDEX["33"])
        assert GAME.parse_position(GAME.position(played), options) == played
        assert played.reach(colour) == alike.reach(colour)


def test_threatened_cells_are_those_within_reach() -> None:
    state = at("33R2/1,45B1/3 R3,B3 R")
    assert set(GAME.threatened(state, 1) or ()) == {"21", "23", "31", "35", "43", "45"}
    assert set(GAME.threatened(state, 2) or ()) == {"44", "46"}
