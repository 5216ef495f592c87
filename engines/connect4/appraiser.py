"""Values of the columns in Connect 4, and how hard they are to spot, for the levels below the highest.

Results are proven by a short search, or else estimated. The further away a result is, the less it counts, because people do
not see it coming. Completing or blocking a four is easy to spot; diagonals, and fours with a gap between the stones, are
harder.
"""

from __future__ import annotations

from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.connect4.evaluation import LINES, completing, evaluate, landing
from fourth_seat.engines.connect4.solver import WINNING_SUM, Connect4Solver
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.results import Bounds
from fourth_seat.games.connect4.rules import STRIDE, Connect4State
from fourth_seat.games.options import Options
from fourth_seat.words import Text

NODES = 12_000  # searched for each column: some half a millisecond
FAR_OFF = 0.93  # the factor on a result that is one stone further off
ESTIMATE_SHARE = 0.5  # the part of an estimate that counts where nothing is proven
HARDNESS = {1: 0.5, STRIDE: 0.75, STRIDE - 1: 1.0, STRIDE + 1: 1.0}  # to see a four: upright, level, and the diagonals
GAP_HARDNESS = 1.25  # factor on the hardness if the hole is between stones


class Connect4Appraiser:
    """The `Appraiser` of Connect 4."""

    def __init__(self, options: Options, limits: EngineLimits) -> None:
        self._solver = Connect4Solver(options, limits)
        self.notices: list[Text] = self._solver.notices
        self._solver.prepare(lambda *_: None, lambda: False)

    def candidates(self, state: Connect4State) -> list[Candidate]:
        """Return all playable columns with their values."""
        own, other = state.own, state.own ^ state.taken
        wins, threats = completing(own, state.taken), completing(other, state.taken)
        found = []
        for drop, bounds in self._solver.glance(state, NODES):
            hole = landing(state, drop.column)
            stones = own if hole & wins else other if hole & threats else 0
            worth = self._worth(state.play_unchecked(drop), bounds)
            if stones:
                sight, hardness = _easiest(stones, hole)
                found.append(Candidate(drop, worth, f"{stones == own} {sight}", hardness, True))
            else:
                found.append(Candidate(drop, worth))
        return found

    def _worth(self, after: Connect4State, bounds: Bounds) -> float:
        """Return the value of a position for the side that has just moved."""
        if not bounds.exact:
            estimate = 0.5 + ESTIMATE_SHARE * (evaluate(after)[2 - after.mover] - 0.5)
            return min(max(estimate, 0.5 if bounds.low >= 0 else 0.0), 0.5 if bounds.high <= 0 else 1.0)
        if not bounds.low:
            return 0.5
        wins = bounds.low > 0
        set_so_far = (after.stones + wins) // 2  # by the winner, if both had played in turns
        plies = 2 * (WINNING_SUM - abs(bounds.low) - set_so_far) - (not wins)
        return 0.5 + (0.5 if wins else -0.5) * FAR_OFF**plies


def _easiest(stones: int, hole: int) -> tuple[str, float]:
    """Return the name and the hardness of the line through a hole that these stones complete most visibly."""
    found = []
    for line in LINES:
        if line & hole and not line & ~(stones | hole):
            lowest = line & -line
            step = ((line ^ lowest) & -(line ^ lowest)).bit_length() - lowest.bit_length()
            inside = hole not in (lowest, 1 << line.bit_length() - 1)
            found.append((min(1.0, HARDNESS[step] * (GAP_HARDNESS if inside else 1.0)), line))
    hardness, line = min(found)
    return f"{line:x}", hardness
