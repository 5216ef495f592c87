"""Checks of output paths before the work, which may take hours: types of arguments for argparse."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path


def output_file(text: str) -> Path:
    """Return the path of a file to be written; raise `ArgumentTypeError` if its folder does not exist."""
    path = Path(text)
    if path.is_dir():
        raise ArgumentTypeError(f"{path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"{path} cannot be written: its folder is not there")
    return path


def output_folder(text: str) -> Path:
    """Return the path of a folder for results, made if missing; raise `ArgumentTypeError` if that fails."""
    try:
        Path(text).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArgumentTypeError(f"{text} cannot be made: {error.strerror}") from None
    return Path(text)
