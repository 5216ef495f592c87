"""Strengths in logits from the results of pairs: a Bradley-Terry fit (Bradley and Terry 1952; Hunter 2004)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log
from typing import TypeVar

ROUNDS = 2_000
PRIOR_GAMES = 0.5  # drawn games of each pair, added so that every strength is bounded

K = TypeVar("K", bound=Hashable)


def ratings(results: Mapping[tuple[K, K], Sequence[float]]) -> dict[K, float]:
    """Return each player's strength in logits, their mean 0, from what the first of each pair won in each of its games."""
    wins: dict[K, float] = {}
    games: dict[tuple[K, K], float] = {}
    for (one, other), shares in results.items():
        played = len(shares) + PRIOR_GAMES
        won = sum(shares) + PRIOR_GAMES / 2
        wins[one] = wins.get(one, 0.0) + won
        wins[other] = wins.get(other, 0.0) + played - won
        for pair in ((one, other), (other, one)):
            games[pair] = games.get(pair, 0.0) + played
    odds = dict.fromkeys(wins, 1.0)
    for _ in range(ROUNDS):
        sums = dict.fromkeys(wins, 0.0)
        for (one, other), played in games.items():
            sums[one] += played / (odds[one] + odds[other])
        odds = {one: wins[one] / sums[one] for one in wins}
        middle = sum(map(log, odds.values())) / len(odds)
        odds = {one: odd / 2.718281828459045**middle for one, odd in odds.items()}
    return {one: log(odd) for one, odd in odds.items()}
