"""The boards that the camera can recognise: the calibrations of one game, each to be named or forgotten."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from fourth_seat.boundary.addresses import shown
from fourth_seat.calibration.camera import CameraCalibration, forget_camera, load_cameras, rename_camera
from fourth_seat.games import AnyGame
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, sentence
from fourth_seat.words.text import written_date

PICTURE_PX = 64  # at 96 dots an inch: the width of the small picture of where the board lies
OUTLINE_PX = 2  # of its outline
FIELD_CHARACTERS = 20  # characters of a name that are seen at once


class BoardsSheet(Sheet):
    """A line for each board: where it lies in the camera's picture, its name, when it served, and two buttons.

    Attributes:
        name_buttons: the buttons that ask for another name, the board that served last first.
        forget_buttons: the buttons that forget a board, in the same order; that of a board in use is disabled.
        field: where a name is written; None while none is asked for.
    """

    def __init__(self, page: Page, game: AnyGame, *, in_use: bool) -> None:
        """`in_use`: the first board is the one that the camera sees now."""
        super().__init__(page, page.window.theme, page.window.text, say("Boards that the camera knows"))
        self._game, self._in_use = game, in_use
        self._lines: list[ttk.Frame] = []
        self._message = self.paragraph(
            say("Each is recognised where the camera sees it in the same place. The last six are kept."),
            "Raised.Muted.TLabel",
        )
        self.button(say("Close"), lambda: None, main=True)
        self._show()

    def _show(self, naming: CameraCalibration | None = None) -> None:
        """Show the boards as they are kept now, `naming` one of them."""
        for line in self._lines:
            line.destroy()
        self._lines = []
        self.name_buttons: list[ttk.Button] = []
        self.forget_buttons: list[ttk.Button] = []
        self.field: ttk.Entry | None = None
        try:
            kept = load_cameras(self._game.name)
        except FourthSeatError as error:
            kept = ()
            self._message.configure(text=sentence(self._text(error.text)))
        for number, board in enumerate(kept):
            self._line(
                board, in_use=self._in_use and number == 0, naming=naming is not None and board.place == naming.place
            )
        if not kept:
            self._lines.append(ttk.Frame(self.body, style="Raised.TFrame"))
            self._lines[-1].pack(anchor="w")
            ttk.Label(self._lines[-1], text=self._text(say("None yet.")), style="Raised.TLabel").pack(anchor="w")

    def _line(self, board: CameraCalibration, *, in_use: bool, naming: bool) -> None:
        space = self._theme.space
        line = ttk.Frame(self.body, style="Raised.TFrame")
        line.pack(fill="x", pady=(0, space(1)))
        line.columnconfigure(1, weight=1)
        self._lines.append(line)
        self._picture(line, board).grid(row=0, column=0, rowspan=2, padx=(0, space(1.5)))
        if naming:
            self._ask_name(line, board)
            return
        title = board.name or self._text(say("Unnamed board"))
        ttk.Label(line, text=title, style="Raised.Strong.TLabel").grid(row=0, column=1, sticky="w")
        below = ttk.Label(line, text=self._text(_when(board, in_use=in_use)), style="Raised.Small.TLabel")
        below.grid(row=1, column=1, sticky="w")
        name = self._button(line, 2, say("Name ..."), partial(self._show, board))
        forget = self._button(line, 3, say("Forget"), partial(self._forget, board))
        if in_use:
            forget.state(["disabled"])
        self.name_buttons.append(name)
        self.forget_buttons.append(forget)

    def _button(self, line: ttk.Frame, column: int, title: Text, action: partial[None]) -> ttk.Button:
        button = ttk.Button(line, text=self._text(title), command=action)
        button.grid(row=0, column=column, rowspan=2, sticky="ns", padx=(self._theme.space(1), 0))
        return button

    def _picture(self, line: ttk.Frame, board: CameraCalibration) -> tk.Canvas:
        """Draw the board's outline as it lies in the camera's picture."""
        palette = self._theme.palette
        width, height = board.size
        times = PICTURE_PX * self._theme.density / max(width, height)
        canvas = tk.Canvas(
            line, width=round(width * times), height=round(height * times), highlightthickness=0, background=palette.surface
        )
        outline = (board.corners * times).ravel().tolist()
        canvas.create_polygon(outline, outline=palette.accent, fill="", width=OUTLINE_PX * self._theme.density)
        return canvas

    def _ask_name(self, line: ttk.Frame, board: CameraCalibration) -> None:
        field = self.field = ttk.Entry(line, width=FIELD_CHARACTERS, font=BODY)
        field.insert(0, board.name)
        field.grid(row=0, column=1, rowspan=2, sticky="ew")
        save = self._button(line, 2, say("Save"), partial(self._rename, board, field))
        on_return(field, save.invoke)
        field.bind("<Escape>", lambda _: self._leave_name())
        field.focus_set()

    def _leave_name(self) -> str:
        """Leave a name as it was; the sheet stays open."""
        self._show()
        return "break"

    def _rename(self, board: CameraCalibration, field: ttk.Entry) -> None:
        self._change(partial(rename_camera, self._game.name, board, field.get()))

    def _forget(self, board: CameraCalibration) -> None:
        self._change(partial(forget_camera, self._game.name, board))

    def _change(self, action: partial[None]) -> None:
        """Change what is kept, and show it."""
        try:
            action()
        except FourthSeatError as error:
            self._message.configure(text=sentence(self._text(error.text)))
        else:
            self._show()


def _when(board: CameraCalibration, *, in_use: bool) -> Text:
    """Return a sentence that says when and with which camera a board was last used."""
    if in_use:
        return say("the camera sees it now")
    if board.used is None:
        return say("camera {source}", source=shown(board.source))
    return say("{date}, camera {source}", date=written_date(board.used), source=shown(board.source))
