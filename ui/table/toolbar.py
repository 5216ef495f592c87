"""The bar under the board, with finger-sized buttons in fixed positions, each with an icon and, if there is room, a label.
Actions that do not fit are under "More".
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import Literal

from fourth_seat.look.icons import ICONS
from fourth_seat.ui.theme.icons import with_icon
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say, sentence

Action = Callable[[], None]
MORE_KEY = "<F10>"
SIGNS = {
    "leave": "back",
    "phones": "phone",
    "phones_open": "phone",
    "hardware": "lights",
    "photo": "picture",
    "mirror": "flip",
    "notation": "menu",
}
"""The icons of actions whose icon has a different name."""


@dataclass(frozen=True, slots=True)
class Item:
    """An action on the bar.

    Attributes:
        name: the action's identifier.
        title: the text on the button or in the list.
        action: called when the action is chosen.
        key: the shortcut in Tk's notation (`<Control-z>`), or empty.
        phases: the phases of an entry in which the button is shown beside "More"; empty for an action outside entries.
        passing: whether the button is shown only while the action is possible. It comes last among the actions outside
            entries, and its space then stays empty, so that the others do not move.
        main: whether the button is highlighted.
        kept: whether the button takes precedence over all others, so that it is always visible.
        signed: whether the button always shows its icon without the label.
        worded: whether the label takes precedence over the icons of other buttons.
    """

    name: str
    title: Text
    action: Action
    key: str = ""
    phases: tuple[str, ...] = ()
    passing: bool = False
    main: bool = False
    kept: bool = False
    signed: bool = False
    worded: bool = False

    @property
    def icon(self) -> str:
        """The name of the icon (`look/icons.py`); empty if there is none."""
        name = SIGNS.get(self.name, self.name)
        return name if name in ICONS else ""

    @property
    def accelerator(self) -> str:
        """The shortcut in display form."""
        return accelerator(self.key)


def accelerator(key: str) -> str:
    """Convert a key from Tk's notation to display form, such as `<Control-z>` to `Ctrl+Z`."""
    return key.strip("<>").replace("Control-", "Ctrl+").replace("Key-", "").upper().replace("CTRL", "Ctrl")


def with_key(words: str, key: str) -> str:
    """Return the description of a button, followed by its shortcut, if any."""
    return f"{words} ({accelerator(key)})" if key else words


class Toolbar(ttk.Frame):
    """A bar of buttons aligned at both ends, with "More" at the right end. Unavailable actions are greyed out.

    Buttons never move, because a second tap might otherwise press the wrong one. The buttons for an entry appear and
    disappear together, beside "More", in space reserved for them.

    Attributes:
        items: the actions, keyed by name.
        buttons: the buttons, keyed by name, including those that do not fit.
        more: the button that opens the list of all actions.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        items: Sequence[Item],
        meanings: Mapping[str, Text],
        more: Action,
    ) -> None:
        """`items` are in display order; those at the end are hidden first. `meanings` are descriptions keyed by name."""
        super().__init__(parent, padding=(theme.space(2), 0))
        self._theme = theme
        self.items = {item.name: item for item in items}
        self._enabled = {item.name: not item.passing for item in items}
        self._once_possible = {item.name for item in items if not item.passing}  # have room from then on
        self.buttons = {
            item.name: ttk.Button(
                self,
                text=text(item.title),
                command=item.action,
                style="Accent.TButton" if item.main else "TButton",
            )
            for item in items
        }
        for name, button in self.buttons.items():
            title, meaning = (text(each) for each in (self.items[name].title, meanings.get(name, self.items[name].title)))
            words = sentence(meaning) if meaning == title else f"{title}: {meaning}"
            explained(button, with_key(words, self.items[name].key))
        self.more = with_icon(theme, ttk.Button(self, text=text(say("More")), command=more), "more")
        explained(self.more, with_key(text(say("What you can do now")), MORE_KEY))
        self.more.pack(side="right")
        self._widths: dict[str, tuple[int, ...]] = {}  # of each button's icon alone, and with the word
        self._worded: set[str] | None = None  # names of the buttons that show their words; None before any does
        self._phase = ""
        self._shown: tuple[str, ...] = ()
        self.bind("<Configure>", lambda _: self._lay_out())
        theme.on_measured(self, self._measure_and_lay_out)
        self._measure_and_lay_out()

    def enable(self, enabled: Mapping[str, bool], phase: str) -> None:
        """Enable or disable buttons, and show those for a phase of an entry; an empty phase means no entry."""
        changed = False
        for name, now in enabled.items():
            if now != self._enabled[name]:
                self._enabled[name] = now
                self.buttons[name].state(["!disabled" if now else "disabled"])
                changed |= self.items[name].passing
                self._once_possible.add(name)
        if phase != self._phase or changed:
            self._phase = phase
            self._lay_out()

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the visible buttons."""
        return self._shown

    def _measure_and_lay_out(self) -> None:
        for name, item in self.items.items():
            self._widths[name] = tuple(self._formed(item, worded).winfo_reqwidth() for worded in (False, True))
        self._worded = None
        self._lay_out()

    def _formed(self, item: Item, worded: bool) -> ttk.Button:
        """Return an item's button, with its label if `worded` or without an icon, or else with the icon alone."""
        button, alone = self.buttons[item.name], bool(item.icon) and not worded and not item.main
        button.configure(style="Accent.TButton" if item.main else "Icon.TButton" if alone else "TButton")
        return with_icon(self._theme, button, item.icon, alone=alone)

    def _lay_out(self) -> None:
        gap = self._theme.space(1)
        room = self.winfo_width() - 2 * self._theme.space(2) - self.more.winfo_reqwidth()
        wanted = {item.name for item in self.items.values() if item.worded}
        for worded in (wanted, set[str]()):
            widths = {name: each[name in worded] + gap for name, each in self._widths.items()}
            always, passing, left = self._chosen(widths, room)
            if all(name in always or self.items[name].phases for name in wanted):
                break
        most = {name for names in self._phases().values() for name in names}
        for item in sorted(self.items.values(), key=lambda item: not item.kept):
            if item.name in (*always, *most) and item.name not in worded and not item.signed:
                left -= self._widths[item.name][True] + gap - widths[item.name]
                if left < 0:
                    break
                worded.add(item.name)
        if worded != self._worded:
            self._worded = worded
            for item in self.items.values():
                self._formed(item, item.name in worded)
        impossible = {name for name, item in self.items.items() if item.passing and not self._enabled[name]}
        shown = tuple(name for name in self.items if name in (*always, *passing) and name not in impossible)
        if shown == self._shown:
            return
        for name in set(self._shown) - set(shown):
            self.buttons[name].pack_forget()
        self._shown = shown
        self._pack([name for name in shown if name not in passing], "left", gap)
        self._pack([name for name in reversed(shown) if name in passing], "right", gap)

    def _phases(self) -> dict[str, list[str]]:
        """Return the names of the actions in each phase, with `kept` actions first."""
        items = sorted(self.items.values(), key=lambda item: not item.kept)
        return {phase: [item.name for item in items if phase in item.phases] for item in items for phase in item.phases}

    def _chosen(self, widths: Mapping[str, int], room: int) -> tuple[list[str], list[str], int]:
        """Return the names of the buttons that fit outside entries and in the current phase, and the remaining room."""
        phases = self._phases()
        most = max((sum(widths[name] for name in names) for names in phases.values()), default=0)
        items = [item for item in self.items.values() if not item.phases and item.name in self._once_possible]
        kept = _fitting([item.name for item in items if item.kept], widths, room)
        room -= sum(widths[name] for name in kept)
        others = _fitting([item.name for item in items if not item.kept], widths, room - most)
        room -= sum(widths[name] for name in others)
        return [*kept, *others], _fitting(phases.get(self._phase, []), widths, room), room - most

    def _pack(self, names: Sequence[str], side: Literal["left", "right"], gap: int) -> None:
        """Pack buttons from one end, leaving unchanged buttons in place to avoid redrawing."""
        after: dict[str, ttk.Button] = {}
        for name in reversed(names):
            button = self.buttons[name]
            if not button.winfo_manager():
                button.pack(side=side, padx=(0, gap), **after)  # type: ignore[arg-type]
            after = {"before": button}


def _fitting(names: Sequence[str], widths: Mapping[str, int], room: int) -> list[str]:
    """Return the longest prefix of the names whose buttons fit into this many pixels."""
    fitting: list[str] = []
    for name in names:
        room -= widths[name]
        if room < 0:
            break
        fitting.append(name)
    return fitting
