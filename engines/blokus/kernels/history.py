"""Progressive history: what a placement was worth wherever in the tree it was made, as a first guess of its worth here.

Most of what makes a placement good lies around it and is the same after other placements elsewhere. So a side's mean result
over all simulations in which it made a placement, minus its mean over all simulations, estimates a child that has few
visits (Nijssen and Winands 2011, "Enhancements for multi-player Monte-Carlo tree search"). The more visits the child has,
the less the estimate counts.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32

from engines.blokus.kernels.board import COLOURS
from engines.jit.compile import record_part
from engines.jit.records import record_dtype

U = np.uint64

RESULTS = record_dtype(
    [
        ("tries", np.uint32),  # at most `MAX_TRIES`
        ("mean", np.float32),  # worth to the side that tried it, 0 to 1
    ]
)
HISTORY = record_dtype(
    [
        ("placements", RESULTS, (COLOURS, 1 << 16)),  # by colour and placement
        ("sides", RESULTS, COLOURS),  # all simulations, by side
    ]
)

HALF_TRUST_TRIES = float32(20)  # after which an entry is trusted by half
MAX_TRIES = U(2000)  # from then on the mean is a moving average, because the tree goes on learning


@record_part
def learn(results, worth):
    """Add the worth of one simulation."""
    tries = min(results.tries + U(1), MAX_TRIES)
    results.tries = tries
    results.mean += (worth - results.mean) / float32(tries)


@record_part
def trust_in(results):
    """Return how far a mean is to be trusted, from 0 to 1."""
    tries = float32(results.tries)
    return tries / (tries + HALF_TRUST_TRIES)
