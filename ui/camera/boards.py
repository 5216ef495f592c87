"""A list of the boards that the camera can recognise for a game. Boards can be named and forgotten."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.boundary.addresses import shown
from fourth_seat.calibration.camera import CameraCalibration, forget_camera, load_cameras, rename_camera
from fourth_seat.games import AnyGame
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.ui.widgets.label import update
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say
from fourth_seat.words.text import written_date

PICTURE_PX = 64  # at 96 dots an inch: the width of the small picture of where the board lies
OUTLINE_PX = 2  # of its outline


class BoardsSheet(Sheet):
    """A sheet with a line for each known board. The lines for forgotten boards stay until the sheet is closed.

    Attributes:
        lines: the lines, with the most recently used board first.
    """

    def __init__(self, page: Page, game: AnyGame, *, in_use: bool) -> None:
        """`in_use` means that the camera currently sees the first board."""
        super().__init__(page, page.window.theme, page.window.text, say("Boards that the camera knows"))
        hint = say(
            "The camera recognises a board when it sees it in the same place again. The last six boards are remembered."
        )
        self.paragraph(hint, "Raised.Muted.TLabel")
        self.button(say("Close"), lambda: None, main=True)
        kept: tuple[CameraCalibration, ...] = ()
        try:
            kept = load_cameras(game.name)
            if not kept:
                self.paragraph(say("None yet."))
        except FourthSeatError as error:
            self.steady([error.text], "Raised.Warn.TLabel")
        self.lines = [
            BoardLine(self.body, page, game, board, in_use=in_use and number == 0) for number, board in enumerate(kept)
        ]
        for line in self.lines:
            line.pack(fill="x", pady=(0, self._theme.space(1)))
        self.bind("<Configure>", lambda _: self._break_lines(), add="+")

    def _break_lines(self) -> None:
        for line in self.lines:
            line.fit(self.room)


class BoardLine(ttk.Frame):
    """A line with a board's position in the camera's picture, its name, the date of its last use, and two buttons.

    Attributes:
        name_button: the button for changing the name.
        forget_button: the button for forgetting the board. It is disabled while the board is in use.
    """

    def __init__(self, parent: tk.Misc, page: Page, game: AnyGame, board: CameraCalibration, *, in_use: bool) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._page, self._game, self._board = page, game, board
        self._when = _when(board, in_use=in_use)
        text, space = page.window.text, page.window.theme.space
        self.columnconfigure(1, weight=1)
        self._drawn = self._picture()
        self._drawn.grid(row=0, column=0, rowspan=2, padx=(0, space(1.5)))
        self._title = ttk.Label(self, style="Raised.Strong.TLabel")
        self._title.grid(row=0, column=1, sticky="w")
        self._below = ttk.Label(self, text=text(self._when), style="Raised.Small.TLabel")
        self._below.grid(row=1, column=1, sticky="w")
        self.name_button = ttk.Button(self, text=text(say("Name ...")), command=self._ask_name)
        self.forget_button = ttk.Button(self, text=text(say("Forget")), command=self._forget)
        for column, button in enumerate((self.name_button, self.forget_button), 2):
            button.grid(row=0, column=column, rowspan=2, sticky="ns", padx=(space(1), 0))
        self.forget_button.state(["disabled" if in_use else "!disabled"])
        self._show_name()

    def fit(self, room: int) -> None:
        """Wrap the texts so that the line is at most `room` pixels wide."""
        space, buttons = self._page.window.theme.space, (self.name_button, self.forget_button)
        beside = self._drawn.winfo_reqwidth() + space(1.5) + sum(button.winfo_reqwidth() + space(1) for button in buttons)
        for label in (self._title, self._below):
            update(label, wraplength=str(max(1, round(room - beside))))

    def _picture(self) -> tk.Canvas:
        """Return a drawing of the board's outline in the camera's picture."""
        theme = self._page.window.theme
        palette = theme.palette
        width, height = self._board.size
        times = PICTURE_PX * theme.density / max(width, height)
        canvas = tk.Canvas(
            self, width=round(width * times), height=round(height * times), highlightthickness=0, background=palette.surface
        )
        outline = (self._board.corners * times).ravel().tolist()
        canvas.create_polygon(outline, outline=palette.accent, fill="", width=OUTLINE_PX * theme.density)
        return canvas

    def _show_name(self) -> None:
        self._title.configure(text=self._board.name or self._page.window.text(say("Unnamed board")))

    def _ask_name(self) -> None:
        window = self._page.window
        fields = {say("Name"): self._board.name}
        FormSheet(self._page, window.theme, window.text, say("Name of the board"), self._when, fields, self._rename).open()

    def _rename(self, name: str) -> None:
        rename_camera(self._game.name, self._board, name)
        kept = load_cameras(self._game.name)
        self._board = next((board for board in kept if board.place == self._board.place), self._board)
        self._show_name()

    def _forget(self) -> None:
        forget_camera(self._game.name, self._board)
        for button in (self.name_button, self.forget_button):
            button.state(["disabled"])
        self._below.configure(text=self._page.window.text(say("forgotten")))


def _when(board: CameraCalibration, *, in_use: bool) -> Text:
    """Describe when and with which camera a board was last used."""
    if in_use:
        return say("the camera sees it now")
    if board.used is None:
        return say("camera {source}", source=shown(board.source))
    return say("{date}, camera {source}", date=written_date(board.used), source=shown(board.source))
