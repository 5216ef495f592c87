"""The games that wait to be gone on with."""

from __future__ import annotations

import tkinter as tk
from datetime import datetime
from tkinter import ttk

from table.record.saved import Saved, unfinished
from table.settings.folders import records
from ui.page import Page
from ui.widgets.card import Card
from ui.widgets.label import wrapped
from words import Text, say, say_many

MOST = 4


class UnfinishedGames(ttk.Frame):
    """The latest ones, a card for each; `cards` is empty where there are none."""

    def __init__(self, parent: tk.Misc, page: Page) -> None:
        super().__init__(parent)
        window = page.window
        ttk.Label(self, text=window.text(say("Continue a game")), style="Strong.TLabel").pack(anchor="w")
        self.cards = [self._card(page, saved) for saved in unfinished(records(), MOST, tell=window.notice_once)]

    def _card(self, page: Page, saved: Saved) -> Card:
        window = page.window
        space = window.theme.space
        card = Card(self, window.theme, lambda: window.resume(saved.path), padding=1.25)
        card.pack(fill="x", pady=(space(1), 0))
        top = ttk.Frame(card.body, style="Raised.TFrame")
        top.pack(fill="x")
        ttk.Label(top, text=window.text(saved.game.title), style="Raised.Strong.TLabel").pack(side="left")
        when = when_it_was(saved.when, window.clock())
        ttk.Label(top, text=window.text(when), style="Raised.Small.TLabel").pack(side="right")
        moves = say_many("one move", "{n} moves", saved.moves)
        names = tuple(dict.fromkeys(seat.label for seat in saved.seats))
        who = say("{seats} · {moves}", seats=names, moves=moves)
        wrapped(ttk.Label(card.body, text=window.text(who), style="Raised.Muted.TLabel")).pack(fill="x")
        card.ready()
        return card


def when_it_was(then: datetime, now: datetime) -> Text:
    """A point in time as people say it."""
    clock = f"{then:%H:%M}"
    days = (now.date() - then.date()).days
    if days <= 0:
        return say("today, {time}", time=clock)
    if days == 1:
        return say("yesterday, {time}", time=clock)
    return say("{date}, {time}", date=f"{then:%Y-%m-%d}", time=clock)
