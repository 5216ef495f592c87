"""The window's typeface on X11, loaded from a package for this process only. Other systems use their default typeface.

Open Sans has Latin, Greek, Cyrillic and Hebrew letters, and figures of equal width, which align in columns. For any other
characters, fontconfig chooses a fallback font as usual.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tkinter as tk
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tkinter import font as tkfont

FAMILY, PACKAGE = "Open Sans", "fontpkg_open_sans"
# If that is missing: fontconfig's `sans` is the default on X11, but these read better if installed.
FAMILIES = (FAMILY, "Noto Sans", "Inter", "Ubuntu", "Cantarell", "DejaVu Sans")
VARIABLE = "FONTCONFIG_FILE"
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">{system}</include>
  <dir>{folder}</dir>
</fontconfig>
"""


def open_root(class_name: str = "Tk") -> tk.Tk:
    """Create a root window in which our typeface is available.

    Raises:
        tk.TclError: there is no display, or it has no fonts.
    """
    with _configured():
        root = tk.Tk(className=class_name)
        tkfont.nametofont("TkDefaultFont", root).actual()  # fontconfig reads its files now
    return root


def family(root: tk.Misc) -> str:
    """Return the most legible font family available in a window."""
    default = str(tkfont.nametofont("TkDefaultFont", root).actual("family"))
    if root.tk.call("tk", "windowingsystem") != "x11":
        return default
    return next((name for name in FAMILIES if tkfont.Font(root, family=name).actual("family") == name), default)


@contextmanager
def _configured() -> Iterator[None]:
    """Make fontconfig temporarily read a file that adds our fonts to the system's. Programs started from this one are not
    affected.
    """
    folder = _folder() if sys.platform == "linux" else None
    if folder is None:
        yield
        return
    before = os.environ.get(VARIABLE)
    with tempfile.TemporaryDirectory(prefix="fourth-seat-fonts-", ignore_cleanup_errors=True) as place:
        file = Path(place) / "fonts.conf"
        file.write_text(CONFIGURATION.format(system=escape(before or "fonts.conf"), folder=escape(str(folder))), "utf-8")
        os.environ[VARIABLE] = str(file)
        try:
            yield
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before


def _folder() -> Path | None:
    """Return the folder with the typeface's files, or None if they are not installed."""
    spec = find_spec(PACKAGE)
    places = (spec and spec.submodule_search_locations) or ()
    return next((folder for place in places if (folder := Path(place) / "files").is_dir()), None)
