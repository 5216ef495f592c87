"""Sheets as pictures, as a printer would put them on paper."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import A4, PaperSheet, PngSheet
from fourth_seat.words import ENGLISH, Catalogue


def sheet_picture(
    draw: Callable[[PaperSheet], None], catalogue: Catalogue = ENGLISH, *, on_its_side: bool = False
) -> bytes:
    """Return the A4 sheet drawn by this function as a PNG file."""
    width, height = A4[::-1] if on_its_side else A4
    sheet = PngSheet(width, height, script_of(catalogue))
    draw(sheet)
    return sheet.data()
