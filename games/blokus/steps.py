"""What hands do to place a piece.

Real boards carry no coordinates, and lie on the table any way round: so a second sentence counts squares from the
nearest corner, which on the large board is known by the colour that began there.
"""

from __future__ import annotations

from games.blokus.bitboard import column_row, names, split
from games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from games.blokus.rules import CONTENTS, BlokusState
from games.blokus.variants import BlokusSetting
from games.steps import Step
from words import Text, say


def steps(state: BlokusState, move: BlokusMove) -> tuple[Step, ...]:
    """Placing the piece, and how to find its squares; for `out` nothing to touch."""
    fixed = state.setting
    colour = fixed.sides[state.turn - 1].name
    if isinstance(move, BlokusOut):
        return (Step(say("{colour} stops placing", colour=colour), (), ()),)
    piece = move.piece
    assert piece is not None
    tray, squares = fixed.tray(state.turn, piece.name), names(move.squares)
    sentence = say(
        "take the {colour} {piece}, turned as shown, and set it on {squares}",
        colour=colour,
        piece=piece.name,
        squares=squares,
    )
    leaves = ((tray, None), *((name, CONTENTS[state.turn]) for name in squares))
    return Step(sentence, (tray, *squares), leaves), _how_to_find(fixed, move)


def _how_to_find(fixed: BlokusSetting, move: BlokusPlacement) -> Step:
    """A sentence that counts squares to the piece's square nearest to a corner of the board."""
    last = fixed.size - 1

    def away(square: int) -> list[int]:
        return [min(along, last - along) for along in column_row(square)]

    square = min(split(move.squares), key=lambda square: sum(away(square)))
    (name,) = names(square)
    column, row = column_row(square)
    across, up = (1 + squares for squares in away(square))
    left, below = 2 * column < fixed.size, 2 * row < fixed.size
    find = _from_edges if fixed.duo else _from_colours
    return Step(find(fixed, name, across, up, left, below), (name,), ())


def _from_edges(_: BlokusSetting, name: str, across: int, up: int, left: bool, below: bool) -> Text:
    return say(
        "{square} is square {across} from the {side} edge and square {up} from the {end} edge",
        square=name,
        across=across,
        up=up,
        side=say("left") if left else say("right"),
        end=say("bottom") if below else say("top"),
    )


def _from_colours(fixed: BlokusSetting, name: str, across: int, up: int, left: bool, below: bool) -> Text:
    def begins(on_left: bool, at_bottom: bool) -> Text:
        corner = f"{'a' if on_left else 't'}{1 if at_bottom else fixed.size}"
        return fixed.sides[fixed.starts.index(corner)].name

    return say(
        "counted from {corner}'s corner, {square} is square {across} towards {side} and square {up} towards {end}",
        corner=begins(left, below),
        square=name,
        across=across,
        up=up,
        side=begins(not left, below),
        end=begins(left, not below),
    )
