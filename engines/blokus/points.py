"""The score as GTP engines for Blokus say it: squares placed and bonuses, for each colour."""

from __future__ import annotations

from games.blokus.pieces import SQUARES_EACH
from games.blokus.rules import Blokus


def final_score(state: Blokus) -> str:
    """`62 73 71 59` in the order of play; in Duo the winner's colour and margin, `B+5`, or `0`."""
    points = [SQUARES_EACH + tableau.advanced for tableau in state.tableaux]
    if len(points) > 2:
        return " ".join(map(str, points))
    margin = points[0] - points[1]
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"
