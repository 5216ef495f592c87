"""Types of kernels' arguments and results, from which signatures are built; requires no compiler.

    POSITIONS = int8[:, ::1]
    KNOWLEDGE = named_tuple((POSITIONS, array_of(NODE)), Knowledge)

    @record_kernel(uint64(record_type(TREE), KNOWLEDGE, uint64))

`engines.jit.compile` converts them to numba's types, and `engines.jit.call` passes values of these types to machine code.
Within a kernel, the name of a number type converts a value to that type, as in `float32(0)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike


@dataclass(frozen=True, slots=True)
class Signature:
    """A kernel's signature: the type of its result, or None, and the types of its arguments."""

    result: Number | None
    arguments: tuple[KernelType, ...]


class KernelType:
    """Base class of argument types."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Number(KernelType):
    """A numeric type, named as in numpy and numba."""

    name: str

    def __call__(self, *values: Any) -> Any:
        """Return the signature of a kernel with this result and these argument types, or cast a number to this type."""
        if all(isinstance(value, KernelType) for value in values):
            return Signature(self, values)
        return np.dtype(self.name).type(*values)

    def __getitem__(self, axes: slice | tuple[slice, ...]) -> Array:
        """Return the type of a contiguous array, as in `int64[::1]` and `int64[:, ::1]`."""
        return Array(np.dtype(self.name), len(axes) if isinstance(axes, tuple) else 1)


@dataclass(frozen=True, slots=True)
class RecordType(KernelType):
    """A record of a structured dtype, passed to kernels by address."""

    dtype: np.dtype[np.void]


@dataclass(frozen=True, slots=True)
class Array(KernelType):
    """A contiguous array of numbers or records."""

    dtype: np.dtype[Any]
    axes: int


@dataclass(frozen=True, slots=True)
class NamedTuple(KernelType):
    """A named tuple whose fields have these types."""

    kinds: tuple[KernelType, ...]
    named: type[tuple[Any, ...]]


int8, int64, uint64 = Number("int8"), Number("int64"), Number("uint64")
float32, float64, boolean = Number("float32"), Number("float64"), Number("bool")


def void(*arguments: KernelType) -> Signature:
    """Return the signature of a kernel that returns nothing."""
    return Signature(None, arguments)


def record_type(dtype: np.dtype[np.void]) -> RecordType:
    """Return the type of a single record, which Python passes as `array[0]`."""
    return RecordType(dtype)


def array_of(dtype: DTypeLike) -> Array:
    """Return the type of a contiguous array with elements of this type."""
    return Array(np.dtype(dtype), 1)


def named_tuple(kinds: Sequence[KernelType], named: type[tuple[Any, ...]]) -> NamedTuple:
    """Return the type of a named tuple class whose fields have these types."""
    return NamedTuple(tuple(kinds), named)
