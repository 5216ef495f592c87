"""The settings for the lights under a board: address, brightness, self-test, and the mapping of LEDs to cells."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING, TypeVar

from fourth_seat.hardware.lights.drivers import examples
from fourth_seat.hardware.lights.factory import available_lights, opening
from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.power import CHANNEL_MA, DARK_MA
from fourth_seat.hardware.lights.regular import default_layout
from fourth_seat.hardware.lights.settings import (
    LightsSettings,
    layout_of,
    load_layout,
    load_lights_settings,
    save_lights_settings,
)
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.card import SectionCard
from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.devices.section import show_state
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

BUDGETS_MA = (500, 900, 1500, 2000, 3000, 5000, 10_000, 20_000)  # mA of usual supplies; others can be written into the file
BRIGHTNESSES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
PICTURE_SIZE_PX = (300, 240)  # width and height in pixels of the drawn board, at 96 dots an inch
LINES_WIDTH_PX = 460  # of the lines at 96 dots an inch and medium text, so that there is room for the board beside them
V = TypeVar("V", bound=float)


class LightsSection(SectionCard):
    """The section for the lights.

    Attributes:
        board: the board with these lights.
        chosen: the current settings.
        message: the label that shows the status of the lights.
    """

    def __init__(self, parent: tk.Misc, window: Window, board: GameBoard, learn: Callable[[LightsSection], None]) -> None:
        """`learn` opens the page that maps LEDs to cells."""
        title = say("Lights under the board: {game}", game=board.game.title)
        super().__init__(parent, window, title)
        self.board, self._control = board, window.lights
        self.chosen, self.layout = LightsSettings(), LedLayout()
        self._load()
        text, space = window.text, window.theme.space
        self._names: dict[str, str] = {}
        row = ttk.Frame(self.inside, style="Raised.TFrame")
        self.where = ttk.Combobox(row, font=BODY, postcommand=self._list_devices)
        self._list_devices()
        self.where.bind("<<ComboboxSelected>>", lambda _: self._chose())
        on_return(self.where, self._chose)
        self._flag = tk.BooleanVar(self, self.chosen.on)
        ttk.Button(row, text=text(say("Use")), command=self._chose).pack(side="right", padx=(space(1), 0))
        self.where.pack(side="left", fill="x", expand=True)
        self.line(say("Where they are"), row, fill=True)
        some = ", ".join(examples())
        hint = say("An Arduino or ESP32 that is plugged in, or an address such as {examples}", examples=some)
        self.line(None, wrapped(ttk.Label(self.inside, text=text(hint), style="Raised.Small.TLabel")), fill=True)
        self.on = ttk.Checkbutton(
            self.inside,
            text=text(say("Show the game on them")),
            variable=self._flag,
            style="Raised.Switch.TCheckbutton",
            command=lambda: self.change(replace(self.chosen, on=self._flag.get())),
        )
        self.line(None, self.on)
        self.brightness = ChoiceBox(
            self.inside,
            {part: f"{100 * part:.0f} %" for part in _with(BRIGHTNESSES, self.chosen.brightness)},
            self.chosen.brightness,
            lambda part: self.change(replace(self.chosen, brightness=part)),
        )
        self.line(say("Brightness"), self.brightness)
        self.budget = ChoiceBox(
            self.inside,
            {ma: f"{ma} mA" for ma in _with(BUDGETS_MA, self.chosen.budget)},
            self.chosen.budget,
            lambda ma: self.change(replace(self.chosen, budget=ma)),
        )
        self.line(say("Current limit for all LEDs together"), self.budget)
        self.needs = wrapped(ttk.Label(self.inside, style="Raised.Small.TLabel"))
        self.line(None, self.needs, fill=True)
        self.described = wrapped(ttk.Label(self.inside, style="Raised.TLabel"))
        self.line(say("Layout"), self.described, fill=True)
        buttons = ttk.Frame(self.inside, style="Raised.TFrame")
        self.learn = ttk.Button(buttons, text=text(say("Which LED is where ...")), command=lambda: learn(self))
        self.test = ttk.Button(buttons, text=text(say("Test")), command=lambda: self._control.try_out(self.board))
        for button in (self.test, self.learn):
            button.pack(side="left", padx=(0, space(1)))
        self.line(None, buttons)
        self.message = wrapped(ttk.Label(self.inside, style="Raised.Muted.TLabel"))
        self.line(None, self.message, fill=True)
        self._picture: LitBoard | None = None
        self.inside.bind("<Configure>", lambda event: self._place_picture(event.width), add="+")
        window.theme.on_change(self.inside, self._show_layout)
        self._show_layout()
        self._show_chosen()
        self._control.on_step(self, self.refresh)
        self._control.use(board, self.chosen)
        self.refresh()

    def _load(self) -> None:
        """Load the settings and the layout; report any that cannot be read."""
        try:
            self.chosen = load_lights_settings(self.board.game.name)
            self.layout = layout_of(self.board.game, self.board.geometry)
        except FourthSeatError as error:
            self.window.notice(error.text)
            self.layout = default_layout(self.board.geometry).under(self.board.geometry)

    def _list_devices(self) -> None:
        """List the lights that are currently plugged in."""
        self._names = {self.window.text(name): url for url, name in available_lights().items()}
        self.where.configure(values=[self.window.text(say("None")), *self._names])

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update the displayed status of the lights."""
        status, wrong = self._control.status
        show_state(self.message, self.window.text(status), wrong=wrong)
        if self._picture:
            self._picture.light(self._control.strip.frame if self._control.strip else {})

    def _show_chosen(self) -> None:
        titles = {url: name for name, url in self._names.items()}
        url = self.chosen.url
        self.where.set(titles.get(url, url) or self.window.text(say("None")))
        self._flag.set(self.chosen.on)
        for widget in (self.on, self.brightness, self.budget, self.test, self.learn):
            widget.state(["!disabled" if url else "disabled"])
        whole = self.layout.count * (3 * CHANNEL_MA + DARK_MA)
        needs = say(
            (
            (
            "{n} LEDs draw {least} mA even when they are off, and {most} mA when all are white. A USB "
            "socket provides 500 mA."
            )
            ),
            n=self.layout.count, least=self.layout.count * DARK_MA, most=whole,
        )  # fmt: skip
        self.needs.configure(text=self.window.text(needs))

    def _show_layout(self) -> None:
        self.described.configure(text=self.window.text(self._description()))
        if self._picture:
            self._picture.destroy()
        theme = self.window.theme
        size = round(PICTURE_SIZE_PX[0] * theme.density), round(PICTURE_SIZE_PX[1] * theme.density)
        self._picture = LitBoard(self.inside, theme, self.board, len(self.layout.rim), size)
        self._place_picture(self.inside.winfo_width())

    def _place_picture(self, width: int) -> None:
        """Put the drawn board beside the rows, or below them if there is not enough room."""
        if self._picture is None:
            return
        theme = self.window.theme
        if width - self._picture.winfo_reqwidth() >= round(LINES_WIDTH_PX * theme.scale):
            self._picture.grid(row=0, column=2, columnspan=1, rowspan=20, sticky="ne", padx=(theme.space(3), 0), pady=0)
        else:
            self._picture.grid(row=20, column=0, columnspan=2, rowspan=1, sticky="n", padx=0, pady=(theme.space(1), 0))

    def _description(self) -> Text:
        saved = None
        with suppress(FourthSeatError):
            saved = load_layout(self.board.game, self.board.geometry)
        cells, rim = len(self.layout.cells), len(self.layout.rim)
        if saved is None:
            return say("Not calibrated. Assuming a serpentine from the top left, {n} LEDs.", n=self.layout.count)
        if saved.panels:
            lines = ", ".join(f"{panel.lines} x {panel.length}" for panel in saved.panels)
            description = say("in lines ({lines}), under {cells} places", lines=lines, cells=cells)
        else:
            description = say("one by one; under {cells} places", cells=cells)
        return say("{cells}, {rim} LEDs around the board", cells=description, rim=rim) if rim else description

    # -- what people do ----------------------------------------------------------------------------------------------------

    def _chose(self) -> None:
        written = self.where.get().strip()
        url = self._names.get(written, "" if written == self.window.text(say("None")) else written)
        try:
            if url:
                opening(url)
        except FourthSeatError as error:  # those that shine go on, and what was typed stays, to be corrected
            self.window.notice(error.text)
            return
        # Lights that are chosen for the first time are meant to be on.
        self.change(replace(self.chosen, url=url, on=bool(url) and (self.chosen.on or not self.chosen.url)))

    def change(self, chosen: LightsSettings) -> None:
        """Apply and save new settings."""
        self.chosen = chosen
        self._show_chosen()
        try:
            save_lights_settings(self.board.game.name, chosen)
        except FourthSeatError as error:
            self.window.notice(error.text)
        self._control.use(self.board, chosen)
        self.refresh()

    def learned(self) -> None:
        """Reload the saved layout and apply it to the lights."""
        self._load()
        self._show_layout()
        self._show_chosen()
        self._control.use(self.board, self.chosen)
        self.refresh()


def _with(values: tuple[V, ...], value: V) -> list[V]:
    """Return the usual values and this one, sorted."""
    return sorted({*values, value})
