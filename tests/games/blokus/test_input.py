"""Placements entered by taps, and pieces held over the board."""

from __future__ import annotations

import math
import random
from itertools import permutations, product

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.bitboard import SQUARE_NAMES, STRIDE, bit, named, names, union
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.pieces import ALL_PIECES_MASK, pieces_in
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
    assert refused(state, "b20") == "the piece touches your own blue piece along an edge at b20"
    assert refused(state, "yellow:F") == "these are yellow's pieces; it is blue's turn"
    assert refused(state, "blue:I1") == "this piece is already on the board"
    assert refused(state, "j10") == "j10 is out of reach: a piece must touch one of blue's pieces corner to corner"
    assert refused(state, "f19", "c18") == "none of blue's pieces can cover c18 and f19 at once"
    assert refused(state, "blue:I2", "d18") == "this piece cannot cover d18 here"
    assert refused(state, "blue:I2", "blue:I3") == "you are already holding a piece: tap the squares that it covers"
    assert refused(state, "b19", "b19") == "b19 has already been tapped"
    assert refused(state, "z99") == "there is no square z99: the squares are a1 to t20"
    assert refused(after(), "j10") == "j10 is out of reach: the first piece must cover the start square a20"
    assert refused(after("out", "out", "out", "out"), "a20") == "the game is over: no colour can place a piece any more"


def test_a_piece_that_fits_nowhere() -> None:
    # Red has one square in the corner; the pieces around it leave room for two squares at most.
    state = GAME.parse_position("s3,r3,q3,q2,p2 q1 r4,s4,t4,t3 / - / t1 / - / turn 3", GAME.options())
    assert refused(state, "red:I5") == "there is no place for this piece now"
    assert {str(move) for move in GAME.partial_move(state, ["red:I2"]).moves} == {"r2,s2"}


UPRIGHT = 0  # quarters for the I3


def test_a_piece_is_laid_inside_the_board_at_the_nearest_place_where_it_fits() -> None:
    state = after()
    for over in ("a20", "a19", "a18", "b19", "b18"):  # its middle is one square away from each, at most
        legal = GAME.hold(state, "blue:I3", UPRIGHT, False, over)
        assert legal is not None and str(legal.move) == "a18,a19,a20" and legal.cells == ("a18", "a19", "a20"), over
    beyond = GAME.hold(state, "blue:I3", UPRIGHT, False, "c19")
    assert beyond is not None and beyond.cells == ("c18", "c19", "c20") and beyond.move is None
    clamped = GAME.hold(state, "blue:I3", UPRIGHT, False, "t1")
    assert clamped is not None and clamped.cells == ("t1", "t2", "t3")
    assert str(clamped.why_not) == "the first piece must cover your start square a20"
    outside = GAME.hold(state, "blue:I3", 0, False, "blue:F")
    assert outside is not None and outside.cells == () and outside.move is None
    opposing = GAME.hold(state, "yellow:I3", UPRIGHT, False, "a19")
    assert opposing is not None and opposing.cells == legal.cells and opposing.move is None
    assert str(opposing.why_not) == "these are yellow's pieces; it is blue's turn"


def test_whatever_is_laid_lies_inside_the_board_and_at_the_nearest_legal_place_within_a_square() -> None:
    rng, state = random.Random(2), after()
    for _ in range(30):
        state = state.play(rng.choice(state.legal()))
    size = state.setting.size
    for _ in range(60):
        piece = rng.choice(pieces_in(state.tableaux[state.turn - 1].left))
        turns, flipped = rng.randrange(4), rng.random() < 0.5
        x, y = rng.randrange(size), rng.randrange(size)
        held = GAME.hold(state, state.setting.tray(state.turn, piece.name), turns, flipped, SQUARE_NAMES[STRIDE * y + x])
        assert held is not None
        form = piece.held(turns, flipped)
        inside = {
            (column, row): union(bit(column + right, row - down) for right, down in form)
            for column, row in product(range(size), repeat=2)
            if all(0 <= column + right < size and 0 <= row - down < size for right, down in form)
        }
        clamped = min(inside, key=lambda middle: math.dist(middle, (x, y)))
        legal = {move.squares for move in state.legal()}
        near = {
            squares: away
            for middle, squares in inside.items()
            if squares in legal and (away := math.dist(middle, clamped)) < 1.5
        }
        lies = union(map(named, held.cells))
        if near:
            assert held.move == BlokusPlacement(lies) and near[lies] == min(near.values())
        else:
            assert held.move is None and held.why_not is not None and lies == inside[clamped]


def test_anchors_are_where_each_piece_can_be_attached() -> None:
    rng, state = random.Random(3), after()
    assert {piece for piece, cells in GAME.anchors(state).items() if not cells} == {"blue:X"}
    for _ in range(70):
        state = state.play(rng.choice(state.legal()))
        if state.over:
            break
        attach, found = state.attach(state.turn), GAME.anchors(state)
        assert set(found) == set(state.setting.trays(state.turn, state.tableaux[state.turn - 1].left))
        for tray, cells in found.items():
            own = [move for move in state.legal() if move.piece and tray.endswith(f":{move.piece.name}")]
            assert cells == set(names(union(move.squares for move in own) & attach))
    assert any(not cells for cells in found.values()), "some piece fits nowhere so late in the game"


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
    assert refused(state, "d17", "d16", "e16", "e15", "f15") == "blue's W is already on the board"
