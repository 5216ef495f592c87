"""Arrays on disk: tables and networks. What cannot be proven to be whole and ours is not believed.

A file is numpy's `.npz`, in which every array has a checksum, with its version as one more array. It is written under
another name and then renamed: it is whole or not there.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.float32]]

VERSION = "version"


class Damaged(Exception):
    """A file is cut short, or not what it should be."""


class OtherVersion(Exception):
    """A file is whole but from another version."""


def load(path: Path, version: int, names: tuple[str, ...]) -> dict[str, NDArray[np.float32]]:
    """The arrays of a file, all of 32-bit floating point numbers.

    Raises:
        FileNotFoundError: there is none.
        Damaged: it is cut short, damaged, or has other arrays.
        OtherVersion: it is from another version.
    """
    try:
        # np.load leaves a file open that it cannot read, unless it was opened for it.
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            found = int(file[VERSION])
            if found == version:
                arrays = {name: np.ascontiguousarray(file[name]) for name in names}
    except FileNotFoundError:
        raise
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError):
        raise Damaged from None
    if found != version:
        raise OtherVersion
    if any(array.dtype != np.float32 for array in arrays.values()):
        raise Damaged
    return arrays


def save(path: Path, version: int, arrays: Arrays, **more: Any) -> None:
    """Writes a file; raises `OSError` where that cannot be. `more` may be read by others than `load`."""
    entries: dict[str, Any] = {VERSION: version, **arrays, **more}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            np.savez_compressed(file, **entries)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
