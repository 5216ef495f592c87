"""Combines the likelihoods of all cells: no seed is lost, so the counts add up to the game's total unless a player is
holding some.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.vision.arrays import Floats

COMPLETE_PROBABILITY = 0.9  # how likely it is beforehand that all seeds lie on the board
MAX_BENT_NATS = 3.0  # of the likelihood that the total may cost: it settles doubts, but does not overrule a board


def together(logs: Floats) -> Floats:
    """Return the log-probabilities of the counts given the total, in the same shape as `logs`.

    For each cell, the distribution of the sum of all cells before it is convolved with that of all cells after it (a
    forward-backward algorithm). If the total cannot be reached, or only with unlikely counts, each cell keeps its own
    result.

    Args:
        logs: the log-likelihoods of 0..total seeds in each cell, shape (cells, total + 1).
    """
    chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
    cells, many = chances.shape
    before, behind = np.zeros((2, cells + 1, many))
    before[0, 0] = behind[cells, 0] = 1
    for cell in range(cells):
        before[cell + 1] = np.convolve(before[cell], chances[cell])[:many]
        behind[cells - 1 - cell] = np.convolve(behind[cells - cell], chances[cells - 1 - cell])[:many]
    others = np.array([np.convolve(before[cell], behind[cell + 1])[:many] for cell in range(cells)])
    whole = chances * others[:, ::-1]  # the others hold what is missing from the total
    all_there = COMPLETE_PROBABILITY * before[cells, -1]
    some_away = (1 - COMPLETE_PROBABILITY) * before[cells].sum() / many
    share = all_there / max(all_there + some_away, 1e-300)
    mixed = share * whole / np.maximum(whole.sum(axis=1, keepdims=True), 1e-300) + (1 - share) * chances
    bent = chances[range(cells), mixed.argmax(axis=1)]
    if np.log(chances.max(axis=1) / np.maximum(bent, 1e-300)).sum() > MAX_BENT_NATS:
        mixed = chances
    return np.asarray(np.log(np.maximum(mixed, 1e-300)), np.float64)
