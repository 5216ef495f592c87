"""Machine instructions on the bits of a word, for kernels."""

# ruff: noqa: ARG001

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import uint64
from numba.extending import intrinsic

from engines.jit.records import Intrinsic


@intrinsic
def popcount(typing: Any, word: Any) -> Intrinsic:
    """The number of bits set in a word."""
    return uint64(uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def leading_zeros(typing: Any, word: Any) -> Intrinsic:
    """The number of zero bits above the highest bit set; 64 for a word of zero."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return uint64(uint64), generate
