"""Help: how a game at the table goes, on one page."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from ui.page import Page
from ui.scroll import Scrolled
from words import say

if TYPE_CHECKING:
    from ui.app import App

SECTIONS = (
    (
        say("How it works"),
        (
            say("You play on your real board. The computer takes the seats that you give it."),
            say("Tell each move that somebody played by clicking it on the screen, as it lies on the table."),
            say("When it is the computer's turn, the screen shows what to set down. Do that and press “Set down”."),
            say("Dice are yours: throw them, for the computer too, and click what they show."),
        ),
    ),
    (
        say("When something went wrong"),
        (
            say("“Take back” goes back over any number of moves, the computer's too."),
            say("If board and screen differ, set the screen right under “Correct”."),
            say("Every move is on the disk before it is shown. The start page goes on with games that were left."),
        ),
    ),
    (
        say("Keys"),
        (
            say("F11: full screen and back. Escape: one step back."),
            say("Arrows and Enter: choose without the mouse. Digits on the start page: the games."),
        ),
    ),
)


class HelpPage(Page):
    """Sentences under headings."""

    def __init__(self, parent: tk.Misc, app: App) -> None:
        super().__init__(parent, app)
        space = app.theme.space
        self.header(say("Help"))
        scrolled = Scrolled(self, app.theme)
        scrolled.pack(fill="both", expand=True)
        body = ttk.Frame(scrolled.body, padding=(space(3), 0, space(3), space(3)))
        body.pack(fill="both", expand=True)
        self._sentences: list[ttk.Label] = []
        for title, sentences in SECTIONS:
            ttk.Label(body, text=app.text(title), style="Title.TLabel").pack(anchor="w", pady=(space(1), space(0.5)))
            for sentence in sentences:
                label = ttk.Label(body, text=app.text(sentence), justify="left")
                label.pack(anchor="w", pady=space(0.25))
                self._sentences.append(label)
        body.bind("<Configure>", self._wrap)

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        for label in self._sentences:
            label.configure(wraplength=event.width - self.app.theme.space(6))
