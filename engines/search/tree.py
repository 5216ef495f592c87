"""The search tree: each node holds a position, its statistics, and its moves.

This module also selects the move after a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any

from fourth_seat.engines.protocol import Prior
from fourth_seat.engines.results import MoveValue
from fourth_seat.games import CHANCE, AnyState

MAX_LINE_PLIES = 8  # shown of a line
ONE_VISIT_DOUBT = 0.5  # share of the win by which a move visited once may be worth less than it looks
MAX_COMPARED_NODES = 20_000  # of one ply, some 20 ms

Shares = tuple[float, ...]
"""Value of a position: the expected share of the win of each seat, in seat order."""


def shares_of(state: AnyState, seats: int) -> Shares:
    """Return each seat's share of the win according to the current score, which is final once the game is over."""
    standing = state.standing()
    return tuple(standing.share(seat) for seat in range(1, seats + 1))


class Node:
    """A position in the search tree.

    Attributes:
        seat: index of the seat to move; -1 for a chance node.
        visits: number of simulations through this node.
        totals: sum of each seat's simulation results.
        solved: the proven shares, or None.
        moves: legal moves, most promising first, or outcomes of chance; None until the node is expanded.
        weights: priors of the moves or probabilities of the outcomes; they sum to 1.
        sums: cumulative sums of the weights.
        children: the child node for each move; None until the move is first tried.
        unsolved: number of moves without a proven result.
    """

    __slots__ = ("children", "moves", "seat", "solved", "state", "sums", "totals", "unsolved", "visits", "weights")

    def __init__(self, state: AnyState, seats: int) -> None:
        self.state = state
        self.visits = 0
        self.totals = [0.0] * seats
        self.moves: Sequence[Any] | None = None
        self.weights: Sequence[float] = ()
        self.sums: Sequence[float] = ()
        self.children: list[Node | None] = []
        self.unsolved = 0
        self.seat = -1
        self.solved: Shares | None = None
        if state.over:
            self.solved = shares_of(state, seats)
        elif state.to_move != CHANCE:
            self.seat = state.seat - 1

    @property
    def mean(self) -> Shares:
        """Each seat's proven or average share of the win; only defined for nodes that have been visited or solved."""
        return self.solved or tuple(total / self.visits for total in self.totals)

    def expand(self, prior: Prior | None, rng: Random) -> None:
        """List the moves. Moves with equal priors are ordered at random, to avoid favouring one side of the board."""
        state = self.state
        if self.seat < 0:
            outcomes = state.chances()
            self.moves = [outcome for outcome, _ in outcomes]
            self.weights = [chance for _, chance in outcomes]
        else:
            moves = list(state.legal())
            rng.shuffle(moves)
            if prior:
                ranked = sorted(((prior(state, move), move) for move in moves), key=_weight, reverse=True)
                total = sum(weight for weight, _ in ranked)
                self.moves = [move for _, move in ranked]
                self.weights = [weight / total for weight, _ in ranked]
            else:
                self.moves = moves
                self.weights = [1 / len(moves)] * len(moves)
            self.sums = list(accumulate(self.weights))
        self.children = [None] * len(self.moves)
        self.unsolved = len(self.moves)

    def child(self, index: int) -> Node:
        """Return the child node for a move, creating it if necessary; this node must have been expanded."""
        child = self.children[index]
        if child is None:
            assert self.moves is not None
            child = Node(self.state.play_unchecked(self.moves[index]), len(self.totals))
            self.children[index] = child
        return child

    def prove(self) -> None:
        """Update the proven result after one of the children has been solved."""
        self.unsolved -= 1
        solved = [child.solved for child in self.children if child is not None and child.solved]
        if self.seat < 0:
            if not self.unsolved:
                pairs = list(zip(self.weights, solved, strict=True))
                self.solved = tuple(sum(weight * shares[i] for weight, shares in pairs) for i in range(len(self.totals)))
        else:
            best = max(solved, key=lambda shares: shares[self.seat])
            if not self.unsolved or best[self.seat] >= 1.0:
                self.solved = best

    def tried(self) -> Iterator[tuple[Any, Node]]:
        """Yield all moves whose child nodes have been visited or solved, along with these nodes."""
        for move, child in zip(self.moves or (), self.children, strict=True):
            if child is not None and (child.visits or child.solved):
                yield move, child

    def find(self, state: AnyState, plies: int) -> Node | None:
        """Return the node of a position at most `plies` below this one, or None if there is none or there are too many
        nodes to compare.
        """
        level = [self]
        for ply in range(plies + 1):
            for node in level:
                if node.state == state:
                    return node
            if ply < plies:
                level = [child for node in level for child in node.children if child]
                if len(level) > MAX_COMPARED_NODES:
                    return None
        return None


def _weight(ranked: tuple[float, Any]) -> float:
    return ranked[0]


def best(node: Node) -> tuple[Any, Node]:
    """Return the move to play from a searched node, along with its child node.

    This is the most visited move (the robust choice), or a proven move if that is at least as good. If all moves are proven
    losses, it is the one that was hardest to refute.
    """
    tried = list(node.tried())
    open_moves = [pair for pair in tried if pair[1].solved is None]
    proven = [pair for pair in tried if pair[1].solved is not None]
    robust = max(open_moves, key=lambda pair: (pair[1].visits, pair[1].mean[node.seat]), default=None)
    surest = max(proven, key=lambda pair: (pair[1].mean[node.seat], pair[1].visits), default=None)
    if robust is None or (surest and surest[1].mean[node.seat] >= robust[1].mean[node.seat]):
        assert surest is not None
        return surest
    return robust


def move_values(node: Node, most: int | None = None) -> list[MoveValue]:
    """Return the moves of a searched node with their values: first the move to play, then the others, sorted by the lower
    bounds of their values.
    """
    choice = best(node)[1]
    tried = sorted(node.tried(), key=lambda pair: (pair[1] is not choice, -_at_least(pair[1], node.seat)))
    return [
        MoveValue(move, child.mean, child.solved is not None, line=(move, *_line(child)), visits=child.visits)
        for move, child in tried[:most]
    ]


def _at_least(child: Node, seat: int) -> float:
    return child.mean[seat] if child.solved else child.mean[seat] - ONE_VISIT_DOUBT / sqrt(child.visits)


def _line(node: Node) -> list[Any]:
    """Return the principal variation from a node, up to the next throw and as deep as it was searched."""
    line: list[Any] = []
    while len(line) < MAX_LINE_PLIES - 1 and node.seat >= 0 and any(True for _ in node.tried()):
        move, node = best(node)
        line.append(move)
    return line
