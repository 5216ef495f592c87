"""How kernels are compiled, and where their machine code is kept.

Numba looks at the file that a function stands in, not at those of the functions it calls. So the folder of the kept code
is named for a hash of all that kernels are made of, and older folders are removed (`code_folder`). Code that comes with the
program (`engines.jit.ready`) is put there first, where it fits the processor; else kernels are compiled for this very one.

Functions that call themselves must not be kept (numba would load them wrong): kernels keep a stack of their own instead.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba.core.typing.templates import Signature

from engines.jit import ready
from engines.jit.code_folder import code_folder

ENGINES = Path(__file__).resolve().parent.parent
VARIABLE = "NUMBA_CACHE_DIR"  # numba's own
PROCESSORS = "FOURTH_SEAT_PROCESSORS"
"""The class of processors to compile for; where it is set but empty, the machine's own. No ready code is used then."""
LOCATOR = "engines.jit.locator.KernelLocator"

Function = Callable[..., Any]
"""A kernel, as written or compiled: its types are those of its signature, in numba's own words."""


def sources() -> list[Path]:
    """The files that kernels are made of: this folder, and everything named `kernels` in the games' folders."""
    return sorted([*ENGINES.glob("jit/*.py"), *ENGINES.glob("*/kernels/*.py")])


def fingerprint() -> str:
    """A name for the sources and the compiler as they are now."""
    parts = [numba.__version__, llvmlite.__version__, *(path.read_text("utf-8") for path in sources())]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _keep_code() -> None:
    named = os.environ.get(VARIABLE)
    parent = Path(named) if named else platformdirs.user_cache_path("fourth-seat", appauthor=False) / "kernels"
    settings: Any = numba.config  # numba makes the names of its settings while it starts
    settings.CACHE_LOCATOR_CLASSES = LOCATOR
    name, asked = fingerprint(), os.environ.get(PROCESSORS)
    processors = ready.processor_class() if asked is None else asked
    if processors:
        folder, file = f"{name}-{processors}", ready.archive(name, processors)
        if asked or (file.exists() and ready.unpack(file, code_folder(parent, folder))):
            settings.CPU_NAME, settings.CPU_FEATURES = processors, ""
            name = folder
    settings.CACHE_DIR = str(code_folder(parent, name))


_keep_code()


OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}
RECORD_OPTIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
"""Functions over records allocate nothing. Without numba's run-time for memory, passing an array on costs no counting."""


def kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a function for these types, once on this machine, free to run beside other threads."""
    return _njit(signature, cache=True, nogil=True, **OPTIONS)


def part(function: Function) -> Function:
    """Make a function part of the kernels that call it; nothing is compiled for it alone."""
    return _njit(**OPTIONS)(function)


def summing(function: Function) -> Function:
    """Make a part that adds up floating point numbers whose order does not matter: several are added at a time."""
    return _njit(fastmath=True, **OPTIONS)(function)


def record_kernel(signature: Signature) -> Callable[[Function], Function]:
    """Compile a kernel over records (`engines.jit.records`) and arrays of them, which allocates nothing."""
    return _njit(signature, cache=True, nogil=True, **RECORD_OPTIONS)


def record_part(function: Function) -> Function:
    """Make a function over records part of the kernels that call it."""
    return _njit(**RECORD_OPTIONS)(function)


def record_summing(function: Function) -> Function:
    """As `summing`, for a function over records."""
    return _njit(fastmath=True, **RECORD_OPTIONS)(function)


def _njit(*signature: Signature, **options: Any) -> Callable[[Function], Function]:
    njit: Any = numba.njit  # its types know neither `_nrt` nor kernels whose types are in the signature alone
    decorator: Callable[[Function], Function] = njit(*signature, **options)
    return decorator
