"""Machine instructions for kernels, implemented as numba intrinsics; see `engines.jit.bits` and `engines.jit.records`."""

# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types, uint64
from numba.core import cgutils as typed_cgutils
from numba.core.errors import RequireLiteralValue
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numba.np import arrayobj as typed_arrayobj

Intrinsic = tuple[Signature, Callable[[Any, Any, Any, Any], Any]]
"""The parts of an instruction that numba needs: its signature, and its generator for LLVM, which has no types."""
cgutils: Any = typed_cgutils  # numba's own types leave these functions out
arrayobj: Any = typed_arrayobj


def _atomic(operation: str, name: str, text: str) -> Any:
    def typed(typing: Any, record: Any, field: Any, value: Any) -> Intrinsic:
        if not isinstance(field, types.StringLiteral):
            raise RequireLiteralValue("the name of a field, as a constant")
        kind, offset = record.typeof(field.literal_value), record.offset(field.literal_value)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = cgutils.get_record_member(builder, args[0], offset, context.get_data_type(kind))
            number = context.cast(builder, args[2], signature.args[2], kind)
            return builder.atomic_rmw(operation, place, number, "monotonic")

        return kind(record, field, value), generate

    typed.__name__, typed.__doc__ = name, text
    return intrinsic(prefer_literal=True)(typed)


add_atomic = _atomic("add", "add_atomic", "Add to the named field of a record; returns what it was. Safe among threads.")
exchange = _atomic("xchg", "exchange", "Write the named field of a record; returns what it was. Safe among threads.")


@intrinsic(prefer_literal=True)
def read_shared(typing: Any, record: Any, field: Any) -> Intrinsic:
    """Read a record's field from memory each time, because another thread may write to it at any time."""
    if not isinstance(field, types.StringLiteral):
        raise RequireLiteralValue("the name of a field, as a constant")
    kind, offset = record.typeof(field.literal_value), record.offset(field.literal_value)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.get_record_member(builder, args[0], offset, context.get_data_type(kind))
        return builder.load_atomic(place, "monotonic", context.get_abi_sizeof(context.get_data_type(kind)))

    return kind(record, field), generate


@intrinsic
def prefetch(typing: Any, array: Any, index: Any) -> Intrinsic:
    """Prefetch an element of a one-dimensional array into the processor's cache."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        view = arrayobj.make_array(kind)(context, builder, args[0])
        byte = ir.IntType(8).as_pointer()
        int32 = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [byte, int32, int32, int32])
        function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
        place = builder.bitcast(builder.gep(view.data, [args[1]]), byte)
        builder.call(function, [place, int32(0), int32(3), int32(1)])
        return context.get_dummy_value()

    return types.void(array, index), generate


@intrinsic
def popcount(typing: Any, word: Any) -> Intrinsic:
    """Return the number of set bits in a word."""
    return uint64(uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@intrinsic
def leading_zeros(typing: Any, word: Any) -> Intrinsic:
    """Return the number of leading zero bits in a word; 64 if the word is zero."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return uint64(uint64), generate
