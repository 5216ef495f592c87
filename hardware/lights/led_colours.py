"""The LED colours of pieces."""

from __future__ import annotations

from fourth_seat.hardware.hues import hue_colour, luminance, rgb
from fourth_seat.hardware.lights.strip import Colour

WHITE: Colour = (255, 255, 255)
RED: Colour = (255, 0, 0)  # something is wrong
BLACK_LIGHT: Colour = (70, 0, 255)
"""For black pieces: there is no black light but the violet one that people call so."""
MIN_LUMINANCE = 0.05  # relative luminance below which a piece gives no light of its own


def led_colour(hue: str) -> Colour:
    """Return the LED colour for pieces of a hue, as bright as possible.

    The colours of the screen are coded for the eye (sRGB), an LED's light follows its number in proportion; sent as they
    are, all of them would look pale.
    """
    colour = hue_colour(hue)
    if luminance(colour) < MIN_LUMINANCE:
        return BLACK_LIGHT
    red, green, blue = ((value / 255) ** 2.2 for value in rgb(colour))
    full = 255 / max(red, green, blue)
    return round(red * full), round(green * full), round(blue * full)


def dimmed(colour: Colour, part: float) -> Colour:
    """Return a colour at a share (0..1) of its brightness."""
    red, green, blue = colour
    return round(red * part), round(green * part), round(blue * part)
