"""Where numba keeps the machine code that it compiles, and how it finds it again.

Numba looks at the file that a function is in, not at those of the functions it calls. So the folder of the kept code
is named for all that kernels are made of, and older folders are removed (`code_folder`). In it numba's own locator would
look for a hash of the sources' absolute path, so that code made elsewhere would never be found: ours goes by a file's place
among our sources.
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
    """Let numba keep code in a folder for these sources and this compiler."""
    settings: Any = numba.config  # numba makes the names of its settings while it starts
    settings.CACHE_LOCATOR_CLASSES = f"{KernelLocator.__module__}.{KernelLocator.__name__}"
    tools = {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    name = name_of(tools, sorted([*JIT.glob("*.py"), *ROOT.glob("*/*/kernels/*.py")]))
    settings.CACHE_DIR = str(code_folder(parent_folder(), name))


class KernelLocator(UserProvidedCacheLocator):
    """Keeps the code of `engines/kalah/kernels/search.py` in `engines.kalah.kernels` below numba's folder.

    What the code was made from is told by the name of that folder (`keep_code`), so that a file need
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
        return Path(settings.CACHE_DIR).name
