"""The sheet behind "More": everything that can be done at the table now, each with its key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from ui.table.sheet import Sheet
from ui.table.toolbar import Item
from words import say

if TYPE_CHECKING:
    from ui.table.context import TableContext

COLUMN_PX = 250  # pixels of a column's width, at 96 dots an inch and medium text
MAX_COLUMNS = 3


class MoreSheet(Sheet):
    """Buttons in columns, group after group.

    Attributes:
        items: the buttons by name.
    """

    def __init__(self, page: TableContext, groups: Sequence[Sequence[Item]]) -> None:
        theme, text = page.window.theme, page.window.text
        super().__init__(page, theme, text, say("What can be done now"))
        self.items: dict[str, ttk.Button] = {}
        room = page.winfo_width() - theme.space(12)
        columns = max(1, min(MAX_COLUMNS, room // round(COLUMN_PX * theme.scale)))
        height = sum(len(group) for group in groups) / columns
        place = filled = 0
        column = ttk.Frame(self.body, style="Raised.TFrame")
        for group in groups:
            if filled and place < columns - 1 and filled + len(group) / 2 > height:
                place, filled = place + 1, 0
            if not filled:
                column = ttk.Frame(self.body, style="Raised.TFrame")
                column.pack(side="left", anchor="n", padx=(theme.space(2) if place else 0, 0))
            else:
                ttk.Frame(column, style="Line.TFrame", height=1).pack(fill="x", pady=theme.space(0.5))
            for item in group:
                title = f"{text(item.title)}   {item.accelerator}" if item.key else text(item.title)
                pressed = partial(self._choose, item)
                button = ttk.Button(column, text=title, style="Item.Toolbutton", command=pressed, takefocus=False)
                button.pack(fill="x")
                self.items[item.name] = button
            filled += len(group)
        self.button(say("Close"), lambda: None)

    def _choose(self, item: Item) -> None:
        self.close()
        item.action()
