"""A preview of the keepsake page, which can be saved as a PDF or a picture."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageTk

from fourth_seat.hardware.paper.keepsake_page import PAPERS, draw_keepsake, keepsake_script, write_keepsake
from fourth_seat.hardware.paper.sheet import PngSheet
from fourth_seat.table.analysis.keepsake import Keepsake, keepsake
from fourth_seat.ui.files.save_sheet import PDF, PNG, FileKind, SaveSheet
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Catalogue, say

PICTURE_SHARE = 0.58  # of the window's height that the picture of the page may take
MAX_PICTURE_PX = 560  # of it at 96 dots an inch and medium text
REFRESH_MS = 700  # between checks whether more is known about the game


class PreviewSheet(PngSheet):
    """A low-resolution page for the preview."""

    DOTS = 96


class SmallSheet(PngSheet):
    """A page with an even lower resolution for the thumbnail."""

    DOTS = 48


def small_page(kept: Keepsake, catalogue: Catalogue) -> Image.Image:
    """Draw the thumbnail of the page. Thread-safe."""
    sheet = SmallSheet(*PAPERS["a4"], keepsake_script(kept, catalogue))
    draw_keepsake(sheet, kept)
    return sheet.picture()


class KeepSheet(Sheet):
    """A sheet with a picture of the page, a choice of paper sizes, and buttons for saving.

    Attributes:
        paper: the box for choosing the paper size.
    """

    def __init__(self, stage: Stage) -> None:
        """Raises `OutOfTurn` if the game is not over."""
        window = stage.window
        super().__init__(stage.page, window.theme, window.text, say("A page to keep"))
        self._stage = stage
        self._kept = keepsake(stage.table, stage.review)
        self._picture = ttk.Label(self.body, style="Raised.TLabel")
        self._picture.pack(pady=(0, self._theme.space(1.5)))
        names = {"a4": window.text(say("A4")), "letter": window.text(say("Letter (US)"))}
        self.paper: ChoiceBox[str] = ChoiceBox(self.body, names, "a4", lambda _: self._draw())
        self.paper.pack()
        self.button(say("Save as PDF ..."), lambda: self.save(".pdf"), main=True)
        self.button(say("Save as picture ..."), lambda: self.save(".png"))
        self.button(say("Close"), lambda: None)
        self._draw()
        self._timer = Timer(self)
        self._again()

    def _again(self) -> None:
        """Redraw the page when new information about the game is available, unless the end of the game has been undone."""
        self._timer.start(REFRESH_MS, self._again)
        if self._stage.table.result is None:
            return
        kept = keepsake(self._stage.table, self._stage.review)
        if kept != self._kept:
            self._kept = kept
            self._draw()

    def _draw(self) -> None:
        size = PAPERS[self.paper.value]
        sheet = PreviewSheet(*size, keepsake_script(self._kept, self._stage.window.catalogue))
        draw_keepsake(sheet, self._kept)
        height = min(round(PICTURE_SHARE * self._stage.page.winfo_height()), round(MAX_PICTURE_PX * self._theme.scale))
        image = sheet.picture().resize((round(height * size[0] / size[1]), height), Image.Resampling.LANCZOS)
        self._photo = ImageTk.PhotoImage(image, master=self)
        self._picture.configure(image=self._photo)

    def save(self, suffix: str) -> None:
        """Open a sheet for saving the page."""
        stage, page, paper, kept = self._stage, self._stage.page, self.paper.value, self._kept

        def write(path: Path) -> None:
            write_keepsake(path, kept, page.window.catalogue, paper)

        name = file_name(stage.table.game.name, stage.table.begun.time)
        kinds = [FileKind(*(PDF if suffix == ".pdf" else PNG), write)]
        page.open_sheet(
            SaveSheet(
                page,
                say("A page to keep"),
                name,
                kinds,
                lambda path: say("The page has been saved to {file}.", file=str(path)),
            )
        )


def file_name(game: str, time: str) -> str:
    """Return the file name of a page without its suffix. It contains the date of the game, if known."""
    try:
        return f"{datetime.fromisoformat(time):%Y-%m-%d}-{game}"
    except ValueError:
        return game
