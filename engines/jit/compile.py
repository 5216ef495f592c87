"""How kernels are compiled. Their machine code is kept (`engines.jit.kept_code`).

Functions that call themselves must not be kept (numba would load them wrong): kernels keep a stack of their own instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core.typing.templates import Signature

from engines.jit.kept_code import KEPT
from engines.jit.kernel_code import Function

OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}
RECORD_OPTIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
"""Functions over records allocate nothing. Without numba's run-time for memory, passing an array on costs no counting."""


def kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a function for these types, once on this machine, free to run beside other threads."""
    return _kept(signature, nogil=True, **OPTIONS)


def part(function: Function) -> Function:
    """Make a function part of the kernels that call it; nothing is compiled for it alone."""
    return _njit(**OPTIONS)(function)


def summing(function: Function) -> Function:
    """Make a part that adds up floating point numbers whose order does not matter: several are added at a time."""
    return _njit(fastmath=True, **OPTIONS)(function)


def record_kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a kernel over records (`engines.jit.records`) and arrays of them, which allocates nothing."""
    return _kept(signature, nogil=True, **RECORD_OPTIONS)


def record_part(function: Function) -> Function:
    """Make a function over records part of the kernels that call it."""
    return _njit(**RECORD_OPTIONS)(function)


def record_summing(function: Function) -> Function:
    """As `summing`, for a function over records."""
    return _njit(fastmath=True, **RECORD_OPTIONS)(function)


def _kept(signature: Signature, **options: Any) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        if not function.__module__.startswith("engines."):  # only numba knows when the sources of others change
            return _njit(signature, cache=True, **options)(function)
        dispatcher: Any = _njit(**options)(function)
        # Numba has no way to give it another cache.
        dispatcher._cache = KEPT.cache_of(function)  # noqa: SLF001
        dispatcher.compile(signature)
        dispatcher.disable_compile()
        compiled: Function = dispatcher
        return compiled

    return decorate


def _njit(*signature: Signature, **options: Any) -> Callable[[Function], Function]:
    njit: Any = numba.njit  # its types know neither `_nrt` nor kernels whose types are in the signature alone
    decorator: Callable[[Function], Function] = njit(*signature, **options)
    return decorator
