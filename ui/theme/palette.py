"""The colours of the window in light and dark mode, independent of Tk."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache

from fourth_seat.hardware.hues import USUAL_HUES, hue_colour, ink_on, tone_colour
from fourth_seat.look.tokens import COLOURS, Colours

TEXT_SIZES = {"small": 0.88, "medium": 1.0, "large": 1.3, "huge": 1.7}  # of all text, compared with the usual size
MODES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Palette(Colours):
    """The colours of a window, its boards and its pieces.

    Attributes:
        mode: one of `MODES`.
        contrast: whether the colours have high contrast.
        hues: the colours of the pieces, one of `PIECE_HUES`.
    """

    mode: str
    contrast: bool
    hues: str

    @property
    def night(self) -> bool:
        """Whether this is a dark palette."""
        return self.mode == "dark"

    def hue(self, name: str) -> str:
        """Return the colour of pieces of this hue."""
        return hue_colour(name, self.hues)

    def ink_on(self, hue: str) -> str:
        """Return the colour of letters on pieces of this hue."""
        return ink_on(self.hue(hue))

    def tone(self, name: str) -> str:
        """Return the background colour for a cell's tone; `start:red` and `start:3` are tinted, and unknown tones default
        to the plain board.
        """
        return tone_colour(name, night=self.night, hues=self.hues)


@cache
def palette(mode: str, *, contrast: bool = False, hues: str = USUAL_HUES) -> Palette:
    """Return the palette for a window's settings."""
    colours = COLOURS[f"{mode} contrast" if contrast else mode]
    return Palette(**asdict(colours), mode=mode, contrast=contrast, hues=hues)
