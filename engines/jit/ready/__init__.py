"""Prebuilt machine code of all kernels, so that users need no compiler and never have to wait for one.

There is one shared library per game and processor class, built with `python -m fourth_seat.engines.jit.ready`. Its name
includes a hash of its sources: `kalah-SOURCES-linux-x86-64-v3.so`. A library is used only if it is listed in this folder
(`boundary.shipped`) and unchanged. If no library matches the sources and the machine, the kernels are compiled for the
machine's own processor.
"""

from __future__ import annotations

import ctypes
import fnmatch
import os
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.shipped import listed, read_shipped
from fourth_seat.engines.jit.ready.sources import ENGINES, fingerprint

FOLDER = Path(__file__).resolve().parent
SWITCH, NONE = "FOURTH_SEAT_MACHINE_CODE", "none"
"""The variable that makes a program build or run without the libraries, and its value for that."""
V2 = frozenset(("cx16", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"))
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
CLASSES = {"x86-64-v3": V3, "x86-64-v2": V2, "aarch64": frozenset[str]()}
"""By name, as in LLVM (System V ABI, AMD64 supplement, 3.1.1): the instructions that a processor must have."""
MACHINES = {"x86_64": "x86-64", "aarch64": "aarch64"}
"""Linux's name of a machine -> the beginning of the names of its classes."""
MAX_CPU_FILE_BYTES = 50_000_000
CPU_FILE = Path("/proc/cpuinfo")


def address_of(module: str, name: str) -> int | None:
    """Return the address of a kernel's prebuilt machine code, or None if the kernel has to be compiled."""
    *_, room, game, _, file = f"...{module}".split(".")
    library = _library(game) if room == ENGINES.name and not _switched_off() else None
    return ctypes.cast(getattr(library, symbol(file, name)), ctypes.c_void_p).value if library else None


def symbol(file: str, name: str) -> str:
    """Return the symbol, in the game's library, of a kernel defined in one of the game's files."""
    return f"{file}_{name}"


def comes_with_program() -> bool:
    """Return whether prebuilt machine code for this machine is available and enabled."""
    processors = processor_class()
    return bool(processors and fnmatch.filter(listed(FOLDER), f"*-{processors}.so")) and not _switched_off()


def processor_class() -> str:
    """Return the best of the `CLASSES` that this machine's processor belongs to, or an empty string."""
    begin = MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    has = _instructions() if begin else frozenset()
    return next((name for name, needed in CLASSES.items() if begin and name.startswith(begin) and needed <= has), "")


def file_name(game: str, processors: str) -> str:
    """Return the file name of a game's library, or a pattern that matches it if the sources are not available."""
    return f"{game}-{fingerprint(game) or '*'}-linux-{processors}.so"


def library_file(game: str, processors: str, folder: Path = FOLDER) -> Path | None:
    """Return the listed library that matches the sources of a game's kernels and a processor class, or None."""
    name = next(iter(fnmatch.filter(listed(folder), file_name(game, processors))), "")
    return folder / name if name else None


def _switched_off() -> bool:
    return os.environ.get(SWITCH) == NONE


@cache
def _library(game: str) -> ctypes.CDLL | None:
    processors = processor_class()
    file = library_file(game, processors) if processors else None
    if not file:
        return None
    try:
        read_shipped(file)
        with suppress(OSError):  # musl has no such file: the functions that the kernels call are in its C library
            ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)
        return ctypes.CDLL(str(file))
    except OSError as error:
        reason = " ".join((error.strerror or str(error)).split())
    sys.stderr.write(f"{file.name} cannot be used ({reason}): the kernels are compiled, which takes a while\n")
    return None


def _instructions() -> frozenset[str]:
    """Return the features of this machine's processors, as named by Linux."""
    try:
        lines = read_bytes(CPU_FILE, MAX_CPU_FILE_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    return next((frozenset(line.partition(":")[2].split()) for line in lines if line.startswith("flags")), frozenset())
