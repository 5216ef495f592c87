"""What is obvious in games of model players, and how often a player misses it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from fourth_seat.engines.protocol import Choose
from fourth_seat.games import AnyState
from training.levels.games import Arena, Play

EVERY_NTH = 3  # positions with something obvious of which one is taken, so that few come from one game


def obvious_positions(arena: Arena, people: Mapping[str, Choose]) -> Iterator[tuple[AnyState, frozenset[Any]]]:
    """Yield positions in which something obvious is better than everything that is not, with the obvious moves, endlessly,
    from games in which model players take turns. Club players think too long for this many games.
    """
    kinds = sorted(set(people) - {"club"})

    def anybody(state: AnyState, rng: Random, _seed: str) -> Any:
        return people[rng.choice(kinds)](state, rng)

    seen = 0
    for state, candidates in arena.decisions(anybody, "obvious"):
        obvious = frozenset(each.move for each in candidates if each.obvious)
        best = max(each.worth for each in candidates if each.obvious) if obvious else 0.0
        if len(obvious) < len(candidates) and all(each.obvious or each.worth < best for each in candidates):
            seen += 1
            if seen % EVERY_NTH == 0:
                yield state, obvious


def missed(positions: Sequence[tuple[AnyState, frozenset[Any]]], play: Play) -> float:
    """Return the share of the positions in which a player does nothing obvious; each counts as a separate game."""
    found = [play(state, Random(n), f"position {n}") not in obvious for n, (state, obvious) in enumerate(positions)]
    return sum(found) / len(found)
