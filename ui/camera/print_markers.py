"""The corner markers on paper: asks for a file, writes the sheet."""

from __future__ import annotations

from pathlib import Path

from hardware.paper.corner_markers import write_markers
from ui.context import WindowContext
from ui.widgets.save_as import PDF, PNG, ask_where
from words import say


def print_markers(window: WindowContext) -> Path | None:
    """Write the sheet to the file that somebody names; None where they name none.

    Raises:
        FourthSeatError: the file cannot be written.
    """
    path = ask_where(window, say("Print corner markers"), "corner-markers", PDF, PNG)
    if path:
        write_markers(path, window.catalogue)
        done = say("The corner markers are in {file}: cut them out, and lay them at the board's corners.", file=str(path))
        window.notice(done)
    return path
