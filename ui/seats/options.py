"""The game's options, drawn from what the game declares."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from games import AnyGame
from games.options import Option, Options, OptionValue, written
from ui.app import App
from ui.choose import Choose
from words import say


class OptionsForm(ttk.Frame):
    """A switch for what is on or off, a box for what has several values; `options` is what they say."""

    def __init__(self, parent: tk.Misc, app: App, game: AnyGame, options: Options, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Card.TFrame", padding=app.theme.space(1.5))
        self._app, self._game = app, game
        self._read: dict[str, Callable[[], OptionValue]] = {}
        gap = app.theme.space(0.75)
        for number, option in enumerate(game.declared):
            above = gap if number else 0
            title = app.text(option.title)
            if isinstance(option.default, bool):
                flag = tk.BooleanVar(self, bool(options[option.name]))
                ttk.Checkbutton(self, text=title, variable=flag, style="Raised.Switch.TCheckbutton", command=changed).pack(
                    anchor="w", pady=(2 * above, 0)
                )
                self._read[option.name] = flag.get
            else:
                ttk.Label(self, text=title, style="Raised.Muted.TLabel").pack(anchor="w", pady=(above, 0))
                box = Choose(self, self._names(option), options[option.name], lambda _: changed())
                box.pack(anchor="w", fill="x", pady=(gap / 2, 0))
                self._read[option.name] = lambda box=box: box.value  # type: ignore[misc]
        if not game.declared:
            ttk.Label(self, text=app.text(say("There is only one way to play this.")), style="Raised.Muted.TLabel").pack()

    def _names(self, option: Option) -> Mapping[OptionValue, str]:
        if option.choice_titles:
            titles = map(self._app.text, option.choice_titles)
            return dict(zip(option.choices, titles, strict=True))
        return {choice: written(choice) for choice in option.choices}

    @property
    def options(self) -> Options:
        """What is chosen.

        Raises:
            BadOption: it cannot be.
        """
        return Options(self._game.declared, {name: read() for name, read in self._read.items()})
