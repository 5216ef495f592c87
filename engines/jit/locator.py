"""Locator of a kernel's machine code for numba: by the kernel's place among our sources, wherever those lie on a machine.

Numba's own locator puts a hash of the absolute path into the name, so that code made elsewhere would never be found.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import UserProvidedCacheLocator

ROOT = Path(__file__).resolve().parents[2]


class KernelLocator(UserProvidedCacheLocator):
    """Keeps the code of `engines/kalah/kernels/search.py` in `engines.kalah.kernels` below numba's folder.

    What the code was made from is told by the name of that folder (`engines.jit.compile.fingerprint`), so that a file need
    not be read to know whether its code is still good.
    """

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> KernelLocator | None:
        """Return the locator of a function; None where its folder cannot be written."""
        locator: Any = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        found: KernelLocator = locator
        return found

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder of a source file's code."""
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(ROOT):
            return ".".join(folder.relative_to(ROOT).parts)
        numbas: Any = super()
        return str(numbas.get_suitable_cache_subpath(py_file))

    def get_source_stamp(self) -> str:
        """Return what the sources are known by."""
        settings: Any = numba.config
        return Path(settings.CACHE_DIR).name.partition("-")[0]
