"""The sequential test: its ratio against published ones, its errors against simulated matches."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from fourth_seat.engines.arena.sequential import Claim, SequentialTest, log_likelihood_ratio

PUBLISHED = [
    ((253, 4282, 17604, 4431, 286), (-0.25, 1.25), 2.94),
    ((58, 3302, 33130, 3518, 84), (0.25, 1.25), 2.97),
    ((491, 7345, 29693, 7670, 465), (-0.25, 1.25), 2.96),
    ((53, 2220, 21459, 2445, 47), (0.25, 1.25), 2.97),
    ((292, 5905, 28939, 6129, 299), (-0.25, 1.25), 2.95),
    ((5, 418, 6043, 506, 12), (0.25, 1.25), 2.92),
    ((115, 2196, 11328, 2317, 136), (-0.25, 1.25), 2.94),
    ((14, 1030, 14318, 1163, 19), (0.25, 1.25), 2.93),
]
"""Pairs of games of chess by their points (0, 1/2 ... 2), the hypotheses in Elo, and the ratio: tests of fishtest from
September 2020 to January 2021, as the descriptions of pull requests to Stockfish state them (3098, 3209, 3273, 3331).
"""


@pytest.mark.parametrize(("pairs", "elo", "wanted"), PUBLISHED)
def test_published_ratios(pairs: tuple[int, ...], elo: tuple[float, float], wanted: float) -> None:
    low, high = (1 / (1 + 10 ** (-each / 400)) for each in elo)
    seen = {points / 4: count for points, count in enumerate(pairs)}
    assert log_likelihood_ratio(seen, low, high) == pytest.approx(wanted, abs=0.0051)


def test_bound_is_walds() -> None:
    assert Claim(0.5, 0.01, 0.05).bound == pytest.approx(2.944, abs=0.001)
    assert Claim(0.5, 0.01, 0.01).bound == pytest.approx(log(99))


def test_wins_and_losses_alone() -> None:
    """With only two shares, it is the ratio of a binomial."""
    seen = {0.0: 40.0, 1.0: 60.0}
    wanted = 60 * log(0.55 / 0.45) + 40 * log(0.45 / 0.55)
    assert log_likelihood_ratio(seen, 0.45, 0.55) == pytest.approx(wanted)


def outcome(truth: float, claim: Claim, rng: Random) -> tuple[bool, int]:
    """Return how a simulated match of pairs ends in which a quarter of the games are drawn."""
    test = SequentialTest(claim)
    while (holds := test.holds) is None:
        test.add(sum(rng.choices((0.0, 0.5, 1.0), (0.875 - truth, 0.25, truth - 0.125))[0] for _ in range(2)) / 2)
    return holds, test.rounds


@pytest.mark.parametrize(("truth", "wanted"), [(0.45, False), (0.55, True)])
@pytest.mark.slow
def test_wrong_answers_come_as_rarely_as_promised(truth: float, wanted: bool) -> None:
    rng, claim = Random(f"{truth}"), Claim(0.5, 0.05, 0.05)
    answers = [outcome(truth, claim, rng)[0] for _ in range(200)]
    wrong = sum(answer != wanted for answer in answers)
    assert wrong <= 18, "10 of 200 on the mean; more than 18 in one of 200 such tests"


def rounds_needed(margin: float, spread: float, error: float) -> int:
    """Estimate the greatest mean number of rounds of a test, which it takes if the truth is exactly at the bar.

    By Wald's approximation: the ratio wanders with a standard deviation of 2 * margin / spread a round until it has come as
    far as the bound.

    Args:
        spread: the standard deviation of a round's mean share.
    """
    bound = log((1 - error) / error)
    return round((bound * spread / (2 * margin)) ** 2)


def test_it_ends_at_the_bar_itself() -> None:
    rng, claim = Random(1), Claim(0.5, 0.05, 0.05)
    ended = [outcome(0.5, claim, rng) for _ in range(60)]
    assert 15 < sum(holds for holds, _ in ended) < 45
    spread = (0.375 * 2 * 0.25 / 2) ** 0.5  # of a pair of games with three eighths won and as many lost
    mean = sum(rounds for _, rounds in ended) / len(ended)
    assert mean == pytest.approx(rounds_needed(0.05, spread, 0.05), rel=0.35)


def test_nothing_but_draws_decides_nothing() -> None:
    test = SequentialTest(Claim(0.5, 0.01, 0.01))
    for _ in range(100):
        test.add(0.5)
    assert test.holds is None
