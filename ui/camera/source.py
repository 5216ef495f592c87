"""A sheet for choosing the camera: one of this computer's cameras, a phone's address, or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import StringVar, ttk

from fourth_seat.boundary.addresses import shown
from fourth_seat.boundary.text import printable, shorten
from fourth_seat.ui.files.folder_list import MOST_LETTERS
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.vision.camera.devices import LINUX, cameras, number_of
from fourth_seat.vision.camera.formats import PICTURE_SUFFIXES, RECORDING_SUFFIX, VIDEO_SUFFIXES
from fourth_seat.words import say

USUAL = range(4)  # offered if the system does not list its cameras


class SourceSheet(Sheet):
    """Asks for the source of pictures, with a row for each known source, and a field for any other source.

    Attributes:
        rows: the buttons, keyed by source.
        field: the field for an address or a file.
        start: the button that confirms the choice.
    """

    def __init__(self, page: Page, source: str, known: Sequence[str], chosen: Callable[[str], None]) -> None:
        """`source` is the default, `known` are the sources used in other games, and `chosen` is called with the choice."""
        text, theme = page.window.text, page.window.theme
        super().__init__(page, theme, text, say("Which camera?"))
        self._page = page
        self.paragraph(
            say(
                "The camera sees each move, so nobody has to enter it. Choose one of this computer's cameras, type a "
                "phone's address (http://... or rtsp://...), or choose a video."
            )
        )
        titles = self._cameras()
        if not titles:
            self.paragraph(say("This computer has no camera."), "Raised.Muted.TLabel")
        for other in (source, *known):
            if other and number_of(other) is None:  # a camera that is not listed has been unplugged
                titles.setdefault(other, shorten(printable(shown(other)), MOST_LETTERS))
        self._row_chosen = StringVar(self, source if source in titles else next(iter(titles), ""))
        self.rows = {
            each: ttk.Radiobutton(
                self.body, text=title, value=each, variable=self._row_chosen, style="Toggle.TButton",
                command=lambda: self._written.set(""),
            )
            for each, title in titles.items()
        }  # fmt: skip
        for button in self.rows.values():
            button.pack(fill="x", pady=(0, theme.space(0.5)))
        row = ttk.Frame(self.body, style="Raised.TFrame")
        row.pack(fill="x", pady=(theme.space(0.5), theme.space(1)))
        self._written = StringVar(self)
        self.field = ttk.Entry(row, textvariable=self._written, font=BODY)
        self.field.pack(side="left", fill="x", expand=True)
        ttk.Button(row, text=text(say("File ...")), command=self._browse).pack(side="right", padx=(theme.space(1), 0))
        self.paragraph(
            say("All pictures are processed on this computer, and none is kept unless you ask for it."),
            "Raised.Muted.TLabel",
        )
        self.start = self.button(say("Use this camera"), lambda: chosen(self.source), main=True)
        self.button(say("Cancel"), lambda: None)
        on_return(self.field, self.start.invoke)
        self._written.trace_add("write", lambda *_: self._changed())
        self._changed()

    @property
    def source(self) -> str:
        """The typed source if there is one, otherwise the source of the selected row. Empty if there is neither."""
        return self._written.get().strip() or self._row_chosen.get()

    def _cameras(self) -> dict[str, str]:
        """Return the names of this computer's cameras, keyed by source, or a few numbers if they cannot be listed."""
        names = {str(n): self._text(say("Camera {n}: {name}", n=n, name=name)) for n, name in cameras().items()}
        return names if LINUX else {str(n): self._text(say("Camera {n}", n=n)) for n in USUAL}

    def _changed(self) -> None:
        if self._written.get().strip():
            self._row_chosen.set("")
        self.start.state(["!disabled" if self.source else "disabled"])

    def _browse(self) -> None:
        suffixes = sorted(VIDEO_SUFFIXES | PICTURE_SUFFIXES | {RECORDING_SUFFIX})
        OpenSheet(self._page, say("Open a file"), self._opened, suffixes).open()

    def _opened(self, path: Path) -> None:
        self._written.set(str(path))
        self.start.focus_set()
