"""The 21 pieces of a colour, one for each shape of one to five squares, with their usual names.

Their shapes are parsed from a drawing of a full tray, which also determines how they are arranged beside the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fourth_seat.games.blokus.bitboard import bit

Square = tuple[int, int]
"""(column, row), with rows counted downwards as in `TRAY_DRAWING` and on the screen."""

TRAY_DRAWING = """\
VVV.TTT.ZZ
V....T..Z.
V.22.T.ZZ.
..........
IIIII.YYYY
.......Y..
LLLL.W...4
L....WW..4
..PP..WW.4
N.PPP....4
N.....X...
NN...XXX.1
.N.F..X...
...FF...UU
l.FF..z.U.
l....zz.UU
ll.3.z....
...3...ttt
oo.3.v..t.
oo...vv...""".splitlines()
TRAY_COLUMNS, TRAY_ROWS = len(TRAY_DRAWING[0]), len(TRAY_DRAWING)

NAMES_BY_SIGN = {
    "1": "I1", "2": "I2", "3": "I3", "v": "V3", "4": "I4", "l": "L4", "o": "O4", "t": "T4", "z": "Z4", "F": "F", "I": "I5",
    "L": "L5", "N": "N", "P": "P", "T": "T5", "U": "U", "V": "V5", "W": "W", "X": "X", "Y": "Y", "Z": "Z5",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlokusPiece:
    """One of the 21 pieces of a colour.

    Attributes:
        index: the piece's index, 0-20, smallest pieces first.
        name: the usual name, such as `F`.
        squares: the squares of the piece in `TRAY_DRAWING`.
    """

    index: int
    name: str
    squares: tuple[Square, ...]

    @property
    def size(self) -> int:
        return len(self.squares)

    @property
    def middle(self) -> Square:
        """The square nearest to the centre, by which the piece is held."""
        x0 = sum(x for x, _ in self.squares) / self.size
        y0 = sum(y for _, y in self.squares) / self.size
        return min(self.squares, key=lambda square: ((square[0] - x0) ** 2 + (square[1] - y0) ** 2, square))

    def held(self, turns: int = 0, flipped: bool = False) -> tuple[Square, ...]:
        """Return the squares of the held piece, relative to its middle square.

        Args:
            turns: number of clockwise quarter turns, applied after flipping.
            flipped: whether the piece is mirrored left to right.
        """
        x0, y0 = self.middle
        around = [(x0 - x if flipped else x - x0, y - y0) for x, y in self.squares]
        for _ in range(turns % 4):
            around = [(-y, x) for x, y in around]
        return tuple(around)


def _pieces() -> tuple[BlokusPiece, ...]:
    places: dict[str, list[Square]] = {sign: [] for sign in NAMES_BY_SIGN}
    for y, line in enumerate(TRAY_DRAWING):
        for x, sign in enumerate(line):
            if sign in places:
                places[sign].append((x, y))
    return tuple(
        BlokusPiece(index, NAMES_BY_SIGN[sign], tuple(squares)) for index, (sign, squares) in enumerate(places.items())
    )


PIECES = _pieces()
PIECES_BY_NAME = {piece.name: piece for piece in PIECES}
SQUARES_EACH = sum(piece.size for piece in PIECES)
ALL_PIECES_MASK = (1 << len(PIECES)) - 1
"""The set of all pieces. Sets of pieces are integers with the bit `index` set for each piece."""
SINGLE_SQUARE = PIECES_BY_NAME["I1"]


def pieces_in(pieces: int) -> tuple[BlokusPiece, ...]:
    """Return the pieces of a set, smallest first."""
    return tuple(piece for piece in PIECES if pieces >> piece.index & 1)


def lowest(squares: int) -> int:
    """Normalise a set of squares by shifting its first square to bit 0, so that the same shape at different places yields
    equal sets.
    """
    return squares >> (squares & -squares).bit_length() - 1


def _shape(around: Iterable[Square]) -> int:
    """Convert squares relative to any origin, with rows counted downwards, to a `lowest` set."""
    around = tuple(around)
    left, bottom = min(x for x, _ in around), max(y for _, y in around)
    return lowest(sum(bit(x - left, bottom - y) for x, y in around))


ORIENTATIONS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted({_shape(piece.held(turns, flipped)) for turns in range(4) for flipped in (False, True)}))
    for piece in PIECES
)
"""For each piece index, the distinct shapes (`lowest` sets) of the piece when turned and flipped, 91 in total."""

PIECE_OF_SHAPE = {shape: PIECES[index] for index, shapes in enumerate(ORIENTATIONS) for shape in shapes}


def piece_on(squares: int) -> BlokusPiece | None:
    """Return the piece that covers exactly these squares, or None if there is none.

    All squares must be on the board. The empty column then ensures that squares at opposite edges of the board are not
    mistaken for a piece.
    """
    return PIECE_OF_SHAPE.get(lowest(squares)) if squares else None
