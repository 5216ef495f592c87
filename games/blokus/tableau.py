"""A colour's placements and the squares that they allow or forbid for its next placement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fourth_seat.games.blokus.bitboard import corners, edges, union
from fourth_seat.games.blokus.pieces import ALL_PIECES_MASK, SINGLE_SQUARE, SQUARES_EACH, piece_on


@dataclass(frozen=True, slots=True)
class Tableau:
    """A colour's placements. Use `with_placed` to add to them. The attributes from `own` on are derived from `placed`.

    A colour that sets pieces aside starts with fewer pieces in `left`.

    Attributes:
        placed: the squares of each placed piece, in order of placement.
        out: whether the colour has stopped placing pieces.
        own: all squares covered by the colour.
        edge: the squares adjacent to its own, which it may never cover. Some may be outside the board.
        corner: the squares diagonally adjacent to its own. Some may be outside the board or in `edge`.
        left: the set of remaining pieces.
    """

    placed: tuple[int, ...] = ()
    out: bool = False
    own: int = field(default=0, compare=False)
    edge: int = field(default=0, compare=False)
    corner: int = field(default=0, compare=False)
    left: int = field(default=ALL_PIECES_MASK, compare=False)

    def with_placed(self, squares: int) -> Tableau:
        """Return the tableau with an additional piece, which must be one of the remaining ones."""
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
        """Return the tableau with all pieces taken back."""
        pieces = filter(None, map(piece_on, self.placed))
        return Tableau(left=self.left | sum(1 << piece.index for piece in pieces), out=self.out)

    def stopped(self) -> Tableau:
        """Return the tableau after the colour has stopped placing pieces."""
        return replace(self, out=True)

    @property
    def squares_left(self) -> int:
        """The number of squares of all unplaced pieces, including those set aside."""
        return SQUARES_EACH - self.own.bit_count()

    @property
    def basic(self) -> int:
        """The basic score, which is minus one point for each unplaced square."""
        return -self.squares_left

    @property
    def advanced(self) -> int:
        """The advanced score: the basic score, plus 15 if all pieces are placed, plus 5 more if the single square was
        placed last.

        A colour that has set pieces aside cannot get these bonuses.
        """
        if self.squares_left:
            return self.basic
        return self.basic + 15 + (5 if piece_on(self.placed[-1]) is SINGLE_SQUARE else 0)

    @property
    def pieces_placed(self) -> int:
        return len(self.placed)


def taken(tableaux: Iterable[Tableau]) -> int:
    """Return all squares covered by any colour."""
    return union(tableau.own for tableau in tableaux)
