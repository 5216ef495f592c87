"""The score sheet: the figures that are shown of a game's score."""

from __future__ import annotations

from fourth_seat.games.protocol import ScoreRow
from fourth_seat.table.game_view import GameView
from fourth_seat.words import say


def score_sheet(view: GameView) -> tuple[ScoreRow, ...]:
    """Return titles and each seat's figures, the one that decides first.

    The points of an unfinished game are those that it would end with if it stopped now; games that count something else
    meanwhile, such as pips, show that instead.
    """
    standing = view.result or view.state.standing()
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (view.result or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *others)
