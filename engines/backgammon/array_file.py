"""Array files for tables and networks, which are validated when loaded.

A file is in NumPy's `.npz` format, in which every array has a checksum; an additional array contains the file's version. It
is written under a temporary name and then renamed, so that it is either complete or absent.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.files import open_regular, replaced_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.words import Text, say

Arrays = Mapping[str, NDArray[np.float32]]

VERSION_ARRAY = "version"
MAX_UNPACKED_BYTES = 1 << 28  # of all arrays of a file


_UNREADABLE = (
    OSError, ValueError, TypeError, KeyError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError,
    MemoryError, RecursionError,
)  # fmt: skip


def load(
    path: Path,
    version: int,
    names: tuple[str, ...],
    optional: tuple[str, ...] = (),
    damaged: Text | None = None,
    outdated: Text | None = None,
) -> dict[str, NDArray[np.float32]]:
    """Load arrays of 32-bit floating-point numbers from a file: those with these names and, if any optional one is present,
    the optional ones.

    Raises:
        FileNotFoundError: there is no such file.
        DamagedTable: the file is truncated or damaged, has other arrays, or is from another version. `damaged` and
            `outdated` are the messages of this error for a file that is not being rebuilt.
    """
    broken = DamagedTable(damaged or say("{path} is incomplete or damaged and is being rebuilt", path=str(path)))
    try:
        # np.load leaves open a file that it cannot read, unless the caller has opened it.
        with open_regular(path) as opened, np.load(opened, allow_pickle=False) as file:
            if sum(entry.file_size for entry in file.zip.infolist()) > MAX_UNPACKED_BYTES:
                raise broken
            found = int(file[VERSION_ARRAY])
            if found == version:
                wanted = (*names, *optional) if any(name in file for name in optional) else names
                arrays = {name: np.ascontiguousarray(file[name]) for name in wanted}
    except FileNotFoundError:
        raise
    except _UNREADABLE:
        raise broken from None
    if found != version:
        raise DamagedTable(outdated or say("{path} was written by another version and is being rebuilt", path=str(path)))
    if any(array.dtype != np.float32 for array in arrays.values()):
        raise broken
    return arrays


def save(path: Path, version: int, arrays: Arrays, **more: Any) -> None:
    """Write a file; raise `OSError` on failure. `more` contains arrays for readers other than `load`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced_file(path) as file:
        write(file, version, arrays, **more)


def write(file: BinaryIO, version: int, arrays: Arrays, **more: Any) -> None:
    """Write a file; identical arrays always produce identical bytes."""
    entries: dict[str, Any] = {VERSION_ARRAY: version, **arrays, **more}
    np.savez_compressed(file, **entries)
