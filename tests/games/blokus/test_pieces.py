"""The pieces, and all their placements."""

from __future__ import annotations

from fourth_seat.games.blokus.bitboard import board, components, edges, named, names
from fourth_seat.games.blokus.moves import placements
from fourth_seat.games.blokus.pieces import (
    ALL_PIECES_MASK,
    ORIENTATIONS,
    PIECES,
    PIECES_BY_NAME,
    SQUARES_EACH,
    TRAY_DRAWING,
    piece_on,
)

SMALL, LARGE = ["I1", "I2", "I3", "V3", "I4", "L4", "O4", "T4", "Z4"], ["I5", "L5", "N", "P", "T5", "U", "V5"]
NAMES = [*SMALL, "F", *LARGE, "W", "X", "Y", "Z5"]

# Ways to play each piece at a free corner. The seed document's table of playable squares agrees except for the P, of which
# it labels one square wrongly (it finds 8).
WAYS = {
    "I1": 1, "I2": 2, "I3": 2, "V3": 5, "I4": 2, "L4": 10, "O4": 1, "T4": 6, "Z4": 6, "F": 14, "I5": 2, "L5": 10, "N": 12,
    "P": 10, "T5": 6, "U": 6, "V5": 5, "W": 7, "X": 2, "Y": 12, "Z5": 6,
}  # fmt: skip


def test_the_pieces_are_all_shapes_of_one_to_five_squares() -> None:
    assert [piece.name for piece in PIECES] == NAMES
    assert SQUARES_EACH == 89
    assert [sum(piece.size == size for piece in PIECES) for size in range(1, 6)] == [1, 1, 2, 5, 12]
    shapes = [shape for shapes in ORIENTATIONS for shape in shapes]
    assert len(shapes) == len(set(shapes)) == 91
    assert all(len(list(components(shape << 1))) == 1 for shape in shapes)


def test_pieces_in_the_tray_do_not_touch() -> None:
    for y, line in enumerate(TRAY_DRAWING):
        for x, sign in enumerate(line):
            around = {row[max(0, x - 1) : x + 2] for row in TRAY_DRAWING[max(0, y - 1) : y + 2]}
            assert sign == "." or set("".join(around)) <= {".", sign}, (x, y)


def test_all_placements_on_empty_boards() -> None:
    for size, count in ((20, 30_433), (14, 13_729)):
        everywhere = placements(board(size), board(size), ALL_PIECES_MASK)
        assert len(everywhere) == len(set(everywhere)) == count
        for place in everywhere:
            assert place.squares & board(size) == place.squares
            assert list(components(place.squares)) == [place.squares]


def test_ways_to_cover_a_free_corner() -> None:
    own = named("j10")
    free = board(20) & ~own & ~edges(own)
    ways = {name: len(placements(free, named("k11"), 1 << PIECES_BY_NAME[name].index)) for name in NAMES}
    assert ways == WAYS


def test_squares_that_are_not_a_piece() -> None:
    for text in ("a1,a3", "a1,b2", "t1,a2", "a1,b1,c1,d1,e1,f1", "s1,t1,a2,b2"):
        squares = sum(named(name) for name in text.split(","))
        assert piece_on(squares) is None, text
        assert names(squares) == tuple(text.split(","))
    assert piece_on(0) is None


def test_turning_a_held_piece() -> None:
    piece = PIECES_BY_NAME["L4"]
    assert piece.held(4) == piece.held()
    shapes = {tuple(sorted(piece.held(turns, flipped))) for turns in range(4) for flipped in (False, True)}
    assert len(shapes) == 8
    assert all((0, 0) in shape for shape in shapes)
    foot = next((x, y) for x, y in piece.held() if x)  # the L's foot, to the right of its stem or to the left
    assert (-foot[1], foot[0]) in piece.held(1), "clockwise, rows counted downwards"
    assert (-foot[0], foot[1]) in piece.held(0, flipped=True)
