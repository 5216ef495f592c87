"""Match equity table: the probability of winning a match from each score, computed with Janowski's cube model.

In the model, each game is even at its start, and ends in a gammon as often as in the networks' games against themselves.
Its equity is given by `janowski` for such a position with the cube centred at 1. The value of points is the probability of
winning the match from the resulting score, which is computed first. (Zadeh, "On doubling in tournament backgammon",
Management Science 23, 1977, uses this recursion with his own cube model.)

After the Crawford game, the trailing side doubles at its first opportunity, and the leader drops if its position is bad
enough by then; this free drop matters when the trailing side needs an even number of points. The equity of these games is
therefore computed from the trailing side's probabilities of winning at its first turn with a cube, which
`training/backgammon/cube.py` measures.

The table is computed on demand (in a tenth of a second for a match to 25 points) and not stored in a file, because it
depends on the options (gammons, cube, Crawford), and because this keeps the underlying model explicit.
"""

from __future__ import annotations

from functools import cache

from fourth_seat.engines.backgammon.cube.janowski import CUBE_EFFICIENCY, GAMMON_SHARE, CubePosition, of_chance
from fourth_seat.engines.backgammon.cube.stakes import GAMMON_POINTS, SINGLE_POINTS, Stakes
from fourth_seat.games.backgammon.cube import CENTRED_CUBE

EVEN_CHANCE = 0.5

# Measured in games of the networks against themselves; `uv run python -m training.backgammon.cube` prints it and says how.
FIRST_CHANCES = (
    0.414, 0.449, 0.463, 0.467, 0.478, 0.484, 0.488, 0.491, 0.494, 0.497,
    0.498, 0.500, 0.502, 0.508, 0.522, 0.529, 0.536, 0.543, 0.553, 0.567,
)  # fmt: skip
"""Quantiles of the probability of winning for a side at its first turn with a cube, when only that side may double."""


class MatchEquityTable:
    """Match equity table, computed on demand."""

    def __init__(self, gammons: bool, cube: bool) -> None:
        """`gammons` and `cube` say whether the games are played with them."""
        self._gammons, self._cube = gammons, cube
        self._known: dict[tuple[int, int, bool], float] = {}

    def chance(self, own: int, other: int, crawford: bool) -> float:
        """Return the probability of winning the match, before a game, for the side that needs `own` points when the other
        side needs `other`. `crawford` says whether the Crawford game is still to come.
        """
        if own <= 0 or other <= 0:
            return 1.0 if own <= 0 else 0.0
        if own == other == 1:
            return EVEN_CHANCE
        if own > other:
            return 1 - self.chance(other, own, crawford)
        key = own, other, crawford
        if key not in self._known:
            self._known[key] = self._compute(own, other, crawford)
        return self._known[key]

    def _compute(self, own: int, other: int, crawford: bool) -> float:
        this_game = crawford and own == 1

        def value(points: int) -> float:
            return 2 * self.after(own, other, points, crawford and not this_game) - 1

        stakes = Stakes(
            value, (own, other), GAMMON_POINTS if self._gammons else SINGLE_POINTS, cube=self._cube and not this_game
        )
        gammons = GAMMON_SHARE if self._gammons else 0.0
        if own > 1 or not stakes.cube:
            return (1 + CubePosition(of_chance(EVEN_CHANCE, gammons, CUBE_EFFICIENCY), stakes).worth(CENTRED_CUBE)) / 2
        behind = stakes.of_the_other
        worths = [
            CubePosition(of_chance(chance, gammons, CUBE_EFFICIENCY), behind).on_roll(CENTRED_CUBE)
            for chance in FIRST_CHANCES
        ]
        return (1 - sum(worths) / len(worths)) / 2

    def after(self, own: int, other: int, points: int, crawford: bool) -> float:
        """Return `chance` after this side has won a number of points (negative: lost them)."""
        return self.chance(own - max(points, 0), other - max(-points, 0), crawford)


match_table = cache(MatchEquityTable)
"""The cached table for games with these options."""
