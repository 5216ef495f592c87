"""Light under a board: a frame names cells and places on the rim, the strip has numbers."""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.strip import DARK, Colour, Strip

Frame = Mapping[str, Colour]
"""The light of each cell, by its name, of each place on the rim (`rim_place`), and of the other LEDs of the strip together
(`UNUSED_LEDS`); what is not named is dark.
"""

UNUSED_LEDS = "unused:"  # in a frame: the LEDs of the strip under no cell and not on the rim


def rim_place(number: int) -> str:
    """Return the name that a place on the rim, counted from 0, has in a frame."""
    return f"rim:{number}"


class BoardLights:
    """A strip under one board.

    Attributes:
        strip: the LEDs.
        layout: which LED lies where.
    """

    def __init__(self, strip: Strip, layout: LedLayout) -> None:
        self.strip, self.layout = strip, layout
        self._leds = {**layout.cells, **{rim_place(number): (led,) for number, led in enumerate(layout.rim)}}
        used = {led for leds in self._leds.values() for led in leds}
        if unused := tuple(led for led in range(strip.count) if led not in used):
            self._leds[UNUSED_LEDS] = unused

    def colours(self, frame: Frame) -> list[Colour]:
        """Return the colours that the LEDs of the strip have in a frame. Cells without an LED are left out."""
        colours = [DARK] * self.strip.count
        for name, colour in frame.items():
            for led in self._leds.get(name, ()):
                if led < len(colours):  # a strip that is shorter than the layout says
                    colours[led] = colour
        return colours

    @property
    def frame(self) -> Frame:
        """Return the colours that the strip is to show now."""
        colours = self.strip.colours
        lit = {name: colours[leds[0]] for name, leds in self._leds.items() if leds[0] < len(colours)}
        return {name: colour for name, colour in lit.items() if colour != DARK}
