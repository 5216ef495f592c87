"""A game's card on the start page, with its picture, name and description."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.games import AnyGame
from fourth_seat.ui.board.board_picture import sample_picture
from fourth_seat.ui.theme.theme import TITLE
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.ui.window import Page
from fourth_seat.words import say


class GameCard(Card):
    """A card that opens its game when pressed."""

    def __init__(
        self,
        parent: tk.Misc,
        page: Page,
        game: AnyGame,
        digit: int,
        command: Callable[[], object],
        learn: Callable[[], object],
    ) -> None:
        """`digit` is the shortcut for `command`; `learn` shows the game's lessons."""
        window = page.window
        super().__init__(parent, window.theme, command)
        self.game, self._theme = game, window.theme
        self._place = ttk.Frame(self.body, style="Raised.TFrame")
        self._place.pack(fill="x")
        self.board = ttk.Label(self._place, style="Raised.TLabel", anchor="center")
        self.board.place(relwidth=1, relheight=1)
        self._shown: object = None
        self._heading = heading = ttk.Frame(self.body, style="Raised.TFrame")
        heading.pack(fill="x", pady=(window.theme.space(1.5), window.theme.space(0.5)))
        self.strut = ttk.Frame(heading, style="Raised.TFrame", width=1)
        self.strut.pack(side="right")
        self.learn = ttk.Button(heading, text="?", width=2)
        self.learn.configure(command=learn)
        explained(self.learn, window.text(say("How to play"))).pack(side="right", anchor="n")
        self._title = ttk.Label(heading, text=window.text(game.title), style="Raised.Title.TLabel", justify="left")
        self._title.pack(side="left", anchor="n")
        self._summary = ttk.Label(self.body, text=window.text(game.summary), style="Raised.Muted.TLabel", justify="left")
        self._summary.pack(fill="x", anchor="nw")
        self._corner = ttk.Label(self, text=str(digit), style="Raised.Small.TLabel")
        self.ready()

    def fit(self, width: int, height: int) -> None:
        """Lay the card out for this inner width and picture height, in pixels."""
        space = self._theme.space
        self._corner.place(relx=1, x=-space(0.5), y=space(0.25), anchor="ne")  # in the card's margin
        self._size = width - 2 * self._corner.winfo_reqwidth(), height
        self._place.configure(width=width, height=height)
        self._summary.configure(wraplength=width)
        room = width - self.learn.winfo_reqwidth() - space(1)
        longest = max(map(self._theme.font(TITLE).measure, str(self._title.cget("text")).split()))
        self._title.configure(wraplength=room, style="Raised.Title.TLabel" if longest <= room else "Raised.Strong.TLabel")

    @property
    def heading_height(self) -> int:
        """The height required for the title and the button beside it, in pixels."""
        return max(self._title.winfo_reqheight(), self.learn.winfo_reqheight())

    def show_picture(self) -> None:
        """Draw the board at the size set by the layout."""
        wanted = self._size, self._theme.palette
        if wanted != self._shown:
            self._shown = wanted
            self._photo = ImageTk.PhotoImage(sample_picture(self.game, *wanted), master=self)
            self.board.configure(image=self._photo)
