"""The points of GTP's `final_score`, as Pentobi counts them: squares placed and bonuses, whatever the table plays for."""

from __future__ import annotations

from games.blokus.pieces import SQUARES_EACH
from games.blokus.rules import BlokusState


def final_score(state: BlokusState) -> str:
    """The points of each colour (`62 73 71 59`); of two players the lead of the first (`B+5`) or the second (`W+5`)."""
    points = [SQUARES_EACH + tableau.advanced for tableau in state.tableaux]
    owners = state.setting.owners
    if len(owners) > 2:
        return " ".join(map(str, points))
    one, other = (sum(points[colour - 1] for colour in owner) for owner in owners)
    lead = one - other
    return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "0"
