"""A list of the turning points of a game. Tapping one shows it on the board, with the move played and the better move."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from PIL import Image, ImageDraw, ImageFont, ImageTk

from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.turning_points import (
    MAX_TURNING_POINTS,
    TurningPoint,
    describe,
    describe_course,
    turning_points,
)
from fourth_seat.table.table import Table
from fourth_seat.ui.table.crown import DARK_GOLD, GOLD
from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.words import Text, say, sentence
from fourth_seat.words.direction import break_lines

SPOT_PX = 22  # of the spot around a number, at 96 dots an inch and medium text
INK = "#1c1c1c"
SUPERSAMPLING = 4  # how many times larger spots are drawn before they are scaled down
MIN_LINE_PX = 120  # of a sentence's line
BORDER_PX = 4  # around a button's text, above and below together
WIDE_PX = 380  # on which most sentences have one line, at 96 dots an inch and medium text

ShowMoment = Callable[[TurningPoint], None]


def spot(diameter: int, number: int) -> Image.Image:
    """Return a picture of a golden dot with a number."""
    size = diameter * SUPERSAMPLING
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, size - 1, size - 1), GOLD, DARK_GOLD, size // 14)
    font = ImageFont.load_default(0.62 * size)
    draw.text((size / 2, size / 2), str(number), INK, font, anchor="mm", stroke_width=size / 90, stroke_fill=INK)
    return image.reduce(SUPERSAMPLING)


class Moments(ttk.Frame):
    """A list with a numbered sentence for each turning point.

    Attributes:
        buttons: the buttons that show the turning points on the board.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        look: ShowMoment,
        *,
        raised: bool = False,
    ) -> None:
        """`look` shows a turning point on the board."""
        style = "Raised." if raised else ""
        super().__init__(parent, style=f"{style}TFrame")
        self._theme, self._text, self._table, self._review, self._look = theme, text, table, review, look
        self._shown: object = None
        self.buttons: list[ttk.Button] = []
        self._course = ttk.Label(self, style=f"{style}Muted.TLabel", justify="left")
        self._photos: list[ImageTk.PhotoImage] = []

    def refresh(self, width: int) -> bool:
        """Show the known turning points, wrapped at this width in pixels. Returns whether there is anything to show."""
        table, review = self._table, self._review
        points = turning_points(table, review) if table.result and review.open else ()
        wanted = points, width, self._theme.scale, self._still_looking() if not points else False
        if wanted != self._shown:
            self._shown = wanted
            self._fill(points, width)
        return bool(points) or bool(self._course.cget("text"))

    @property
    def height(self) -> int:
        """The required height of the list in pixels. Unlike Tk's own value, it is available before Tk is idle."""
        gap = self._theme.space(0.5)
        parts: list[tk.Widget] = [*self.buttons] or [self._course]
        return sum(part.winfo_reqheight() + gap for part in parts)

    def most_height(self, width: int) -> int:
        """Return the height in pixels of the maximum number of turning points, wrapped at this width in pixels."""
        theme = self._theme
        line = theme.font(BODY).metrics("linespace")
        lines = 2 if width < WIDE_PX * theme.scale else 1
        item = lines * line + 2 * theme.space(0.75) + BORDER_PX + theme.space(0.5)
        return MAX_TURNING_POINTS * item if self._review.open else 0

    def _still_looking(self) -> bool:
        review = self._review
        return review.wanted() is not None or review.wanted_turn() is not None

    def _fill(self, points: tuple[TurningPoint, ...], width: int) -> None:
        for row in self.winfo_children():
            if row is not self._course:
                row.destroy()
        self.buttons = []
        self._photos = []
        for number, point in enumerate(points, 1):
            self._row(number, point, width)
        course = None if points else self._described_course()
        self._course.configure(text=sentence(self._text(course)) if course else "", wraplength=max(MIN_LINE_PX, width))
        if course:
            self._course.pack(fill="x")
        else:
            self._course.pack_forget()

    def _described_course(self) -> Text | None:
        if not (self._table.result and self._review.open):
            return None
        if self._still_looking():
            return say("Looking for the turning points ...")
        return describe_course(self._table, self._review, ())

    def _row(self, number: int, point: TurningPoint, width: int) -> None:
        diameter = round(SPOT_PX * self._theme.scale)
        self._photos.append(ImageTk.PhotoImage(spot(diameter, number), master=self))
        room = max(MIN_LINE_PX, width - diameter - self._theme.space(7))
        button = ttk.Button(
            self,
            text=broken(sentence(self._text(describe(self._table, point))), room, self._theme),
            image=self._photos[-1],
            compound="left",
            style="Point.Item.Toolbutton",
            command=partial(self._look, point),
        )
        button.pack(fill="x", pady=(0, self._theme.space(0.5)))
        self.buttons.append(button)


def broken(text: str, width: int, theme: Theme) -> str:
    """Wrap a sentence at this width in pixels, because Tk buttons do not support wrapping."""
    return "\n".join(f" {line}" for line in break_lines(text, width, theme.font(BODY).measure))
