"""Placements entered by taps, and pieces held over the board."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.pieces import ALL_PIECES_MASK
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import IllegalMove
from tests.games.blokus.positions import after


def refused(state: BlokusState, *taps: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        GAME.partial_move(state, taps)
    return str(caught.value)


def test_squares_in_any_order() -> None:
    state = after()
    for taps in permutations(["a20", "b20", "b19"]):
        partial = GAME.partial_move(state, taps)
        assert str(partial.complete) == "b19,a20,b20"
        assert partial.sole is None, "larger pieces still fit"
    five = GAME.partial_move(state, ["a20", "b20", "b19", "c19", "b18"])
    assert five.sole == five.complete and str(five.sole) == "b18,b19,c19,a20,b20"


def test_each_tap_leaves_exactly_the_placements_that_cover_it() -> None:
    rng, state = random.Random(4), after()
    for _ in range(24):
        state = state.play(rng.choice(state.legal()))
    target = rng.choice(state.legal())
    taps: list[str] = []
    for name in rng.sample(str(target).split(","), target.squares.bit_count()):
        taps.append(name)
        expected = {str(move) for move in state.legal() if set(taps) <= set(str(move).split(","))}
        partial = GAME.partial_move(state, taps)
        assert {str(move) for move in partial.moves} == expected
        squares = {square for move in expected for square in move.split(",")} - set(taps)
        assert {name for name in partial.next if ":" not in name} == squares
    assert partial.complete == target


def test_a_piece_tapped_in_the_tray_first() -> None:
    state = after()
    assert {name for name in GAME.partial_move(state, []).next if ":" in name} == {
        tray for tray in state.setting.trays(1, ALL_PIECES_MASK) if tray != "blue:X"
    }, "all but the X can cover a corner"
    squares = GAME.partial_move(state, ["blue:O4"])
    assert [str(move) for move in squares.moves] == ["a19,b19,a20,b20"]
    assert not any(":" in name for name in squares.next)
    assert GAME.partial_move(state, ["blue:O4", "a20", "b19", "a19", "b20"]).sole is not None
    assert GAME.partial_move(state, ["blue:F", "a20"]).complete is None
    assert GAME.partial_move(state, ["a20", "blue:I2"]).moves == GAME.partial_move(state, ["blue:I2", "a20"]).moves


def test_why_a_tap_leads_nowhere() -> None:
    state = after("a20", "t20", "t1", "a1")
    assert refused(state, "t20") == "yellow has a piece there already: t20"
    assert refused(state, "b20") == "touches your own blue piece along an edge at b20"
    assert refused(state, "yellow:F") == "it is blue's turn: enter blue's move first"
    assert refused(state, "blue:I1") == "the blue I1 is placed already"
    assert refused(state, "j10") == "j10 is out of reach: a piece must meet one of blue's corner to corner"
    assert refused(state, "f19", "c18") == "none of blue's pieces can cover c18, f19 together"
    assert refused(state, "blue:I2", "d18") == "the blue I2 cannot cover d18 here"
    assert refused(state, "blue:I2", "blue:I3") == "the I2 is taken already: tap the squares that it covers"
    assert refused(state, "b19", "b19") == "b19 is tapped already"
    assert refused(state, "z99") == "there is no square z99: they are a1 to t20"
    assert refused(after(), "j10") == "j10 is out of reach: the first piece must cover the start square a20"
    assert refused(after("out", "out", "out", "out"), "a20") == "the game is over: no colour can place a piece any more"


def test_a_piece_that_fits_nowhere() -> None:
    # Red has one square in the corner; the pieces around it leave room for two squares at most.
    state = GAME.parse_position("s3,r3,q3,q2,p2 q1 r4,s4,t4,t3 / - / t1 / - / turn 3", GAME.options())
    assert refused(state, "red:I5") == "the red I5 fits nowhere any more"
    assert {str(move) for move in GAME.partial_move(state, ["red:I2"]).moves} == {"r2,s2"}


def test_holding_a_piece() -> None:
    state = after()
    held = GAME.hold(state, "blue:I3", 0, False, "a19")
    assert held is not None and len(held.cells) == 3
    upright = next(turns for turns in (0, 1) if len({cell[0] for cell in _cells(state, "blue:I3", turns, "j10")}) == 1)
    legal = GAME.hold(state, "blue:I3", upright, False, "a19")
    assert legal is not None and str(legal.move) == "a18,a19,a20" and legal.cells == ("a18", "a19", "a20")
    protruding = GAME.hold(state, "blue:I3", upright, False, "a20")
    assert protruding is not None and protruding.move is None and protruding.cells == ("a19", "a20")
    outside = GAME.hold(state, "blue:I3", 0, False, "blue:F")
    assert outside is not None and outside.cells == () and outside.move is None
    opposing = GAME.hold(state, "yellow:I3", upright, False, "a19")
    assert opposing is not None and opposing.cells == legal.cells and opposing.move is None


def _cells(state: BlokusState, piece: str, turns: int, over: str) -> tuple[str, ...]:
    held = GAME.hold(state, piece, turns, False, over)
    assert held is not None
    return held.cells


def test_every_placement_can_be_held() -> None:
    state = after(options="variant=duo")
    board = [f"{column}{row}" for column in "abcdefghijklmn" for row in range(1, 15)]
    held = {
        GAME.hold(state, tray, turns, flipped, over)
        for tray in state.setting.trays(1, ALL_PIECES_MASK)
        for turns in range(4)
        for flipped in (False, True)
        for over in board
    }
    assert {one.move for one in held if one and one.move} == set(state.legal())


def test_the_reason_names_a_piece_placed_before() -> None:
    state = GAME.parse_position("a20,a19,b19,b18,c18 / - / - / - / turn 1", GAME.options())
    assert refused(state, "d17", "d16", "e16", "e15", "f15") == "blue's W is on the board already"
