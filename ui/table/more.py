"""The "More" sheet, which lists the other possible actions at the table in groups, with their shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from tkinter import ttk

from fourth_seat.ui.table.toolbar import Item
from fourth_seat.ui.theme.icons import icon_size, with_icon
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

ITEM_STYLE = "Item.Toolbutton"
HEADING_LINES = 2  # of a column's height that a heading takes, with the room around it


@dataclass(frozen=True, slots=True)
class Group:
    """A group of related actions with a heading."""

    name: str
    title: Text
    items: Sequence[Item]


class MoreSheet(Sheet):
    """Shows the groups side by side, or stacked if there is not enough room, without splitting any group.

    Attributes:
        items: the buttons, keyed by name.
        columns: the names of the groups in each column.
    """

    def __init__(self, page: Page, groups: Sequence[Group]) -> None:
        theme = page.window.theme
        super().__init__(page, theme, page.window.text, say("What you can do now"))
        self.items: dict[str, ttk.Button] = {}
        self.columns: list[list[str]] = []
        gap, widest = theme.space(2), max(map(self._width, groups))
        most = max(1, min(len(groups), (self.room + gap) // (widest + gap)))
        for numbers in in_columns([len(group.items) + HEADING_LINES for group in groups], most):
            column = ttk.Frame(self.body, style="Raised.TFrame")
            column.pack(side="left", anchor="n", padx=(gap if self.columns else 0, 0))
            ttk.Frame(column, style="Raised.TFrame", width=widest, height=0).pack()
            for place, number in enumerate(numbers):
                self._group(column, groups[number]).pack(fill="x", pady=(gap if place else 0, 0))
            self.columns.append([groups[number].name for number in numbers])
        self.button(say("Close"), lambda: None)

    def _group(self, column: ttk.Frame, group: Group) -> ttk.Frame:
        space = self._theme.space
        frame = ttk.Frame(column, style="Raised.TFrame")
        heading = ttk.Label(frame, text=self._text(group.title), style="Raised.Strong.TLabel")
        with_icon(self._theme, heading, group.name).pack(fill="x", padx=space(1.5))
        ttk.Frame(frame, style="Line.TFrame", height=1).pack(fill="x", padx=space(1.5), pady=space(0.5))
        for item in group.items:
            pressed = partial(self._choose, item)
            button = ttk.Button(frame, text=self._words_on(item), style=ITEM_STYLE, command=pressed)
            with_icon(self._theme, button, item.icon).pack(fill="x")
            self.items[item.name] = button
        return frame

    def _words_on(self, item: Item) -> str:
        title = self._text(item.title)
        return f"{title}   {item.accelerator}" if item.key else title

    def _width(self, group: Group) -> int:
        """Return the width of a group in pixels."""
        measure = self._theme.font(BODY).measure
        icon = icon_size(self._theme, ITEM_STYLE)
        return max(measure(self._words_on(item)) for item in group.items) + icon + 2 * self._theme.space(2.5)

    def _choose(self, item: Item) -> None:
        self.close()
        item.action()


def in_columns(heights: Sequence[int], columns: int) -> list[list[int]]:
    """Divide items of these heights, in order, into at most this many columns, so that the tallest column is as short as
    possible and, if there is a tie, in as few columns as possible. Return the indices of the items in each column.
    """
    best = [list(range(len(heights)))]
    for ends in _divisions(len(heights), columns):
        divided = [list(range(start, end)) for start, end in pairwise((0, *ends))]
        rank = max(sum(heights[n] for n in column) for column in divided), len(divided)
        if rank < (max(sum(heights[n] for n in column) for column in best), len(best)):
            best = divided
    return best


def _divisions(things: int, columns: int) -> list[tuple[int, ...]]:
    """Return all ways to divide this many items, in order, into at most this many columns, as the columns' end indices."""
    if things == 0 or columns == 1:
        return [(things,)]
    found: list[tuple[int, ...]] = [(things,)]
    for first in range(1, things):
        found += [(first, *(first + end for end in rest)) for rest in _divisions(things - first, columns - 1)]
    return found
