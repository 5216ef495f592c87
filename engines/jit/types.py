"""Types of the arguments and results of kernels, which make up a signature; no compiler is needed.

    POSITIONS = int8[:, ::1]
    KNOWLEDGE = named_tuple((POSITIONS, array_of(NODE)), Knowledge)

    @record_kernel(uint64(record_type(TREE), KNOWLEDGE, uint64))

`engines.jit.compile` turns them into numba's types, and `engines.jit.call` passes values of these types to machine code.
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
    """Signature of a kernel: its result (None for none) and its arguments."""

    result: Number | None
    arguments: tuple[KernelType, ...]


class KernelType:
    """Type of an argument."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Number(KernelType):
    """A type of number, by its name in numpy and numba."""

    name: str

    def __call__(self, *values: Any) -> Any:
        """Return the signature of kernels that return such a number and take these types; or a number, cast."""
        if all(isinstance(value, KernelType) for value in values):
            return Signature(self, values)
        return np.dtype(self.name).type(*values)

    def __getitem__(self, axes: slice | tuple[slice, ...]) -> Array:
        """Return the type of contiguous arrays: `int64[::1]`, `int64[:, ::1]`."""
        return Array(np.dtype(self.name), len(axes) if isinstance(axes, tuple) else 1)


@dataclass(frozen=True, slots=True)
class RecordType(KernelType):
    """A record of a structured dtype; a kernel is given its address."""

    dtype: np.dtype[np.void]


@dataclass(frozen=True, slots=True)
class Array(KernelType):
    """A contiguous array of numbers or records."""

    dtype: np.dtype[Any]
    axes: int


@dataclass(frozen=True, slots=True)
class NamedTuple(KernelType):
    """A named tuple of values of these types."""

    kinds: tuple[KernelType, ...]
    named: type[tuple[Any, ...]]


int8, int64, uint64 = Number("int8"), Number("int64"), Number("uint64")
float32, float64, boolean = Number("float32"), Number("float64"), Number("bool")


def void(*arguments: KernelType) -> Signature:
    """Return the signature of kernels that return nothing."""
    return Signature(None, arguments)


def record_type(dtype: np.dtype[np.void]) -> RecordType:
    """Return the type of one record. Python passes `array[0]` for it."""
    return RecordType(dtype)


def array_of(dtype: DTypeLike) -> Array:
    """Return the type of a contiguous array of records or numbers of this type."""
    return Array(np.dtype(dtype), 1)


def named_tuple(kinds: Sequence[KernelType], named: type[tuple[Any, ...]]) -> NamedTuple:
    """Return the type of a class of named tuples whose fields have these types."""
    return NamedTuple(tuple(kinds), named)
