"""What kernels work on: records, which are numpy structured dtypes that Python and machine code read by the same names.

    BOARD = record_dtype([("left", np.uint64, 4), ("grids", np.uint32, (4, SQUARES))])
    HAND = record_dtype([("board", BOARD), ("random", np.uint64)])

    @record_kernel(void(record_type(HAND), array_of(NODE), uint64))
    def search(hand, nodes, simulations): ... hand.board.grids[colour, square] ... nodes[child].visits ...

A kernel is given a record as a pointer, without any counting of references: `hand`, `hand.board` and `nodes[child]` cost
nothing to pass on. Field and array of a field are views; assigning to them writes into the memory that Python sees.
Atomic operations name a field of a record; an update between two threads is then never lost.
"""

# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils as typed_cgutils
from numba.core.errors import RequireLiteralValue
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numba.np import arrayobj as typed_arrayobj
from numpy.typing import DTypeLike

Intrinsic = tuple[Signature, Callable[[Any, Any, Any, Any], Any]]
"""What numba asks of an instruction of our own: its signature, and what generates it with LLVM, which has no types."""
cgutils: Any = typed_cgutils  # numba's own types leave these functions out
arrayobj: Any = typed_arrayobj


def record_dtype(fields: Any) -> np.dtype[np.void]:
    """The dtype of a record with these fields, (name, kind) or (name, kind, shape), each at its natural alignment."""
    dtype: np.dtype[np.void] = np.dtype(fields, align=True)
    return dtype


def record_type(dtype: np.dtype[np.void]) -> types.Type:
    """The numba type of one record, for a kernel's signature. Python passes `array[0]`."""
    return from_dtype(dtype)


def array_of(dtype: DTypeLike) -> types.Array:
    """The numba type of a contiguous array of records or numbers of a kind, for a kernel's signature."""
    return from_dtype(np.dtype(dtype))[::1]


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
    """Read the named field of a record, which another thread may write at any time: never kept from an earlier read."""
    if not isinstance(field, types.StringLiteral):
        raise RequireLiteralValue("the name of a field, as a constant")
    kind, offset = record.typeof(field.literal_value), record.offset(field.literal_value)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.get_record_member(builder, args[0], offset, context.get_data_type(kind))
        return builder.load_atomic(place, "monotonic", context.get_abi_sizeof(context.get_data_type(kind)))

    return kind(record, field), generate


@intrinsic
def prefetch(typing: Any, array: Any, index: Any) -> Intrinsic:
    """Ask the processor to fetch an element of a one-dimensional array, which will be read soon."""

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
