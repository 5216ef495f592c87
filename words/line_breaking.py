"""Paragraphs broken into lines, each still in reading order: what is turned round is turned line by line, or a paragraph
would begin with its end.
"""

from __future__ import annotations

from collections.abc import Callable

from words.direction import END, ISOLATE, without_marks


def break_lines(paragraph: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Lines of at most this width, in whatever unit `measure` measures; a longer word stands alone."""
    lines = [""]
    for word in paragraph.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and measure(without_marks(longer)) > width:
            # A value that goes on in the next line stays in its own order there too.
            inside = lines[-1].count(ISOLATE) > lines[-1].count(END)
            lines[-1] += END if inside else ""
            lines.append(ISOLATE + word if inside else word)
        else:
            lines[-1] = longer
    return lines
