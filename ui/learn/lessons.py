"""A widget that shows a game's lessons one at a time, with buttons for going forward and back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.ui.learn.picture import LessonPicture
from fourth_seat.ui.theme.theme import BODY, STRONG
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say

TEXT_PX = 14  # at 96 dots an inch and medium text
LINES_IN_SIGHT = 28  # lines of text that fill the height of the window; text grows with it up to this
MAX_TEXT_SCALE = 2.2  # times the body's size


class Lessons(ttk.Frame):
    """Shows one lesson; lessons are numbered from 0.

    Attributes:
        game: the game taught.
        picture: the boards of the lesson.
        back, onward: the buttons for going back and forward.
    """

    def __init__(self, parent: tk.Misc, window: Window, game: AnyGame, end: Text, ended: Callable[[], object]) -> None:
        """`end` is the title of the last lesson's button, and `ended` is its action."""
        space = window.theme.space
        super().__init__(parent, padding=(space(3), 0, space(3), space(2)))
        self._window, self.game, self._end, self._ended = window, game, end, ended
        self._font = tkfont.Font(self, **window.theme.font(BODY).actual())
        self._bold = tkfont.Font(self, **window.theme.font(STRONG).actual())
        self.number = 0
        self._title = ttk.Label(self, font=self._bold, justify="left")
        self._title.pack(fill="x")
        self._text = ttk.Label(self, font=self._font, justify="left")
        self._text.pack(fill="x", pady=(space(0.5), space(1)))
        row = ttk.Frame(self)
        row.pack(side="bottom", fill="x", pady=(space(1), 0))
        row.columnconfigure(1, weight=1)
        self.back = ttk.Button(row, text=window.text(say("‹ Back")), command=lambda: self.turn(-1))
        self.back.grid(row=0, column=0, sticky="nsw")
        self._count = ttk.Label(row, style="Muted.TLabel")
        self._count.grid(row=0, column=1)
        self.onward = ttk.Button(row, style="Large.Accent.TButton", command=lambda: self.turn(1))
        self.onward.grid(row=0, column=2, sticky="e")
        self.picture: LessonPicture | None = None
        self.bind("<Configure>", lambda event: self._fit(event.width, event.height))
        window.theme.on_change(self, lambda: self._fit(self.winfo_width(), self.winfo_height()))
        self.show(0)

    def turn(self, by: int) -> None:
        """Go forward or back by one lesson; after the last one, call `ended`."""
        to = self.number + by
        if to >= len(self.game.lessons):
            self._ended()
        elif to >= 0:
            self.show(to)

    def show(self, number: int) -> None:
        """Show a lesson."""
        self.number = number
        lessons, text = self.game.lessons, self._window.text
        lesson = lessons[number]
        self._title.configure(text=text(lesson.title))
        self._text.configure(text=text(lesson.text))
        self._count.configure(text=text(say("{n} of {count}", n=number + 1, count=len(lessons))))
        self.back.state(["!disabled" if number else "disabled"])
        last = number == len(lessons) - 1
        self.onward.configure(text=text(self._end if last else say("Next ›")))
        if self.picture:
            self.picture.destroy()
        self.picture = LessonPicture(self, self._window, self.game, lesson, self._bold)
        self.picture.pack(fill="both", expand=True)

    def _fit(self, width: int, height: int) -> None:
        theme = self._window.theme
        body = round(TEXT_PX * theme.scale)
        size = max(body, min(round(MAX_TEXT_SCALE * body), height // LINES_IN_SIGHT))
        for font in (self._font, self._bold):
            font.configure(size=-size)
        for label in (self._title, self._text):
            label.configure(wraplength=max(80, width - 2 * theme.space(3)))
