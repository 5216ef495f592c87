"""A touch-friendly list of folders and files, with buttons for the usual places and a field for typing a path."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageDraw, ImageOps, ImageTk

from fourth_seat.boundary.folders import drives, list_folder
from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.text import printable, shorten
from fourth_seat.table.settings.folders import documents
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, error_text, say, sentence

WIDTH_PX = 460  # at 96 dots an inch and medium text
LEAST_ROWS = 3  # that are in sight, however low the page
ROWS_SHARE = 0.36  # of the page's height for the rows
MOST_LETTERS = 48  # of a name in a row
ICON_HEIGHT_PX = 18  # of the picture of a folder, in pixels at 96 dots an inch and medium text
SUPERSAMPLING = 4  # how many times larger a folder is drawn before it is scaled down
NO_COMPLAINT = "\n"  # as high as a complaint of the usual length


class FolderList(ttk.Frame):
    """The contents of a folder, always with the same number of rows, so that nothing around them moves.

    Attributes:
        folder: the folder that is shown.
        suffixes: the suffixes of the files to show; empty for no files, None for all.
        field: the field for typing a path.
        rows: the rows' buttons, keyed by path.
        places: the buttons for the usual folders, keyed by path.
        complaint: the label that says why a folder cannot be shown.
    """

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        folder: Path,
        *,
        suffixes: Sequence[str] | None = (),
        chosen: Callable[[Path], object] = lambda _: None,
    ) -> None:
        """`chosen` is called with the file that is tapped or typed."""
        super().__init__(parent, style="Raised.TFrame")
        self._window, self._chosen = window, chosen
        self.folder, self.suffixes = folder, suffixes
        theme = window.theme
        space = theme.space
        width = min(round(WIDTH_PX * theme.scale), parent.winfo_toplevel().winfo_width() - space(16))
        ttk.Frame(self, width=max(1, width), height=1, style="Raised.TFrame").pack()
        line = Flow(self, theme)
        line.pack(fill="x", pady=(0, space(1)))
        self.places: dict[Path, ttk.Button] = {}
        for place, title in self._known_places().items():
            self.places[place] = ttk.Button(line, text=title, command=partial(self.go, place))
            line.add(self.places[place])
        typed = ttk.Frame(self, style="Raised.TFrame")
        typed.pack(fill="x", pady=(0, space(1)))
        self._enter = ttk.Button(typed, text=window.text(say("Open")), command=self.enter)
        self._enter.pack(side="right", padx=(space(1), 0))
        self.field = ttk.Entry(typed, font=BODY, width=10)
        self.field.pack(side="left", fill="x", expand=True)
        on_return(self.field, self.enter)
        # Always there, with room for two lines: the sheet would move under the pointer if it grew.
        self.complaint = ttk.Label(self, style="Raised.Warn.TLabel", wraplength=width, justify="left")
        self.complaint.pack(fill="x", pady=(0, space(1)))
        self._listed = Scrolled(self, theme, raised=True)
        self._listed.pack(fill="both", expand=True)
        pictures = row_pictures(round(ICON_HEIGHT_PX * theme.scale), theme.palette.muted, mirrored=theme.mirrored)
        self._photos = [ImageTk.PhotoImage(image, master=self) for image in pictures]
        self.rows: dict[Path, ttk.Button] = {}
        self.go(folder)
        row = next(iter(self.rows.values()), self._enter).winfo_reqheight()
        page = parent.winfo_toplevel().winfo_height()
        self._listed.wish(width, max(LEAST_ROWS * row, round(ROWS_SHARE * page)))

    def _known_places(self) -> dict[Path, str]:
        text = self._window.text
        places = {documents(): text(say("Documents"))}
        with suppress(RuntimeError):  # this user has no home folder
            places.setdefault(Path.home(), text(say("Home folder")))
        return {**places, **{drive: _shown(drive.name or str(drive)) for drive in drives() if drive not in places}}

    def enter(self) -> None:
        """Open the typed folder, or choose the typed file."""
        typed = self.field.get().strip()
        if not typed:
            return
        path = self.folder / given_path(typed)
        if self.suffixes != () and path.is_file():
            self._chosen(path)
        else:
            self.go(path)

    def go(self, folder: Path) -> None:
        """Show a folder, or say why it cannot be shown."""
        try:
            found = list_folder(folder, self.suffixes)
        except OSError as error:
            reason = say("{folder} cannot be opened: {reason}", folder=_shown(str(folder)), reason=error_text(error))
            self._complain(reason)
            return
        self.complaint.configure(text=NO_COMPLAINT)
        self.folder = folder
        self.field.delete(0, "end")
        self.field.insert(0, printable(str(folder)))
        self.field.xview_moveto(1)
        for row in self.rows.values():
            row.destroy()
        self.rows = {}
        self._listed.begin()
        up, within, none = self._photos
        if folder.parent != folder:
            self._row(folder.parent, self.go, up)
        for inner in found.folders:
            self._row(inner, self.go, within)
        for file in found.files:
            self._row(file, self._chosen, none)
        if found.more:
            self._complain(say("There are more files here than the list shows: type the name."))

    def _row(self, path: Path, action: Callable[[Path], object], picture: ImageTk.PhotoImage) -> None:
        row = ttk.Button(
            self._listed.body, text=_shown(path.name or str(path)), image=picture, compound="left",
            style="Item.Toolbutton", command=partial(action, path),
        )  # fmt: skip
        row.pack(fill="x")
        self.rows[path] = row

    def _complain(self, text: Text) -> None:
        self.complaint.configure(text=sentence(self._window.text(text)))


def _shown(name: str) -> str:
    """Return a name in displayable form."""
    return shorten(printable(name), MOST_LETTERS)


def row_pictures(height: int, colour: str, *, mirrored: bool = False) -> list[Image.Image]:
    """Draw the icons for the parent folder and for a folder, and an empty one, all of the same width, with padding after
    them.
    """
    high, wide = height * SUPERSAMPLING, round(1.25 * height) * SUPERSAMPLING
    up, folder, none = (Image.new("RGBa", (wide + high // 2, high), (0, 0, 0, 0)) for _ in range(3))
    tip = [(wide * 0.6, high * 0.2), (wide * 0.3, high * 0.5), (wide * 0.6, high * 0.8)]
    ImageDraw.Draw(up).line(tip, colour, round(high * 0.12), joint="curve")
    draw = ImageDraw.Draw(folder)
    draw.rounded_rectangle((0, high * 0.12, wide * 0.45, high * 0.5), high * 0.1, colour)
    draw.rounded_rectangle((0, high * 0.26, wide - 1, high * 0.88), high * 0.1, colour)
    pictures = [image.reduce(SUPERSAMPLING).convert("RGBA") for image in (up, folder, none)]
    return [ImageOps.mirror(image) for image in pictures] if mirrored else pictures
