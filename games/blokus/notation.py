"""Blokus moves, positions and boards as text.

A placement is written as its squares, such as `b18,a19,b19,a20`, which may be entered in any order. A position lists
the placements of each colour in order of play (`-` for none), followed by `out` if the colour has stopped, and ends with
the colour to move, as in `a20,b20 c19 / t20 / - / a1 out / turn 3`. Placements that were accepted although they broke the
rules are thus preserved.
"""

from __future__ import annotations

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games.blokus.bitboard import board, named
from fourth_seat.games.blokus.legality import no_square
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from fourth_seat.games.blokus.pieces import piece_on, pieces_in
from fourth_seat.games.blokus.rules import BlokusState, start
from fourth_seat.games.blokus.tableau import Tableau
from fourth_seat.games.blokus.variants import BlokusSetting, setting
from fourth_seat.games.errors import BadNotation, BadPosition, unreadable
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say

EXAMPLE = "a20,b20,b19"
NO_PIECES = "-"
MAX_QUOTED_CHARS = 40  # of an invalid text that a message quotes


def parse(text: str, size: int) -> BlokusMove:
    """Parse a move on a board with `size` columns and rows, without checking it against the rules.

    Raises:
        BadNotation: the text contains no squares, a square outside the board, or a square twice.
    """
    if text.strip().lower() == BlokusOut.WORD:
        return BlokusOut()
    squares = 0
    for name in text.lower().replace(",", " ").split():
        square = named(name)
        if not square:
            raise unreadable(_short(text), EXAMPLE)
        if not square & board(size):
            raise BadNotation(no_square(name, size))
        if square & squares:
            raise BadNotation(say("{square} appears twice", square=name))
        squares |= square
    if not squares:
        raise unreadable(_short(text), EXAMPLE)
    return BlokusPlacement(squares)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_QUOTED_CHARS else text[:MAX_QUOTED_CHARS] + "..."


def write_position(state: BlokusState) -> str:
    """Serialise a position to one line."""
    return " / ".join([*map(_write_tableau, state.tableaux), f"turn {state.turn}"])


def _write_tableau(tableau: Tableau) -> str:
    placed = [str(BlokusPlacement(squares)) for squares in tableau.placed] or [NO_PIECES]
    return " ".join([*placed, BlokusOut.WORD] if tableau.out else placed)


def read_position(text: str, options: Options) -> BlokusState:
    """Parse a position, which need not be reachable by legal moves.

    Raises:
        BadPosition: the number of parts is wrong, or a placement is invalid or overlaps with another one.
    """
    empty = start(options)
    parts = [part.split() for part in text.split("/")]
    if len(parts) != len(empty.tableaux) + 1:
        example = write_position(empty)
        raise BadPosition(
            say(
                "{text} is not a position in this game; an empty board is written as {example}",
                text=_short(text),
                example=example,
            )
        )
    taken = 0
    tableaux = []
    for colour, part in enumerate(parts[:-1], 1):
        tableaux.append(_read_tableau(part, colour, taken, options))
        taken |= tableaux[-1].own
    state = BlokusState(options, tuple(tableaux), _read_turn(parts[-1], len(tableaux)))
    return BlokusState(options, state.tableaux, state.turn, state.settle().ended)


def _read_tableau(words: list[str], colour: int, taken: int, options: Options) -> Tableau:
    fixed = setting(options)
    name = fixed.sides[colour - 1].name
    out = words[-1:] == [BlokusOut.WORD]
    placed = words[:-1] if out else words
    if not placed:
        raise BadPosition(say("{colour} has no placements here; enter - for none", colour=name))
    tableau = Tableau(left=fixed.pieces(colour))
    for text in [] if placed == [NO_PIECES] else placed:
        try:
            move = parse(text, fixed.size)
        except BadNotation as error:
            reason: Text | None = error.text
        else:
            reason = _why_not_a_piece(move, tableau, taken, fixed, colour)
            if isinstance(move, BlokusPlacement) and not reason:
                tableau = tableau.with_placed(move.squares)
        if reason:
            raise BadPosition(say("{colour}, {text}: {reason}", colour=name, text=_short(text), reason=reason))
    return tableau.stopped() if out else tableau


def _why_not_a_piece(move: BlokusMove, tableau: Tableau, taken: int, fixed: BlokusSetting, colour: int) -> Text | None:
    if isinstance(move, BlokusOut):
        return say("only the last word can be “out”")
    piece = piece_on(move.squares)
    if piece is None:
        return say("these squares are not a Blokus piece")
    if fixed.plays_without(colour, piece):
        return say("the {piece} was set aside", piece=piece.name)
    if not tableau.left >> piece.index & 1:
        return say("there is only one {piece} of each colour", piece=piece.name)
    if move.squares & (taken | tableau.own):
        return say("another piece is already there")
    return None


def _read_turn(words: list[str], colours: int) -> int:
    turn = parse_integer(words[1], 1, colours) if len(words) == 2 and words[0] == "turn" else None
    if turn is not None:
        return turn
    raise BadPosition(say("a position ends with the turn, from turn 1 to turn {last}", last=colours))


def diagram(state: BlokusState) -> str:
    """Return a text diagram of the board with coordinates and a letter for each colour, followed by each colour's remaining
    pieces.
    """
    fixed = state.setting
    columns = "    " + " ".join(chr(97 + column) for column in range(fixed.size))
    marks = ["", *(side.mark for side in fixed.sides)]
    cells = state.cells()
    lines = [columns]
    for row in range(fixed.size, 0, -1):
        names = [f"{chr(97 + column)}{row}" for column in range(fixed.size)]
        signs = " ".join(marks[cells[name].colour] if name in cells else "." for name in names)
        lines.append(f"{row:3} {signs} {row}")
    lines.append(columns)
    for colour, tableau in enumerate(state.tableaux, 1):
        left = " ".join(piece.name for piece in pieces_in(tableau.left)) or NO_PIECES
        lines.append(f"{'>' if colour == state.turn else ' '} {marks[colour]}: {left}")
    return "\n".join(lines)
