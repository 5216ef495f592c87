"""Manual corrections of the board, and placements that players make against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from fourth_seat.games.blokus.bitboard import components, edges, named, names
from fourth_seat.games.blokus.legality import no_square, was_set_aside, why_unplaceable
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut
from fourth_seat.games.blokus.pieces import PIECES_BY_NAME, piece_on
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.tableau import Tableau
from fourth_seat.games.blokus.variants import BlokusSetting
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition, IllegalMove
from fourth_seat.words import Text, say


def play_anyway(state: BlokusState, move: BlokusMove) -> BlokusState:
    """Play a move even if the rules forbid it, provided that it puts one of the mover's remaining pieces on empty squares.

    Raises:
        IllegalMove: the placement is physically impossible, or the game is over.
    """
    if state.over or isinstance(move, BlokusOut):
        return state.play(move)
    if reason := why_unplaceable(state.setting, state.tableaux, state.turn, move):
        raise IllegalMove(reason)
    return state.with_move(move).settle()


def correct(state: BlokusState, cells: Mapping[str, Content | None]) -> BlokusState:
    """Return the position with some squares changed or pieces returned to their trays.

    If a tray cell is given as full, its piece is taken off the board, but squares take precedence over trays. The colour to
    move stays the same unless it can no longer place a piece.

    Raises:
        BadPosition: a cell is unknown or cannot have these contents, squares do not form pieces, a colour has the same
            piece twice, or a tray contradicts the board.
    """
    fixed = state.setting
    trays = {
        fixed.tray(colour, name): (colour, name) for colour in range(1, len(fixed.sides) + 1) for name in PIECES_BY_NAME
    }
    changed = 0
    wanted = [0] * (len(fixed.sides) + 1)  # by colour, its squares as given; 0: the empty ones
    for cell, content in cells.items():
        if square := named(cell) & fixed.board:
            changed |= square
            wanted[_colour(cell, content, state)] |= square
        elif cell not in trays:
            raise BadPosition(no_square(cell, fixed.size))
    returned = {trays[cell] for cell, content in cells.items() if cell in trays and content}
    tableaux = []
    for colour, tableau in enumerate(state.tableaux, 1):
        own = [name for owner, name in returned if owner == colour]
        tableaux.append(_corrected(_put_back(tableau, own, changed), changed, wanted[colour], fixed, colour))
    for cell, (colour, name) in trays.items():
        if cell in cells:
            _check_tray(state, tableaux[colour - 1], colour, name, cells[cell])
    return replace(state, tableaux=tuple(tableaux)).settle(first=0)


def _colour(cell: str, content: Content | None, state: BlokusState) -> int:
    if content is None:
        return 0
    if not 1 <= content.colour <= len(state.tableaux) or content.count != 1 or content.faces:
        raise BadPosition(say("{square} can hold only one piece, in one of the game's colours", square=cell))
    return content.colour


def _put_back(tableau: Tableau, piece_names: Iterable[str], changed: int) -> Tableau:
    """Return the tableau without these pieces. Pieces with a changed square stay, as squares take precedence."""
    returned = {PIECES_BY_NAME[name] for name in piece_names}
    return _rebuilt(
        tableau, [squares for squares in tableau.placed if squares & changed or piece_on(squares) not in returned]
    )


def _rebuilt(tableau: Tableau, placed: Iterable[int]) -> Tableau:
    tableau = tableau.emptied()
    for squares in placed:
        tableau = tableau.with_placed(squares)
    return tableau


def _corrected(tableau: Tableau, changed: int, wanted: int, fixed: BlokusSetting, colour: int) -> Tableau:
    """Return a colour's tableau with exactly the `wanted` squares among the `changed` ones.

    Placements that lose no square are preserved, so that pieces placed edge to edge against the rules are not merged.
    Squares added next to a placement extend it if the result is a piece. Otherwise, they form a separate piece.

    Raises:
        BadPosition: the squares do not form pieces of this colour.
    """
    intact = [squares for squares in tableau.placed if not squares & changed & ~wanted]
    added = wanted & ~sum(intact)
    apart = [squares for squares in intact if not edges(squares) & added]
    own = tableau.own & ~changed | wanted
    reason: Text | None = None
    for kept in (apart, intact):
        parts = list(components(own & ~sum(kept)))
        problem = _why_not_pieces([*kept, *parts], fixed, colour)
        if problem is None:
            return _rebuilt(tableau, [*kept, *parts])
        reason = reason or problem
    assert reason is not None
    raise BadPosition(reason)


def _why_not_pieces(parts: list[int], fixed: BlokusSetting, number: int) -> Text | None:
    seen: dict[str, int] = {}
    colour = fixed.sides[number - 1].name
    for part in parts:
        piece = piece_on(part)
        first = names(part)[0]
        if piece is None:
            n = part.bit_count()
            return say(
                "{colour} has {n} squares in one piece at {square}: a piece has at most 5", colour=colour, n=n, square=first
            )
        if fixed.plays_without(number, piece):
            return was_set_aside(fixed, number, piece)
        if piece.name in seen:
            other = names(seen[piece.name])[0]
            return say(
                "{colour} has the {piece} twice: at {one} and at {other}",
                colour=colour, piece=piece.name, one=other, other=first,
            )  # fmt: skip
        seen[piece.name] = part
    return None


def _check_tray(state: BlokusState, tableau: Tableau, colour: int, name: str, content: Content | None) -> None:
    side = state.setting.sides[colour - 1].name
    left = tableau.left >> PIECES_BY_NAME[name].index & 1
    if content is not None and (content.colour != colour or content.count != 1 or content.faces):
        raise BadPosition(say("this place is for the {colour} {piece} only", colour=side, piece=name))
    if content is None and left:
        raise BadPosition(say("the {colour} {piece} must be somewhere: on the board or beside it", colour=side, piece=name))
    if content is not None and state.setting.plays_without(colour, PIECES_BY_NAME[name]):
        raise BadPosition(was_set_aside(state.setting, colour, PIECES_BY_NAME[name]))
    if content is not None and not left:
        raise BadPosition(say("the {colour} {piece} is already on the board", colour=side, piece=name))
