"""Entry of a placement: by taps on its squares in any order, or by a piece held over the board.

One of the taps may be on a piece in its tray: then only placements of that piece match.
"""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.blokus.bitboard import bit, board, column_row, named, names, union
from fourth_seat.games.blokus.legality import no_square, placed_already, taken_reason, touches_edge
from fourth_seat.games.blokus.moves import BlokusMove, BlokusPlacement
from fourth_seat.games.blokus.pieces import PIECES_BY_NAME, BlokusPiece, piece_on
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import HeldPiece, PartialMove
from fourth_seat.words import Text, say


def partial_move(state: BlokusState, taps: Sequence[str]) -> PartialMove[BlokusMove]:
    """Return the legal placements that match the taps.

    Raises:
        IllegalMove: the last tap leads to no legal placement.
    """
    piece, squares = None, 0
    for tap in taps:
        square = named(tap) & board(state.setting.size)
        if square & squares:
            raise IllegalMove(say("{square} is tapped already", square=tap))
        if square:
            squares |= square
        elif piece is None:
            piece = _tray_piece(state, tap)
        else:
            raise IllegalMove(say("the {piece} is taken already: tap the squares that it covers", piece=piece.name))
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
    """Return the mover's piece in a tray cell; raise `IllegalMove` if there is none."""
    fixed = state.setting
    hue, _, name = tap.partition(":")
    owner = next((colour for colour, side in enumerate(fixed.sides, 1) if side.hue == hue), 0)
    if not owner or name not in PIECES_BY_NAME:
        raise IllegalMove(no_square(tap, fixed.size))
    if owner != state.turn:
        mover = fixed.sides[state.turn - 1].name
        raise IllegalMove(say("it is {colour}'s turn: enter {colour}'s move first", colour=mover))
    if not state.tableaux[owner - 1].left >> PIECES_BY_NAME[name].index & 1:
        raise IllegalMove(placed_already(fixed, state.turn, name))
    return PIECES_BY_NAME[name]


def _why_no_placement(state: BlokusState, piece: BlokusPiece | None, squares: int, last: str) -> Text:
    """Explain why no legal placement of the piece (of any, if None) covers the squares; `last` is the last tap."""
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
        return say("the {colour} {piece} fits nowhere any more", colour=colour, piece=last.partition(":")[2])
    covered = names(squares)
    if piece:
        return say("the {colour} {piece} cannot cover {squares} here", colour=colour, piece=piece.name, squares=covered)
    if len(covered) > 1 and (shape := piece_on(squares)) and not tableau.left >> shape.index & 1:
        return say("{colour}'s {piece} is on the board already", colour=colour, piece=shape.name)
    if len(covered) > 1:
        return say("none of {colour}'s pieces can cover {squares} together", colour=colour, squares=covered)
    if not tableau.own:
        start = state.setting.starts[state.turn - 1]
        return say(
            "{square} is out of reach: the first piece must cover the start square {start}", square=last, start=start
        )
    return say("{square} is out of reach: a piece must meet one of {colour}'s corner to corner", square=last, colour=colour)


def hold(state: BlokusState, piece: str, turns: int, flipped: bool, over: str) -> HeldPiece[BlokusMove]:
    """Return the piece of a tray cell, held with its middle square over the square `over`: see `Game.hold`."""
    fixed = state.setting
    hue, _, name = piece.partition(":")
    middle = named(over) & fixed.board
    if not middle or name not in PIECES_BY_NAME:
        return HeldPiece((), None, say("hold the piece over the board"))
    column, row = column_row(middle)
    held = PIECES_BY_NAME[name]
    covered = 0
    for x, y in held.held(turns, flipped):
        if 0 <= column + x < fixed.size and 0 <= row - y < fixed.size:
            covered |= bit(column + x, row - y)
    move = BlokusPlacement(covered)
    if covered.bit_count() < held.size:
        why_not: Text | None = say("the {piece} would stick out over the edge of the board", piece=name)
    elif hue != fixed.sides[state.turn - 1].hue:
        why_not = say("it is {colour}'s turn", colour=fixed.sides[state.turn - 1].name)
    else:
        why_not = state.why_not(move)
    return HeldPiece(names(covered), None if why_not else move, why_not)
