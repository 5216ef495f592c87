"""Prepares text for drawing by breaking long lines and putting each line into visual order."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import combining

from fourth_seat.words.direction import (
    ISOLATE_END_SIGN,
    ISOLATE_SIGN,
    break_lines,
    in_visual_order,
    runs_right,
    without_marks,
)

LEAST_PIECE = "mmmm"  # of a word that is broken
EMBEDDED, POPPED = "\u202b", "\u202c"  # right-to-left embedding, pop directional formatting


class Direction:
    """The writing direction, and whether lines must be reordered before Tk draws them.

    Attributes:
        right_to_left: whether the window's language is written from right to left.
        by_us: whether this module must reorder lines, because Tk draws letters in logical order (on X11); other systems
            reorder lines themselves, and need only a directional mark.
    """

    def __init__(self, *, right_to_left: bool = False, by_us: bool = True) -> None:
        self.right_to_left = right_to_left
        self.by_us = by_us

    def concerns(self, text: str) -> bool:
        """Return whether text must be changed before it is drawn."""
        return not text.isascii() and (runs_right(text) or without_marks(text) != text)

    def drawn(self, text: str) -> str:
        """Return the text with its lines ready to be drawn."""
        return "\n".join(self._line(line) for line in text.split("\n"))

    def break_lines(self, text: str, width: float, measure: Callable[[str], float]) -> str:
        """Wrap text at this width, in the unit of `measure`. Longer words are split as well, since Tk would split them in
        visual order, with their ends on the first line.
        """
        broken = (line for paragraph in text.split("\n") for line in break_lines(paragraph, width, measure))
        lines = [piece for line in broken for piece in _pieces(line, width, measure)]
        return "\n".join(self._line(line) for line in lines)

    def _line(self, line: str) -> str:
        if self.by_us:
            # A line with nothing to reverse in it, such as notation alone, still has its marks removed.
            return in_visual_order(line, self.right_to_left and self.concerns(line))
        return f"{EMBEDDED}{line}{POPPED}" if self.right_to_left else line


def _pieces(line: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Return a line, or the pieces of a word that is too long for one line, split after a hyphen or else after a letter.

    A width of only a few letters means that the label has not been displayed yet.
    """
    if measure(without_marks(line)) <= width or width < measure(LEAST_PIECE):
        return [line]
    fitting = max((n for n in range(1, len(line)) if measure(without_marks(line[:n])) <= width), default=1)
    hyphen = line.rfind("-", 0, fitting) + 1
    while fitting > 1 and (combining(line[fitting]) or line[fitting] == ISOLATE_END_SIGN):
        fitting -= 1
    first, rest = line[: hyphen or fitting], line[hyphen or fitting :]
    if first.count(ISOLATE_SIGN) > first.count(ISOLATE_END_SIGN):  # a name keeps its own order in both
        first, rest = f"{first}{ISOLATE_END_SIGN}", f"{ISOLATE_SIGN}{rest}"
    return [first, *_pieces(rest, width, measure)]
