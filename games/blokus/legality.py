"""Explains in simple words why a move is illegal."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.blokus.bitboard import components, names
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from fourth_seat.games.blokus.pieces import PIECES, BlokusPiece, piece_on
from fourth_seat.games.blokus.tableau import Tableau, taken
from fourth_seat.games.blokus.variants import BlokusSetting
from fourth_seat.words import Text, say

MAX_PIECE_SQUARES = max(piece.size for piece in PIECES)


def why_not(fixed: BlokusSetting, tableaux: Sequence[Tableau], turn: int, move: BlokusMove) -> Text | None:
    """Explain why a move is illegal in an unfinished game. Returns None if it is legal.

    Args:
        fixed: the setting derived from the options.
        tableaux: a tableau for each colour, in order of play.
        turn: the mover's colour.
        move: the move to check.
    """
    if tableaux[turn - 1].out:
        return say("{colour} has stopped placing pieces", colour=fixed.sides[turn - 1].name)
    if isinstance(move, BlokusOut):
        return None
    return why_unplaceable(fixed, tableaux, turn, move) or _why_forbidden(fixed, tableaux[turn - 1], turn, move.squares)


def why_unplaceable(fixed: BlokusSetting, tableaux: Sequence[Tableau], turn: int, move: BlokusPlacement) -> Text | None:
    """Explain why a placement is physically impossible for the mover. Returns None if it is possible."""
    squares = move.squares
    if beside := squares & ~fixed.board:
        return no_square(names(beside)[0], fixed.size)
    if covered := squares & taken(tableaux):
        return taken_reason(fixed, tableaux, covered)
    piece = piece_on(squares)
    if piece is None:
        return _why_not_a_piece(squares)
    if not tableaux[turn - 1].left >> piece.index & 1:
        return _why_not_held(fixed, turn, piece)
    return None


def _why_forbidden(fixed: BlokusSetting, tableau: Tableau, turn: int, squares: int) -> Text | None:
    if touching := squares & tableau.edge:
        return touches_edge(fixed, turn, touching)
    if not tableau.own:
        if squares & fixed.start(turn):
            return None
        return say("the first piece must cover your start square {square}", square=fixed.starts[turn - 1])
    if squares & tableau.corner:
        return None
    return say("the piece does not touch any of your corners: it must touch one of your own pieces corner to corner")


def no_square(name: str, size: int) -> Text:
    """Return the reason for rejecting a square that is not on a board of this size."""
    return say("there is no square {square}: the squares are a1 to {last}", square=name, last=f"{chr(96 + size)}{size}")


def taken_reason(fixed: BlokusSetting, tableaux: Sequence[Tableau], covered: int) -> Text:
    """Return the reason for rejecting squares that are already covered. It mentions the first of them."""
    first = covered & -covered
    owner = next(side for side, tableau in zip(fixed.sides, tableaux, strict=True) if tableau.own & first)
    return say("{colour} has a piece there already: {square}", colour=owner.name, square=names(first)[0])


def touches_edge(fixed: BlokusSetting, turn: int, touching: int) -> Text:
    """Return the reason for rejecting squares adjacent to the mover's own. It mentions the first of them."""
    return say(
        "the piece touches your own {colour} piece along an edge at {square}",
        colour=fixed.sides[turn - 1].name,
        square=names(touching)[0],
    )


def _why_not_held(fixed: BlokusSetting, turn: int, piece: BlokusPiece) -> Text:
    """Return the reason for rejecting a piece that the mover has already placed or set aside."""
    if fixed.plays_without(turn, piece):
        return was_set_aside(fixed, turn, piece)
    return say("the {colour} {piece} has already been placed", colour=fixed.sides[turn - 1].name, piece=piece.name)


def was_set_aside(fixed: BlokusSetting, colour: int, piece: BlokusPiece) -> Text:
    """Return the reason for rejecting a piece that a colour has set aside."""
    return say("{colour} plays without the {piece}", colour=fixed.sides[colour - 1].name, piece=piece.name)


def _why_not_a_piece(squares: int) -> Text:
    if squares.bit_count() > MAX_PIECE_SQUARES:
        return say("these {n} squares are not a Blokus piece: the largest pieces have 5 squares", n=squares.bit_count())
    if not squares:
        return say("name the squares that the piece covers")
    part = next(components(squares))
    return say(
        "these squares are not connected: {one} is not next to {other}",
        one=names(part)[-1],
        other=names(squares ^ part)[0],
    )
