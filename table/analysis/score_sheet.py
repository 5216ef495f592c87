"""The score sheet: the figures that are shown of a game's score."""

from __future__ import annotations

from fourth_seat.games.protocol import ScoreRow
from fourth_seat.table.game_state import GameState
from fourth_seat.words import say


def score_sheet(game_state: GameState) -> tuple[ScoreRow, ...]:
    """Return titles and each seat's figures, the one that decides first.

    The points of an unfinished game are those that it would end with if it stopped now; games that count something else
    meanwhile, such as pips, show that instead.
    """
    standing = game_state.result or game_state.state.standing()
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (game_state.result or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *others)
