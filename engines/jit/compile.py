"""Compilation of kernels with numba.

Recursive functions must not be cached, because numba would load them incorrectly. Kernels therefore use an explicit stack
instead of recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from fourth_seat.engines.jit import instructions  # numba has to know them before it comes across them
from fourth_seat.engines.jit.cache import keep_code
from fourth_seat.engines.jit.types import Array, KernelType, NamedTuple, Number, RecordType, Signature

Function = Callable[..., Any]

numba_types: Any = numba.types  # whose makers of tuples have no types


keep_code()


def compiled_kernel(function: Function, signature: Signature, options: dict[str, Any]) -> Function:
    """Return a kernel compiled for these types; the machine code is cached on disk."""
    result = numba_type(signature.result) if signature.result else numba.void
    types = [numba_type(kind) for kind in signature.arguments]
    return _njit(function, result(*types), cache=True, nogil=True, **options)


def compiled_part(function: Function, options: dict[str, Any]) -> Function:
    """Return a function for use in kernels, compiled for whatever argument types it is called with."""
    return _njit(function, **options)


def numba_type(kind: KernelType) -> Any:
    """Return the numba type for one of our kernel types."""
    match kind:
        case Number(name):
            return numba.boolean if name == "bool" else getattr(numba, name)
        case RecordType(dtype):
            return numba.from_dtype(dtype)
        case Array(dtype, axes):
            return numba.types.Array(numba.from_dtype(dtype), axes, "C")
        case NamedTuple(kinds, named):
            fields, types = [numba_type(each) for each in kinds], numba_types
            one = len(set(fields)) == 1
            return types.NamedUniTuple(fields[0], len(fields), named) if one else types.NamedTuple(fields, named)
    raise TypeError(f"no kernel takes {kind}")


def _njit(function: Function, *signature: Any, **options: Any) -> Function:
    njit: Any = numba.njit  # its types know neither `_nrt` nor kernels whose types are in the signature alone
    made: Function = njit(*signature, **options)(function)
    return made


def instruction(name: str) -> Function:
    """Return the machine instruction with this name from `engines.jit.instructions`."""
    made: Function = getattr(instructions, name)
    return made


def understand(kind: type[Any], meant: Callable[[Any], Function]) -> None:
    """Allow kernels to call instances of a class: numba replaces each instance with the function that `meant` returns."""

    def type_of(value: Any, _context: Any) -> Any:
        return cpu_target.typing_context.resolve_value_type(meant(value))

    types: Any = typeof_impl  # has no types of its own
    types.register(kind)(type_of)


@typeof_impl.register(Number)
def _cast(value: Number, _context: Any) -> Any:
    """Return numba's type for the name of a number, which casts within a kernel."""
    return numba.types.NumberClass(numba_type(value))
