"""Code of a set: how its pits look that hold so many seeds, as looks at known positions tell it.

Seeds differ in size, colour and gloss, and glass mirrors lamps, so that one set's four look like another's six. The network
that counts takes these numbers beside the picture of a pit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.kalah import seed_counter
from vision.protocols import Appearance

KEY = "code"  # in a set's appearance
MOST_LOOKS = 8  # that are averaged; later ones count as much as one of these
LARGEST = 1e3  # a number of a code

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class SetCode:
    """Code of one set.

    Attributes:
        numbers: what the network takes, shape (seed_counter.CODE,).
        looks: how many looks they are the mean of.
    """

    numbers: Floats
    looks: int

    @classmethod
    def of(cls, appearance: Appearance) -> SetCode | None:
        """Restore the code that an appearance holds; None where none was learned.

        Raises:
            ValueError: it is none.
        """
        if KEY not in appearance:
            return None
        looks, *numbers = map(float, appearance[KEY])
        if not 1 <= looks <= MOST_LOOKS or len(numbers) != seed_counter.CODE or not np.abs(numbers).max() < LARGEST:
            raise ValueError("no code of a Kalah set")
        return cls(np.array(numbers, np.float32), int(looks))

    def stored(self) -> Appearance:
        """Return the code as an appearance holds it."""
        return {KEY: [self.looks, *self.numbers.round(3).tolist()]}


def learned(before: SetCode | None, pits: NDArray[np.uint8], counts: Sequence[int]) -> SetCode:
    """Return the code of a set, one look more: pits, shape (n, SIDE, SIDE, 3), that hold these."""
    now = seed_counter.code_of(pits, np.array(counts, np.intp))
    if before is None:
        return SetCode(now, 1)
    looks = min(before.looks + 1, MOST_LOOKS)
    return SetCode(before.numbers + (now - before.numbers) / np.float32(looks), looks)
