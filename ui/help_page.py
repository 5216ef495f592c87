"""The help page, which describes a game at the table from beginning to end."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.guide.tour import begin_tour
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Page
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

SECTIONS = (
    (
        say("How it works"),
        (
            say("You play on your real board. The computer plays the seats that you give it."),
            say("Enter each move that is played: tap it on the picture, or type it."),
            say("On the computer's turn, the picture shows what to do. Do it on your own board, then press “Done”."),
            say("You roll the dice, for the computer too, and tap the numbers that they show."),
            say("A camera can watch the board so that nobody has to enter anything: choose “Camera ...” under “More”."),
            say("If the picture is not the same way round as your board, turn or mirror it under “More”."),
        ),
    ),
    (
        say("If something goes wrong"),
        (
            say("“Undo” can take back any number of moves, including the computer's."),
            say("If the board and the picture differ, press “Correct board” and tap what is different."),
            say("If you all accept a move that the rules forbid, press “Allow it anyway”."),
            say("Every move is saved before it is shown. On the start page, you can continue a game that you left."),
        ),
    ),
)
# Keys, named as on the keyboard, and their actions.
KEYS = (
    (say("Arrow keys, Enter"), say("go to a place on the board, and tap it")),
    (say("Space"), say("“Done”: say that you have made the computer's move on your board")),
    (say("R, F"), say("turn and flip the piece in hand; the mouse wheel also turns it, and flips it with Shift held down")),
    (say("Letters and digits"), say("start typing a move in notation, such as 4, c f a, or 8/5 6/5")),
    (say("Ctrl+Z, Ctrl+Y"), say("undo and redo")),
    (say("Ctrl+H"), say("show a hint")),
    (say("Ctrl+M"), say("show whether the last move was a mistake; press again to see why")),
    (say("Ctrl+T"), say("show where pieces could be taken")),
    (say("Ctrl+E"), say("correct the board")),
    (say("F1, F10, F11"), say("open help, open “More”, switch full screen on or off")),
    (say("Tab"), say("go to the camera or correction buttons")),
    (say("Escape"), say("go one step back")),
    (say("1, 2, 3 ..."), say("choose a game on the start page")),
)


class HelpPage(Page):
    """Shows the help text under headings."""

    most_wide = 960

    def __init__(self, parent: tk.Misc, window: Window) -> None:
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
        self._keys(body)

    def _keys(self, body: ttk.Frame) -> None:
        text, space = self.window.text, self.window.theme.space
        ttk.Label(body, text=text(say("Keys")), style="Title.TLabel").pack(anchor="w", pady=(space(1), space(0.5)))
        table = ttk.Frame(body)
        table.pack(fill="x")
        table.columnconfigure(1, weight=1)
        for row, (key, does) in enumerate(KEYS):
            pressed = ttk.Label(table, text=text(key), style="Strong.TLabel")
            pressed.grid(row=row, column=0, sticky="nw", padx=(0, space(3)), pady=space(0.25))
            wrapped(ttk.Label(table, text=text(does))).grid(row=row, column=1, sticky="ew", pady=space(0.25))

    def _guide(self) -> None:
        self.window.go_home()
        begin_tour(self.window)
