"""Blokus as text: placements, positions, the diagram."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusOut, BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import BadNotation, BadPosition


def test_placements_are_read_in_any_order_and_case() -> None:
    state = GAME.start(GAME.options())
    texts = ("b18,a19,b19,a20", "A20 B19,a19 , b18", " b19 a19 a20 b18 ")
    moves = {GAME.parse(state, text) for text in texts}
    assert len(moves) == 1
    ((move,),) = moves
    assert str(move) == "b18,a19,b19,a20", "from row 1, along the rows"
    assert isinstance(move, BlokusPlacement) and move.piece and move.piece.name == "Z4"
    assert GAME.parse(state, " OUT ") == (BlokusOut(),)


def test_a_move_is_named_by_its_piece_where_it_has_one() -> None:
    state = GAME.start(GAME.options())
    names = [str(GAME.move_name(*GAME.parse(state, text))) for text in ("b18,a19,b19,a20", "out", "a20,c20")]
    assert names[0].startswith("the Z4 on ") and names[1:] == ["out", "a20,c20"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a20,b21", "a20,b21 is not a move here; enter a move such as a20,b20,b19"),
        ("a20,a20", "a20 appears twice"),
        ("u1", "u1 is not a move here; enter a move such as a20,b20,b19"),
        ("a0", "a0 is not a move here; enter a move such as a20,b20,b19"),
        ("pass", "pass is not a move here; enter a move such as a20,b20,b19"),
        ("", "'' is not a move here; enter a move such as a20,b20,b19"),
    ],
)
def test_texts_that_are_not_placements(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(GAME.start(GAME.options()), text)
    assert str(caught.value) == message


def test_duo_has_a_smaller_board() -> None:
    with pytest.raises(BadNotation, match="there is no square o1: the squares are a1 to n14"):
        GAME.parse(GAME.start(GAME.options("variant=duo")), "o1,n1")


def test_a_position_keeps_the_order_the_turn_and_the_colours_out() -> None:
    text = "a20,b20 c19 / t20 / - out / a1 out / turn 2"
    state = GAME.parse_position(text, GAME.options())
    assert GAME.position(state) == text
    assert [tableau.out for tableau in state.tableaux] == [False, False, True, True]
    assert state.mover == 2 and not state.over
    assert GAME.position(GAME.start(GAME.options("variant=duo"))) == "- / - / turn 1"


def test_a_position_keeps_illegal_placements_that_were_accepted() -> None:
    state = GAME.start(GAME.options())
    for text in ("a20", "t20", "t1", "a1", "a18,a19"):
        state = GAME.play_anyway(state, text)
    assert GAME.parse_position(GAME.position(state), state.options) == state
    assert len(state.tableaux[0].placed) == 2


def test_ended_games_read_back_as_ended() -> None:
    rng, state = random.Random(2), GAME.start(GAME.options("variant=duo"))
    while not state.over:
        state = state.play(rng.choice(state.legal()))
    assert GAME.parse_position(GAME.position(state), state.options).over
    assert all(GAME.turn_to(state, colour).over for colour in (1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a20 / - / - / -", "a20 / - / - / - is not a position in this game"),
        ("a20 / - / - / - / turn 5", "a position ends with the turn, from turn 1 to turn 4"),
        ("a20 / - / - / - / turn", "a position ends with the turn"),
        ("a20 / - / - / / turn 1", "green has no placements here; enter - for none"),
        ("a20 / - / out / - / turn 1", "red has no placements here; enter - for none"),
        ("a20 out c18 / - / - / - / turn 1", "blue, out: only the last word can be “out”"),
        ("a20 c18 / - / - / - / turn 1", "blue, c18: there is only one I1 of each colour"),
        ("a20 / a20,b20 / - / - / turn 1", "yellow, a20,b20: another piece is already there"),
        ("a20,b19 / - / - / - / turn 1", "blue, a20,b19: these squares are not a Blokus piece"),
        ("a20,x / - / - / - / turn 1", "blue, a20,x: a20,x is not a move here"),
        (f"{'a20,' * 100} / - / - / - / turn 1", "blue, a20,"),
    ],
)
def test_impossible_positions(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.parse_position(text, GAME.options())
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200


def test_diagram() -> None:
    state: BlokusState = GAME.parse_position("a20,b20,b19 / t20 / - / a1 / turn 3", GAME.options())
    lines = GAME.diagram(state).splitlines()
    assert lines[0] == lines[21] == "    a b c d e f g h i j k l m n o p q r s t"
    assert lines[1] == " 20 B B . . . . . . . . . . . . . . . . . Y 20"
    assert lines[2].startswith(" 19 . B .")
    assert lines[20].startswith("  1 G .")
    assert lines[22].startswith("  B: I1 I2 I3 I4 L4") and "V3" not in lines[22]
    assert lines[24].startswith("> R: I1 I2")
