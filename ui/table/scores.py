"""The score table, with a row for each seat, sorted by rank once the game is over."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.table.analysis.score_sheet import score_sheet
from fourth_seat.table.outcome import champions, ranks
from fourth_seat.table.table import Table
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import BODY, LABELS, SMALL, STEP, STRONG, TITLE, Theme
from fourth_seat.ui.widgets.label import update
from fourth_seat.words import Text, say, sentence
from fourth_seat.words.direction import shortened

COLUMN_GAP = 1.5  # grid steps between columns
MIN_NAME = 64  # pixels that are left for a name at least, at 96 dots an inch and medium text
HEADING_PX = 62  # after which a column's title continues on a second line, at 96 dots an inch and medium text

Column = tuple[str, tuple[int, ...]]  # a title and each seat's figure


class Scores(ttk.Frame):
    """A score table with colours, names and figures. The seat to move and the winner are highlighted."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        *,
        afar: bool = False,
        raised: bool = False,
    ) -> None:
        """`afar` selects a font that is legible from across the room. `raised` is for the result's card, which also shows
        the colours, because the rules refer to them.
        """
        super().__init__(parent, style="Raised.TFrame" if raised else "TFrame")
        self._raised, self._afar = "Raised." if raised else "", afar
        self._theme, self._text, self._table = theme, text, table
        self._strong, self._plain, self._small = (TITLE, STEP, STEP) if afar else (STRONG, BODY, SMALL)
        self._further = LABELS[STEP] if afar else "Muted.TLabel"  # of the figures after the first
        self._swatches = Swatches(self, theme, table.game.sides(table.options), 16, self._plain)
        self._built: object = None
        self._shown: object = None
        self.names: list[ttk.Label] = []  # from the uppermost line on
        self._figures: list[list[ttk.Label]] = []
        self.columnconfigure(1, weight=1)
        self.bind("<Configure>", lambda _: self.refresh())

    @property
    def height(self) -> int:
        """The height required for the scores, in pixels; Tk updates its own value only when idle."""
        theme = self._theme
        line = theme.font(self._strong).metrics("linespace") + 2 * theme.space(0.25)
        small = theme.font(self._small)
        widest = max(small.measure(self._text(row.title)) for row in score_sheet(self._table))
        titles = 1 if widest <= HEADING_PX * theme.growth(self._plain) else 2
        return titles * small.metrics("linespace") + len(self._table.seats) * line

    def refresh(self) -> None:
        """Show the figures for the current position."""
        table = self._table
        columns = [(self._text(tally.title), tally.scores) for tally in score_sheet(table)]
        seats = list(range(1, len(table.seats) + 1))
        strong = {0 if table.result or table.pending or not table.state.mover else table.state.seat}
        names, places = {seat: self._named(seat) for seat in seats}, ranks(table)
        if places and not table.pending:  # the last move is made before the result is shown
            seats.sort(key=lambda seat: places[seat - 1])
            names = {seat: f"{places[seat - 1]}. {name}" for seat, name in names.items()}
            strong = set(champions(table))
        growth = self._theme.growth(self._plain)
        shown = columns.copy(), strong, [names[seat] for seat in seats], self.winfo_width(), growth
        if shown == self._shown:
            return
        self._shown = shown
        chips = {seat: self._chips(seat) for seat in seats}
        widest = max(map(self._theme.font(self._strong).measure, names.values()))
        needed = max(MIN_NAME * growth, min(widest + 1, self.winfo_width() / 2))  # names matter more than further figures
        while len(columns) > 1 and self._room(columns) - max(chips.values()) < needed:
            columns.pop()  # the first column decides the game
        room = self._room(columns)
        build = tuple(title for title, _ in columns), growth, tuple(seats)
        if build != self._built:
            self._built = build
            self._build(columns, seats)
        for seat, label, figures in zip(seats, self.names, self._figures, strict=True):
            name = self._fitted(names[seat], room - chips[seat])
            update(label, text=name, style=self._style(self._strong if seat in strong else self._plain))
            for (_, scores), figure in zip(columns, figures, strict=True):
                update(figure, text=str(scores[seat - 1]))

    def _named(self, seat: int) -> str:
        """Return the name of a seat; on the result's card, add its colours, unless they are its name."""
        table = self._table
        name = table.name(seat)
        if self._raised and not self._afar and table.seat(seat).name:
            colours = table.game.colours_of(seat, table.options)
            names = tuple(table.game.colour_name(colour, table.options) for colour in colours)
            name = say("{name} · {colours}", name=name, colours=names)
        return sentence(self._text(name))

    def _style(self, face: str) -> str:
        return self._raised + LABELS[face]

    def _build(self, columns: list[Column], seats: list[int]) -> None:
        for child in self.winfo_children():
            child.destroy()
        space, growth = self._theme.space, self._theme.growth(self._plain)
        for place, (heading, _) in enumerate(columns, 2):
            title = ttk.Label(self, text=heading, style=self._style(self._small), justify="right")
            longest = max(map(self._theme.font(self._small).measure, heading.split()), default=0)
            title.configure(wraplength=max(round(HEADING_PX * growth), longest + 1))
            title.grid(row=0, column=place, sticky="se", padx=(space(COLUMN_GAP), 0))
        self.names, self._figures = [], []
        for row, seat in enumerate(seats, 1):
            chips = ttk.Frame(self, style=f"{self._raised}TFrame")
            chips.grid(row=row, column=0, sticky="w", padx=(0, space(1)))
            for colour in self._table.game.colours_of(seat, self._table.options):
                ttk.Label(chips, image=self._swatches.of(colour), style=f"{self._raised}TLabel").pack(side="left")
            name = ttk.Label(self, style=f"{self._raised}TLabel")
            name.grid(row=row, column=1, sticky="ew", pady=space(0.25))
            self.names.append(name)
            figures = [
                ttk.Label(self, style=self._raised + self._further if n else self._style(self._strong))
                for n in range(len(columns))
            ]
            for place, figure in enumerate(figures, 2):
                figure.grid(row=row, column=place, sticky="e", padx=(space(COLUMN_GAP), 0))
            self._figures.append(figures)

    def _chips(self, seat: int) -> int:
        """Return the width of a seat's colour chips in pixels."""
        return len(self._table.game.colours_of(seat, self._table.options)) * self._swatches.size

    def _room(self, columns: list[Column]) -> int:
        """Return the width available for a seat's colours and name, in pixels."""
        strong = self._theme.font(self._strong)
        taken = self._theme.space(1)
        for title, scores in columns:
            figures = max(strong.measure(str(score)) for score in scores)
            taken += max(self._title_width(title), figures) + self._theme.space(COLUMN_GAP)
        return self.winfo_width() - taken

    def _title_width(self, title: str) -> int:
        """Return the width of a column's title in pixels; long titles take two lines."""
        font = self._theme.font(self._small)
        if font.measure(title) <= HEADING_PX * self._theme.growth(self._plain):
            return font.measure(title)
        return max(font.measure(word) for word in title.split())

    def _fitted(self, name: str, room: int) -> str:
        """Truncate a name to the available width."""
        return shortened(name, room, self._theme.font(self._strong).measure)
