"""The folder in which numba keeps machine code, and the removal of older ones.

The folder may lie among a person's own, wherever `NUMBA_CACHE_DIR` points. So each folder that is made here carries a mark,
a cache directory tag (https://bford.info/cachedir/) in our own words. Only marked folders are removed, and of what they
hold only numba's files: a folder with anything else in it stays.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

TAG_NAME = "CACHEDIR.TAG"
TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# Fourth Seat made this folder for machine code that numba compiles, and removes it when the code is out of date.\n"
)
NUMBA_FILE = re.compile(r".*\.nb[ic](\.tmp\.\w+)?")  # index, code, and either half written


def code_folder(parent: Path, name: str) -> Path:
    """Return the folder of this name. One that is not there is made and marked; the marked ones beside it are removed."""
    own = parent / name
    with suppress(OSError):  # numba then keeps the code elsewhere or nowhere
        parent.mkdir(parents=True, exist_ok=True)
        own.mkdir()  # one that is there may be somebody's: it gets no mark
        (own / TAG_NAME).write_bytes(TAG)
        for other in [path for path in parent.iterdir() if path != own and is_marked(path)]:
            with suppress(OSError):  # it is in use, or holds something that is not ours
                _remove(other)
    return own


def is_marked(folder: Path) -> bool:
    """Return whether a folder was made here; a link to one was not."""
    tag = folder / TAG_NAME
    try:
        ours = not folder.is_symlink() and tag.is_file() and not tag.is_symlink() and tag.stat().st_size == len(TAG)
        return ours and tag.read_bytes() == TAG
    except OSError:
        return False


def _remove(folder: Path) -> None:
    for at, _, files in os.walk(folder, topdown=False):  # links are not entered
        below = Path(at)
        for name in filter(NUMBA_FILE.fullmatch, files):
            (below / name).unlink()
        if below != folder:
            below.rmdir()
    if os.listdir(folder) == [TAG_NAME]:  # noqa: PTH208
        (folder / TAG_NAME).unlink()
        folder.rmdir()
