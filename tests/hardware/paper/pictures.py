"""A4 sheets as pictures, as a printer would put them on paper."""

from __future__ import annotations

from collections.abc import Callable

from hardware.paper.board_sheet import HEIGHT, WIDTH
from hardware.paper.script import script_of
from hardware.paper.sheet import PaperSheet, PngSheet
from words import ENGLISH, Catalogue


def sheet_picture(draw: Callable[[PaperSheet], None], catalogue: Catalogue = ENGLISH) -> bytes:
    """Return the sheet that is drawn by this as a PNG file."""
    sheet = PngSheet(WIDTH, HEIGHT, script_of(catalogue))
    draw(sheet)
    return sheet.data()
