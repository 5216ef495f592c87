"""A board on paper: asks for a file, writes the sheet."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from games import AnyGame
from hardware.paper.board_sheet import write_board
from table.settings.folders import documents
from ui.context import WindowContext
from words import say


def print_board(window: WindowContext, game: AnyGame) -> Path | None:
    """Writes the game's board to the file that somebody names; None where they name none.

    Raises:
        NotSaved: the file cannot be written.
    """
    named = filedialog.asksaveasfilename(
        parent=window.root,
        title=window.text(say("Print board")),
        initialdir=str(documents()),
        initialfile=f"{game.name}-board.pdf",
        defaultextension=".pdf",
        filetypes=[(window.text(say("PDF, for the printer")), "*.pdf")],
    )
    if not named:
        return None
    write_board(game, Path(named), window.catalogue)
    window.notice(say("The board is in {file}: print it at 100 %, not fitted to the page.", file=named))
    return Path(named)
