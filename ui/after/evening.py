"""The family's score for the evening, added up over several games."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.table.analysis.session import current_session, session_scores
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.widgets.label import font_of, update
from fourth_seat.ui.window import Page
from fourth_seat.words import say, say_many, sentence
from fourth_seat.words.direction import shortened

MAX_LINES = 6
NAME_WIDTH = 180  # pixels on a sheet, at 96 dots an inch and medium text


class EveningScores(ttk.Frame):
    """Shows this evening's scores. `scores` is empty until the first game has ended."""

    def __init__(self, parent: tk.Misc, page: Page, *, raised: bool = False) -> None:
        """`raised` means that the scores are shown on a sheet with a title, so they need no heading."""
        super().__init__(parent, style="Raised.TFrame" if raised else "TFrame")
        window = page.window
        space = window.theme.space
        evening = current_session(records(), window.clock())
        self.scores = session_scores(records(), evening)[:MAX_LINES] if evening else []
        if not raised:
            ttk.Label(self, text=window.text(say("This evening")), style="Strong.TLabel").pack(anchor="w")
        card = ttk.Frame(self, style="Card.TFrame", padding=space(1.5))
        card.pack(fill="x", pady=(space(1), 0))
        card.columnconfigure(0, weight=1, minsize=round(NAME_WIDTH * window.theme.scale) if raised else 0)
        columns: list[list[ttk.Label]] = [[], [], []]
        for row, score in enumerate(self.scores):
            games = say_many("one game", "{n} games", score.games)
            if score.handicaps == score.games:
                games = say("{games} with a handicap", games=games)
            elif score.handicaps:
                games = say("{games} ({n} with a handicap)", games=games, n=score.handicaps)
            wins = say_many("one win", "{n} wins", int(score.wins)) if score.wins == int(score.wins) else None
            texts = (
                (sentence(window.text(score.name)), "Raised.TLabel", "w"),
                (window.text(wins or say("{n} wins", n=f"{score.wins:.1f}")), "Raised.Strong.TLabel", "e"),
                (window.text(games), "Raised.Muted.TLabel", "e"),
            )
            for column, (text, style, side) in enumerate(texts):
                label = ttk.Label(card, text=text, style=style)
                label.grid(row=2 * row, column=column, sticky=side, padx=(space(2) if column else 0, 0), pady=space(0.25))
                columns[column].append(label)
        if not raised:
            names = [str(label.cget("text")) for label in columns[0]]
            card.bind("<Configure>", lambda event: _fold(columns, names, event.width - 2 * space(1.5) - 2, space(2)))


def _fold(columns: list[list[ttk.Label]], names: list[str], width: int, gap: int) -> None:
    """If there is not enough room, move the numbers of games below the names. Shorten names that are still too long."""
    widest = [max((label.winfo_reqwidth() for label in column), default=0) for column in columns]
    if sum(widest) + 2 * gap > width:
        for row, label in enumerate(columns[2]):
            label.grid(row=2 * row + 1, column=0, columnspan=2, sticky="w", padx=0)
    for label, name in zip(columns[0], names, strict=True):
        update(label, text=shortened(name, width - widest[1] - gap, font_of(label).measure))
