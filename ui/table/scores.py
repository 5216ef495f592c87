"""How the game stands: a line for each seat, with the points and what else players like to count."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from table.score_sheet import score_sheet
from table.table import Table
from ui.table.swatch import Swatches
from ui.theme import STRONG, Theme
from words import Text

HEADING = 62  # pixels of a column's title before it goes on in a second line, at 96 dots an inch and medium text

Column = tuple[str, tuple[int, ...]]  # a title and a figure for each seat


class Scores(ttk.Frame):
    """A small sheet: colours, name, figures. The seat whose turn it is stands out."""

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], table: Table) -> None:
        super().__init__(parent)
        self._theme, self._text, self._table = theme, text, table
        self._swatches = Swatches(self, theme, table.game.sides(table.options), 16)
        self._shown: tuple[object, ...] = ()
        self.names: list[ttk.Label] = []
        self.columnconfigure(1, weight=1)
        self.bind("<Configure>", lambda _: self.refresh())

    def refresh(self) -> None:
        """Shows the figures of the position now."""
        course = self._table.course
        names = tuple(self._text(course.name(seat)) for seat in range(1, len(course.seats) + 1))
        turn = 0 if course.result or not course.state.mover else course.state.seat
        sheet = tuple((self._text(tally.title), tally.scores) for tally in score_sheet(course))
        shown = (self.winfo_width(), self._theme.scale, names, turn, sheet)
        if shown != self._shown:
            self._shown = shown
            self._fill(names, turn, sheet)

    def _fill(self, names: tuple[str, ...], turn: int, sheet: tuple[Column, ...]) -> None:
        for child in self.winfo_children():
            child.destroy()
        gap = self._theme.space(1.5)
        for column, (title, _) in enumerate(sheet, 2):
            self._heading(title).grid(row=0, column=column, sticky="se", padx=(gap, 0))
        self.names = []
        room = self.winfo_width() - len(sheet) * (round(HEADING * self._theme.scale) + gap)
        for seat, name in enumerate(names, 1):
            chips = ttk.Frame(self)
            chips.grid(row=seat, column=0, sticky="w", padx=(0, self._theme.space(1)))
            for colour in self._table.game.colours_of(seat, self._table.options):
                ttk.Label(chips, image=self._swatches.of(colour)).pack(side="left")
            style = "Strong.TLabel" if seat == turn else "TLabel"
            label = ttk.Label(self, text=self._fitted(name, room - chips.winfo_reqwidth()), style=style)
            label.grid(row=seat, column=1, sticky="ew", pady=self._theme.space(0.25))
            self.names.append(label)
            for column, (_, scores) in enumerate(sheet, 2):
                style = "Strong.TLabel" if column == 2 else "Muted.TLabel"
                figure = ttk.Label(self, text=str(scores[seat - 1]), style=style)
                figure.grid(row=seat, column=column, sticky="e", padx=(gap, 0))

    def _fitted(self, name: str, room: int) -> str:
        """The name, or as much of it as there is room for."""
        font = self._theme.font(STRONG)
        if room < font.measure("……") or font.measure(name) <= room:
            return name
        while name and font.measure(f"{name}…") > room:
            name = name[:-1]
        return f"{name.rstrip(' (')}…"

    def _heading(self, title: str) -> ttk.Label:
        width = round(HEADING * self._theme.scale)
        return ttk.Label(self, text=title, style="Small.TLabel", wraplength=width, justify="right")
