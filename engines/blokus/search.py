"""The search of the upper levels: loads the kernels in the background, then grows a tree until its limit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.limits import EngineLimits
from engines.results import MoveValue
from engines.search.limit import SearchLimit
from engines.search.preparation import Preparation
from engines.solver import OnProgress
from games.blokus.moves import BlokusPlacement
from games.blokus.rules import BlokusState
from games.blokus.variants import setting
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.blokus.tree import BlokusTree
    from engines.blokus.weights import BlokusWeights

MB = 1 << 20
PROCESS_BYTES = 220 * MB  # what Python, numba and everything but the nodes take
# The clock is read after each slice of the search, which at first is this long, later a hundredth of a second.
MIN_SLICE_SIMULATIONS = 64
SLICES_PER_SECOND = 100
MAX_LINE_PLIES = 8  # of the expected line of play
# A lead in visits of this share of the simulations left is considered final: 122 searches of 60,000 simulations ended in
# 62 % of the time that certainty takes, and 4 % gave another placement.
SETTLED_SHARE = 0.3


class BlokusSearch:
    """The `GameSearch` of Blokus."""

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        self.notices: list[Text] = []
        self._options, self._limits, self._rng = options, limits, rng
        self._tree: BlokusTree | None = None
        self._weights: BlokusWeights
        self._preparing = Preparation("blokus", self._prepare, lambda notice: self.notices.append(notice))

    def prepare(self) -> None:
        """Begin to load or compile the kernels; returns at once."""
        self._preparing.begin()

    def _prepare(self) -> None:
        from engines.blokus.tree import BlokusTree
        from engines.blokus.weights import weights

        self._weights = weights(setting(self._options))
        limits = self._limits
        self._tree = BlokusTree(max(limits.memory * MB - PROCESS_BYTES, 16 * MB), limits.threads, self._rng.getrandbits(60))

    def choose(self, state: BlokusState, level: int, limit: SearchLimit, on_progress: OnProgress) -> BlokusPlacement | None:
        """Return the placement with the most visits; None if there was no time to search."""
        tree = self._grown_tree(state, limit, on_progress, 1)
        return tree.best() if tree else None

    def values(self, state: BlokusState, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[MoveValue]:
        """Return the `most` most visited placements, by visits; none if there was no time to search."""
        tree = self._grown_tree(state, limit, on_progress, most or 1)
        if tree is None:
            return []
        ranked = sorted(enumerate(tree.root_moves()), key=lambda pair: (pair[1].visits, pair[1].worth), reverse=True)
        return [
            MoveValue(child.move, child.shares, line=tuple(tree.line(n, MAX_LINE_PLIES)), visits=child.visits)
            for n, child in ranked[:most]
            if child.visits
        ]

    def ponder(self, state: BlokusState, limit: SearchLimit) -> None:
        """Grow the tree of a position until the limit."""
        self._grown_tree(state, limit, lambda *_: None, 2)

    def _grown_tree(self, state: BlokusState, limit: SearchLimit, on_progress: OnProgress, moves: int) -> BlokusTree | None:
        """Return the tree, grown below a position until the limit; for one move, until that will hardly change."""
        tree = self._tree if self._preparing.waited(limit) else None
        if tree is None:
            return None
        done = 0
        tree.set_position(state, self._weights)
        slice_size = MIN_SLICE_SIMULATIONS
        while not limit.reached(done):
            now = int(max(1, min(slice_size, limit.left(done))))
            tree.search(now)
            done += now
            if moves == 1 and tree.is_settled(SETTLED_SHARE * limit.left(done)):
                break
            slice_size = max(MIN_SLICE_SIMULATIONS, int(limit.pace(done) / SLICES_PER_SECOND))
            on_progress(limit.progress(done), f"{done} simulations")
        if not done:
            tree.search(1)
        return tree
