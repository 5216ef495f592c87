"""Lays out sentences for a display with a few short lines, on as many pages as needed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fourth_seat.hardware.text.drivers import PanelSize

Page = tuple[str, ...]
MORE_SIGN = ">"  # in the last column of a page that is not the last


def pages(sentences: Sequence[str], size: PanelSize) -> list[Page]:
    """Lay out sentences on pages of exactly `size.rows` lines of `size.columns` characters; if there are none, return one
    empty page.

    Every sentence begins on a new line; if only its first line would fit on the page, it begins on the next page.
    """
    filled: list[list[str]] = [[]]
    for sentence in sentences:
        lines = textwrap.wrap(sentence, size.columns) or [""]
        if filled[-1] and size.rows - len(filled[-1]) < min(len(lines), 2):
            filled.append([])
        for line in lines:
            if len(filled[-1]) == size.rows:
                filled.append([])
            filled[-1].append(line)
    done = [tuple(line.ljust(size.columns) for line in [*page, *[""] * (size.rows - len(page))]) for page in filled]
    return [_marked(page) if number < len(done) else page for number, page in enumerate(done, 1)]


def _marked(page: Page) -> Page:
    """Mark that another page follows, if the last line has room for it."""
    *above, last = page
    return (*above, last[:-1] + MORE_SIGN) if last.endswith("  ") else page
