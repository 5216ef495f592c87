"""Bit manipulation instructions for kernels."""

from __future__ import annotations

from typing import Any

from fourth_seat.engines.jit.kernels import Instruction


@Instruction
def popcount(word: Any) -> Any:
    """Return the number of set bits in a word."""


@Instruction
def leading_zeros(word: Any) -> Any:
    """Return the number of leading zero bits in a word; 64 if the word is zero."""
