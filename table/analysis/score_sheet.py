"""The score sheet: what is shown of how a game stands."""

from __future__ import annotations

from games.protocol import ScoreRow
from table.game_view import GameView
from words import say


def score_sheet(view: GameView) -> tuple[ScoreRow, ...]:
    """Return titles and each seat's figures, the one that decides first.

    The points of an unfinished game are what it would end with if it stopped now; where the game counts something else on
    the way, such as pips, that says more.
    """
    standing = view.result or view.state.standing()
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (view.result or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *others)
