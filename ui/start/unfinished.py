"""Cards for unfinished games, with the last game across the page and the others in a list."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.library.saved_picture import SavedPicture
from fourth_seat.ui.library.wording import players, standing, when_it_was
from fourth_seat.ui.table.page import resume
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Page
from fourth_seat.words import say

PICTURE_SHARE = 0.09  # of the page's height, that the last game's picture has
MIN_PICTURE_PX, MAX_PICTURE_PX = 44, 120  # of its height, at 96 dots an inch and medium text
PICTURE_ASPECT = 1.25  # width of a picture for its height


class LastGameCard(Card):
    """A full-width card for the last game, with its board, players, score and date."""

    def __init__(self, parent: tk.Misc, page: Page, saved: Saved) -> None:
        window = page.window
        space = window.theme.space
        super().__init__(parent, window.theme, lambda: resume(window, saved.path), padding=1)
        self._theme = window.theme
        self._picture = SavedPicture(self.body, window.theme, saved)
        self._picture.pack(side="left", padx=(0, space(1.5)))
        self.go_on = ttk.Button(self.body, text=window.text(say("Continue")), style="Accent.TButton", command=self.command)
        self.go_on.pack(side="right", padx=(space(1.5), space(0.5)))
        words = ttk.Frame(self.body, style="Raised.TFrame")
        words.pack(side="left", fill="x", expand=True)
        ttk.Label(words, text=window.text(saved.game.title), style="Raised.Strong.TLabel").pack(anchor="w")
        for text in (
            players(saved),
            say("{standing} · {when}", standing=standing(saved), when=when_it_was(saved.when, window.clock())),
        ):
            wrapped(ttk.Label(words, text=window.text(text), style="Raised.Muted.TLabel")).pack(fill="x")
        self.ready()

    def fit(self, height: int) -> None:
        """Size the card for a page this many pixels high."""
        scale = self._theme.scale
        high = min(max(round(PICTURE_SHARE * height), round(MIN_PICTURE_PX * scale)), round(MAX_PICTURE_PX * scale))
        self._picture.fit(round(PICTURE_ASPECT * high), high)


class UnfinishedGames(ttk.Frame):
    """A list of cards for the other unfinished games; `cards` are the visible cards."""

    def __init__(self, parent: tk.Misc, page: Page, saved: Sequence[Saved]) -> None:
        super().__init__(parent)
        window = page.window
        ttk.Label(self, text=window.text(say("Continue a game")), style="Strong.TLabel").pack(anchor="w")
        self._theme = window.theme
        self._all = [self._card(page, each) for each in saved]
        self.cards = list(self._all)

    def show(self, count: int | None) -> None:
        """Show this many of the latest games; None shows all."""
        wanted = self._all[:count]
        for card in self._all:
            if card not in wanted:
                card.pack_forget()
            elif not card.winfo_manager():
                card.pack(fill="x", pady=(self._gap, 0))
        self.cards = wanted

    @property
    def _gap(self) -> int:
        return self._theme.space(1)

    @property
    def heights(self) -> list[int]:
        """The height of each card in pixels, including the gap above it."""
        return [card.winfo_reqheight() + self._gap for card in self._all]

    def _card(self, page: Page, saved: Saved) -> Card:
        window = page.window
        space = window.theme.space
        card = Card(self, window.theme, lambda: resume(window, saved.path), padding=1)
        card.pack(fill="x", pady=(space(1), 0))
        title = ttk.Label(card.body, text=window.text(saved.game.title), style="Raised.Strong.TLabel")
        title.pack(anchor="w")
        who = say("{seats} · {when}", seats=players(saved), when=when_it_was(saved.when, window.clock()))
        wrapped(ttk.Label(card.body, text=window.text(who), style="Raised.Muted.TLabel")).pack(fill="x")
        card.ready()
        return card
