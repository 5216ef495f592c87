"""Random placing of pieces, which stays the same for a piece as long as its cell and contents do."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class HandPlacing:
    """Random numbers by key, so that a move disturbs only the pieces that it touches."""

    seed: int

    def of(self, *key: object) -> np.random.Generator:
        """Return the rng of one object; its key may be a cell's name and contents."""
        return np.random.default_rng([self.seed, zlib.crc32(repr(key).encode())])
