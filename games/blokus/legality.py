"""Why a move is illegal, in words a child understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.blokus.bitboard import components, names
from games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from games.blokus.pieces import PIECES, piece_on
from words import Text, say

if TYPE_CHECKING:
    from games.blokus.rules import BlokusState

LARGEST_PIECE = max(piece.size for piece in PIECES)


def why_not(state: BlokusState, move: BlokusMove) -> Text | None:
    """Why a move is illegal; None if it is legal."""
    if state.over:
        return say("the game is over: no colour can place a piece any more")
    tableau = state.tableaux[state.turn - 1]
    if tableau.out:
        return say("{colour} has stopped placing", colour=_colour(state, state.turn))
    if isinstance(move, BlokusOut):
        return None
    return unplaceable(state, move) or _against_the_rules(state, move.squares)


def unplaceable(state: BlokusState, move: BlokusPlacement) -> Text | None:
    """Why the mover's piece cannot physically be set there; None if it can."""
    squares = move.squares
    if beside := squares & ~state.setting.board:
        return no_square(names(beside)[0], state.setting.size)
    if taken := squares & state.taken:
        return taken_reason(state, taken)
    piece = piece_on(squares)
    if piece is None:
        return _no_piece(squares)
    if not state.tableaux[state.turn - 1].left >> piece.index & 1:
        return placed_already(state, piece.name)
    return None


def _against_the_rules(state: BlokusState, squares: int) -> Text | None:
    tableau = state.tableaux[state.turn - 1]
    if touching := squares & tableau.edge:
        return touches_edge(state, touching)
    if squares & state.attach(state.turn):
        return None
    if not tableau.own:
        return say("the first piece must cover your start square {square}", square=state.setting.starts[state.turn - 1])
    return say("does not touch any of your corners: it must meet one of your own pieces corner to corner")


def no_square(name: str, size: int) -> Text:
    """The reason that a board of this size has no such square."""
    return say("there is no square {square}: they are a1 to {last}", square=name, last=f"{chr(96 + size)}{size}")


def taken_reason(state: BlokusState, taken: int) -> Text:
    """The reason that squares are taken; names the first."""
    first = taken & -taken
    owner = next(colour for colour, tableau in enumerate(state.tableaux, 1) if tableau.own & first)
    return say("{colour} has a piece there already: {square}", colour=_colour(state, owner), square=names(first)[0])


def touches_edge(state: BlokusState, touching: int) -> Text:
    """The reason that squares touch the mover's own along an edge; names the first."""
    return say(
        "touches your own {colour} piece along an edge at {square}",
        colour=_colour(state, state.turn),
        square=names(touching)[0],
    )


def placed_already(state: BlokusState, piece: str) -> Text:
    """The reason that the mover has placed this piece already."""
    return say("the {colour} {piece} is placed already", colour=_colour(state, state.turn), piece=piece)


def _no_piece(squares: int) -> Text:
    if squares.bit_count() > LARGEST_PIECE:
        return say("these {n} squares are not a Blokus piece: the largest have 5", n=squares.bit_count())
    if not squares:
        return say("name the squares that the piece covers")
    part = next(components(squares))
    return say(
        "these squares are not connected: {one} is not next to {other}",
        one=names(part)[-1],
        other=names(squares ^ part)[0],
    )


def _colour(state: BlokusState, colour: int) -> Text:
    return state.setting.sides[colour - 1].name
