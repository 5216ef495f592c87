"""What a placement was worth wherever in the tree it was made: a first guess at what it is worth here.

Most of what makes a placement good lies around it, and is the same after other placements elsewhere. So each side's mean
over all simulations in which it made a placement, less that over all simulations, tells of a child before it was tried much
(progressive history; Nijssen and Winands 2011). As a child is tried more often, its own mean counts more.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32

from engines.blokus.kernels.board import COLOURS
from engines.jit.compile import part
from engines.jit.memory import load_float, load_int, store_float, store_int

U = np.uint64

# A history in memory: for each colour and placement how often it was made (32 bits) and what it was worth (a float); then
# the same for all simulations, by side.
ALL = COLOURS << U(16)
HISTORY_WORDS = ALL + COLOURS

TRIES = float32(20)  # after which a placement's mean is trusted by half
LATEST = U(2000)  # tries: later ones go on counting for as much, for the tree still learns


@part
def entry_of(colour, placement):
    """Where a placement is kept."""
    return (colour << U(16)) | placement


@part
def learn(history, entry, worth):
    """One simulation more."""
    tries = min(load_int(history, U(2) * entry) + U(1), LATEST)
    mean = load_float(history, U(2) * entry + U(1))
    store_int(history, U(2) * entry, tries)
    store_float(history, U(2) * entry + U(1), mean + (worth - mean) / float32(tries))


@part
def trust_in(history, entry):
    """How far an entry is to be trusted, from 0 to 1."""
    tries = float32(load_int(history, U(2) * entry))
    return tries / (tries + TRIES)


@part
def better(history, entry, side):
    """How much more a placement was worth to a side than other placements."""
    return load_float(history, U(2) * entry + U(1)) - load_float(history, U(2) * (ALL | side) + U(1))
