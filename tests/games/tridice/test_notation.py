"""TriDice's turns and positions as text."""

from __future__ import annotations

import pytest

from fourth_seat.games.errors import BadNotation, BadPosition
from tests.games.tridice.positions import GAME, at, play


@pytest.mark.parametrize("text", ["33x21", "33-21", "33-32-x21", "33 21", "33 - 21", "33X21", "33-x21"])
def test_a_capture_may_be_written_plainly(text: str) -> None:
    assert str(GAME.parse(at("21B2/1,33R2/1 R0,B0 R"), text)[0]) == "33x21"


@pytest.mark.parametrize("text", ["33-34-23-22-11", "33-32-21-22-11", "33-11"])
def test_paths_are_accepted(text: str) -> None:
    assert str(GAME.parse(at("33R4/1,47B1/2 R0,B0 R"), text)[0]) == "33-11"
    assert str(GAME.parse(at("33R4/1,11B1/2 R0,B0 R"), f"{text[:-3]}-x11")[0]) == "33x11"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("33-34-x23-22-11", "only a die on the last cell may be taken"),
        ("33-34-23-22", "the 4 on top means exactly 4 steps; this path has 3"),
        ("33-22-11", "33 and 22 are not neighbours"),
        ("33-34-33-32-31", "a die may not visit a cell twice in one turn: 33"),
        ("33-44-45-46-35", "that way is blocked by the die on 45"),
        ("33-24", "there is no cell 24"),
        ("@48", "there is no cell 48"),
        ("@33 4", "is not a move here"),
        ("33", "is not a move here; enter a move such as @33 or 33-11"),
    ],
)
def test_unreadable(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        GAME.parse(at("33R4/1,45B1/2 R1,B0 R"), text)


def test_while_a_die_is_thrown_the_example_is_a_throw() -> None:
    with pytest.raises(BadNotation, match=r"47-112/2 is not a move here; enter a move such as 4/1"):
        GAME.parse(at("- R4,B4 R@33"), "47-112/2")


def test_positions_include_the_turns_on_which_draws_depend() -> None:
    state = play(at("11R1/2,47B1/2 R0,B0 R"), "11-22")
    assert GAME.position(state).endswith(" B 11-22")
    assert at(GAME.position(state)) == state and state.quiet == 1
    assert GAME.position(play(at("- R4,B4 R"), "@33")) == "- R4,B4 R@33"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("33R4/1", "is not a position; enter one such as"),
        ("33R4/4 R3,B3 R", "no die shows 4 on top and 4 at the left corner: 33"),
        ("33R4/1,33B4/1 R3,B3 R", "there are two dice on 33"),
        ("33R4/1 R4,B3 R", "that makes 5 red dice; there should be 4"),
        ("33G4/1 R3,B3 R", "33G4/1 is not a die"),
        ("36R4/1 R3,B3 R", "there is no cell 36"),
        ("- R3,R3 R", "does not give the dice in hand"),
        ("- R4,B4 G", "does not say whose turn it is"),
        ("- R0,B0 R", "there are no dice"),
        ("33R4/1 R3,B3 R@33", "red has a die there already: 33"),
        ("33R4/1 R3,B3 R 11-22", "11-22 cannot have led to this board"),
        ("33R4/1,47B1/2 R0,B0 B 32-33", "the earlier move 32-33 was not possible: the 2 on top means"),
        ("33R4/1,47B1/2 R0,B0 B 34x33", "34x33 is not a turn without a capture"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(text)


def test_the_diagram() -> None:
    state = at("22R1/3,31R4/1,46B1/3,47B3/2 R2,B2 R@41")
    assert GAME.diagram(state).splitlines() == [
        "                    11",
        "                    .",
        "              21    22    23",
        "              .    R1/3   .",
        "        31    32    33    34    35",
        "       R4/1   .     .     .     .",
        "  41    42    43    44    45    46    47",
        "  ?     .     .     .     .    B1/3  B3/2",
        "R: 2 in hand   B: 2 in hand",
    ]
