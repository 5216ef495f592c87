"""A one-line summary of the chosen rules, and the sheet for changing them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Option, Options, OptionValue, written
from fourth_seat.games.protocol import BEGINNER
from fourth_seat.table.handicap import handicap
from fourth_seat.ui.widgets.choice_rows import ChoiceRows
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import FourthSeatError, say


class RulesLine(ttk.Frame):
    """A one-line summary of the rules, with a button for changing them; `options` are the current options."""

    def __init__(
        self, parent: tk.Misc, window: Window, game: AnyGame, options: Options, changed: Callable[[Options], None]
    ) -> None:
        """`changed` is called with the previous options."""
        super().__init__(parent)
        self._window, self._game, self.options, self._changed = window, game, options, changed
        self.button = ttk.Button(self, text=window.text(say("Rules")), command=self.open)
        self.button.pack(side="left", anchor="n")
        self.summary = ttk.Label(self, style="Muted.TLabel")
        self.summary.pack(side="left", fill="x", expand=True, padx=(window.theme.space(1.5), 0))
        wrapped(self.summary)
        self._summarise()

    def open(self) -> None:
        """Open the rules sheet."""
        if page := self._window.page:
            page.open_sheet(RulesSheet(page, self._game, self.options, self.choose))

    def choose(self, options: Options) -> None:
        """Apply other options."""
        before, self.options = self.options, options
        self._summarise()
        self._changed(before)

    def _summarise(self) -> None:
        """Summarise the rules that differ from the defaults, and the handicap."""
        unusual = [each for each in _rules(self._game) if self.options[each.name] != each.default]
        said = [each.described(self.options[each.name]) for each in unusual] or [say("The usual rules")]
        if self._game.handicaps_offered(self.options):
            said.append(handicap(self._game, self.options) or say("No handicap"))
        self.summary.configure(text=" · ".join(map(self._window.text, said)))


class RulesSheet(Sheet):
    """A form for the options declared by the game, except who begins, with the handicaps under a separate heading.

    Changes apply immediately; if an option is invalid, a message gives the reason.

    Attributes:
        options: the options in effect.
    """

    def __init__(self, page: Page, game: AnyGame, options: Options, chosen: Callable[[Options], None]) -> None:
        """`chosen` is called with all options after each change."""
        window = page.window
        super().__init__(page, window.theme, window.text, say("Rules"))
        self._game, self.options, self._chosen = game, options, chosen
        self._shown = dict(options)
        rules, handicaps = _rules(game), game.handicaps_offered(options)
        if not (rules or handicaps):
            self.paragraph(say("There is only one way to play this game."), "Raised.Muted.TLabel")
        self._rows = ChoiceRows(self.body, window.theme, window.text, room=lambda: self.room)
        self._rows.pack(fill="x")
        self._add(rules)
        self._rules_end = self._rows.next_row
        self._offer(handicaps)
        self._wrong: ttk.Label | None = None
        self.button(say("Done"), lambda: None, main=True)

    def _add(self, options: Sequence[Option]) -> None:
        """Add a row for each option."""
        for option in options:
            value, choose = self._shown[option.name], partial(self.choose, option.name)
            if isinstance(option.default, bool):
                self._rows.flag(option.title, bool(value), choose)
            else:
                self._rows.box(option.title, self._names(option), value, choose)

    def _offer(self, handicaps: Sequence[Option]) -> None:
        """Replace the handicaps shown."""
        self._rows.clear(self._rules_end)
        if handicaps:
            self._rows.heading(
                say("Handicap"),
                say(
                    "For an even game between a stronger and a weaker player: choose what one side starts "
                    "with, or plays without. Games with a handicap are marked wherever games are counted."
                ),
                self._line_width,
            )
        self._add(handicaps)

    def choose(self, name: str, value: OptionValue) -> None:
        """Change the value of an option."""
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
        if (offered := self._game.handicaps_offered(options)) != self._game.handicaps_offered(self.options):
            self._offer(offered)  # other colours play
        self.options = options
        self._chosen(options)

    def _names(self, option: Option) -> Mapping[OptionValue, str]:
        if option.choice_titles:
            titles = map(self._text, option.choice_titles)
            return dict(zip(option.choices, titles, strict=True))
        return {choice: written(choice) for choice in option.choices}


def _rules(game: AnyGame) -> list[Option]:
    """Return the options that apply to all sides alike, except who begins, which is chosen elsewhere on the page."""
    return [option for option in game.declared_options if option.name != BEGINNER and not option.handicap]
