"""Machine instructions on the bits of a word, for kernels."""

from __future__ import annotations

from typing import Any

from fourth_seat.engines.jit.kernels import Instruction


@Instruction
def popcount(word: Any) -> Any:
    """Return the number of bits set in a word."""


@Instruction
def leading_zeros(word: Any) -> Any:
    """Return the number of zero bits above the highest bit set; 64 for a word of zero."""
