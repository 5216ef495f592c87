"""The game as a curve: each seat's share of the win after every move, as the computer saw it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageTk

from hardware.hues import mix
from table.table import Table
from ui.theme import SMALL, Theme
from words import Text, say

HEIGHT = 76  # pixels at 96 dots an inch and medium text
FINE = 3  # how many times larger the curves are drawn before they are scaled down
Points = list[tuple[float, float]]


class ValueGraph(tk.Canvas):
    """Curves over the moves; a click shows the position at that place."""

    def __init__(
        self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], table: Table, view: Callable[[int | None], None]
    ) -> None:
        """`view` is called with the number of entries at the place that was clicked; None for the game as it stands."""
        super().__init__(parent, height=round(HEIGHT * theme.scale), highlightthickness=0, borderwidth=0)
        self._theme, self._text, self._table, self._view = theme, text, table, view
        self._shown: object = None
        self.bind("<Configure>", lambda _: self._again())
        self.bind("<Button-1>", self._clicked)
        theme.on_change(self, self._again)
        self._viewing: int | None = None

    def refresh(self, viewing: int | None) -> None:
        """Draws what is known now; `viewing` is the place that is looked at, None for the latest."""
        self._viewing = viewing
        course = self._table.course
        known = tuple(sorted(course.values.items()))
        shown = (known, course.history.at, viewing, self.winfo_width(), self.winfo_height(), self._theme.mode)
        if shown != self._shown:
            self._shown = shown
            self._draw(dict(known))

    def _again(self) -> None:
        self._shown = None
        self.configure(height=round(HEIGHT * self._theme.scale))
        self.refresh(self._viewing)

    def _draw(self, known: dict[int, tuple[float, ...]]) -> None:
        self.delete("all")
        width, height = self.winfo_width(), self.winfo_height()
        palette = self._theme.palette
        self.configure(background=palette.surface)
        if width < 20 or height < 20:
            return
        image = Image.new("RGB", (width * FINE, height * FINE), palette.surface)
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((0, 0, width * FINE - 1, height * FINE - 1), 6 * FINE, palette.sunken)
        if known:
            draw.line((0, height * FINE / 2, width * FINE, height * FINE / 2), palette.line, FINE)
        ends = self._curves(draw, known)
        if self._viewing is not None:
            x = self._x(self._viewing) * FINE
            draw.line((x, 0, x, height * FINE), palette.accent, 2 * FINE)
        self._photo = ImageTk.PhotoImage(image.reduce(FINE), master=self)
        self.create_image(0, 0, image=self._photo, anchor="nw")
        if not ends:
            said = self._text(say("Who stands better: drawn here as the game goes on"))
            self.create_text(width / 2, height / 2, text=said, fill=palette.muted, font=SMALL, width=width - 24)

    def _curves(self, draw: ImageDraw.ImageDraw, known: dict[int, tuple[float, ...]]) -> bool:
        course = self._table.course
        seats = len(course.seats)
        palette = self._theme.palette
        sides = course.game.sides(course.options)
        height = self.winfo_height()
        for seat in range(seats, 0, -1):
            points: Points = [
                (self._x(at) * FINE, (6 + (1 - values[seat - 1]) * (height - 12)) * FINE)
                for at, values in sorted(known.items())
                if len(values) == seats
            ]
            colour = palette.colour(sides[course.game.colours_of(seat, course.options)[0] - 1].hue)
            rim = mix(colour, "#ffffff" if palette.night else "#000000", 0.25)
            if len(points) > 1:
                draw.line(points, rim, round(3.4 * FINE * self._theme.density), joint="curve")
                draw.line(points, colour, round(2.2 * FINE * self._theme.density), joint="curve")
            for x, y in points[-1:]:
                radius = 4 * FINE * self._theme.density
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour, rim, FINE)
        return bool(known)

    def _x(self, at: int) -> float:
        """The pixel of a place in the game; a short game does not fill the width."""
        return 8 + at * (self.winfo_width() - 16) / self._longest()

    def _longest(self) -> int:
        return max(12, self._table.course.history.at)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        at = self._table.course.history.at
        count = round((event.x - 8) * self._longest() / max(1, self.winfo_width() - 16))
        self._view(None if count >= at else max(0, count))
