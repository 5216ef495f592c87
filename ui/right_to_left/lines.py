"""Lines as they are drawn: broken where they get too wide, then each in the visual order of its letters."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.words.direction import break_lines, in_visual_order, runs_right, without_marks

EMBEDDED, POPPED = "\u202b", "\u202c"  # right-to-left embedding, pop directional formatting


class Direction:
    """The direction of the language, and whether lines must be reordered before Tk draws them.

    Attributes:
        right_to_left: whether the window's language runs from right to left.
        by_us: whether Tk draws letters in the order of the text (on X11), so that this module reorders them; other systems
            reorder lines themselves, and need only a mark of their direction.
    """

    def __init__(self, *, right_to_left: bool = False, by_us: bool = True) -> None:
        self.right_to_left = right_to_left
        self.by_us = by_us

    def concerns(self, text: str) -> bool:
        """Return whether anything in a text must be done about."""
        return not text.isascii() and (runs_right(text) or without_marks(text) != text)

    def drawn(self, text: str) -> str:
        """Return a text, line by line."""
        return "\n".join(self._line(line) for line in text.split("\n"))

    def break_lines(self, text: str, width: float, measure: Callable[[str], float]) -> str:
        """Return a text in lines of at most this width, in whatever unit `measure` measures; a longer word stands alone."""
        lines = [line for paragraph in text.split("\n") for line in break_lines(paragraph, width, measure)]
        return "\n".join(self._line(line) for line in lines)

    def _line(self, line: str) -> str:
        if self.by_us:
            # A line with nothing to turn round in it, such as notation alone, still has its marks taken out.
            return in_visual_order(line, self.right_to_left and self.concerns(line))
        return f"{EMBEDDED}{line}{POPPED}" if self.right_to_left else line
