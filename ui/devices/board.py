"""Settings for a board with sensors: its address, its status, and a sheet with a live view of the sensors."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.hardware.boards.address import EXAMPLES, available_boards, read_board
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.settings import BoardSettings, load_board_settings, save_board_settings
from fourth_seat.hardware.lights.strip import Colour
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.devices.section import AddressSection, show_state
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Page, Window

PAGE_SHARE = 0.8, 0.45  # of the page's width and height, that the drawn board may take
REFRESH_MS = 100
PASSED_STEPS = 15  # refreshes for which a column is lit after something has passed
NOTHING, SOMETHING, UNHEARD = (16, 16, 24), (20, 200, 60), (160, 20, 20)


class BoardSection(AddressSection):
    """A field for the address of the board, with a button that shows its sensors."""

    def __init__(self, parent: tk.Misc, window: Window, page: Page, board: GameBoard) -> None:
        self._page, self._board = page, board
        self._chosen = BoardSettings()
        self._wrong: Text | None = None
        try:
            self._chosen = load_board_settings(board.game.name)
        except FourthSeatError as error:
            self._wrong = error.text
        super().__init__(parent, window)

    def choice(self) -> tk.Widget:
        return self.address_field((*available_boards(), *EXAMPLES), self._chosen.url if self._chosen.on else "")

    def keep(self) -> None:
        name, url = self._board.game.name, self.written
        self._wrong = None
        try:
            if url:
                read_board(url)
            self._chosen = replace(self._chosen, url=url or self._chosen.url, on=bool(url))
            save_board_settings(name, self._chosen)
        except FourthSeatError as error:
            self._wrong = error.text
            return
        self._window.boards.use(name, self._chosen)

    def try_out(self) -> None:
        url, watch = self.written, self._window.boards.watch
        if watch is None or watch.address != url:
            self.keep()
        if self._window.boards.watch:
            self._page.open_sheet(SensorsSheet(self._page, self._board))

    def stands(self) -> tuple[Text, bool]:
        if self._wrong:
            return self._wrong, True
        if self._chosen.on:
            return self._window.boards.status
        return say(
            "A board with sensors and buttons, on a serial port or on the network. Leave this empty if you have none."
        ), False


class SensorsSheet(Sheet):
    """A sheet that shows a board with the places that the sensors report as occupied.

    Attributes:
        picture: the drawn board.
        message: the status of the board.
    """

    def __init__(self, page: Page, board: GameBoard) -> None:
        window = page.window
        super().__init__(page, window.theme, window.text, say("What the board senses"))
        self._window, self._board = window, board
        self._passed: dict[int, int] = {}
        self._before: dict[int, int | None] = {}
        self.paragraph(
            say("Places with something on them are green. Touch each sensor once and see whether its own place lights up."),
            "Raised.Muted.TLabel",
        ).configure(wraplength=max(320, round(PAGE_SHARE[0] * page.winfo_width())))
        size = round(PAGE_SHARE[0] * page.winfo_width()), round(PAGE_SHARE[1] * page.winfo_height())
        self.picture = LitBoard(self.body, window.theme, board, 0, size)
        self.picture.pack()
        self.message = wrapped(ttk.Label(self.body, style="Raised.Muted.TLabel"))
        self.message.pack(fill="x")
        self.button(say("Record a problem"), window.boards.record, stays=True)
        self.button(say("Close"), lambda: None, main=True)
        self._timer = Timer(self)
        self.refresh()

    def refresh(self) -> None:
        """Show the current readings of the sensors."""
        self._timer.start(REFRESH_MS, self.refresh)
        status, wrong = self._window.boards.status
        show_state(self.message, self._window.text(status), wrong=wrong)
        watch = self._window.boards.watch
        if watch is None:
            return
        columns = {area.name: area.cells for area in self._board.geometry.tap_areas}
        frame: dict[str, Colour] = {}
        for number, (kind, place) in enumerate(watch.sensors):
            value = watch.values.get(number)
            passes = kind == SensorKind.PASSAGE.value
            if passes:
                self._passed[number] = self._left(number, value)
                value = None if value is None else self._passed[number]
            colour = UNHEARD if value is None else SOMETHING if value else NOTHING
            for cell in columns.get(place, ()) if passes else (place,):
                frame[cell] = colour
        self._before = dict(watch.values)
        self.picture.light(frame)

    def _left(self, number: int, value: int | None) -> int:
        """Return the number of refreshes for which a column remains lit."""
        known = number in self._before and self._before[number] is not None
        return PASSED_STEPS if known and self._before[number] != value else max(0, self._passed.get(number, 0) - 1)
