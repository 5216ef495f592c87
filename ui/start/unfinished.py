"""The unfinished games, to be continued."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.table.record.saved import Saved, unfinished
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.library.wording import players, when_it_was
from fourth_seat.ui.table.page import resume
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Page
from fourth_seat.words import say

MAX_GAMES = 6


class UnfinishedGames(ttk.Frame):
    """The latest ones, a card for each; `cards` are those that are shown, none where there are none."""

    def __init__(self, parent: tk.Misc, page: Page) -> None:
        super().__init__(parent)
        window = page.window
        ttk.Label(self, text=window.text(say("Continue a game")), style="Strong.TLabel").pack(anchor="w")
        self._gap = window.theme.space(1)
        saved = unfinished(records(), MAX_GAMES, notify=window.notice_once, blank=False)
        self._all = [self._card(page, each) for each in saved]
        self.cards = list(self._all)

    def show(self, count: int | None) -> None:
        """Show so many cards, the latest games; None: all."""
        wanted = self._all[:count]
        for card in self._all:
            if card not in wanted:
                card.pack_forget()
            elif not card.winfo_manager():
                card.pack(fill="x", pady=(self._gap, 0))
        self.cards = wanted

    @property
    def heights(self) -> list[int]:
        """The pixels that each card takes, with the gap above it."""
        return [card.winfo_reqheight() + self._gap for card in self._all]

    def _card(self, page: Page, saved: Saved) -> Card:
        window = page.window
        space = window.theme.space
        card = Card(self, window.theme, lambda: resume(window, saved.path), padding=1.25)
        card.pack(fill="x", pady=(space(1), 0))
        title = ttk.Label(card.body, text=window.text(saved.game.title), style="Raised.Strong.TLabel")
        title.pack(anchor="w")
        who = say("{seats} · {when}", seats=players(saved), when=when_it_was(saved.when, window.clock()))
        wrapped(ttk.Label(card.body, text=window.text(who), style="Raised.Muted.TLabel")).pack(fill="x")
        card.ready()
        return card
