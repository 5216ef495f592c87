"""Output files of commands; an existing file is replaced only on request."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from fourth_seat.boundary.given_path import given_path
from fourth_seat.words import FourthSeatError, say

FORCE = "--force"


class FileIsThere(FourthSeatError, FileExistsError):
    """Raised when a file would be overwritten without permission."""


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add the `--force` option."""
    parser.add_argument(FORCE, action="store_true", help="replace the file if it exists")


def check_free(path: Path, force: bool) -> None:
    """Check that a file may be written.

    Raises:
        FileIsThere: a file of this name exists, and `force` is False.
    """
    if not force and os.path.lexists(path):
        raise FileIsThere(say("{file} already exists: to replace it, add {force}", file=str(path), force=FORCE))


def read_output(text: str) -> Path:
    """Parse `[--force] FILE`, as typed at the terminal, and return the path if the file may be written.

    Raises:
        FileIsThere: as in `check_free`.
    """
    first, _, rest = text.partition(" ")
    force = first == FORCE and bool(rest.strip())
    path = given_path(rest.strip() if force else text)
    check_free(path, force)
    return path
