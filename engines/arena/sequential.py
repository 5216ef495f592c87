"""Sequential test of the mean share of the win: a match ends as soon as a claim is decided.

This is Wald's test (1945) of two hypotheses: that the mean is the bar minus a margin, and that it is the bar plus a margin.
Its unit is the round, since the games of a round share openings and throws; it counts how often each mean share of a round
occurs. It makes no assumptions about the distribution of the shares, but uses the generalised likelihood ratio of a
multinomial, as described by Van den Bergh for pairs of games, which have five possible shares ("pentanomial"). If the true
mean is outside the margin on either side, at most the given fraction of matches are decided wrongly. Within the margin,
either decision is possible, and matches take longest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

UNSEEN_COUNT = 1e-3  # how often the least and the greatest share are counted if they have never occurred
BISECTION_STEPS = 100  # more than the interval's numbers have digits
SHARE_DIGITS = 9  # in which two shares must agree to count as the same


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about the mean share of the win, to be decided by a match.

    Attributes:
        bar: the claimed mean share.
        margin: the smallest difference that matters.
        risk: the acceptable fraction of wrong decisions.
    """

    bar: float
    margin: float
    risk: float

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the claim is decided."""
        return log((1 - self.risk) / self.risk)


class SequentialTest:
    """Sequential probability ratio test on the mean shares of rounds.

    Attributes:
        claim: the claim to be decided.
        rounds: the number of rounds so far.
    """

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.rounds = 0
        self._seen: Counter[float] = Counter()

    def add(self, share: float) -> None:
        """Add the mean share of a round, 0 to 1."""
        self._seen[round(share, SHARE_DIGITS)] += 1
        self.rounds += 1

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio, which is positive if it favours the claim."""
        claim = self.claim
        return log_likelihood_ratio(self._seen, claim.bar - claim.margin, claim.bar + claim.margin)

    @property
    def holds(self) -> bool | None:
        """Whether the claim holds, or None while it is undecided."""
        ratio = self.ratio
        return None if abs(ratio) < self.claim.bound else ratio > 0


def log_likelihood_ratio(seen: Mapping[float, float], low: float, high: float) -> float:
    """Return the log-likelihood ratio of a mean of `high` to a mean of `low`, using the likeliest distribution for each.

    Args:
        seen: the number of occurrences of each value.
        low, high: means between 0 and 1, the least and the greatest possible value.
    """
    counts = {0.0: UNSEEN_COUNT, 1.0: UNSEEN_COUNT} | {value: float(count) for value, count in seen.items()}
    first, second = (_tilt(counts, mean) for mean in (low, high))
    return sum(count * log((1 + first * (value - low)) / (1 + second * (value - high))) for value, count in counts.items())


def _tilt(counts: Mapping[float, float], mean: float) -> float:
    """Return the t for which the weights n / (1 + t * (value - mean)), the likeliest for this mean (Owen 1988), have it."""
    least, most = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(BISECTION_STEPS):
        t = (least + most) / 2
        if sum(count * (value - mean) / (1 + t * (value - mean)) for value, count in counts.items()) > 0:
            least = t
        else:
            most = t
    return (least + most) / 2
