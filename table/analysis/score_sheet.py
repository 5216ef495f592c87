"""The score sheet: the figures that are shown of a game's score."""

from __future__ import annotations

from fourth_seat.games import AnyState
from fourth_seat.games.protocol import Result, ScoreRow
from fourth_seat.table.game_state import GameState
from fourth_seat.words import say


def score_sheet(game_state: GameState) -> tuple[ScoreRow, ...]:
    """Return titles and each seat's figures, the one that decides first.

    The points of an unfinished game are those that it would end with if it stopped now; games that count something else
    meanwhile, such as pips, show that instead.
    """
    return score_rows(game_state.result, game_state.state)


def score_rows(result: Result | None, state: AnyState) -> tuple[ScoreRow, ...]:
    """Return them for a position, and the result of its game if that is over."""
    standing = result or state.standing()
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (result or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *others)
