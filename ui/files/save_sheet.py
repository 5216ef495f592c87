"""A touch-friendly sheet for choosing where to save a file; existing files are never overwritten without asking."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tkinter import StringVar, ttk

from fourth_seat.boundary.text import printable, shorten
from fourth_seat.table.settings.folders import documents
from fourth_seat.ui.files.folder_list import MOST_LETTERS, FolderList
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say

PDF = say("PDF, for the printer"), ".pdf"
PNG = say("PNG, a picture"), ".png"
TEXT = say("Text"), ".txt"
MAX_TRIES = 999  # names tried to keep both files
FIELD_CHARACTERS = 34  # characters


@dataclass(frozen=True, slots=True)
class FileKind:
    """A file type, with its display name, suffix and writer function."""

    title: Text
    suffix: str
    write: Callable[[Path], None]


class SaveSheet(Sheet):
    """Asks for the type, name and folder of a file. It stays open until the file is written, so that all three can be
    corrected.

    Attributes:
        name: the field for the name, without suffix.
        folder: the folder for the file.
        other: the button for choosing a different folder.
        list: the list of folders, once it has been opened.
    """

    def __init__(
        self,
        page: Page,
        title: Text,
        name: str,
        kinds: Sequence[FileKind],
        saved: Callable[[Path], Text] = lambda path: say("Saved: {file}", file=str(path)),
    ) -> None:
        """`saved` is called with the file's path."""
        window = page.window
        super().__init__(page, window.theme, window.text, title)
        self._window, self._page, self._saved = window, page, saved
        self.folder = documents()
        space = window.theme.space
        self._kinds = {kind.suffix: kind for kind in kinds}
        self.kind = StringVar(self, kinds[0].suffix)
        for kind in kinds if len(kinds) > 1 else ():
            label = f"{window.text(kind.title)}  ({kind.suffix})"
            ttk.Radiobutton(self.body, text=label, value=kind.suffix, variable=self.kind, style="Toggle.TButton").pack(
                fill="x", pady=(0, space(0.5))
            )
        self._line(say("Name"))
        self.name = ttk.Entry(self.body, width=FIELD_CHARACTERS, font=BODY)
        self.name.insert(0, name)
        self.name.pack(fill="x")
        self._line(say("Folder"))
        self._where = self.steady(())
        self.other = ttk.Button(self.body, text=window.text(say("Another folder ...")), command=self._ask_folder)
        self.other.pack(anchor="w")
        self.list: FolderList | None = None
        self._go(self.folder)
        on_return(self.name, self.button(say("Save"), self.save, main=True, stays=True).invoke)
        self.button(say("Cancel"), lambda: None)

    @property
    def path(self) -> Path:
        """The path made from the current name and folder."""
        name = self.name.get().strip().replace("/", "-").replace(os.sep, "-") or "-"
        suffix = self.kind.get()
        return self.folder / (name if name.lower().endswith(suffix) else name + suffix)

    def save(self) -> None:
        """Write the file, asking first if it already exists."""
        path, kind = self.path, self._kinds[self.kind.get()]
        if not os.path.lexists(path):
            self._write(kind, path)
            return
        sheet = Sheet(self._page, self._theme, self._text, say("Replace the file?"))
        sheet.paragraph(say("There is already a file called {file} in this folder.", file=path.name))
        sheet.button(say("Keep both"), lambda: self._write(kind, free_name(path)), main=True)
        sheet.button(say("Replace"), lambda: self._write(kind, path))
        sheet.button(say("Cancel"), lambda: None)
        sheet.open()

    def _write(self, kind: FileKind, path: Path) -> None:
        try:
            kind.write(path)
        except FourthSeatError as error:
            self._window.notice(error.text)
        else:
            self.close()
            self._window.notice(self._saved(path))

    def _line(self, title: Text) -> None:
        label = ttk.Label(self.body, text=self._text(title), style="Raised.Small.TLabel")
        label.pack(anchor="w", pady=(self._theme.space(1.5), 0))

    def _ask_folder(self) -> None:
        sheet = Sheet(self._page, self._theme, self._text, say("Folder"))
        folders = self.list = FolderList(sheet.body, self._window, self.folder)
        folders.pack(fill="both", expand=True)
        sheet.button(say("Done"), lambda: self._go(folders.folder), main=True)
        sheet.button(say("Cancel"), lambda: None)
        sheet.open()

    def _go(self, folder: Path) -> None:
        self.folder = folder
        self._where.show(shorten(printable(str(folder)), MOST_LETTERS))


def free_name(path: Path) -> Path:
    """Return a similar path that does not exist yet."""
    for number in range(2, MAX_TRIES):
        other = path.with_name(f"{path.stem} {number}{path.suffix}")
        if not os.path.lexists(other):
            return other
    return path.with_name(f"{path.stem} {os.getpid()}{path.suffix}")
