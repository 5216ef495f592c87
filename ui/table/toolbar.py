"""The bar under the board: the present actions as buttons for a finger; those without room are behind "More"."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tkinter import ttk

from ui.theme import Theme
from words import Text, say

Action = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Item:
    """An action of the bar.

    Attributes:
        name: by which code enables or finds it.
        title: on the button or in the list.
        action: called when it is chosen.
        key: its shortcut as Tk writes it (`<Control-z>`), or nothing.
        passing: whether it is shown only while it can be done, before all others.
        main: whether it is highlighted.
        kept: whether it comes before all others, so that one tap always reaches it.
        doubled: whether the board has it too; all such items make way together where there is no room for them.
    """

    name: str
    title: Text
    action: Action
    key: str = ""
    passing: bool = False
    main: bool = False
    kept: bool = False
    doubled: bool = False

    @property
    def accelerator(self) -> str:
        """The shortcut as people read it."""
        return self.key.strip("<>").replace("Control-", "Ctrl+").replace("Key-", "").upper().replace("CTRL", "Ctrl")


class Toolbar(ttk.Frame):
    """Buttons from left to right, the most used first, and "More" at the end. Impossible actions are grey.

    Attributes:
        buttons: all of them by name, also those that find no room.
        more: opens the list of everything.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], items: Sequence[Item], more: Action
    ) -> None:
        """`items` in the order of display; those at the end are hidden first."""
        super().__init__(parent, padding=(theme.space(2), 0))
        self._theme = theme
        self._items = {item.name: item for item in items}
        self._enabled = {item.name: not item.passing for item in items}
        self.buttons = {
            item.name: ttk.Button(
                self,
                text=text(item.title),
                command=item.action,
                style="Accent.TButton" if item.main else "Narrow.TButton" if len(text(item.title)) == 1 else "TButton",
                takefocus=False,
            )
            for item in items
        }
        self.more = ttk.Button(self, text=text(say("More ▾")), command=more, takefocus=False)
        self.more.pack(side="right")
        self._shown: tuple[str, ...] = ()
        self.bind("<Configure>", lambda _: self._lay_out())
        theme.on_change(self, self._lay_out)
        self._lay_out()

    def enable(self, enabled: Mapping[str, bool]) -> None:
        """Enable or disable buttons; passing ones appear and disappear."""
        changed = [name for name, now in enabled.items() if now != self._enabled[name]]
        for name in changed:
            self._enabled[name] = enabled[name]
            self.buttons[name].state(["!disabled" if enabled[name] else "disabled"])
        if any(self._items[name].passing for name in changed):
            self._lay_out()

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the buttons in sight."""
        return self._shown

    def _lay_out(self) -> None:
        gap = self._theme.space(1)
        present = [item for item in self._items.values() if self._enabled[item.name] or not item.passing]
        wanted = sorted(present, key=lambda item: (not item.kept, not item.passing, item.doubled))
        room = self.winfo_width() - 2 * self._theme.space(2) - self.more.winfo_reqwidth()
        widths = {item.name: self.buttons[item.name].winfo_reqwidth() + gap for item in wanted}
        if sum(widths[item.name] for item in wanted if item.kept or item.passing) > room:
            wanted = [item for item in wanted if not item.doubled]
        taken: set[str] = set()
        for item in wanted:
            room -= widths[item.name]
            if room >= 0:
                taken.add(item.name)
        fitting = [name for name in self._items if name in taken]
        if tuple(fitting) == self._shown and all(self.buttons[name].winfo_manager() for name in fitting):
            return
        for name in set(self._shown) - taken:
            self.buttons[name].pack_forget()
        self._shown = tuple(fitting)
        after: dict[str, ttk.Button] = {}
        for name in reversed(fitting):  # those that stay are left as they are, or all would be redrawn
            button = self.buttons[name]
            if not button.winfo_manager():
                button.pack(side="left", padx=(0, gap), **after)  # type: ignore[arg-type]
            after = {"before": button}
