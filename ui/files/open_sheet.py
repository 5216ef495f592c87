"""The sheet for choosing an existing file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tkinter import BooleanVar, ttk

from fourth_seat.boundary.text import printable
from fourth_seat.table.settings.folders import documents
from fourth_seat.ui.files.folder_list import FolderList
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say


class OpenSheet(Sheet):
    """Lists folders and files, starting in the folder from which a file was last opened; a tap on a file chooses it.

    Attributes:
        list: the list of folders and files.
        every: whether files of all kinds are shown.
        switch: the check box for `every`, if only some kinds are wanted.
    """

    def __init__(
        self, page: Page, title: Text, chosen: Callable[[Path], None], suffixes: Sequence[str] | None = None
    ) -> None:
        """`chosen` is called with the file; `suffixes` are those of the files listed at first (None for all)."""
        window = page.window
        super().__init__(page, window.theme, window.text, title)
        self._window, self._suffixes, self._take = window, suffixes, chosen
        folder = documents()
        with suppress(OSError):  # its name is too long, or access to it is denied
            last = Path(window.settings.folder)
            folder = last if window.settings.folder and last.is_dir() else folder
        self.list = FolderList(self.body, window, folder, suffixes=suffixes, chosen=self._chosen)
        self.list.pack(fill="both", expand=True)
        self.every = BooleanVar(self, suffixes is None)
        if suffixes is not None:
            self.switch = ttk.Checkbutton(
                self._row, text=window.text(say("All files")), variable=self.every, command=self._show_every,
                style="Raised.Switch.TCheckbutton",
            )  # fmt: skip
            self.switch.pack(side="left")
        self.button(say("Cancel"), lambda: None)

    def _show_every(self) -> None:
        self.list.suffixes = None if self.every.get() else self._suffixes
        self.list.go(self.list.folder)

    def _chosen(self, path: Path) -> None:
        self.close()
        folder = str(path.absolute().parent)
        if printable(folder) == folder:  # otherwise the settings cannot hold it
            self._window.change(replace(self._window.settings, folder=folder))
        self._take(path)
