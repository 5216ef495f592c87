"""Progressive history: the worth of placements elsewhere."""

from __future__ import annotations

from random import Random
from statistics import mean

import numpy as np
import pytest

from fourth_seat.engines.blokus.kernels.tree import MAX_TRIES, RESULTS, learn, trust_in
from fourth_seat.engines.blokus.position import placement_of
from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.games import find
from fourth_seat.games.blokus.rules import start


def no_results() -> np.void:
    results: np.void = np.zeros(1, RESULTS)[0]
    return results


def test_a_placement_is_known_by_its_mean() -> None:
    results, rng = no_results(), Random(1)
    assert trust_in(results) == 0
    found = [rng.random() for _ in range(20)]
    for worth in found:
        learn(results, np.float32(worth))
    assert trust_in(results) == pytest.approx(0.5)
    assert results["mean"] == pytest.approx(mean(found), abs=1e-5)


def test_a_long_history_follows_what_is_found_now() -> None:
    results = no_results()
    for worth in (0.0, 1.0):
        for _ in range(3 * int(MAX_TRIES)):
            learn(results, np.float32(worth))
    assert results["mean"] == pytest.approx(0.95, abs=0.01)


def test_every_simulation_is_kept() -> None:
    tree = BlokusTree(32 << 20, 1, seed=1)
    state = start(find("blokus").options(""))
    tree.set_position(state, weights(state.setting))
    tree.search(600)
    history = tree._tree["history"]
    assert history["sides"]["tries"].tolist() == [600] * 4
    for child in tree.root_moves():
        assert history["placements"]["tries"][0, placement_of(child.move.squares)] >= child.visits
