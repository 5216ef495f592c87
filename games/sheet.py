"""A board on paper, for a game that is not sold as a set."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.words import Text


@dataclass(frozen=True, slots=True)
class SheetExample:
    """The contents of one cell, drawn large, with their notation.

    Attributes:
        position: a position in the game's own text.
        cell: the cell that is drawn.
        caption: the text below it.
    """

    position: str
    cell: str
    caption: str


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The contents of an A4 sheet with a game's board, which is drawn from its geometry at exact size.

    Attributes:
        needed: things needed besides the sheet, as a sentence.
        unit_mm: the length on paper of one unit of the geometry, in millimetres.
        sections: headings with their paragraphs.
        example: drawn beside the last section.
    """

    needed: Text
    unit_mm: float
    sections: tuple[tuple[Text, tuple[Text, ...]], ...]
    example: SheetExample | None = None
