"""Decorators that turn Python functions into kernels or parts of kernels.

A kernel with prebuilt machine code (`engines.jit.ready`) uses that code. Any other kernel is compiled with numba
(`engines.jit.compile`), which is imported lazily.

    @record_kernel(uint64(record_type(BOARD), array_of(NODE)))
    def search(board, nodes): ...
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from types import ModuleType
from typing import Any

from fourth_seat.engines.jit import ready
from fourth_seat.engines.jit.call import ReadyCode
from fourth_seat.engines.jit.types import Signature
from fourth_seat.processes.extras.catalogue import need

Function = Callable[..., Any]
"""A kernel, as written or compiled: its types are those of its signature."""
OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}
"""Options of the compiler, in numba's words."""
RECORD_OPTIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
"""Functions over records allocate nothing. Without numba's memory runtime, passing an array on does not count
references."""
SUMMING: dict[str, Any] = {"fastmath": True}
"""Floating point numbers are added in any order, several at a time."""


class Part:
    """A function called by kernels. It is compiled along with them, or separately when called from Python.

    Attributes:
        compiled: the function compiled by numba.
    """

    def __init__(self, function: Function, options: dict[str, Any]) -> None:
        """`options` are passed to numba."""
        self._function, self._options = function, options
        update_wrapper(self, function)

    @cached_property
    def compiled(self) -> Function:
        made: Function = _compiler().compiled_part(self._function, self._options)
        return made

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self.compiled(*arguments)


class ReadyKernel:
    """A kernel with prebuilt machine code.

    Attributes:
        compiled: the kernel compiled by numba, for other compiled kernels that call it.
    """

    def __init__(self, function: Function, signature: Signature, options: dict[str, Any], code: ReadyCode) -> None:
        """`code` is the function's machine code for this signature."""
        self._function, self._signature, self._options = function, signature, options
        update_wrapper(self, function)
        self._code = code

    @cached_property
    def compiled(self) -> Function:
        return _compiled(self._function, self._signature, self._options)

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel; other threads can run in parallel."""
        return self._code(*arguments)


class Instruction:
    """A machine instruction for kernels, implemented in `engines.jit.instructions` under the same name."""

    def __init__(self, function: Function) -> None:
        """`function` is a stub that provides the name and the docstring."""
        self.__name__, self.__doc__ = function.__name__, function.__doc__


def kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a function for these types, without holding the GIL while it runs. Unlike a record kernel, it may allocate
    memory, and it is never prebuilt.
    """
    return lambda function: _compiled(function, signature, OPTIONS)


def part(function: Function) -> Function:
    """Turn a function into a part of the kernels that call it."""
    return Part(function, OPTIONS)


def summing(function: Function) -> Function:
    """Turn a function into a part of kernels that may sum floating-point numbers in any order, which permits SIMD."""
    return Part(function, {**OPTIONS, **SUMMING})


def record_kernel(signature: Signature) -> Callable[[Function], Function]:
    """Turn a function into a kernel that works on records (`engines.jit.records`) and arrays of them without allocating."""

    def make(function: Function) -> Function:
        address = ready.address_of(function.__module__, function.__name__)
        if address is None:
            return _compiled(function, signature, RECORD_OPTIONS)
        return ReadyKernel(function, signature, RECORD_OPTIONS, ReadyCode(function.__name__, signature, address))

    return make


def record_part(function: Function) -> Function:
    """Turn a function that works on records into a part of the kernels that call it."""
    return Part(function, RECORD_OPTIONS)


def record_summing(function: Function) -> Function:
    """Turn a function that works on records into a part of kernels that may sum in any order, as with `summing`."""
    return Part(function, {**RECORD_OPTIONS, **SUMMING})


def _compiled(function: Function, signature: Signature, options: dict[str, Any]) -> Function:
    made: Function = _compiler().compiled_kernel(function, signature, options)
    return made


@cache
def _compiler() -> ModuleType:
    """Load the kernel compiler, which takes a second, and register the kinds of functions that kernels call.

    Raises:
        MissingExtra: the compiler is not installed.
    """
    need("compiler")
    compiler = import_module("fourth_seat.engines.jit.compile")
    compiler.understand(Part, lambda part: part.compiled)
    compiler.understand(ReadyKernel, lambda kernel: kernel.compiled)
    compiler.understand(Instruction, lambda instruction: compiler.instruction(instruction.__name__))
    return compiler
