"""Choice of the camera: one of this machine, a phone's address, or a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from ui.files.open_sheet import OpenSheet
from ui.page import Page
from ui.table.sheet import Sheet
from ui.theme import BODY
from vision.camera.devices import cameras
from words import say

USUAL = range(4)  # offered where the system does not list its cameras


class SourceSheet(Sheet):
    """Asks for the source of pictures.

    Attributes:
        field: what was chosen or written.
    """

    def __init__(self, page: Page, source: str, chosen: Callable[[str], None]) -> None:
        """`source` is proposed; `chosen` takes another."""
        text, theme = page.window.text, page.window.theme
        super().__init__(page, theme, text, say("Which camera?"))
        self._page = page
        self.paragraph(
            say(
                "The camera sees each move, so nobody has to enter it. Choose one of this computer's cameras, type a "
                "phone's address (http://... or rtsp://...), or choose a video."
            )
        )
        known = cameras()
        self._names = {text(say("Camera {n}: {name}", n=n, name=name)): str(n) for n, name in known.items()}
        if not known:
            self._names = {text(say("Camera {n}", n=n)): str(n) for n in USUAL}
        row = ttk.Frame(self.body, style="Raised.TFrame")
        row.pack(fill="x", pady=(0, theme.space(1)))
        self.field = ttk.Combobox(row, values=list(self._names), font=BODY)
        self.field.pack(side="left", fill="x", expand=True)
        titles = {number: name for name, number in self._names.items()}
        self.field.set(titles.get(source, source) or next(iter(self._names)))
        ttk.Button(row, text=text(say("File ...")), command=self._browse).pack(side="right", padx=(theme.space(1), 0))
        self.paragraph(
            say("Everything is worked out on this computer, and no picture is kept unless you ask for it."),
            "Raised.Muted.TLabel",
        )
        self.start = self.button(say("Use this camera"), lambda: self._choose(chosen), main=True)
        self.button(say("Cancel"), lambda: None)
        self.field.bind("<Return>", lambda _: self.start.invoke())
        self.field.bind("<Escape>", lambda _: self._escape())

    def _browse(self) -> None:
        OpenSheet(self._page, say("Open a file"), self._opened).open()

    def _opened(self, path: Path) -> None:
        self.field.set(str(path))
        self.start.focus_set()

    def _choose(self, chosen: Callable[[str], None]) -> None:
        written = self.field.get().strip()
        if written:
            chosen(self._names.get(written, written))
