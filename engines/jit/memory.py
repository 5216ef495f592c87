"""Raw memory and machine instructions for kernels: unsigned 64-bit words and signed bytes at an address.

Nothing checks an address or an index; that is why a kernel's buffers belong to one class beside it.
"""

# mypy: ignore-errors
# ruff: noqa: ARG001

from __future__ import annotations

from llvmlite import ir
from numba import int64, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic

_WORD, _BYTE, _INT32 = ir.IntType(64), ir.IntType(8), ir.IntType(32)


def _place(builder, address, index, kind):
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


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


@intrinsic
def load(typing, address, index):
    """The word at an index, counted in words."""
    return uint64(uint64, uint64), lambda _context, builder, _signature, args: builder.load(_place(builder, *args, _WORD))


@intrinsic
def store(typing, address, index, word):
    """Writes a word at an index, counted in words."""

    def generate(context, builder, signature, args):
        builder.store(args[2], _place(builder, args[0], args[1], _WORD))
        return context.get_dummy_value()

    return types.void(uint64, uint64, uint64), generate


@intrinsic
def load_byte(typing, address, index):
    """The signed byte at an index."""

    def generate(context, builder, signature, args):
        return builder.sext(builder.load(_place(builder, *args, _BYTE)), _WORD)

    return int64(uint64, uint64), generate


@intrinsic
def store_byte(typing, address, index, value):
    """Writes a signed byte, -128 to 127, at an index."""

    def generate(context, builder, signature, args):
        builder.store(builder.trunc(args[2], _BYTE), _place(builder, args[0], args[1], _BYTE))
        return context.get_dummy_value()

    return types.void(uint64, uint64, int64), generate


@intrinsic
def load_int(typing, address, index):
    """The unsigned 32-bit number at an index, counted in such numbers."""

    def generate(context, builder, signature, args):
        return builder.zext(builder.load(_place(builder, *args, _INT32)), _WORD)

    return uint64(uint64, uint64), generate


@intrinsic
def prefetch(typing, address, index):
    """Tells the processor that the word at an index will be read soon."""

    def generate(context, builder, signature, args):
        pointer = _BYTE.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, _INT32, _INT32, _INT32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        place = builder.bitcast(_place(builder, *args, _WORD), pointer)
        builder.call(function, [place, _INT32(0), _INT32(3), _INT32(1)])
        return context.get_dummy_value()

    return types.void(uint64, uint64), generate
