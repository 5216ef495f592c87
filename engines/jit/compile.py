"""How kernels are compiled, and where their machine code is kept.

Numba looks at the time stamp of the file that a function stands in, not at those of the functions it calls. So the
folder of the kept code is named for a hash of all that kernels are made of, and older folders are removed (`code_folder`).

Functions that call themselves must not be kept (numba would load them wrong): kernels keep a stack of their own instead.
"""

# mypy: ignore-errors

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import llvmlite
import numba
import platformdirs

from engines.jit.code_folder import code_folder

ENGINES = Path(__file__).resolve().parent.parent
VARIABLE = "NUMBA_CACHE_DIR"  # numba's own


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
    numba.config.CACHE_DIR = str(code_folder(parent, fingerprint()))


_keep_code()


def kernel(signature):
    """Compiles a function for these types, once on this machine, free to run beside other threads."""
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)


def part(function):
    """A function that becomes part of the kernels that call it; nothing is compiled for it alone."""
    return numba.njit(function, error_model="numpy", boundscheck=False)


def summing(function):
    """A part that adds up floating point numbers whose order does not matter: several are added at a time."""
    return numba.njit(function, error_model="numpy", boundscheck=False, fastmath=True)


# Functions over records allocate nothing. Without numba's run-time for memory, passing an array on costs no counting.
RECORD_OPTIONS = {"error_model": "numpy", "boundscheck": False, "_nrt": False}


def record_kernel(signature):
    """A kernel over records (`engines.jit.records`) and arrays of them, which allocates nothing."""
    return numba.njit(signature, cache=True, nogil=True, **RECORD_OPTIONS)


def record_summing(function):
    """As `summing`, for a function over records."""
    return numba.njit(function, fastmath=True, **RECORD_OPTIONS)


def record_part(function):
    """A function over records that becomes part of the kernels that call it."""
    return numba.njit(function, **RECORD_OPTIONS)
