"""Where the machine code of kernels is found and kept.

A kernel's code depends on the functions that it calls, in whichever file. So code is known by a hash of all that kernels
are made of: it names the archives that come with the program (`engines.jit.ready`), of which one may fit the processor, and
the folder in which code that was compiled on this machine is kept, for this very processor (`code_folder`).
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from llvmlite import binding

from engines.jit import ready
from engines.jit.code_folder import code_folder
from engines.jit.kernel_cache import KernelCache
from engines.jit.kernel_code import Function

ENGINES = Path(__file__).resolve().parent.parent
VARIABLE = "NUMBA_CACHE_DIR"  # numba's own
PROCESSORS = "FOURTH_SEAT_PROCESSORS"
"""The class of processors to compile for, all kernels anew; where it is set but empty, the machine's own."""


MAKING = ("bits", "compile", "records")
"""The files of this folder that kernels' code depends on."""


def sources() -> list[Path]:
    """The files that kernels are made of: some of this folder, and everything named `kernels` in the games' folders."""
    return [*(ENGINES / "jit" / f"{name}.py" for name in MAKING), *sorted(ENGINES.glob("*/kernels/*.py"))]


def fingerprint() -> str:
    """A name for the sources and the compiler as they are now."""
    parts = [numba.__version__, llvmlite.__version__, *(path.read_text("utf-8") for path in sources())]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


class KeptCode:
    """Where this process finds code, and keeps what it compiles.

    Attributes:
        ready: code that came with the program, by the names of kernels.
        compiled: how many kernels had to be compiled.
    """

    def __init__(self) -> None:
        asked = os.environ.get(PROCESSORS)
        sources, of_this = fingerprint(), ready.processor_class()
        self.ready: Mapping[str, bytes] = ready.code(sources, of_this) if asked is None else {}
        self._ready_name = f"{sources}-{of_this}"
        self.compiled = 0
        self._for_others = bool(asked)
        named = os.environ.get(VARIABLE)
        parent = Path(named) if named else platformdirs.user_cache_path("fourth-seat", appauthor=False) / "kernels"
        settings: Any = numba.config  # numba makes the names of its settings while it starts
        if asked:
            processors = ready.CLASSES[asked]
            settings.CPU_NAME, settings.CPU_FEATURES = processors.cpu, processors.features
        self._folder = code_folder(parent, sources, asked or _this_processor())
        settings.CACHE_DIR = str(self._folder)  # numba keeps there what is compiled for training and tests

    def cache_of(self, function: Function) -> KernelCache:
        """Return where the code of a kernel is found and kept."""
        return KernelCache(function, self.ready, self._ready_name, self._folder, self._count, declared=self._for_others)

    def _count(self) -> None:
        if not self.compiled and not self._for_others:
            sys.stderr.write("kernels are compiled for this processor, which takes a while\n")
        self.compiled += 1


def _this_processor() -> str:
    """A name for the processor and the Python of this machine."""
    features = hashlib.sha256(binding.get_host_cpu_features().flatten().encode()).hexdigest()[:8]
    return f"{binding.get_host_cpu_name()}-{features}-{sys.implementation.cache_tag}{sys.abiflags}"


KEPT = KeptCode()
