"""Crowding of a set's seeds: how many seeds its pits look like, and how surely, as one look at a known position tells it.

Large seeds, or glass in which lamps are mirrored, look like more than there are; one looks like one all the same. So n
seeds look like n to some power, with a spread that grows with them: few are counted surely in any set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.kalah import seed_counter
from vision.protocols import Appearance

KEY = "crowding"  # in a set's appearance
POWERS = tuple(np.geomspace(0.75, 1.35, 25).round(3).tolist())
SPREADS = (0.12, 0.17, 0.24, 0.35, 0.5)  # standard deviations of what is seen for each seed after the first
USUAL_SPREAD = 0.17
POWER_SIGMA, SPREAD_SIGMA = 0.08, 0.5  # standard deviations of their logarithms among sets
SHARPNESS = 0.2  # standard deviation of what one or no seed is taken for
TEMPERATURE = 1.4  # by which the network's logarithms are divided
PLAIN = 0.9  # share of sets that look as those that the network has learned
UNLIKELY = 1e-4  # of what is seen, whatever lies there

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SeedCrowding:
    """Crowding of one set's seeds.

    Attributes:
        power: n seeds look like n to this power.
        spread: standard deviation of what they look like, for each seed after the first.
    """

    power: float = 1.0
    spread: float = USUAL_SPREAD

    @classmethod
    def of(cls, appearance: Appearance) -> SeedCrowding | None:
        """Restore the crowding that an appearance holds; None where none was learned.

        Raises:
            ValueError: it is none.
        """
        if KEY not in appearance:
            return None
        power, spread = map(float, appearance[KEY])
        if not (POWERS[0] <= power <= POWERS[-1] and SPREADS[0] <= spread <= SPREADS[-1]):
            raise ValueError("no crowding of seeds")
        return cls(power, spread)

    def stored(self) -> Appearance:
        """Return the crowding as an appearance holds it."""
        return {KEY: [self.power, self.spread]}

    def counted(self, logits: Floats) -> Floats:
        """Return the logarithms of the likelihoods of 0..MOST seeds, shape (pits, MOST + 1), by the network's logits."""
        looks = np.exp(seed_counter.normalised(logits[:, : seed_counter.NO_PIT] / TEMPERATURE))
        return np.asarray(np.log(looks @ _looks_like(self.power, self.spread) + UNLIKELY), np.float64)

    def learned(self, logits: Floats, counts: Sequence[int]) -> SeedCrowding:
        """Return the crowding under which pits that are known to hold these are likeliest, near this one."""
        tried = [SeedCrowding(power, spread) for power in POWERS for spread in SPREADS]
        return min(tried, key=lambda crowding: crowding.surprise(logits, counts) + self.unlike(crowding))

    def surprise(self, logits: Floats, counts: Sequence[int]) -> float:
        """Return the surprise at these counts: the negative logarithm of their probability."""
        logs = seed_counter.normalised(self.counted(logits))
        return -float(logs[np.arange(len(counts)), list(counts)].sum())

    def unlike(self, other: SeedCrowding) -> float:
        """Return the surprise at a set that is known as this and turns out as the other."""
        power, spread = np.log(other.power / self.power), np.log(other.spread / self.spread)
        return float((power / POWER_SIGMA) ** 2 + (spread / SPREAD_SIGMA) ** 2) / 2


def of_any_set(logits: Floats) -> Floats:
    """Return the same as `counted`, normalised, for a set of which nothing is known."""
    usual = SeedCrowding()
    sets = [SeedCrowding(power) for power in POWERS[::3]]
    logs = [crowding.counted(logits) - usual.unlike(crowding) for crowding in sets]
    any_other = seed_counter.normalised(np.logaddexp.reduce(np.array(logs), axis=0))
    plain = seed_counter.normalised(logits[:, : seed_counter.NO_PIT] / TEMPERATURE)
    return np.asarray(np.logaddexp(plain + np.log(PLAIN), any_other + np.log(1 - PLAIN)), np.float64)


@lru_cache(maxsize=len(POWERS) * len(SPREADS))
def _looks_like(power: float, spread: float) -> Floats:
    """Return the probability that so many seeds look like so many: shape (looks, counts), columns add up to 1."""
    counts = np.arange(seed_counter.NO_PIT)
    middle = counts**power
    sigma = np.hypot(SHARPNESS, spread * np.maximum(middle - 1, 0))
    middle[-1] = min(middle[-1], counts[-1])  # the last stands for all above it
    chances = np.exp(-(((counts[:, None] - np.minimum(middle, counts[-1])) / sigma) ** 2) / 2)
    return np.asarray(chances / chances.sum(axis=0), np.float64)
