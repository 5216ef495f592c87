"""Games with the doubling cube by left clicks alone, as real events of the X server."""

from __future__ import annotations

import pytest

from benchmarks.window.cube_match import COMPUTER, PERSON, play


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_turn_of_the_computer_takes_its_dice_and_one_done() -> None:
    counts = play(3)
    assert set(counts.dones) == {1} and len(counts.dones) > 10
    assert set(counts.taps[COMPUTER]) == {3}, "two dice, and Done once its checkers have been moved"
    assert max(counts.taps[PERSON]) <= 12, "to double and to answer, two dice, and four checkers"
    assert {(PERSON, "double"), (COMPUTER, "double")} & counts.said and len(counts.said) > 1
