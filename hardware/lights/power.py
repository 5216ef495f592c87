"""Limits on the lights: a brightness, and a maximum current that is never exceeded.

A WS2812B draws up to 20 mA for each of its three colours, in proportion to the value because it dims by pulse-width
modulation, and about 1 mA for its own circuit even when dark (WorldSemi's datasheet rounded up; Adafruit's "NeoPixel
Überguide" gives the same 60 mA for white). An Arduino does not limit the current, so this program does.
"""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.words import say

CHANNEL_MA = 20  # one colour of one LED at 255
DARK_MA = 1  # one LED, whatever it shows
USB_MA = 500  # the current from a USB 2 port


@dataclass(frozen=True, slots=True)
class Power:
    """Limits on the power that LEDs may draw.

    Attributes:
        budget: the maximum total current of all LEDs, including dark ones, in mA.
        brightness: the factor applied to every value, 0..1.
    """

    budget: int = USB_MA
    brightness: float = 1.0

    def check(self, count: int) -> None:
        """Raise `BadLights` if the budget is too small for this many LEDs even when they are dark."""
        if self.budget <= count * DARK_MA:
            raise BadLights(
                say(
                    "{count} LEDs need {least} mA even when dark, and the budget is {budget} mA: "
                    "give them their own power supply and a larger budget",
                    count=count,
                    least=count * DARK_MA,
                    budget=self.budget,
                )
            )

    def limited(self, frame: bytes) -> bytes:
        """Dim a frame (the RGB values of all LEDs) to stay within the limits, by multiplying all values by the same factor
        and rounding down.
        """
        total = sum(frame)
        if not total:
            return frame
        # The sum of values that the budget allows; whole numbers, so that no rounding ever adds up to more.
        allowed = max(0, (self.budget - DARK_MA * (len(frame) // 3)) * 255 // CHANNEL_MA)
        bright = min(1.0, max(0.0, self.brightness))
        return frame.translate(bytes(min(int(v * bright), v * allowed // total) for v in range(256)))


def current_ma(frame: bytes) -> float:
    """Return the maximum current that the LEDs draw for a frame, in mA."""
    return DARK_MA * (len(frame) // 3) + CHANNEL_MA * sum(frame) / 255
