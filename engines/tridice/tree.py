"""Python interface of the tree search: sets up a position, searches it, and reads the results."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.engines.tridice.kernels.dice import PASS, POSITION
from fourth_seat.engines.tridice.kernels.evaluation import evaluation_of
from fourth_seat.engines.tridice.kernels.opponent import BEYOND, foreseen_of
from fourth_seat.engines.tridice.kernels.records import EXPANDED, LEAF, NODE, PROVEN, TREE, TriDiceKnowledge
from fourth_seat.engines.tridice.kernels.tables import TriDiceTableArrays
from fourth_seat.engines.tridice.kernels.tree import search
from fourth_seat.engines.tridice.position import TriDicePosition, position_of, side_of, turn_of
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.engines.tridice.weights import TriDiceWeights
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState

NODE_BYTES = NODE.itemsize
MIN_NODES = 1000  # the root's turns and their throws
CAUTION_PER_VISIT = 4.0  # possible error of a turn's value after one visit
MAX_LINE_PLIES = 8  # of an expected line of play


@dataclass(frozen=True, slots=True)
class TriDiceSearchParams:
    """Search parameters.

    Attributes:
        exploration: weight of the prior relative to the values found.
        wider: factor applied to `exploration` at the root, where the value of a turn with few visits is often inaccurate.
        hope: how much less than its position a turn is assumed to be worth before its first visit.
        capture: added to the log prior of a roll that captures a die.
        escape: added for a roll from a cell within the other side's reach.
        expose: added for a roll to such a cell.
        expose_placed: added for a placement on such a cell.
        placed: added for any placement.
        stand: added per point by which the evaluation rates the die higher on its new cell.
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
    """Search result for one turn at the root.

    Attributes:
        value: value for the side that plays the turn, from -1 to 1.
        proven: whether the value is proven.
    """

    move: TriDiceMove
    visits: int
    value: float
    proven: bool


class TriDiceTree:
    """A search tree for one position at a time.

    Attributes:
        tables: endgame tables; the values of all stages that are ready are used.
    """

    def __init__(
        self,
        memory: int,
        weights: TriDiceWeights,
        tables: TriDiceTables,
        params: TriDiceSearchParams | None = None,
    ) -> None:
        """`memory`: size of the node memory in bytes; `weights`: `WEIGHTS` for each phase."""
        self._nodes = zero_records(NODE, max(memory // NODE_BYTES, MIN_NODES))
        self._tree: np.void = zero_records(TREE)[0]
        for field, value in asdict(params or TriDiceSearchParams()).items():
            self._tree["params"][field] = value
        self._weights, self.tables = weights, tables
        arrays = TriDiceTableArrays(tables.decided, tables.worth, tables.starts)
        unknown = arrays._replace(starts=np.full_like(tables.starts, -1))
        self._with_tables = TriDiceKnowledge(weights, arrays)
        self._without_tables = TriDiceKnowledge(weights, unknown)

    def set_position(self, state: TriDiceState, *, with_tables: bool = True, overlooking: bool = False) -> None:
        """Set the position to search, discarding all earlier results; no die may be waiting for its throw.

        Args:
            overlooking: assume that the other side looks no further than the reply to its turns; otherwise, it looks
                as far ahead as the search.
        """
        position = position_of(state)
        self._state = state
        self._known = self._with_tables if with_tables else self._without_tables
        self._seen = _seen_by(state)
        self._tree["overlooking"], self._tree["node_count"] = overlooking, 1
        value = -evaluation_of(self._weights, *position)
        root = {"value": value, "prior": 1.0, "position": position, "visits": 1, "quiet": state.quiet, "state": LEAF}
        self._nodes[0] = tuple(root.get(field, 0) for field in NODE.fields or ())

    def search(self, simulations: int) -> None:
        """Run up to `simulations` simulations, stopping early if the position is solved."""
        search(self._tree, self._nodes, self._seen, self._known, simulations)

    @property
    def solved(self) -> bool:
        """Whether the position's value is proven."""
        return bool(self._nodes[0]["state"] == PROVEN)

    @property
    def value(self) -> float:
        """The value of the position for the side to move."""
        return -float(self._nodes[0]["value"])

    def _children(self, node: int) -> slice:
        """Return the slice of a node's children."""
        first = int(self._nodes[node]["first_child"])
        return slice(first, first + int(self._nodes[node]["child_count"]))

    def decisions(self, number: int, rng: np.random.Generator) -> list[TriDicePosition]:
        """Return up to `number` random positions from the tree that are unproven and have no die waiting for its throw."""
        nodes = self._nodes[: int(self._tree["node_count"])]
        positions = nodes["position"][np.isin(nodes["state"], (LEAF, EXPANDED))]
        return [TriDicePosition(*position) for position in rng.permutation(positions)[:number].tolist()]

    def root_moves(self) -> list[TriDiceRootMove]:
        """Return the turns at the root; empty before the first simulation."""
        children = self._nodes[self._children(0)]
        fields = (children[field].tolist() for field in ("turn", "visits", "value", "state"))
        return [
            TriDiceRootMove(turn_of(turn, self._state), visits, value, state == PROVEN)
            for turn, visits, value, state in zip(*fields, strict=True)
        ]

    def shallow_turn(self) -> TriDiceMove:
        """Return the turn preferred by a player who looks no further than the reply; requires at least one simulation."""
        position = position_of(self._state)
        best, most = PASS, -BEYOND
        for turn in self._nodes[self._children(0)]["turn"].tolist():
            if turn == PASS:
                break
            worth = foreseen_of(self._weights, *position, turn, most, self._tree["answers"])
            if worth > most:
                best, most = turn, worth
        return turn_of(int(best), self._state)

    def is_settled(self, left: float) -> bool:
        """Return whether the best turn has the most visits and still would after `left` more simulations."""
        visits = sorted(self._nodes[self._children(0)]["visits"].tolist())
        if len(visits) < 2:
            return len(visits) == 1
        return bool(visits[-1] - visits[-2] > left) and self.best().visits == visits[-1]

    def line(self, root_move: TriDiceRootMove) -> tuple[TriDiceMove, ...]:
        """Return a turn at the root followed by the most visited turns, up to the next throw."""
        line, state = [root_move.move], self._state
        children = self._children(0)
        turns = [turn_of(turn, state) for turn in self._nodes[children]["turn"].tolist()]
        node = children.start + turns.index(root_move.move)
        while self._nodes[node]["state"] == EXPANDED and len(line) < MAX_LINE_PLIES:
            state = state.play_unchecked(line[-1])
            children = self._children(node)
            node = children.start + int(np.argmax(self._nodes[children]["visits"]))
            if not self._nodes[node]["visits"]:
                break
            line.append(turn_of(int(self._nodes[node]["turn"]), state))
        return tuple(line)

    def best(self) -> TriDiceRootMove:
        """Return the turn whose value is most certain to be high, or a proven turn that is at least as good.

        Requires at least one simulation. Visits alone do not measure how good a turn is, because they also depend on its
        prior. Among proven turns with the same value, the most visited one was the hardest to prove, so the other side may
        go wrong there.
        """
        moves = [move for move in self.root_moves() if move.visits]
        robust = max(moves, key=lambda move: (not move.proven, move.value - CAUTION_PER_VISIT / move.visits**0.5))
        surest = max(moves, key=lambda move: (move.proven, move.value, move.visits))
        return surest if surest.proven and surest.value >= robust.value else robust


def _seen_by(state: TriDiceState) -> NDArray[np.void]:
    """Return the positions since the last placement or capture, each from its mover's point of view."""
    handedness = str(state.options["handedness"])
    # The turns alternate, so that the latest board seen before this one was the other side's.
    movers = [state.turn if n % 2 == 0 else 3 - state.turn for n in range(len(state.seen), 0, -1)]
    return np.array(
        [
            (side_of(board, mover, handedness), side_of(board, 3 - mover, handedness), 0, 0)
            for board, mover in zip(state.seen, movers, strict=True)
        ],
        POSITION,
    )
