"""Files shipped with the program, such as networks, translations and machine code, which are verified when read.

Each folder of such files contains a list of their SHA-256 sums in the format of sha256sum(1). It reveals damage that
leaves the files readable: a flipped bit on an old memory card, an incomplete update, or an older version unpacked over a
newer one. The list is written by `python -m fourth_seat.boundary.shipped FOLDER`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

from fourth_seat.boundary.files import read_bytes, replaced_file

LIST_NAME = "SHA256SUMS"
MAX_FILE_BYTES = 50_000_000
MAX_LIST_BYTES = 100_000
NOT_LISTED = (".py", ".po", ".pot")  # sources


class NotAsMade(OSError):
    """Raised when a file has been modified, or is not one of the program's files."""


def read_shipped(path: Path) -> bytes:
    """Return the contents of a file shipped with the program.

    Raises:
        OSError: the file is missing or cannot be read; `NotAsMade` if it has been modified or is not in its folder's list.
    """
    content = read_bytes(path, MAX_FILE_BYTES)
    if listed(path.parent).get(path.name) != hashlib.sha256(content).hexdigest():
        raise NotAsMade("it is not as it was made")
    return content


def listed(folder: Path) -> dict[str, str]:
    """Return the SHA-256 sums in a folder's list, keyed by file name; empty if the list cannot be read."""
    try:
        lines = read_bytes(folder / LIST_NAME, MAX_LIST_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines) if name}


def list_files(folder: Path) -> None:
    """Write a folder's list from its current files; raise `OSError` on failure."""
    paths = [path for path in sorted(folder.iterdir()) if path.is_file() and _is_shipped(path)]
    with replaced_file(folder / LIST_NAME) as file:
        file.write("".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths).encode())
    (folder / LIST_NAME).chmod(0o644)


def _is_shipped(path: Path) -> bool:
    return path.suffix not in NOT_LISTED and path.name != LIST_NAME


def main(folders: Iterable[str]) -> None:
    """Write the list of files for each of these folders."""
    for folder in folders:
        list_files(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
