"""Sharing the position as a picture, which can be saved to a file or copied to the clipboard."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageTk

from fourth_seat.hardware.machine.clipboard import copy_picture, picture_command
from fourth_seat.hardware.paper.position_picture import draw_position, write_position
from fourth_seat.table.analysis.shared_position import shared_position
from fourth_seat.ui.after.keep import file_name
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.files.save_sheet import PNG, FileKind, SaveSheet
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import say

PICTURE_SHARE = 0.6  # of the window's height that the preview may take
MAX_PICTURE_PX = 460  # of it at 96 dots an inch and medium text


def share_position(stage: Stage) -> None:
    """Show the position as a picture, first offering the extra for text on pictures if it is missing."""
    with_extra(stage.page, "print", lambda: stage.page.open_sheet(ShareSheet(stage)))


class ShareSheet(Sheet):
    """Shows the picture, with buttons for saving and copying it.

    Attributes:
        png: the picture as PNG data.
    """

    def __init__(self, stage: Stage) -> None:
        page = stage.page
        window = page.window
        super().__init__(page, window.theme, window.text, say("Share a picture"))
        self._stage = stage
        self._shared = shared_position(stage.table, stage.shown.viewing)
        self.png = draw_position(self._shared, window.catalogue).data()
        height = min(round(PICTURE_SHARE * page.winfo_height()), round(MAX_PICTURE_PX * self._theme.scale))
        image = Image.open(BytesIO(self.png)).convert("RGB")
        width = min(self.room, round(image.width * height / image.height))
        preview = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
        self._photo = ImageTk.PhotoImage(preview, master=self)
        ttk.Label(self.body, image=self._photo, style="Raised.TLabel").pack()
        self.button(say("Save ..."), self.save, main=True)
        self._command = picture_command()
        if self._command:
            self.button(say("Copy"), self.copy)
        self.button(say("Close"), lambda: None)

    def save(self) -> None:
        """Ask where to save the picture."""
        page, table = self._stage.page, self._stage.table

        def write(path: Path) -> None:
            write_position(path, self._shared, page.window.catalogue)

        at = self._stage.shown.viewing
        name = f"{file_name(table.game.name, table.begun.time)}-{table.history.at if at is None else at}"
        kinds, title = [FileKind(*PNG, write)], say("Share a picture")
        page.open_sheet(
            SaveSheet(page, title, name, kinds, lambda path: say("The picture has been saved to {file}.", file=str(path)))
        )

    def copy(self) -> None:
        """Copy the picture to the clipboard."""
        copied = copy_picture(self.png, self._command)
        done = say("The picture has been copied to the clipboard.")
        failed = say("The picture could not be copied: save it instead.")
        self._stage.window.notice(done if copied else failed)
