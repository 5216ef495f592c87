"""A colour's placements, and the squares that they open up and block for its next placement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fourth_seat.games.blokus.bitboard import corners, edges, union
from fourth_seat.games.blokus.pieces import ALL_PIECES_MASK, SINGLE_SQUARE, SQUARES_EACH, piece_on


@dataclass(frozen=True, slots=True)
class Tableau:
    """A colour's placements, built from `Tableau()` by `with_placed`; the attributes below `out` are derived from `placed`.

    A colour that sets pieces aside begins with fewer in `left`.

    Attributes:
        placed: the squares of each piece, in the order placed.
        out: whether the colour has stopped placing.
        own: all squares that it covers.
        edge: the squares that share an edge with its own (some outside the board), which it may never cover.
        corner: the squares that touch its own corner to corner (some outside the board, some in `edge`).
        left: the pieces not placed, as a set.
    """

    placed: tuple[int, ...] = ()
    out: bool = False
    own: int = field(default=0, compare=False)
    edge: int = field(default=0, compare=False)
    corner: int = field(default=0, compare=False)
    left: int = field(default=ALL_PIECES_MASK, compare=False)

    def with_placed(self, squares: int) -> Tableau:
        """Return the tableau with one more piece, which must be one of those left."""
        piece = piece_on(squares)
        assert piece is not None
        return Tableau(
            (*self.placed, squares),
            self.out,
            self.own | squares,
            self.edge | edges(squares),
            self.corner | corners(squares),
            self.left & ~(1 << piece.index),
        )

    def emptied(self) -> Tableau:
        """Return the tableau before the first piece."""
        pieces = filter(None, map(piece_on, self.placed))
        return Tableau(left=self.left | sum(1 << piece.index for piece in pieces), out=self.out)

    def stopped(self) -> Tableau:
        """Return the tableau of the colour once it has stopped placing."""
        return replace(self, out=True)

    @property
    def squares_left(self) -> int:
        """The number of squares of the pieces not placed, those set aside included."""
        return SQUARES_EACH - self.own.bit_count()

    @property
    def basic(self) -> int:
        """The basic score: minus one point for each square not placed."""
        return -self.squares_left

    @property
    def advanced(self) -> int:
        """The advanced score: the basic score, plus 15 if all pieces are placed, plus another 5 if the single square came
        last.

        A colour that has set pieces aside cannot place them all.
        """
        if self.squares_left:
            return self.basic
        return self.basic + 15 + (5 if piece_on(self.placed[-1]) is SINGLE_SQUARE else 0)

    @property
    def pieces_placed(self) -> int:
        return len(self.placed)


def taken(tableaux: Iterable[Tableau]) -> int:
    """Return the squares that are covered by any colour."""
    return union(tableau.own for tableau in tableaux)
