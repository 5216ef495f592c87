"""The page with the lessons of a game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from fourth_seat.games import AnyGame
from fourth_seat.ui.learn.lessons import Lessons
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window


class LearnPage(Page):
    """A page of lessons, opened from the start page and the help; after the last lesson, it leads to the game."""

    led = True

    def __init__(self, parent: tk.Misc, window: Window, game: AnyGame, play: Callable[[], object]) -> None:
        """`play` leads to the game itself."""
        super().__init__(parent, window)
        self.header(say("How to play {game}", game=game.title))
        self.lessons = Lessons(self, window, game, say("Play"), play)
        self.lessons.pack(fill="both", expand=True)
        onward = "<Left>" if window.catalogue.right_to_left else "<Right>"
        backward = "<Right>" if window.catalogue.right_to_left else "<Left>"
        self.shortcuts[backward] = lambda: self.lessons.turn(-1)
        for key in (onward, "<space>", "<Return>"):
            self.shortcuts[key] = lambda: self.lessons.turn(1)

    def now(self) -> tuple[Text, ...]:
        """Return the instruction for the page."""
        return (say("Read as much as you like. The last button takes you to the game."),)
