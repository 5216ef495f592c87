"""Form of the options that a game declares."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Option, Options, OptionValue, written
from fourth_seat.games.protocol import BEGINNER
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.disclosure import Disclosure
from fourth_seat.ui.widgets.label import SharedWidth, fitted, wrapped
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say


class OptionsForm(ttk.Frame):
    """A switch for each option that is on or off, a box for each with several values, but for who begins; `options` are the
    chosen ones.
    """

    def __init__(
        self, parent: tk.Misc, window: Window, game: AnyGame, options: Options, changed: Callable[[], None]
    ) -> None:
        super().__init__(parent, style="Card.TFrame", padding=window.theme.space(1.5))
        self._window, self._game = window, game
        self._apart: dict[str, OptionValue] = {}  # the values of options that have no line here
        self._read: dict[str, Callable[[], OptionValue]] = {}
        self._write: dict[str, Callable[[OptionValue], None]] = {}
        self._changed = changed
        self._gap = window.theme.space(0.75)
        self._shared = SharedWidth(self, window.theme.space(6))
        self.columnconfigure(1, weight=1)
        for row, option in enumerate(game.declared_options):
            if option.name == BEGINNER:
                self._keep(option.name, options[option.name])
            elif isinstance(option.default, bool):
                line = ttk.Frame(self, style="Raised.TFrame")
                line.grid(row=row, column=0, columnspan=2, sticky="ew", pady=self._gap)
                self._switch(line, option, bool(options[option.name]), changed)
            else:
                self._box(row, option, options[option.name], changed)
        if len(self._apart) == len(game.declared_options):
            text = window.text(say("There is only one way to play this."))
            ttk.Label(self, text=text, style="Raised.Muted.TLabel").grid()

    def _box(self, row: int, option: Option, value: OptionValue, changed: Callable[[], None]) -> None:
        title = ttk.Label(self, text=self._window.text(option.title), style="Raised.TLabel")
        title.grid(row=row, column=0, sticky="w", padx=(0, self._window.theme.space(3)), pady=self._gap)
        box = ChoiceBox(self, self._names(option), value, lambda _: changed())
        box.grid(row=row, column=1, sticky="w", pady=self._gap)
        self._shared.add(title, box)
        self._read[option.name] = lambda: box.value
        self._write[option.name] = lambda value: setattr(box, "value", value)

    def _switch(self, line: ttk.Frame, option: Option, on: bool, changed: Callable[[], None]) -> None:
        flag = tk.BooleanVar(self, on)
        title = self._window.text(option.title)
        switch = ttk.Checkbutton(line, text=title, variable=flag, style="Raised.Switch.TCheckbutton", command=changed)
        fitted(switch).pack(fill="x")
        self._read[option.name] = flag.get
        self._write[option.name] = lambda value: flag.set(bool(value))

    def _keep(self, name: str, value: OptionValue) -> None:
        self._apart[name] = value
        self._read[name] = lambda: self._apart[name]
        self._write[name] = lambda value: self._apart.update({name: value})

    def _names(self, option: Option) -> Mapping[OptionValue, str]:
        if option.choice_titles:
            titles = map(self._window.text, option.choice_titles)
            return dict(zip(option.choices, titles, strict=True))
        return {choice: written(choice) for choice in option.choices}

    def choose(self, name: str, value: str) -> None:
        """Set an option as a person would; `value` as `k=v` texts have it."""
        option = next(option for option in self._game.declared_options if option.name == name)
        self._write[name](option.read(value))
        self._changed()

    def fill(self, options: Options) -> None:
        """Show other options."""
        for name, value in options.items():
            self._write[name](value)
        self._changed()

    @property
    def options(self) -> Options:
        """Options in the widgets.

        Raises:
            BadOption: it cannot be.
        """
        return Options(self._game.declared_options, {name: read() for name, read in self._read.items()})


class RulesFold(ttk.Frame):
    """The rules in one line; the button shows the form to change them."""

    def __init__(
        self, parent: tk.Misc, window: Window, game: AnyGame, options: Options, changed: Callable[[], None]
    ) -> None:
        super().__init__(parent)
        self._window, self._game = window, game
        self.row = ttk.Frame(self)
        self.row.pack(fill="x")
        self.button = Disclosure(self.row, self.toggle, window.text(say("Rules")))
        self.button.pack(side="left", anchor="n")
        self.summary = ttk.Label(self.row, style="Muted.TLabel")
        self.summary.pack(side="left", fill="x", expand=True, padx=(window.theme.space(1.5), 0))
        wrapped(self.summary)
        self.form = OptionsForm(self, window, game, options, changed)
        self.summarise()

    @property
    def open(self) -> bool:
        """Whether the form is shown."""
        return bool(self.form.winfo_manager())

    def toggle(self) -> None:
        """Show the form, or put it away."""
        if self.open:
            self.form.pack_forget()
        else:
            self.form.pack(fill="x", pady=(self._window.theme.space(1), 0))
        self.button.show(open=self.open)
        self.summarise()

    def summarise(self) -> None:
        """Say which rules are not the usual ones."""
        text = self._window.text
        unusual = [text(_described(option, self.form.options[option.name])) for option in self._unusual()]
        self.summary.configure(text=" · ".join(unusual) if unusual else text(say("The usual rules")))

    def _unusual(self) -> list[Option]:
        chosen = self.form.options
        declared = (option for option in self._game.declared_options if option.name != BEGINNER)
        return [option for option in declared if chosen[option.name] != option.default]


def _described(option: Option, value: OptionValue) -> Text:
    if isinstance(value, bool):
        return option.title if value else say("not: {rule}", rule=option.title)
    titles = dict(zip(option.choices, option.choice_titles, strict=False))
    return say("{rule}: {value}", rule=option.title, value=titles.get(value, written(value)))
