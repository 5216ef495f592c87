"""The result of a tree search: the move to play, the values of the others, and the lines that follow."""

from __future__ import annotations

from math import sqrt
from typing import Any

from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.tree import Node

MAX_LINE_PLIES = 8  # shown of a line
ONE_VISIT_DOUBT = 0.5  # share of the win by which a move visited once may be worth less than it looks


def best(node: Node) -> tuple[Any, Node]:
    """Return the move to play from a searched node, and the node that it leads to.

    The most visited move (the robust choice); a proven one where that is at least as good; where all are proven lost,
    the one that was hardest to refute.
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
    """Return the moves of a searched node: the one to play first, the others by the lower bound of their value."""
    choice = best(node)[1]
    tried = sorted(node.tried(), key=lambda pair: (pair[1] is not choice, -_at_least(pair[1], node.seat)))
    return [
        MoveValue(move, child.mean, child.solved is not None, line=(move, *_line(child)), visits=child.visits)
        for move, child in tried[:most]
    ]


def _at_least(child: Node, seat: int) -> float:
    return child.mean[seat] if child.solved else child.mean[seat] - ONE_VISIT_DOUBT / sqrt(child.visits)


def _line(node: Node) -> list[Any]:
    """Return the best moves from here on, as far as they were looked at and until chance has its say."""
    line: list[Any] = []
    while len(line) < MAX_LINE_PLIES - 1 and node.seat >= 0 and any(True for _ in node.tried()):
        move, node = best(node)
        line.append(move)
    return line
