"""The sheet behind "More": everything that can be done at the table now, each with its key."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from tkinter import ttk
from typing import TypeVar

from fourth_seat.ui.table.toolbar import Item
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import say

COLUMN_PX = 250  # of a column's width, at 96 dots an inch and medium text
MAX_COLUMNS = 3
MAX_SHIFT = 1  # items by which a column may be longer or shorter, so that no group is broken
T = TypeVar("T")


class MoreSheet(Sheet):
    """Buttons in columns, group after group.

    Attributes:
        items: the buttons by name.
    """

    def __init__(self, page: Page, groups: Sequence[Sequence[Item]]) -> None:
        theme, text = page.window.theme, page.window.text
        super().__init__(page, theme, text, say("What you can do now"))
        self.items: dict[str, ttk.Button] = {}
        room = page.winfo_width() - theme.space(12)
        columns = max(1, min(MAX_COLUMNS, room // round(COLUMN_PX * theme.scale)))
        for place, parts in enumerate(in_columns(groups, columns)):
            column = ttk.Frame(self.body, style="Raised.TFrame")
            column.pack(side="left", anchor="n", padx=(theme.space(2) if place else 0, 0))
            for number, part in enumerate(parts):
                if number:
                    ttk.Frame(column, style="Line.TFrame", height=1).pack(fill="x", pady=theme.space(0.5))
                for item in part:
                    title = f"{text(item.title)}   {item.accelerator}" if item.key else text(item.title)
                    pressed = partial(self._choose, item)
                    button = ttk.Button(column, text=title, style="Item.Toolbutton", command=pressed)
                    button.pack(fill="x")
                    self.items[item.name] = button
        self.button(say("Close"), lambda: None)

    def _choose(self, item: Item) -> None:
        self.close()
        item.action()


def in_columns(groups: Sequence[Sequence[T]], columns: int) -> list[list[list[T]]]:
    """Divide groups among columns of nearly the same length, in order; return the parts of groups in each column.

    A group is broken only where no end of a group is within `MAX_SHIFT` of where the column should end.
    """
    waiting = [list(group) for group in groups if group]
    divided: list[list[list[T]]] = []
    for left in range(columns, 0, -1):
        room = math.ceil(sum(map(len, waiting)) / left)
        column: list[list[T]] = []
        while waiting and room > 0:
            if column and room <= MAX_SHIFT < len(waiting[0]):
                break
            length = len(waiting[0]) if len(waiting[0]) <= room + MAX_SHIFT else room
            column.append(waiting[0][:length])
            room -= length
            waiting[0] = waiting[0][length:]
            if not waiting[0]:
                del waiting[0]
        if column:
            divided.append(column)
    return divided
