"""Explanations of Blokus placements, such as `opens 2 corners towards red`, and the final score in GTP."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from fourth_seat.engines.results import two_reasons
from fourth_seat.games.blokus.bitboard import column_row, split
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.pieces import PIECES, SQUARES_EACH, piece_on
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.words import Text, say, say_many

MAX_TOWARDS_SQUARES = 8.0  # from new corners to another colour, within which they count as leading towards it
MIN_ROOM_PIECE_SQUARES = 4  # size of a piece that is worth keeping room for
MIN_ROOM_PIECES_PLACED = 8  # before that, there is room wherever the game goes
MAX_ROOM_PLACEMENTS = 4  # places of a piece, at most, for its room to be worth mentioning
COLUMN_THIRDS = (say("on the left"), say("in the middle"), say("on the right"))
ROW_THIRDS = (say("at the bottom"), say("in the middle"), say("at the top"))


def explain_move(state: BlokusState, move: BlokusPlacement) -> Text | None:
    """Explain a legal placement's effects for its colour; None if there is nothing to say."""
    return two_reasons(_reasons(state, move))


def final_score(state: BlokusState) -> str:
    """Return the points as counted by Pentobi (squares placed and bonuses), regardless of the game's scoring method.

    The result is the points of each colour (`62 73 71 59`) or, with two players, the lead of the first (`B+5`) or the
    second player (`W+5`), or `0`.
    """
    points = [SQUARES_EACH + tableau.advanced for tableau in state.tableaux]
    owners = state.setting.owners
    if len(owners) > 2:
        return " ".join(map(str, points))
    one, other = (sum(points[colour - 1] for colour in owner) for owner in owners)
    lead = one - other
    return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "0"


def _reasons(state: BlokusState, move: BlokusPlacement) -> Iterator[Text]:
    after = state.play_unchecked(move)
    if after.tableaux[state.turn - 1].left == 0:
        yield say("is the last piece")
        return
    yield from _opens(state, after)
    yield from _takes(state, move)
    yield from _keeps(state, after)


def _opens(state: BlokusState, after: BlokusState) -> Iterator[Text]:
    """Explain the new corners for the mover's colour."""
    colour = state.turn
    new = after.attach(colour) & after.free(colour) & ~state.attach(colour)
    if not new:
        return
    n = new.bit_count()
    others = [(_apart(new, state.tableaux[other - 1].own or state.setting.start(other)), other) for other in _others(state)]
    distance, nearest = min(others)
    if distance <= MAX_TOWARDS_SQUARES:
        name = state.setting.sides[nearest - 1].name
        yield say_many("opens a corner towards {colour}", "opens {n} corners towards {colour}", n, colour=name)
    else:
        yield say_many("opens a corner", "opens {n} corners", n)


def _takes(state: BlokusState, move: BlokusPlacement) -> Iterator[Text]:
    """Explain the corners taken from an opponent."""
    taken = [((move.squares & state.attach(other) & state.free(other)).bit_count(), other) for other in _others(state)]
    n, other = max(taken, key=lambda pair: pair[0])
    if n:
        name = state.setting.sides[other - 1].name
        yield say_many("takes a corner from {colour}", "takes {n} corners from {colour}", n, colour=name)


def _keeps(state: BlokusState, after: BlokusState) -> Iterator[Text]:
    """Explain that room is kept for the largest remaining piece that fits in only a few places, all in one part of the
    board.
    """
    if after.tableaux[state.turn - 1].pieces_placed < MIN_ROOM_PIECES_PLACED:
        return
    places: dict[int, list[int]] = {}
    for move in after.legal_for(state.turn):
        if move.squares.bit_count() >= MIN_ROOM_PIECE_SQUARES and (piece := piece_on(move.squares)):
            places.setdefault(piece.index, []).append(move.squares)
    for index in sorted(places, reverse=True):
        parts = {_part(state, squares) for squares in places[index]}
        if len(places[index]) <= MAX_ROOM_PLACEMENTS and len(parts) == 1:
            yield say("leaves room for the {piece} {part}", piece=PIECES[index].name, part=parts.pop())
            return


def _others(state: BlokusState) -> list[int]:
    """Return the colours that do not play for the owner of the colour to move, in the order in which they come to move."""
    fixed = state.setting
    own = next((colours for colours in fixed.owners if state.turn in colours), (state.turn,))
    colours = len(state.tableaux)
    after = [(state.turn - 1 + step) % colours + 1 for step in range(1, colours)]
    return [colour for colour in after if colour not in own]


def _middle(squares: int) -> tuple[float, float]:
    spots = [column_row(square) for square in split(squares)]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _apart(squares: int, others: int) -> float:
    """Return the distance from the middle of one set of squares to the nearest square of another, in squares."""
    x, y = _middle(squares)
    return min(hypot(x - u, y - v) for u, v in map(column_row, split(others)))


def _part(state: BlokusState, squares: int) -> Text:
    """Name the part of the board that squares are in: left or right, or top or bottom in the middle third."""
    size = state.setting.size
    x, y = _middle(squares)
    column, row = min(int(3 * x / size), 2), min(int(3 * y / size), 2)
    return COLUMN_THIRDS[column] if column != 1 else ROW_THIRDS[row]
