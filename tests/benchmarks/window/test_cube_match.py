"""Games with the doubling cube by left clicks alone, as real events of the X server."""

from __future__ import annotations

import pytest

from benchmarks.window.cube_match import COMPUTER, PERSON, play


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_turn_of_the_computer_takes_its_dice_and_one_done() -> None:
    counts = play(12)
    assert set(counts.dones) == {1} and len(counts.dones) > 10
    taps = counts.taps[
        COMPUTER
    ]  # two dice, and Done once its checkers have been moved, if they can; the answer to a double
    assert set(taps) <= {2, 3, 4} and taps.count(3) > len(taps) / 2
    assert max(counts.taps[PERSON]) <= 12, "to double and to answer, two dice, and four checkers"
    assert {(PERSON, "double"), (COMPUTER, "double")} & counts.said and len(counts.said) > 1
