"""Accepts photos of boards dropped on the window. This requires tkdnd, which is not available on some systems."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path

from fourth_seat.boundary.text import printable
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, say

FILES = "DND_Files"  # in tkdnd's terms, on every system


class NotAPhoto(FourthSeatError, ValueError):
    """The dropped object is not a photo of a board."""


def accept_photos(root: tk.Tk, page: Callable[[], Page | None]) -> bool:
    """Pass photos dropped on the window to the visible page. Returns whether this is supported by the system."""
    try:
        from tkinterdnd2 import TkinterDnD

        TkinterDnD._require(root)  # noqa: SLF001 - its other way is a root window of its own class
        root.tk.call("tkdnd::drop_target", "register", ".", FILES)
    except (ImportError, RuntimeError, tk.TclError):
        return False

    def take(names: Sequence[str]) -> None:
        photo = photo_among(names)
        if shown := page():
            shown.take_photo(photo)

    def dropped(names: str) -> str:
        root.after_idle(take, root.tk.splitlist(names))  # the program from which it was dragged waits for this to return
        return "copy"

    root.tk.call("bind", ".", f"<<Drop:{FILES}>>", f"{root.register(dropped)} %D")
    return True


def photo_among(names: Sequence[str]) -> Path:
    """Return the photo that was dropped.

    Raises:
        NotAPhoto: the dropped objects are not a single usable photo.
    """
    from fourth_seat.vision.camera.formats import HEIC_SUFFIXES, NO_HEIC, PICTURE_SUFFIXES

    if len(names) != 1:
        raise NotAPhoto(say("{n} files were dropped: drop just one photo of the board", n=len(names)))
    file = _path(names[0])
    suffix, shown = file.suffix.lower(), printable(file.name)
    if suffix in HEIC_SUFFIXES:
        raise NotAPhoto(say("{file}: {reason}", file=shown, reason=NO_HEIC))
    if not file.is_file():
        raise NotAPhoto(say("{file} is not a file on this computer: save the photo first, then drop its file", file=shown))
    if suffix not in PICTURE_SUFFIXES:
        raise NotAPhoto(
            say("{file} is not a photo: drop a JPEG, PNG, WebP, AVIF, TIFF or BMP file of the board", file=shown)
        )
    return file


def _path(name: str) -> Path:
    """Return the path of a dropped file without the host name, which tkdnd does not remove from `file://HOST/PATH`."""
    if os.name == "posix" and not name.startswith("/") and "://" not in name:
        name = name[max(0, name.find("/")) :]
    return Path(name)
