"""The search tree in memory: takes up a position, searches it, and tells what it found."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from engines.jit.buffer import WORD, Buffer
from engines.tridice.kernels import tree as kernels
from engines.tridice.kernels.evaluation import evaluation_of
from engines.tridice.position import position_of, side_of, turn_of
from engines.tridice.tables import TriDiceTables
from engines.tridice.weights import Floats
from games.tridice.moves import TriDiceMove
from games.tridice.rules import TriDiceState

NODE = WORD * (kernels.NODE_WORDS + kernels.NODE_FLOATS)  # bytes
MIN_NODES = 1000  # nodes: the root's turns and their throws
CAUTION_PER_VISIT = 4.0  # what a turn's value may be off by that was tried once
MAX_LINE_PLIES = 8  # turns told of how play would go on


@dataclass(frozen=True, slots=True)
class TriDiceSearchParams:
    """How the tree is searched; the order is the kernels'.

    Attributes:
        exploration: weight of the prior against what was found,
        wider: times this at the root, where a turn that was looked at little is often worth more, or less, than it seems.
        hope: how much less than its position a turn is thought to be worth before it is tried.
        capture, escape, expose: how much likelier (as a logarithm) a roll is tried that takes a die, that leaves a cell
            which the other side reaches, that ends on one.
        expose_placed, placed: the same for a placement on such a cell, and for any.
        stand: for each point that the die stands better by the evaluation.
    """

    exploration: float = 0.6
    wider: float = 30.0
    hope: float = 0.0
    capture: float = 1.8
    escape: float = 0.8
    expose: float = -1.2
    expose_placed: float = -1.0
    placed: float = 0.0
    stand: float = 1.0


@dataclass(frozen=True, slots=True)
class TriDiceRootMove:
    """A turn at the root: how often it was tried, what it is worth to the side that makes it (-1 to 1), whether proven."""

    move: TriDiceMove
    visits: int
    value: float
    proven: bool


class TriDiceTree:
    """A growing tree below one position at a time.

    Attributes:
        tables: what is ready of them ends the search.
    """

    def __init__(
        self, memory: int, weights: Floats, tables: TriDiceTables, manner: TriDiceSearchParams | None = None
    ) -> None:
        """`memory`: bytes for the nodes."""
        room = max(memory // NODE, MIN_NODES)
        self._nodes = Buffer(room * kernels.NODE_WORDS * WORD).integers.reshape(room, -1)
        self._floats = Buffer(room * kernels.NODE_FLOATS * WORD).array(np.float64).reshape(room, -1)
        self._settings = np.array([*astuple(manner or TriDiceSearchParams()), 0], np.float64)
        self._weights, self.tables = weights, tables
        self._nothing = np.full_like(tables.starts, -1)

    def take_up(self, state: TriDiceState, *, with_tables: bool = True, overlooking: bool = False) -> None:
        """Forgets what it knew and begins with a position in which somebody is to move.

        Args:
            overlooking: whether the other side is taken to look no further than the answer to its turns; else it sees as
                far as the search.
        """
        self._settings[kernels.OVERLOOKING] = overlooking
        here = position_of(state)
        handedness = str(state.options["handedness"])
        self._state, self._used = state, 1
        self._starts = self.tables.starts if with_tables else self._nothing
        # The turns alternate, so that the latest board seen before this one was the other side's.
        movers = [state.turn if n % 2 == 0 else 3 - state.turn for n in range(len(state.seen), 0, -1)]
        self._seen = np.array(
            [
                packed_sides(side_of(board, mover, handedness), side_of(board, 3 - mover, handedness))
                for board, mover in zip(state.seen, movers, strict=True)
            ],
            np.int64,
        )
        root = self._nodes[0]
        root[:] = 0
        root[kernels.SIDES] = packed_sides(here.own, here.other)
        root[kernels.HANDS] = here.own_hand | here.other_hand << 3
        root[kernels.QUIET] = state.quiet
        root[kernels.STATE], root[kernels.VISITS] = kernels.LEAF, 1
        worth = evaluation_of(self._weights, here.own, here.other, here.own_hand, here.other_hand)
        self._floats[0] = -worth, 1.0

    def search(self, simulations: int) -> None:
        """Does so many simulations, or fewer where the position is solved."""
        tables = self.tables
        known = tables.decided, tables.worth, self._starts
        self._used = kernels.search(
            self._nodes, self._floats, self._used, simulations, self._seen, self._weights, self._settings, *known
        )

    @property
    def solved(self) -> bool:
        """Whether the position's value is proven."""
        return bool(self._nodes[0, kernels.STATE] == kernels.PROVEN)

    @property
    def value(self) -> float:
        """What the position is worth to the side to move."""
        return -float(self._floats[0, kernels.VALUE])

    def children(self) -> list[TriDiceRootMove]:
        """The turns; none before the first simulation."""
        return [
            TriDiceRootMove(
                move,
                int(self._nodes[node, kernels.VISITS]),
                float(self._floats[node, kernels.VALUE]),
                bool(self._nodes[node, kernels.STATE] == kernels.PROVEN),
            )
            for node, move in self._below(0, self._state)
        ]

    def decided(self, left: float) -> bool:
        """Whether the best turn is the one tried most, and so many simulations more cannot change which that is."""
        children = sorted(self.children(), key=lambda child: child.visits)
        if len(children) < 2:
            return len(children) == 1
        return children[-1].visits - children[-2].visits > left and children[-1] == self.best()

    def line(self, child: TriDiceRootMove) -> tuple[TriDiceMove, ...]:
        """A turn at the root and those tried most after it, until a die is thrown."""
        line, state = [child.move], self._state
        node = next(node for node, move in self._below(0, state) if move == child.move)
        while self._nodes[node, kernels.STATE] == kernels.OPEN and len(line) < MAX_LINE_PLIES:
            state = state.play_unchecked(line[-1])
            node, move = max(self._below(node, state), key=lambda pair: int(self._nodes[pair[0], kernels.VISITS]))
            if not self._nodes[node, kernels.VISITS]:
                break
            line.append(move)
        return tuple(line)

    def _below(self, node: int, state: TriDiceState) -> list[tuple[int, TriDiceMove]]:
        """The children of a decision, whose position the state is, with their turns."""
        first, count = int(self._nodes[node, kernels.FIRST]), int(self._nodes[node, kernels.COUNT])
        return [(child, turn_of(int(self._nodes[child, kernels.TURN]), state)) for child in range(first, first + count)]

    def best(self) -> TriDiceRootMove:
        """The turn worth most for sure, or a proven one that is at least as good; after at least one simulation. How often
        turns were tried depends on how they looked at first, and is no measure of them. Of proven ones that are worth the
        same, the one tried most was the hardest to settle: the other side may go wrong there.
        """
        children = [child for child in self.children() if child.visits]
        robust = max(children, key=lambda child: (not child.proven, child.value - CAUTION_PER_VISIT / child.visits**0.5))
        surest = max(children, key=lambda child: (child.proven, child.value, child.visits))
        return surest if surest.proven and surest.value >= robust.value else robust


def packed_sides(own: int, other: int) -> int:
    """Both sides in one signed word, as the kernels keep them."""
    return int(np.uint64(own | other << 32).astype(np.int64))
