"""Help: how a game at the table goes, on one page."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from ui.page import Page
from ui.widgets.label import wrapped
from ui.widgets.scroll import Scrolled
from words import say

if TYPE_CHECKING:
    from ui.context import WindowContext

SECTIONS = (
    (
        say("How it works"),
        (
            say("You play on your real board. The computer takes the seats that you give it."),
            say("Tell each move that somebody played: click it on the picture, or type it."),
            say("On the computer's turn the board shows what to do. Do it on your own board, then press “Done”."),
            say("Dice are yours: throw them, for the computer too, and click what they show."),
            say("A camera can watch the board, so that nobody needs to tell: “Camera ...” under “More”."),
            say("Does the picture lie another way round than your board? Turn or mirror it under “More”."),
        ),
    ),
    (
        say("When something went wrong"),
        (
            say("“Undo” takes back any number of moves, the computer's too."),
            say("If the board and the picture differ, press “Correct board” and click what is different."),
            say("If the table accepts a move that the rules forbid, press “Allow it anyway”."),
            say("Every move is on the disk before it is shown. The start page goes on with games that were left."),
        ),
    ),
    (
        say("Keys"),
        (
            say("The arrow keys move over the board; Enter taps. Space confirms that the computer's move is on the board."),
            say("A piece in hand: R turns it, F flips it; so does the mouse wheel, with Shift for flipping."),
            say("Anything else you type begins a move in notation, such as 4, c f a, or 8/5 6/5."),
            say("Ctrl+Z and Ctrl+Y: undo and redo. Ctrl+H: a hint. Ctrl+E: correct the board. F10: more."),
            say("Ctrl+M: whether the last move was a mistake, and pressed again, why (Connect 4, Kalah, TriDice)."),
            say("Ctrl+T: the cells on which dice could be taken, with the colours that could (TriDice)."),
            say("F11: full screen and back. Escape: one step back. Digits on the start page: the games."),
        ),
    ),
)


class HelpPage(Page):
    """Sentences under headings."""

    def __init__(self, parent: tk.Misc, window: WindowContext) -> None:
        super().__init__(parent, window)
        space = window.theme.space
        self.header(say("Help"))
        row = ttk.Frame(self, padding=(space(3), 0, space(3), space(1)))
        row.pack(fill="x")
        self.guide = ttk.Button(row, text=window.text(say("Guide me through a turn")), command=self._guide)
        self.guide.pack(side="left")
        scrolled = Scrolled(self, window.theme)
        scrolled.pack(fill="both", expand=True)
        body = ttk.Frame(scrolled.body, padding=(space(3), 0, space(3), space(3)))
        body.pack(fill="both", expand=True)
        for title, sentences in SECTIONS:
            ttk.Label(body, text=window.text(title), style="Title.TLabel").pack(anchor="w", pady=(space(1), space(0.5)))
            for sentence in sentences:
                wrapped(ttk.Label(body, text=window.text(sentence))).pack(fill="x", pady=space(0.25))

    def _guide(self) -> None:
        self.window.show_start()
        self.window.begin_tour()
