"""Seeds that look like more than there are, and how one look at a known position tells it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.kalah import seed_counter
from vision.kalah.crowding import KEY, SeedCrowding, of_any_set

LARGE = 1.2  # power to which n seeds look like n


def looks(*counts: int, power: float = LARGE) -> NDArray[np.float64]:
    """Return logits of pits with so many seeds that look like more."""
    may = np.arange(seed_counter.MOST + 1)
    logits = [[*(-6 * (may - count**power) ** 2), -20.0] for count in counts]
    return np.array(logits, np.float64)


def test_one_look_at_the_start_tells_how_many_all_pits_hold() -> None:
    usual = SeedCrowding()
    learned = usual.learned(looks(*12 * [4]), 12 * [4])
    later = looks(0, 1, 2, 3, 4, 5, 6, 7)
    assert learned.counted(later).argmax(axis=1).tolist() == list(range(8))
    assert usual.counted(later).argmax(axis=1).tolist() != list(range(8))


def test_few_seeds_stay_sure_where_many_are_misread() -> None:
    start = np.vstack([looks(n, power=1.0) for n in (3, 5, 6, 4, 2, 5, 3, 6, 4, 4, 5, 3)])  # twelve pits with four
    learned = SeedCrowding().learned(start, 12 * [4])
    assert learned.spread > SeedCrowding().spread
    one, six = learned.counted(looks(1, 6, power=1.0))
    assert one[1] - one[2] > 2
    assert six[6] - six[5] < 1


def test_what_is_known_of_no_set_is_read_as_the_network_reads_it() -> None:
    """But nothing is ruled out that another set might look like."""
    logits = looks(5, power=1.0)
    assert of_any_set(logits).argmax() == 5
    sharp = logits / 1.4
    sharp = sharp[:, : seed_counter.NO_PIT] - np.logaddexp.reduce(sharp[:, : seed_counter.NO_PIT], axis=1)
    assert of_any_set(logits)[0, 4] > sharp[0, 4]


def test_it_is_kept_in_a_look() -> None:
    crowding = SeedCrowding(1.11, 0.24)
    assert SeedCrowding.of(crowding.stored()) == crowding
    assert SeedCrowding.of({}) is None
    with pytest.raises(ValueError, match="crowding"):
        SeedCrowding.of({KEY: [9, 9]})
