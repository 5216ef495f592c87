"""The chosen rules in a line, and the sheet to change them: a form for the options that a game declares."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Option, Options, OptionValue, written
from fourth_seat.games.protocol import BEGINNER
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import FourthSeatError, Text, say


class RulesLine(ttk.Frame):
    """The rules in one line, with a button to change them. `options` are the chosen ones."""

    def __init__(
        self, parent: tk.Misc, window: Window, game: AnyGame, options: Options, changed: Callable[[Options], None]
    ) -> None:
        super().__init__(parent)
        self._window, self._game, self.options, self._changed = window, game, options, changed
        self.button = ttk.Button(self, text=window.text(say("Rules")), command=self.open)
        self.button.pack(side="left", anchor="n")
        self.summary = ttk.Label(self, style="Muted.TLabel")
        self.summary.pack(side="left", fill="x", expand=True, padx=(window.theme.space(1.5), 0))
        wrapped(self.summary)
        self._summarise()

    def open(self) -> None:
        """Ask for other rules, over the page."""
        if page := self._window.page:
            page.open_sheet(RulesSheet(page, self._game, self.options, self.choose))

    def choose(self, options: Options) -> None:
        """Choose other options."""
        self.options = options
        self._summarise()
        self._changed(options)

    def _summarise(self) -> None:
        """Describe the rules that are not the usual ones."""
        text = self._window.text
        declared = (option for option in self._game.declared_options if option.name != BEGINNER)
        unusual = [option for option in declared if self.options[option.name] != option.default]
        said = [text(_described(option, self.options[option.name])) for option in unusual]
        self.summary.configure(text=" · ".join(said) if said else text(say("The usual rules")))


class RulesSheet(Sheet):
    """A switch for each option that is on or off, and a box for each with several values, except for who begins.

    Choices apply at once, unless a sentence says why they are impossible.

    Attributes:
        options: those in effect.
    """

    def __init__(self, page: Page, game: AnyGame, options: Options, chosen: Callable[[Options], None]) -> None:
        """`chosen` is called with all options whenever one has changed."""
        window = page.window
        super().__init__(page, window.theme, window.text, say("Rules"))
        self._game, self._text, self.options, self._chosen = game, window.text, options, chosen
        self._shown = dict(options)
        self._gap = window.theme.space(0.75)
        self._form = ttk.Frame(self.body, style="Raised.TFrame")
        self._form.pack(fill="x")
        for row, option in enumerate(option for option in game.declared_options if option.name != BEGINNER):
            if isinstance(option.default, bool):
                self._switch(row, option, bool(options[option.name]))
            else:
                self._box(row, option, options[option.name])
        if not self._form.winfo_children():
            self.paragraph(say("There is only one way to play this."), "Raised.Muted.TLabel")
        self._wrong: ttk.Label | None = None
        self.button(say("Done"), lambda: None, main=True)

    def choose(self, name: str, value: OptionValue) -> None:
        """Choose another value of an option."""
        self._shown[name] = value
        if self._wrong:
            self._wrong.destroy()
            self._wrong = None
        try:
            options = Options(self._game.declared_options, self._shown)
            self._game.start(options)
        except FourthSeatError as error:
            self._wrong = self.paragraph(error.text, "Raised.Warn.TLabel")
            return
        self.options = options
        self._chosen(options)

    def _box(self, row: int, option: Option, value: OptionValue) -> None:
        title = ttk.Label(self._form, text=self._text(option.title), style="Raised.TLabel")
        title.grid(row=row, column=0, sticky="w", padx=(0, 4 * self._gap), pady=self._gap)
        box = ChoiceBox(self._form, self._names(option), value, partial(self.choose, option.name))
        box.grid(row=row, column=1, sticky="w", pady=self._gap)

    def _switch(self, row: int, option: Option, on: bool) -> None:
        flag = tk.BooleanVar(self, on)
        switch = ttk.Checkbutton(
            self._form, text=self._text(option.title), variable=flag, style="Raised.Switch.TCheckbutton"
        )
        switch.configure(command=lambda: self.choose(option.name, flag.get()))
        switch.grid(row=row, column=0, columnspan=2, sticky="ew", pady=self._gap)

    def _names(self, option: Option) -> Mapping[OptionValue, str]:
        if option.choice_titles:
            titles = map(self._text, option.choice_titles)
            return dict(zip(option.choices, titles, strict=True))
        return {choice: written(choice) for choice in option.choices}


def _described(option: Option, value: OptionValue) -> Text:
    if isinstance(value, bool):
        return option.title if value else say("not: {rule}", rule=option.title)
    titles = dict(zip(option.choices, option.choice_titles, strict=False))
    return say("{rule}: {value}", rule=option.title, value=titles.get(value, written(value)))
