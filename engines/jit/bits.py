"""Machine instructions on the bits of a word, for kernels."""

# mypy: ignore-errors
# ruff: noqa: ARG001

from __future__ import annotations

from llvmlite import ir
from numba import uint64
from numba.extending import intrinsic


@intrinsic
def popcount(typing, word):
    """The number of bits set in a word."""
    return uint64(uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def leading_zeros(typing, word):
    """The number of zero bits above the highest bit set; 64 for a word of zero."""

    def generate(context, builder, signature, args):
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return uint64(uint64), generate
