"""The row of buttons above the board, and the menu of what is done more seldom."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from ui.theme import Theme
from ui.widgets.menu import ThemedMenu
from words import Text, say

Action = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that can be done.

    Attributes:
        name: for those who enable it or look for it.
        title: on the button or in the menu.
        action: what it does.
        key: its shortcut as Tk writes it (`<Control-z>`), or nothing.
    """

    name: str
    title: Text
    action: Action
    key: str = ""

    @property
    def accelerator(self) -> str:
        """The shortcut as people read it."""
        return self.key.strip("<>").replace("Control-", "Ctrl+").replace("Key-", "").upper().replace("CTRL", "Ctrl")


class Toolbar(ttk.Frame):
    """Buttons from left to right, then the menu. What cannot be done now is grey."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        buttons: list[Item],
        menu: list[Item | None],
    ) -> None:
        """None in `menu` is a line between items."""
        super().__init__(parent, padding=(theme.space(2), theme.space(1)))
        gap = theme.space(1)
        self.buttons: dict[str, ttk.Button] = {}
        for item in buttons:
            button = ttk.Button(self, text=text(item.title), command=item.action, takefocus=False)
            button.pack(side="left", padx=(0, gap))
            self.buttons[item.name] = button
        self.menu = ThemedMenu(self, theme)
        self._places: dict[str, int] = {}
        for number, entry in enumerate(menu):
            if entry is None:
                self.menu.add_separator()
                continue
            self.menu.add_command(label=text(entry.title), command=entry.action, accelerator=entry.accelerator)
            self._places[entry.name] = number
        self.more = ttk.Button(self, text=text(say("More ▾")), command=self.open_menu, takefocus=False)
        self.more.pack(side="right")

    def enable(self, name: str, enabled: bool) -> None:
        """Whether something can be done now."""
        if name in self.buttons:
            self.buttons[name].state(["!disabled" if enabled else "disabled"])
        else:
            state = "normal" if enabled else "disabled"
            if self.menu.entrycget(self._places[name], "state") != state:
                self.menu.entryconfigure(self._places[name], state=state)

    def invoke(self, name: str) -> None:
        """Does what the button or menu item does."""
        if name in self.buttons:
            self.buttons[name].invoke()
        else:
            self.menu.invoke(self._places[name])

    def open_menu(self) -> None:
        """Opens the menu below its button."""
        self.menu.open_below(self.more)
