"""The choice of who begins: a colour, the method prescribed by the rules, or a random draw when the game starts."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import CHANCE
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.window import Window
from fourth_seat.words import say, sentence

LOTS = "lots"  # the button's value; the others have the number of their choice


class BeginnerChoice(ttk.Frame):
    """A radio button for each choice; `lots` is True if lots are to be drawn."""

    def __init__(
        self, parent: tk.Misc, window: Window, game: AnyGame, lots: bool, chosen: Callable[[Options | None], None]
    ) -> None:
        """`chosen` is called with the options for a choice, or with None for drawing lots."""
        super().__init__(parent, style="Card.TFrame", padding=window.theme.space(1.25))
        self._window, self._game, self._chosen = window, game, chosen
        self._value = tk.StringVar(self, LOTS if lots else "")
        self._ways: dict[str, Options] = {}
        self._flow = Flow(self, window.theme)
        self._flow.pack(fill="x")

    @property
    def lots(self) -> bool:
        return self._value.get() == LOTS

    @property
    def buttons(self) -> list[ttk.Radiobutton]:
        """The buttons in order; the button for drawing lots, if any, comes last."""
        return [child for child in self._flow.winfo_children() if isinstance(child, ttk.Radiobutton)]

    def show(self, options: Options) -> bool:
        """Show the choices available under these options, with the current one marked; return whether there are any."""
        beginnings = self._game.beginnings(options)
        before, self._ways = len(self._ways), dict(zip(map(str, range(len(beginnings))), beginnings.values(), strict=True))
        by_dice = any(self._game.start(each).to_move == CHANCE for each in self._ways.values())
        if before != len(self._ways):
            names = [sentence(self._window.text(name)) for name in beginnings]
            self._fill([*names, *([] if by_dice else [self._window.text(say("Draw lots"))])], by_dice)
        for value, each in self._ways.items():
            if each == options and (by_dice or not self.lots):
                self._value.set(value)
        return bool(self._ways)

    def _fill(self, names: list[str], by_dice: bool) -> None:
        for child in self._flow.winfo_children():
            child.destroy()
        title = ttk.Label(self._flow, text=self._window.text(say("Who begins")), style="Raised.Muted.TLabel")
        self._flow.add(title)
        values = [*self._ways, *([] if by_dice else [LOTS])]
        for value, name in zip(values, names, strict=True):
            button = ttk.Radiobutton(self._flow, text=name, value=value, variable=self._value, style="Toggle.TButton")
            button.configure(command=self._choose)
            self._flow.add(button)

    def _choose(self) -> None:
        self._chosen(None if self.lots else self._ways[self._value.get()])
