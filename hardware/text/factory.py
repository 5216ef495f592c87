"""Make the text display that a URL names."""

from __future__ import annotations

import re

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.backpack import FAMILIES, Backpack
from fourth_seat.hardware.text.lcdd import LCDD_PORT, Lcdd
from fourth_seat.hardware.text.panel import CharacterPanel, PanelSize
from fourth_seat.words import FourthSeatError, say

EXAMPLES = "lcd://localhost, matrixorbital:///dev/ttyUSB0?size=20x4, sparkfun:///dev/ttyACM0?size=16x2"
_SIZE = re.compile(r"([1-9][0-9]?)x([1-9])")


class BadTextDisplay(FourthSeatError, ValueError):
    """A URL that names no text display."""


def make_panel(url: str) -> CharacterPanel:
    """Make the panel that a URL names; nothing is opened yet.

    Raises:
        BadTextDisplay: it names none.
    """
    try:
        return _panel(DeviceUrl.parse(url))
    except ValueError:
        raise BadTextDisplay(
            say("{url} is not a text display: write one such as {examples}", url=shown(bare(url)), examples=EXAMPLES)
        ) from None


def _panel(url: DeviceUrl) -> CharacterPanel:
    """Raise `ValueError` where the URL makes no sense."""
    if url.scheme == "lcd" and not url.options:
        return Lcdd(*url.host(LCDD_PORT))
    size = _SIZE.fullmatch(url.options.get("size", "20x4"))
    if url.scheme not in FAMILIES or size is None or url.options.keys() - {"size", "baud"}:
        raise ValueError
    family = FAMILIES[url.scheme]
    panel_size = PanelSize(matched_integer(size[1]), matched_integer(size[2]))
    return Backpack(url.serial_port(), family, panel_size, url.positive("baud", family.baud))
