"""Reports on an evening for the developers. The complete report can be read before it is saved, and nothing is sent."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tkinter import BooleanVar, ttk

from PIL import Image, ImageTk

from fourth_seat.setup.evening_report import NAME, evening_report, save_report, written
from fourth_seat.ui.files.save_sheet import TEXT, FileKind, SaveSheet
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, say

ZIP = say("Text and picture"), ".zip"
PICTURE_PX = 320  # of the width of the picture, at 96 dots an inch and medium text


def tell_about_evening(page: Page) -> None:
    """Show the report on the last evening, so that it can be saved."""
    try:
        lines = evening_report()
    except FourthSeatError as error:
        page.window.notice(error.text)
        return
    page.open_sheet(TellSheet(page, written(lines, page.window.text), page.camera_picture()))


class TellSheet(Sheet):
    """A sheet with the exact text of the report and the camera's picture, which is added only if its box is ticked.

    Attributes:
        report: the text.
        with_picture: whether to include the picture.
        tick: the box for including the picture, or None if no camera sees the board.
    """

    def __init__(self, page: Page, report: str, picture: bytes | None) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("Tell us about an evening"))
        self._page, self.report, self._picture = page, report, picture
        self.paragraph(
            say(
                "This is everything that the file will contain: no names, no addresses, no passwords. The "
                "program does not send it anywhere."
            ),
            "Raised.Muted.TLabel",
        )
        width = min(round(PICTURE_PX * 2 * self._theme.scale), self.room)
        ttk.Label(self.body, text=report, style="Raised.TLabel", wraplength=width, justify="left").pack(anchor="w")
        self.with_picture = BooleanVar(self, False)
        self.tick: ttk.Checkbutton | None = None
        if picture:
            self._offer(picture, width)
        self.button(say("Save ..."), self._save, main=True)
        self.button(say("Close"), lambda: None)

    def _offer(self, picture: bytes, width: int) -> None:
        """Show the camera's picture and a box for including it."""
        image = Image.open(BytesIO(picture))
        across = min(round(PICTURE_PX * self._theme.scale), width)
        size = across, max(1, round(image.height * across / image.width))
        self._photo = ImageTk.PhotoImage(image.convert("RGB").resize(size, Image.Resampling.LANCZOS), master=self)
        self.tick = ttk.Checkbutton(
            self.body,
            text=self._text(say("Add this picture from the camera")),
            variable=self.with_picture,
            style="Raised.Switch.TCheckbutton",
        )
        self.tick.pack(anchor="w", pady=self._theme.space(1))
        ttk.Label(self.body, image=self._photo, style="Raised.TLabel").pack(anchor="w")

    def _save(self) -> None:
        """Open a sheet for saving the file."""
        picture = self._picture if self.with_picture.get() else None
        title, suffix = ZIP if picture else TEXT

        def write(path: Path) -> None:
            save_report(path, self.report, picture)

        self._page.open_sheet(
            SaveSheet(self._page, say("Tell us about an evening"), f"fourth-seat-{NAME}", [FileKind(title, suffix, write)])
        )
