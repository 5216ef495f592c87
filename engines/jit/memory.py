"""Raw memory and machine instructions for kernels: numbers of several widths at an address.

An array handed from function to function is counted each time, which takes longer than what small functions do with it.

Nothing checks an address or an index; that is why a kernel's buffers belong to one class beside it.
"""

# mypy: ignore-errors
# ruff: noqa: ARG001

from __future__ import annotations

from llvmlite import ir
from numba import float32, int64, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic

_WORD, _INT32, _INT16, _BYTE = (ir.IntType(bits) for bits in (64, 32, 16, 8))
_FLOAT = ir.FloatType()


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


def _loader(kind, name):
    def generate(_context, builder, _signature, args):
        return builder.zext(builder.load(_place(builder, *args, kind)), _WORD)

    def typed(typing, address, index):
        return uint64(uint64, uint64), generate

    typed.__name__, typed.__doc__ = name, f"The unsigned {kind.width}-bit number at an index, counted in such numbers."
    return intrinsic(typed)


def _storer(kind, name):
    def generate(context, builder, _signature, args):
        builder.store(builder.trunc(args[2], kind), _place(builder, args[0], args[1], kind))
        return context.get_dummy_value()

    def typed(typing, address, index, value):
        return types.void(uint64, uint64, uint64), generate

    typed.__name__, typed.__doc__ = name, f"Writes an unsigned {kind.width}-bit number at an index."
    return intrinsic(typed)


load_int, store_int = _loader(_INT32, "load_int"), _storer(_INT32, "store_int")
load_short, store_short = _loader(_INT16, "load_short"), _storer(_INT16, "store_short")


@intrinsic
def load_float(typing, address, index):
    """The 32-bit floating point number at an index."""
    return float32(uint64, uint64), lambda _context, builder, _signature, args: builder.load(_place(builder, *args, _FLOAT))


@intrinsic
def store_float(typing, address, index, value):
    """Writes a 32-bit floating point number at an index."""

    def generate(context, builder, signature, args):
        builder.store(args[2], _place(builder, args[0], args[1], _FLOAT))
        return context.get_dummy_value()

    return types.void(uint64, uint64, float32), generate


def _counter(operation, name, text):
    def generate(context, builder, signature, args):
        return builder.atomic_rmw(operation, _place(builder, args[0], args[1], _WORD), args[2], "monotonic")

    def typed(typing, address, index, value):
        return uint64(uint64, uint64, uint64), generate

    typed.__name__, typed.__doc__ = name, text
    return intrinsic(typed)


add_atomic = _counter("add", "add_atomic", "Adds to the word at an index; gives what it was. Safe among threads.")
exchange = _counter("xchg", "exchange", "Writes the word at an index; gives what it was. Safe among threads.")


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
