"""A touch-friendly search sheet, with buttons for games, people and dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from tkinter import ttk

from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.library.wording import month, recent_days
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

MOST_NAMES, MOST_MONTHS = 12, 6
WIDTH_PX = 460  # at 96 dots an inch and medium text


class FindSheet(Sheet):
    """A sheet of buttons, each of which starts a search.

    Attributes:
        choices: the buttons, keyed by search words.
    """

    def __init__(self, page: Page, games: Sequence[Saved], find: Callable[[str], None]) -> None:
        window = page.window
        super().__init__(page, window.theme, window.text, say("Find"))
        self._find = find
        self.choices: dict[str, ttk.Button] = {}
        self._width = min(round(WIDTH_PX * window.theme.scale), page.winfo_width() - window.theme.space(12))
        # With room for a scroll bar beside the widest line.
        ttk.Frame(self.body, width=self._width + window.theme.space(2), height=1, style="Raised.TFrame").pack()
        self._group(say("Game"), dict.fromkeys(window.text(saved.game.title) for saved in games))
        self._group(say("Who plays"), _names(games))
        recent = map(window.text, recent_days())
        self._group(say("When"), (*recent, *_months(games, window.text)))
        self.button(say("Show all"), lambda: find(""), main=True)
        self.button(say("Cancel"), lambda: None)

    def _group(self, title: Text, words: Iterable[str]) -> None:
        space = self._theme.space
        words = list(words)
        if not words:
            return
        label = ttk.Label(self.body, text=self._text(title), style="Raised.Small.TLabel")
        label.pack(anchor="w", pady=(space(1), space(0.5)))
        line, left = self.body, 0
        for word in words:
            button = ttk.Button(self.body, text=word, command=partial(self._choose, word))
            left -= button.winfo_reqwidth() + space(1)
            if left < 0:
                line = ttk.Frame(self.body, style="Raised.TFrame")
                line.pack(anchor="w", pady=(0, space(1)))
                left = self._width - button.winfo_reqwidth()
            button.pack(side="left", padx=(0, space(1)), in_=line)
            button.lift(line)
            self.choices[word] = button

    def _choose(self, word: str) -> None:
        self.close()
        self._find(word)


def _names(games: Sequence[Saved]) -> list[str]:
    """Return the names of the players, the most frequent first."""
    each = (person.name for saved in games for seat in saved.seats for person in seat.people if person.name)
    return [name for name, _ in Counter(each).most_common(MOST_NAMES)]


def _months(games: Sequence[Saved], text: Callable[[Text], str]) -> list[str]:
    """Return the months in which games were played, the latest first."""
    found: dict[tuple[int, int], datetime] = {}
    for saved in games:
        found.setdefault((saved.when.year, saved.when.month), saved.when)
    return [text(month(found[key])) for key in sorted(found, reverse=True)[:MOST_MONTHS]]
