"""A slider with a few labelled stops, operated by touch or keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.hardware.hues import mix
from fourth_seat.ui.theme.theme import BODY, STRONG, TARGET_MM, Theme
from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.widgets.focus_ring import FocusRing

HEIGHT_PX = 44  # at 96 dots an inch and medium text
KNOB_SHARE, STOP_SHARE, TRACK_SHARE = (
    0.36,
    0.24,
    0.05,
)  # radius of the knob and the other stops, half the track: of the height
MIN_STOP_PX = 26  # of the width of each stop
SUPERSAMPLING = 3


def slider_height(theme: Theme, widget: tk.Misc) -> int:
    """Return the height of a touch-friendly slider in pixels."""
    return max(round(HEIGHT_PX * theme.scale), round(widget.winfo_fpixels(f"{TARGET_MM}m")))


class StepSlider(tk.Canvas):
    """A slider with a knob on the chosen stop; it is mirrored in right-to-left languages.

    `value` is the chosen stop, or None until one is chosen by a tap, a drag or a key.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, stops: Sequence[str], value: str | None, chosen: Callable[[str], None]
    ) -> None:
        """`chosen` is called with each stop chosen by the user."""
        super().__init__(parent, takefocus=True, cursor="hand2", highlightthickness=0)
        self._theme, self.stops, self._value, self._chosen = theme, tuple(stops), value, chosen
        self._painted: object = None
        self.bind("<ButtonPress-1>", self._pressed)
        self.bind("<B1-Motion>", self._pushed)
        right = -1 if theme.mirrored else 1
        for key, by in {"Left": -right, "Right": right, "Down": -1, "Up": 1}.items():
            self.bind(f"<{key}>", alone(partial(self._move, by)))
        for key, stop in {"Home": self.stops[0], "End": self.stops[-1], **{f"Key-{each}": each for each in stops}}.items():
            self.bind(f"<{key}>", alone(partial(self._choose, stop)))
        self.bind("<Configure>", lambda _: self._paint())
        theme.on_change(self, self._resize)
        FocusRing(self)
        self._resize()

    @property
    def value(self) -> str | None:
        return self._value

    @value.setter
    def value(self, value: str | None) -> None:
        self._value = value
        self._paint()

    def place_of(self, stop: str) -> tuple[int, int]:
        """Return the centre of a stop, in pixels from the widget's upper left corner."""
        return round(self._x(self.stops.index(stop))), self.winfo_height() // 2

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self._pushed(event)

    def _pushed(self, event: tk.Event[tk.Misc]) -> None:
        self._choose(self._at(event.x))

    def _move(self, by: int) -> None:
        at = self.stops.index(self._value) + by if self._value is not None else 0
        self._choose(self.stops[min(max(at, 0), len(self.stops) - 1)])

    def _choose(self, stop: str) -> None:
        if stop != self._value:
            self.value = stop
            self._chosen(stop)

    def _at(self, x: int) -> str:
        """Return the stop nearest to this x coordinate."""
        return min(self.stops, key=lambda stop: abs(self._x(self.stops.index(stop)) - x))

    def _x(self, number: int) -> float:
        width = self.winfo_width()
        share = (number + 0.5) / len(self.stops)
        return width * (1 - share if self._theme.mirrored else share)

    # -- picture -----------------------------------------------------------------------------------------------------------

    def _resize(self) -> None:
        self.configure(width=round(MIN_STOP_PX * self._theme.scale) * len(self.stops))
        self.configure(height=slider_height(self._theme, self))
        self.configure(background=self._theme.palette.raised)
        self._paint()

    def _paint(self) -> None:
        width, height, palette = self.winfo_width(), self.winfo_height(), self._theme.palette
        wanted = width, height, palette, self._value, self._theme.scale, self._theme.mirrored
        if width <= 1 or wanted == self._painted:
            return
        self._painted = wanted
        self.delete("all")
        self._photo = ImageTk.PhotoImage(self._picture(width, height), master=self)
        self.create_image(0, 0, image=self._photo, anchor="nw")
        for number, stop in enumerate(self.stops):
            here = stop == self._value
            self.create_text(
                self._x(number), height / 2, text=stop, font=STRONG if here else BODY,
                fill=palette.on_accent if here else palette.muted,
            )  # fmt: skip

    def _picture(self, width: int, height: int) -> Image.Image:
        """Draw the line, filled up to the chosen stop, with the stops and the knob, but without labels."""
        palette = self._theme.palette
        image = Image.new("RGB", (width * SUPERSAMPLING, height * SUPERSAMPLING), palette.raised)
        draw = ImageDraw.Draw(image)
        middle, rest = height / 2, mix(palette.muted, palette.raised, 0.6)
        at = self.stops.index(self._value) if self._value is not None else 0
        for number in range(1, len(self.stops)):
            ends = sorted((self._x(number - 1), self._x(number)))
            box = ends[0], middle - TRACK_SHARE * height, ends[1], middle + TRACK_SHARE * height
            draw.rectangle(tuple(side * SUPERSAMPLING for side in box), palette.accent if number <= at else rest)
        for number, stop in enumerate(self.stops):
            here = stop == self._value
            radius = (KNOB_SHARE if here else STOP_SHARE) * height
            x = self._x(number)
            box = x - radius, middle - radius, x + radius, middle + radius
            draw.ellipse(tuple(side * SUPERSAMPLING for side in box), palette.accent if here else palette.raised)
        return image.reduce(SUPERSAMPLING)
