"""Model players: a child, somebody who knows the rules, a careful player, a club player; one set for each game.

They are another kind of player than the levels: rules of thumb that come to mind with a fixed chance, no values of moves.
Each chance was set for a reason given beside it, before any level had met these players, and is never tuned to results:
`test_people` pins what they play. They are models, not evidence of how people play.
"""

from __future__ import annotations

from fourth_seat.engines.protocol import Choose
from tests.people import backgammon, blokus, connect4, kalah, tridice

KINDS = ("child", "knows the rules", "careful", "club")
"""The weakest first."""

PEOPLE: dict[str, dict[str, Choose]] = {
    "backgammon": backgammon.PEOPLE,
    "blokus": blokus.PEOPLE,
    "connect4": connect4.PEOPLE,
    "kalah": kalah.PEOPLE,
    "tridice": tridice.PEOPLE,
}
