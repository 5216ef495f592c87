"""Printable boards for games that are not sold as sets."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.words import Text


@dataclass(frozen=True, slots=True)
class SheetExample:
    """An enlarged drawing of a cell with its notation.

    Attributes:
        position: a position in the game's notation.
        cell: the cell to draw.
        caption: the text below the drawing.
    """

    position: str
    cell: str
    caption: str


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The contents of an A4 sheet with a game's board, drawn to scale from its geometry.

    Attributes:
        needed: a sentence that lists what is needed besides the sheet.
        unit_mm: the printed length of one geometry unit, in millimetres.
        sections: pairs of heading and paragraphs.
        example: an example drawn next to the last section.
    """

    needed: Text
    unit_mm: float
    sections: tuple[tuple[Text, tuple[Text, ...]], ...]
    example: SheetExample | None = None
