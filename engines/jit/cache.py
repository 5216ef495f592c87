"""The folder where numba caches compiled machine code, and the lookup of code in this cache.

Numba checks whether the file that contains a function has changed, but not the files of the functions that it calls. The
cache folder is therefore named after a hash of all the kernels' sources, and older folders are removed (`code_folder`).
Within this folder, numba's own locator would look for a hash of the source's absolute path, so it would never
find code that was compiled elsewhere; our locator uses the source's path within the program instead.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import UserProvidedCacheLocator

from fourth_seat.engines.jit.code_folder import code_folder, parent_folder
from fourth_seat.engines.jit.ready.sources import ENGINES, JIT, name_of

ROOT = ENGINES.parent


def keep_code() -> None:
    """Make numba cache code in a folder named after these sources and this compiler."""
    settings: Any = numba.config  # numba creates the names of its settings while it starts
    settings.CACHE_LOCATOR_CLASSES = f"{KernelLocator.__module__}.{KernelLocator.__name__}"
    tools = {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    name = name_of(tools, sorted([*JIT.glob("*.py"), *ROOT.glob("*/*/kernels/*.py")]))
    settings.CACHE_DIR = str(code_folder(parent_folder(), name))


class KernelLocator(UserProvidedCacheLocator):
    """Stores each package's code in a subfolder of numba's cache folder: for example, the code of
    `engines/kalah/kernels/search.py` in `engines.kalah.kernels`.

    The cache folder's name (`keep_code`) identifies the sources of the code, so no file has to be read to check whether
    the cached code is still valid.
    """

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> KernelLocator | None:
        """Return the locator of a function, or None if its folder is not writable."""
        locator: Any = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        found: KernelLocator = locator
        return found

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the name of the subfolder for a source file's code."""
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(ROOT):
            return ".".join(folder.relative_to(ROOT).parts)
        numbas: Any = super()
        return str(numbas.get_suitable_cache_subpath(py_file))

    def get_source_stamp(self) -> str:
        """Return the cache folder's name, which identifies the sources."""
        settings: Any = numba.config
        return Path(settings.CACHE_DIR).name
