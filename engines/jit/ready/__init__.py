"""Machine code of all kernels that comes with the program, so that nobody needs a compiler, or waits for one.

A shared library for each game and class of processors, made by `python -m fourth_seat.engines.jit.ready`. Its name says
what it is made from: `kalah-SOURCES-linux-x86-64-v3.so`. Only those in the list of this folder are used
(`boundary.shipped`), and only as they were made. Where none fits the sources or the machine, the kernels are compiled, for
the machine's own processor.
"""

from __future__ import annotations

import ast
import ctypes
import fnmatch
import hashlib
import os
import platform
import sys
from functools import cache
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.shipped import listed, read_shipped

ENGINES = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
PROCESSORS = "FOURTH_SEAT_PROCESSORS"
"""The class of processors to compile for; where it is set but empty, the machine's own. No ready code is used then."""
V2 = frozenset(("cx16", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"))
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
CLASSES = {"x86-64-v3": V3, "x86-64-v2": V2, "aarch64": frozenset[str]()}
"""By name, as LLVM has them (System V ABI, AMD64 supplement, 3.1.1): the instructions that a processor must have."""
MACHINES = {"x86_64": "x86-64", "aarch64": "aarch64"}
"""What Linux calls a machine -> how the names of its classes begin."""
COMPILERS = {"numba": "0.68.1", "llvmlite": "0.50.0"}
"""What made the machine code, by package: another version may make other code, or call it otherwise."""
COMPILER = ("bits", "compile", "instructions", "options", "records", "types", "ready/objects")
"""What the machine code depends on, of `engines/jit`."""
HASH_DIGITS = 16  # in a file's name
MAX_CPU_FILE_BYTES = 50_000_000
CPU_FILE = Path("/proc/cpuinfo")


def address_of(module: str, name: str) -> int | None:
    """Return where the machine code of a kernel is; None where it has to be compiled."""
    if PROCESSORS in os.environ:
        return None
    *_, room, game, _, file = f"...{module}".split(".")
    library = _library(game) if room == ENGINES.name else None
    return ctypes.cast(getattr(library, symbol(file, name)), ctypes.c_void_p).value if library else None


def symbol(file: str, name: str) -> str:
    """Return the name in a game's library of a kernel in one of the game's files."""
    return f"{file}_{name}"


def fingerprint(game: str) -> str:
    """Return a name for the code of a game's kernels, and of what compiles them, docstrings and comments aside.

    Empty where the sources are not there, as in a bundle, whose machine code was made with it.
    """
    files = [FOLDER.parent / f"{name}.py" for name in COMPILER] + sorted((ENGINES / game / "kernels").glob("*.py"))
    if not files[-1].is_file():
        return ""
    return _hash("\0".join([repr(COMPILERS), *(_without_words(path.read_text("utf-8")) for path in files)]).encode())


def processor_class() -> str:
    """Return the best class that this machine's processor belongs to; empty where it is none of `CLASSES`."""
    begin = MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    has = _instructions() if begin else frozenset()
    return next((name for name, needed in CLASSES.items() if begin and name.startswith(begin) and needed <= has), "")


def file_name(game: str, processors: str) -> str:
    """Return what the library of a game is to be called; a pattern where its sources are not there."""
    return f"{game}-{fingerprint(game) or '*'}-linux-{processors}.so"


def library_file(game: str, processors: str, folder: Path = FOLDER) -> Path | None:
    """Return the library that fits the sources of a game's kernels and a class of processors, if the list has one."""
    name = next(iter(fnmatch.filter(listed(folder), file_name(game, processors))), "")
    return folder / name if name else None


@cache
def _library(game: str) -> ctypes.CDLL | None:
    processors = processor_class()
    file = library_file(game, processors) if processors else None
    if not file:
        return None
    try:
        read_shipped(file)
        ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)  # whose functions the kernels call
        return ctypes.CDLL(str(file))
    except OSError as error:
        reason = " ".join((error.strerror or str(error)).split())
    sys.stderr.write(f"{file.name} cannot be used ({reason}): the kernels are compiled, which takes a while\n")
    return None


def _instructions() -> frozenset[str]:
    """Return what this machine's processors can do, in Linux's words."""
    try:
        lines = read_bytes(CPU_FILE, MAX_CPU_FILE_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    return next((frozenset(line.partition(":")[2].split()) for line in lines if line.startswith("flags")), frozenset())


def _without_words(source: str) -> str:
    """Return a source without docstrings, comments and empty lines. No kernel has a `#` in a text."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = ""
    return "\n".join(bare for line in lines if (bare := line.partition("#")[0].rstrip()))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_DIGITS]
