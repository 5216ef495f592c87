"""The corner markers on paper: asks for a file, writes the sheet."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from hardware.paper.corner_markers import write_markers
from table.settings.folders import documents
from ui.context import WindowContext
from words import say


def print_markers(window: WindowContext) -> Path | None:
    """Writes the sheet to the file that somebody names; None where they name none.

    Raises:
        FourthSeatError: the file cannot be written.
    """
    kinds = [(window.text(say("PDF, for the printer")), "*.pdf"), (window.text(say("PNG, a picture")), "*.png")]
    named = filedialog.asksaveasfilename(
        parent=window.root,
        title=window.text(say("Print corner markers")),
        initialdir=str(documents()),
        initialfile="corner-markers.pdf",
        defaultextension=".pdf",
        filetypes=kinds,
    )
    if not named:
        return None
    write_markers(Path(named), window.catalogue)
    window.notice(say("The corner markers are in {file}: cut them out, and lay them at the board's corners.", file=named))
    return Path(named)
