"""Calls kernels' machine code without numba, laying out the arguments as numba expects them.

A kernel is a C function: `int32 kernel(result *, error **, argument, ...)`. A record is passed as its address. An array is
passed as seven or more values: two pointers for reference counting (null here), the number of elements, the size of an
element, the address of the first one, and the shape and the strides in bytes. A tuple is passed as its values in order
(numba 0.68: `numba.core.callconv.CPUCallConv`, `numba.core.datamodel.models`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from fourth_seat.engines.jit.types import Array, KernelType, NamedTuple, Number, RecordType, Signature

C_TYPES: dict[str, Any] = {
    "int8": ctypes.c_int8,
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
    "bool": ctypes.c_uint8,
}
DONE_STATUSES = (0, -2)  # with and without a result
Pass = Callable[[Any, list[Any]], None]
"""Appends a value to a call, in the form in which it is passed."""


class ReadyCode:
    """A kernel's machine code, callable from Python. Calls release the GIL."""

    def __init__(self, name: str, signature: Signature, address: int) -> None:
        """`name` is used in error messages."""
        self._name = name
        taken = [c_type for kind in signature.arguments for c_type in _c_types(kind)]
        self._code = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *taken)(address)
        self._passes = [_pass(kind) for kind in signature.arguments]
        self._result: Any = C_TYPES[signature.result.name] if signature.result else ctypes.c_void_p
        self._returned: Any = (bool if signature.result.name == "bool" else None) if signature.result else _nothing

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel. Raises `TypeError` for an argument of the wrong type, and `RuntimeError` if the kernel fails."""
        passed: list[Any] = []
        for add, argument in zip(self._passes, arguments, strict=True):
            add(argument, passed)
        result, error = self._result(), ctypes.c_void_p()
        status = self._code(ctypes.addressof(result), ctypes.addressof(error), *passed)
        if status not in DONE_STATUSES:
            raise RuntimeError(f"the kernel {self._name} failed with status {status}")
        return self._returned(result.value) if self._returned else result.value


def _nothing(_value: Any) -> None:
    return None


def _c_types(kind: KernelType) -> list[Any]:
    match kind:
        case Number(name):
            return [C_TYPES[name]]
        case RecordType():
            return [ctypes.c_void_p]
        case Array(_, axes):
            numbers = [ctypes.c_int64] * (2 * axes)
            return [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, *numbers]
        case NamedTuple(kinds):
            return [c_type for each in kinds for c_type in _c_types(each)]
    raise TypeError(f"no kernel takes {kind}")


def _pass(kind: KernelType) -> Pass:
    match kind:
        case Number("float32" | "float64"):
            return lambda value, passed: passed.append(float(value))
        case Number():
            return lambda value, passed: passed.append(int(value))
        case RecordType(dtype):
            return _pass_record(dtype)
        case Array(dtype, axes):
            return _pass_array(dtype, axes)
        case NamedTuple(kinds):
            return _pass_tuple([_pass(each) for each in kinds])
    raise TypeError(f"no kernel takes {kind}")


def _pass_record(dtype: np.dtype[np.void]) -> Pass:
    def add(record: np.void, passed: list[Any]) -> None:
        if record.dtype != dtype:
            raise TypeError(f"a record of {record.dtype} instead of {dtype}")
        passed.append(np.frombuffer(record, np.uint8).ctypes.data)

    return add


def _pass_array(dtype: np.dtype[Any], axes: int) -> Pass:
    def add(array: np.ndarray[Any, Any], passed: list[Any]) -> None:
        if array.dtype != dtype or array.ndim != axes or not array.flags.c_contiguous:
            raise TypeError(
                f"an array of {array.ndim} axes of {array.dtype} instead of a contiguous one of {axes} of {dtype}"
            )
        passed += (None, None, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides)

    return add


def _pass_tuple(passes: list[Pass]) -> Pass:
    def add(values: tuple[Any, ...], passed: list[Any]) -> None:
        for each, value in zip(passes, values, strict=True):
            each(value, passed)

    return add
