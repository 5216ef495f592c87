"""The graph of each seat's estimated share of the win after every move.

In solved games, curves are solid where values are proven, and dashed where they are estimated.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import dist

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.games.geometry import Point
from fourth_seat.hardware.hues import mix
from fourth_seat.table.analysis.curve import CurvePoint, curve
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.turning_points import TurningPoint, turning_points
from fourth_seat.table.table import Table
from fourth_seat.ui.after.moments import SPOT_PX, spot
from fourth_seat.ui.theme.theme import SMALL, Theme
from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.widgets.focus_ring import FocusRing
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say

HEIGHT_PX = 76  # at 96 dots an inch and medium text
LATER_MS = 20  # after the rest of the window
SUPERSAMPLING = 3  # how many times larger the curves are drawn before they are scaled down;
HIGH_DENSITY_SUPERSAMPLING = 2  # that is enough where pixels are small
SMALL_PIXELS = 1.5  # pixels for each at 96 dots an inch from which they are small
TAP_REACH_PX = 18  # at 96 dots an inch from the middle of a spot within which a tap still means it
DASH_PX = 4  # of a dash, and of the gap behind it


def dashes(one: Point, other: Point, length: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line between two points, starting with a dash; gaps and dashes are equally long."""
    whole = dist(one, other)
    begin = 0.0
    while begin < whole:
        end = min(begin + length, whole)
        yield _between(one, other, begin / whole), _between(one, other, end / whole)
        begin += 2 * length


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


class ValueGraph(tk.Canvas):
    """Plots a curve for each seat; a click shows the position at that point, and arrow keys step through the moves."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        view: Callable[[int | None], None],
        look: Callable[[TurningPoint], None],
    ) -> None:
        """`view` is called with the number of entries at the clicked point (None for the current position), and `look` with
        a clicked turning point.
        """
        super().__init__(parent, height=round(HEIGHT_PX * theme.scale), highlightthickness=0, borderwidth=0, takefocus=True)
        self._theme, self._text, self._table, self._review, self._view = theme, text, table, review, view
        self._look = look
        self._spots: list[tuple[float, float, TurningPoint]] = []
        self._photos: list[ImageTk.PhotoImage] = []
        self._shown: object = None
        self._later = Timer(self)
        self.bind("<Configure>", lambda _: self.refresh(self._viewing))
        self.bind("<Button-1>", self._clicked)
        for key, walk in (
            ("<Left>", partial(self._walk, -1)), ("<Right>", partial(self._walk, 1)), ("<Home>", self._to_start)
        ):  # fmt: skip
            self.bind(key, alone(walk))
        self.bind("<End>", alone(lambda: view(None)))
        FocusRing(self)
        theme.on_change(self, self._again)
        self._viewing: int | None = None

    def refresh(self, viewing: int | None) -> None:
        """Draw all known values; `viewing` is the number of entries shown, or None for all.

        Drawing is deferred, so that it does not delay clicks on the board.
        """
        self._viewing = viewing
        if not self._later.due:
            self._later.start(LATER_MS, self._draw_changes)

    def _draw_changes(self) -> None:
        known = self.known()
        size = self.winfo_width(), self.winfo_height()
        shown = (known, self._longest(), self._table.result is not None, self._viewing, size, self._theme.palette)
        if shown != self._shown:
            self._shown = shown
            self._draw(known)

    def known(self) -> list[CurvePoint]:
        """Return the points of the curve, in game order."""
        return curve(self._table, self._review)

    def _again(self) -> None:
        self._shown = None
        self.configure(height=round(HEIGHT_PX * self._theme.scale))
        self.refresh(self._viewing)

    def _draw(self, known: list[CurvePoint]) -> None:
        self.delete("all")
        width, height = self.winfo_width(), self.winfo_height()
        palette, fine = self._theme.palette, self._fine
        self.configure(background=palette.surface)
        if width < 20 or height < 20:
            return
        image = Image.new("RGB", (width * fine, height * fine), palette.surface)
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((0, 0, width * fine - 1, height * fine - 1), 6 * fine, palette.sunken)
        if known:
            draw.line((0, height * fine / 2, width * fine, height * fine / 2), palette.line, fine)
        self._curves(draw, known)
        if self._viewing is not None:
            x = self._x(self._viewing) * fine
            draw.line((x, 0, x, height * fine), palette.accent, 2 * fine)
        self._photo = ImageTk.PhotoImage(image.reduce(fine), master=self)
        self.create_image(0, 0, image=self._photo, anchor="nw")
        self._mark_turns(known)
        if not known:
            promise = self._text(self._promise())
            self.create_text(width / 2, height / 2, text=promise, fill=palette.muted, font=SMALL, width=width - 24)

    def _curves(self, draw: ImageDraw.ImageDraw, known: list[CurvePoint]) -> None:
        table = self._table
        palette, fine = self._theme.palette, self._fine
        sides = table.game.sides(table.options)
        solid = [one.solid and other.solid for one, other in pairwise(known)]
        for seat in range(len(table.seats), 0, -1):
            points = [(self._x(value.at) * fine, self._y(value.shares[seat - 1]) * fine) for value in known]
            colour = palette.hue(sides[table.game.colours_of(seat, table.options)[0] - 1].hue)
            rim = mix(colour, "#ffffff" if palette.night else "#000000", 0.25)
            for ink, thickness in ((rim, 3.4), (colour, 2.2)):
                self._curve(draw, points, solid, ink, round(thickness * fine * self._theme.density))
            for x, y in points[-1:]:
                radius = 4 * fine * self._theme.density
                inside = colour if known[-1].solid else palette.sunken
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), inside, rim, fine)

    def _mark_turns(self, known: list[CurvePoint]) -> None:
        """Mark turning points with numbered spots on the curve of the seat that took the lead."""
        self._spots, self._photos = [], []
        shares = {value.at: value.shares for value in known}
        diameter = round(SPOT_PX * self._theme.scale)
        for number, point in enumerate(turning_points(self._table, self._review), 1):
            if point.shown_at not in shares:
                continue
            share = shares[point.shown_at][point.leader - 1] if point.leader else 0.5
            y = max(diameter / 2, min(self.winfo_height() - diameter / 2, self._y(share)))
            self._photos.append(ImageTk.PhotoImage(spot(diameter, number), master=self))
            self.create_image(self._x(point.shown_at), y, image=self._photos[-1])
            self._spots.append((self._x(point.shown_at), y, point))

    @property
    def _fine(self) -> int:
        """The supersampling factor for the curves."""
        return HIGH_DENSITY_SUPERSAMPLING if self._theme.density >= SMALL_PIXELS else SUPERSAMPLING

    def _y(self, share: float) -> float:
        """Return the y coordinate of a share of the win, in pixels."""
        return 6 + (1 - share) * (self.winfo_height() - 12)

    def _curve(
        self, draw: ImageDraw.ImageDraw, points: Sequence[Point], solid: Sequence[bool], ink: str, width: int
    ) -> None:
        """Draw each run of solid segments as a single line, so that its corners are round, and dash the other segments."""
        begin = 0
        for n, (one, other) in enumerate(pairwise(points)):
            if solid[n]:
                continue
            self._run(draw, points[begin : n + 1], ink, width)
            begin = n + 1
            for dash in dashes(one, other, DASH_PX * self._fine * self._theme.density):
                draw.line(dash, ink, width)
        self._run(draw, points[begin:], ink, width)

    @staticmethod
    def _run(draw: ImageDraw.ImageDraw, points: Sequence[Point], ink: str, width: int) -> None:
        if len(points) > 1:
            draw.line(points, ink, width, joint="curve")

    def _promise(self) -> Text:
        if self._review.solved and not self._review.open:
            return say("Who was ahead: shown after the game, because somebody is playing without help")
        return say("Who is ahead, move by move")

    def _x(self, at: int) -> float:
        """Return the x coordinate of a history entry, in pixels; a short game does not fill the width."""
        return 8 + at * (self.winfo_width() - 16) / self._longest()

    def _longest(self) -> int:
        return max(12, self._table.history.at)

    def _walk(self, by: int) -> None:
        """Step through the game by this many entries, if possible."""
        at = self._table.history.at
        count = max(0, (at if self._viewing is None else self._viewing) + by)
        self._view(None if count >= at else count)

    def _to_start(self) -> None:
        self._view(None if self._table.history.at == 0 else 0)

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        reach = TAP_REACH_PX * self._theme.density
        near = [(dist((event.x, event.y), (x, y)), n) for n, (x, y, _) in enumerate(self._spots)]
        if near and min(near)[0] <= reach:
            self._look(self._spots[min(near)[1]][2])
            return
        at = self._table.history.at
        count = round((event.x - 8) * self._longest() / max(1, self.winfo_width() - 16))
        self._view(None if count >= at else max(0, count))
