"""Monte-Carlo tree search for any number of seats (max^n), with chance nodes, priors, and proven results.

Sources: Kocsis and Szepesvari 2006 (UCT), Sturtevant 2008 (more than two players), Winands et al. 2008 (solver),
Chaslot et al. 2008 (progressive widening), Silver et al. 2017 (choice by prior, PUCT).
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random

from fourth_seat.engines.protocol import Engine
from fourth_seat.engines.search.evaluation import play_out
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.search.tree import Node, Shares
from fourth_seat.games import AnyState

# Both in standard deviations of what simulations find, which are small in the opening of a game for four.
EXPLORATION_WEIGHT = 1.5  # of the prior against the simulated values; tuned by matches
BLIND_EXPLORATION_WEIGHT = 5.0  # the same with random playouts, whose values err more
FIRST_PLAY_SIGMAS = 0.3  # an untried move is assumed to be this many standard deviations worse than its parent
MIN_SHARE_SIGMA = 1e-3  # smaller differences are treated as noise
FIRST_WIDTH_MOVES = 8  # tried of a node at its first visit ...
WIDENING_MOVES = 4.0  # ... and this many more for each time the square root of its visits grows by one
MAX_NODES = 300_000  # about 200 MB; then the tree does not grow any more
REUSE_PLIES = 4  # between two positions of one game, within which the tree is kept

OnSimulations = Callable[[int], None]
"""Callback for progress: the number of simulations done so far."""


class ResultSpread:
    """Running statistics of the simulation results of each seat."""

    def __init__(self, seats: int) -> None:
        self._number = 0
        self._sums = [0.0] * seats
        self._squares = [0.0] * seats

    def add(self, result: Shares) -> None:
        """Add one result."""
        self._number += 1
        for seat, share in enumerate(result):
            self._sums[seat] += share
            self._squares[seat] += share * share

    def deviation(self, seat: int) -> float:
        """Return the standard deviation of a seat's shares, given the seat's index; it is always positive."""
        if not self._number:
            return MIN_SHARE_SIGMA
        mean = self._sums[seat] / self._number
        return max(MIN_SHARE_SIGMA, sqrt(max(0.0, self._squares[seat] / self._number - mean * mean)))


class TreeSearch:
    """A search tree that is reused for subsequent positions of the same game."""

    def __init__(self, engine: Engine, seats: int, rng: Random, prior: bool = True) -> None:
        """`prior`: whether to use the game's own move priors."""
        self._evaluate = engine.evaluate
        self._prior = engine.prior if prior else None
        self._exploration = EXPLORATION_WEIGHT if engine.evaluate else BLIND_EXPLORATION_WEIGHT
        self._seats = seats
        self._rng = rng
        self._size = 0
        self._root: Node | None = None
        self._spread = ResultSpread(seats)

    def run(self, state: AnyState, limit: SearchLimit, on_progress: OnSimulations = lambda _: None, moves: int = 1) -> Node:
        """Search a position, in which the game must not be over, and return its node. At least one simulation is run.

        If `moves` is 1, the search ends early if there is only one legal move, if the result is proven, or if the remaining
        simulations cannot change the choice. If values for several moves are requested, it ends early only if they are
        proven.
        """
        root = self._rooted(state)
        done = 0
        while True:
            self._simulate(root, limit)
            done += 1
            if limit.reached(done):
                return root
            if root.solved and (moves == 1 or sum(1 for _ in root.tried()) >= min(moves, len(root.children))):
                return root
            if moves == 1 and (len(root.children) == 1 or (done % 16 == 0 and _decided(root, limit.left(done)))):
                return root
            if done % 64 == 0:
                on_progress(done)

    def _rooted(self, state: AnyState) -> Node:
        """Return the node to search from, reusing the previous search tree if possible."""
        found = self._root.find(state, REUSE_PLIES) if self._root else None
        self._root = root = found or Node(state, self._seats)
        self._spread = ResultSpread(self._seats)
        self._size = root.visits  # there cannot be more nodes below than simulations that went through
        return root

    def _simulate(self, root: Node, limit: SearchLimit) -> None:
        path = [root]
        node = root
        while node is root or node.solved is None:
            if node.moves is None:
                if node is not root and (not node.visits or self._size >= MAX_NODES):
                    break
                node.expand(self._prior, self._rng)
            node = node.child(self._outcome(node) if node.seat < 0 else self._promising(node, node is root))
            path.append(node)
            if not node.visits:
                self._size += 1
        result = node.solved or self._judge(node.state, limit)
        self._spread.add(result)
        newly = node.solved is not None and not node.visits
        for node in reversed(path):
            if newly and node is not path[-1]:
                node.prove()
                newly = node.solved is not None
                result = node.solved or result
            node.visits += 1
            for i, share in enumerate(result):
                node.totals[i] += share

    def _judge(self, state: AnyState, limit: SearchLimit) -> Shares:
        return self._evaluate(state) if self._evaluate else play_out(state, self._seats, self._rng, limit.late)

    def _outcome(self, node: Node) -> int:
        """Return the index of the outcome tried least relative to its probability, which spreads the throws evenly."""
        visits = node.visits + 1
        owed = [
            chance * visits - (child.visits if child else 0)
            for chance, child in zip(node.weights, node.children, strict=True)
        ]
        return owed.index(max(owed))

    def _promising(self, node: Node, at_root: bool) -> int:
        """Return the index of the move with the highest upper confidence bound (PUCT); untried moves first at the root."""
        seat, visits, weights, children = node.seat, node.visits, node.weights, node.children
        wide = min(len(children), FIRST_WIDTH_MOVES + int(WIDENING_MOVES * sqrt(visits)))
        deviation = self._spread.deviation(seat)
        hope = self._exploration * deviation * sqrt(visits) / node.sums[wide - 1]
        untried = 1.0 if at_root or not visits else node.totals[seat] / visits - FIRST_PLAY_SIGMAS * deviation
        best, best_score = 0, -1.0
        for i in range(wide):
            child = children[i]
            if child is None:
                score = untried + hope * weights[i]
            elif child.solved is not None:
                score = child.solved[seat]
            else:
                n = child.visits
                score = child.totals[seat] / n + hope * weights[i] / (1 + n)
            if score > best_score:
                best, best_score = i, score
        return best


def _decided(root: Node, left: float) -> bool:
    """Return whether the most visited move will stay ahead, regardless of the remaining simulations."""
    visits = sorted((child.visits for _, child in root.tried() if child.solved is None), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left
