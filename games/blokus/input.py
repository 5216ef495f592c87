"""Entering a placement by tapping its squares in any order or by dragging a piece onto the board.

Tapping a piece in its tray restricts the matches to placements of this piece. As fingers are imprecise, a dragged piece
snaps to the nearest legal place, at most one square away in each direction. If there is none, it stays where it was
dropped, moved inside the board if necessary.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

from fourth_seat.games.blokus import moves
from fourth_seat.games.blokus.bitboard import bit, board, column_row, named, names, union
from fourth_seat.games.blokus.legality import no_square, taken_reason, touches_edge, was_set_aside
from fourth_seat.games.blokus.moves import BlokusMove, BlokusPlacement
from fourth_seat.games.blokus.pieces import PIECES_BY_NAME, BlokusPiece, piece_on
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import HeldPiece, PartialMove
from fourth_seat.words import Text, all_of, say


def partial_move(state: BlokusState, taps: Sequence[str]) -> PartialMove[BlokusMove]:
    """Return the legal placements that match these taps.

    Raises:
        IllegalMove: the last tap leads to no legal placement.
    """
    piece, squares = None, 0
    for tap in taps:
        square = named(tap) & board(state.setting.size)
        if square & squares:
            raise IllegalMove(say("{square} has already been tapped", square=tap))
        if square:
            squares |= square
        elif piece is None:
            piece = _tray_piece(state, tap)
        else:
            raise IllegalMove(say("you are already holding a piece: tap the squares that it covers"))
    fits = [move for move in state.legal() if move.squares & squares == squares and piece in (None, move.piece)]
    if taps and not fits:
        raise IllegalMove(_why_no_placement(state, piece, squares, taps[-1]))
    following = set(names(union(move.squares for move in fits) & ~squares))
    if piece is None:
        trays = {move.piece.name for move in fits if move.piece}
        following.update(state.setting.tray(state.turn, name) for name in trays)
    complete = next((move for move in fits if move.squares == squares), None)
    return PartialMove(frozenset(following), tuple(fits), complete)


def _tray_piece(state: BlokusState, tap: str) -> BlokusPiece:
    """Return the mover's piece in a tray cell. Raises `IllegalMove` if there is none."""
    fixed = state.setting
    hue, _, name = tap.partition(":")
    owner = next((colour for colour, side in enumerate(fixed.sides, 1) if side.hue == hue), 0)
    if not owner or name not in PIECES_BY_NAME:
        raise IllegalMove(no_square(tap, fixed.size))
    if owner != state.turn:
        raise IllegalMove(_not_the_movers(state, hue))
    piece = PIECES_BY_NAME[name]
    if fixed.plays_without(owner, piece):
        raise IllegalMove(was_set_aside(fixed, owner, piece))
    if not state.tableaux[owner - 1].left >> piece.index & 1:
        raise IllegalMove(say("this piece is already on the board"))
    return piece


def _why_no_placement(state: BlokusState, piece: BlokusPiece | None, squares: int, last: str) -> Text:
    """Explain why no legal placement of the piece (or of any piece, if None) covers the squares. `last` is the last tap."""
    tableau = state.tableaux[state.turn - 1]
    colour = state.setting.sides[state.turn - 1].name
    if state.over:
        return say("the game is over: no colour can place a piece any more")
    if not state.legal():
        return say("{colour} cannot place a piece any more", colour=colour)
    square = named(last)
    if taken := square & state.taken:
        return taken_reason(state.setting, state.tableaux, taken)
    if touching := square & tableau.edge:
        return touches_edge(state.setting, state.turn, touching)
    if not squares:
        return say("there is no place for this piece now")
    covered = names(squares)
    if piece:
        return say("this piece cannot cover {squares} here", squares=all_of(covered))
    shape = piece_on(squares) if len(covered) > 1 else None
    if shape and state.setting.plays_without(state.turn, shape):
        return was_set_aside(state.setting, state.turn, shape)
    if shape and not tableau.left >> shape.index & 1:
        return say("{colour}'s {piece} is already on the board", colour=colour, piece=shape.name)
    if len(covered) > 1:
        return say("none of {colour}'s pieces can cover {squares} at once", colour=colour, squares=all_of(covered))
    if not tableau.own:
        start = state.setting.starts[state.turn - 1]
        return say(
            "{square} is out of reach: the first piece must cover the start square {start}", square=last, start=start
        )
    return say(
        "{square} is out of reach: a piece must touch one of {colour}'s pieces corner to corner", square=last, colour=colour
    )


def hold(state: BlokusState, piece: str, turns: int, flipped: bool, over: str) -> HeldPiece[BlokusMove]:
    """Return the piece from a tray cell, placed with its middle square on or near the square `over`. See `Game.hold`."""
    fixed = state.setting
    hue, _, name = piece.partition(":")
    under = named(over) & fixed.board
    if not under or name not in PIECES_BY_NAME:
        return HeldPiece((), None, say("hold the piece over the board"))
    held = PIECES_BY_NAME[name].held(turns, flipped)
    columns = range(-min(x for x, _ in held), fixed.size - max(x for x, _ in held))  # of its middle, inside the board
    rows = range(max(y for _, y in held), fixed.size + min(y for _, y in held))
    column, row = (min(max(at, room[0]), room[-1]) for at, room in zip(column_row(under), (columns, rows), strict=True))
    places = {
        (right, up): union(bit(column + right + x, row + up - y) for x, y in held)
        for right, up in product((-1, 0, 1), repeat=2)
        if column + right in columns and row + up in rows
    }
    legal = [way for way, squares in places.items() if state.why_not(BlokusPlacement(squares)) is None]
    if not _is_of_mover(state, hue):
        why_not: Text | None = _not_the_movers(state, hue)
    else:
        why_not = None if legal else state.why_not(BlokusPlacement(places[0, 0]))
    way = (0, 0) if why_not else min(legal, key=lambda way: (math.hypot(*way), not places[way] & under))
    middle = names(bit(column + way[0], row + way[1]))[0]
    return HeldPiece(names(places[way]), None if why_not else BlokusPlacement(places[way]), why_not, middle)


def held_squares(piece: str, turns: int, flipped: bool) -> tuple[tuple[int, int], ...]:
    """Return the squares of the piece in a tray cell, relative to its middle square, with rows counted downwards. See
    `Game.held_squares`.
    """
    return PIECES_BY_NAME[piece.partition(":")[2]].held(turns, flipped)


def anchors(state: BlokusState) -> Mapping[str, frozenset[str]]:
    """Map the tray cell of each of the mover's pieces to the squares at which it can be attached. See `Game.anchors`."""
    fixed, turn = state.setting, state.turn
    if state.over:
        return {}
    found = moves.anchors(state.free(turn), state.attach(turn), state.tableaux[turn - 1].left)
    return {fixed.tray(turn, name): frozenset(names(squares)) for name, squares in found.items()}


def _is_of_mover(state: BlokusState, hue: str) -> bool:
    return hue == state.setting.sides[state.turn - 1].hue


def _not_the_movers(state: BlokusState, hue: str) -> Text:
    sides = state.setting.sides
    owner = next((side.name for side in sides if side.hue == hue), say("nobody"))
    return say("these are {owner}'s pieces; it is {colour}'s turn", owner=owner, colour=sides[state.turn - 1].name)
