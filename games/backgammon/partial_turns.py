"""Partial turns, and the hops that can complete them to form a legal turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from fourth_seat.games.backgammon.checkers import BackgammonBoard, Hop, hops, moved
from fourth_seat.games.backgammon.moves import Dice
from fourth_seat.games.backgammon.turns import dice_of, turns, without

PartialTurn = tuple[BackgammonBoard, tuple[int, ...]]
"""The board, with the mover's checkers first, and the remaining dice."""

PartialTurnGraph = Mapping[PartialTurn, Mapping[Hop, frozenset[PartialTurn]]]
"""Maps each partial turn to its possible hops, and each hop to the resulting partial turns."""

MAX_CACHED_TURNS = 4  # one holds up to some thousand nodes, and taps enter one at a time


@lru_cache(MAX_CACHED_TURNS)
def partial_turns(board: BackgammonBoard, dice: Dice) -> PartialTurnGraph:
    """Return the graph of all sequences of hops that end in a legal position."""
    ends = turns(board, dice)
    graph: dict[PartialTurn, dict[Hop, frozenset[PartialTurn]]] = {}

    def leads_on(node: PartialTurn) -> bool:
        """Return whether a legal final position can be reached, and add the node to the graph."""
        if node not in graph:
            position, left = node
            following: dict[Hop, set[PartialTurn]] = defaultdict(set)
            for die in dict.fromkeys(left):
                for hop in hops(position, die):
                    child = moved(position, *hop), without(left, die)
                    if leads_on(child):
                        following[hop].add(child)
            graph[node] = {hop: frozenset(children) for hop, children in following.items()}
        return bool(graph[node]) or node[0] in ends

    leads_on((board, dice_of(dice)))
    return graph


Ways = Mapping[int, Mapping[int, frozenset[PartialTurn]]]
"""Partial turns, keyed by the start and then by the end of a checker's next move."""


def next_hops(graph: PartialTurnGraph, nodes: Iterable[PartialTurn]) -> Ways:
    """Return the destinations that each checker can reach with its next move.

    A move uses one die, or several dice for the same checker if all orders of playing them lead to the same board.

    Args:
        graph: the graph of partial turns.
        nodes: the current partial turns, which differ only in the remaining dice.
    """
    single: dict[Hop, set[PartialTurn]] = defaultdict(set)
    for node in nodes:
        for hop, children in graph[node].items():
            single[hop] |= children
    carried: dict[Hop, set[PartialTurn]] = defaultdict(set)
    for (start, end), nexts in single.items():
        _carry(graph, start, end, nexts, carried)
    ways: dict[int, dict[int, frozenset[PartialTurn]]] = defaultdict(dict)
    for (start, end), nexts in (*single.items(), *carried.items()):
        boards = {board for board, _ in nexts}
        if end not in ways[start] and len(boards) == 1:
            same = {node for node in carried.get((start, end), ()) if node[0] in boards}
            ways[start][end] = frozenset(nexts | same)
    return {start: ends for start, ends in ways.items() if ends}


def _carry(
    graph: PartialTurnGraph, start: int, over: int, nodes: Iterable[PartialTurn], carried: dict[Hop, set[PartialTurn]]
) -> None:
    """Add the continuations of a checker that moved from `start` to `over`."""
    further: dict[int, set[PartialTurn]] = defaultdict(set)
    for node in nodes:
        for (at, end), children in graph[node].items():
            if at == over:
                further[end] |= children
    for end, nexts in further.items():
        carried[start, end] |= nexts
        _carry(graph, start, end, nexts, carried)


def reachable_ends(
    graph: PartialTurnGraph, ends: Collection[BackgammonBoard], nodes: Iterable[PartialTurn]
) -> set[BackgammonBoard]:
    """Return the legal final positions that are still reachable."""
    seen: set[PartialTurn] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            for children in graph[node].values():
                waiting.extend(children)
    return {board for board, _ in seen if board in ends}
