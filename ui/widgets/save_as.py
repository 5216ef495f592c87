"""The question under which name a file is saved; the system's own dialog asks before it names a file that exists."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from table.settings.folders import documents
from words import Text, say

if TYPE_CHECKING:
    from ui.context import WindowContext

PDF = say("PDF, for the printer"), ".pdf"
PNG = say("PNG, a picture"), ".png"
TEXT = say("Text"), ".txt"


def ask_where(window: WindowContext, title: Text, name: str, *kinds: tuple[Text, str]) -> Path | None:
    """Ask for a file, in the folder of the user's documents at first; None where nobody names one.

    Args:
        window: the window that waits for the answer.
        title: of the dialog.
        name: proposed, without its suffix.
        kinds: a description and a suffix each; the first is proposed.
    """
    suffix = kinds[0][1]
    named = filedialog.asksaveasfilename(
        parent=window.root,
        title=window.text(title),
        initialdir=str(documents()),
        initialfile=f"{name}{suffix}",
        defaultextension=suffix,
        filetypes=[(window.text(kind), f"*{ending}") for kind, ending in kinds],
    )
    return Path(named) if named else None
