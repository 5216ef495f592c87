"""The colours of the window, light and dark, without Tk."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.hardware.hues import hue_colour, ink_on, tone_colour

TEXT_SIZES = {"small": 0.88, "medium": 1.0, "large": 1.3, "huge": 1.7}  # of all text, against the usual size


@dataclass(frozen=True, slots=True)
class Palette:
    """A set of colours, each `#rrggbb`.

    Attributes:
        surface: the window's ground; `raised` that of cards on it; `sunken` that of wells and hovered places.
        ink: text; `muted` text of less weight; both readable on surface and raised.
        accent: parts that can be pressed, are chosen or come next; `on_accent` is text on it.
        good, warn: a fine thing, a thing to look at; readable as text.
        line: hairlines between things.
    """

    name: str
    surface: str
    raised: str
    sunken: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    good: str
    warn: str
    line: str

    @property
    def night(self) -> bool:
        """Whether this is the dark set."""
        return self.name == "dark"

    def ink_on(self, hue: str) -> str:
        """Return the colour of letters on pieces of this hue."""
        return ink_on(hue_colour(hue))

    def tone(self, name: str) -> str:
        """Return the ground colour of a cell by its tone, `start:red` and `start:3` tinted; an unknown tone is plain
        board.
        """
        return tone_colour(name, night=self.night)


LIGHT = Palette(
    name="light",
    surface="#fafafa",
    raised="#ffffff",
    sunken="#efefef",
    ink="#1c1c1c",
    muted="#5d6166",
    accent="#005fb8",
    on_accent="#ffffff",
    good="#1a7444",
    warn="#a84a00",
    line="#dcdcdc",
)
DARK = Palette(
    name="dark",
    surface="#1c1c1c",
    raised="#242425",
    sunken="#303031",
    ink="#fafafa",
    muted="#b0b0b4",
    accent="#57c8ff",
    on_accent="#000000",
    good="#6fce95",
    warn="#ffb65c",
    line="#3c3c3f",
)
PALETTES = {palette.name: palette for palette in (LIGHT, DARK)}
