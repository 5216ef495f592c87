"""Placing of each thing, a little askew: by chance, but the same as long as the same lies in the same place."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class HandPlacing:
    """Random numbers by purpose, so that a move disturbs only the objects that it touches."""

    seed: int

    def of(self, *key: object) -> np.random.Generator:
        """Return the random numbers for one object: by a cell's name and contents, say."""
        return np.random.default_rng([self.seed, zlib.crc32(repr(key).encode())])
