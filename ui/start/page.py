"""The start page, with a card for each game, unfinished games, and the evening's scores."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.games import AnyGame, all_games
from fourth_seat.ui.start.game_card import GameCard
from fourth_seat.ui.start.side import SideTile
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.growth import RESIZE_PAUSE_MS
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.table.record.saved import Saved
    from fourth_seat.ui.start.unfinished import LastGameCard
    from fourth_seat.ui.window import Window

MIN_CARD_PX = 220  # of a card at 96 dots an inch and medium text
UPRIGHT_COLUMNS = 2  # at most, in a window that is higher than wide
MIN_COLUMNS = 3  # more if the tiles would need more than `MAX_ROWS` rows
MAX_ROWS = 2
PICTURE_ASPECT = 1.25  # width of a picture for its height
SETTLING_MS = 30  # between what makes another layout necessary and that layout
MIN_PICTURE_PX = 60  # of a picture's height; below that the page scrolls


class StartPage(Page):
    """The page for choosing a game with the mouse, or with digits, arrow keys and Enter."""

    led = True

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, window)
        self._header()
        self._scrolled = Scrolled(self, window.theme)
        self._scrolled.pack(fill="both", expand=True)
        body = self._scrolled.body
        self._grid = ttk.Frame(body)  # not visible before it is laid out
        self.cards = [
            GameCard(self._grid, self, game, number, partial(self._play, game), partial(self._learn, game))
            for number, game in enumerate(all_games(), 1)
        ]
        self.side = SideTile(self._grid, self, self._open_library, self._filled)
        self.last: LastGameCard | None = None  # the last game, to go on with
        self._columns = 0
        self._room = (0, 0)
        self._laying = Timer(self)
        self._scrolled.bind("<Configure>", lambda _: self._resized())
        window.theme.on_change(self, self._lay_out_again)
        self._bind_keys()

    # -- parts -------------------------------------------------------------------------------------------------------------

    def _header(self) -> None:
        header = self.header(say("Fourth Seat"), say("Which game is on your table?"), back=False)
        corner = ttk.Frame(header)
        corner.pack(side="right", anchor="n", before=header.pack_slaves()[0])
        ttk.Button(corner, text=self.window.text(say("Help")), command=self._open_help).pack(side="left")
        settings = ttk.Button(corner, text=self.window.text(say("Settings")), command=self._open_settings)
        settings.pack(side="left", padx=(self.window.theme.space(1), 0))

    def take_photo(self, photo: Path) -> None:
        """Ask which game a dropped photo shows, and begin that game from the photo."""
        from fourth_seat.vision.registry import can_see

        window = self.window
        sheet = Sheet(self, window.theme, window.text, say("Which game does the photo show?"))

        def begin(game: AnyGame) -> None:
            sheet.close()
            self._play(game).take_photo(photo)

        for game in filter(can_see, all_games()):
            button = ttk.Button(sheet.body, text=window.text(game.title), command=partial(begin, game))
            button.pack(fill="x", pady=(0, window.theme.space(1)))
        sheet.button(say("Cancel"), lambda: None)
        self.open_sheet(sheet)
        sheet.body.winfo_children()[0].focus_set()

    def now(self) -> tuple[Text, ...]:
        """Return the instruction for the page's current state."""
        return (say("Tap the picture of the game that you want to play."),)

    # -- other pages -------------------------------------------------------------------------------------------------------

    def _play(self, game: AnyGame) -> Page:
        from fourth_seat.ui.seats.page import SeatsPage

        return self.window.show(SeatsPage, game)

    def _learn(self, game: AnyGame) -> None:
        from fourth_seat.ui.learn.page import LearnPage

        self.window.show(LearnPage, game, lambda: self._play(game))

    def _open_library(self) -> None:
        from fourth_seat.ui.library.page import LibraryPage

        self.window.show(LibraryPage)

    def _open_settings(self) -> None:
        from fourth_seat.ui.settings_page import SettingsPage

        self.window.show(SettingsPage)

    def _open_help(self) -> None:
        from fourth_seat.ui.help_page import HelpPage

        self.window.show(HelpPage)

    def _filled(self, last: Saved | None) -> None:
        if last:
            from fourth_seat.ui.start.unfinished import LastGameCard

            space = self.window.theme.space
            self.last = LastGameCard(self._scrolled.body, self, last)
            self.last.pack(fill="x", padx=space(3), pady=(0, space(1)))
        self._lay_out_again()

    @property
    def continued(self) -> list[Card]:
        """The cards of the visible unfinished games, most recent first."""
        return [*([self.last] if self.last else []), *self.side.cards]

    # -- layout ------------------------------------------------------------------------------------------------------------

    def _resized(self) -> None:
        if not self.side.filled:  # which takes no time, and anything above the games moves them
            return
        if self._columns:  # everything else grows first, or the pictures would be painted for each step
            self._laying.start(RESIZE_PAUSE_MS + SETTLING_MS, self._lay_out)
        else:
            self._lay_out()

    def _lay_out_again(self) -> None:
        self._room = (0, 0)
        self._laying.start(SETTLING_MS, self._lay_out)

    def _lay_out(self) -> None:
        """Lay the cards out in two rows, or more if the text is large; the pictures fill the remaining height."""
        room = width, height = self._scrolled.winfo_width(), self._scrolled.winfo_height()
        if width < 10 or room == self._room:
            return
        self._room = room
        self._grid.pack_forget()  # or each step would be drawn
        if self.last:
            self.last.fit(height)
            self.last.pack_configure(padx=self.window.theme.space(3))
            self.update_idletasks()
            height -= self.last.winfo_reqheight() + self.window.theme.space(1)
        space = self.window.theme.space
        across = width - 2 * space(2)
        tiles = [*self.cards, self.side]
        most = max(MIN_COLUMNS, -(-len(tiles) // MAX_ROWS))
        most = min(most, UPRIGHT_COLUMNS) if height > width else most
        columns = max(1, min(most, int(across // (MIN_CARD_PX * self.window.theme.scale))))
        if columns != self._columns:
            self._columns = columns
            for column in range(len(tiles)):
                used = column < columns
                self._grid.columnconfigure(column, weight=int(used), uniform="cards" if used else f"none{column}")
        for number, tile in enumerate(tiles):
            tile.grid(row=number // columns, column=number % columns, padx=space(1), pady=space(1), sticky="nsew")
        inside = across // columns - 2 * space(1) - 2 * space(1.5)
        rows, picture = -(-len(tiles) // columns), MIN_PICTURE_PX
        for _ in range(2):  # the second time because the tile beside the games may be higher than the smallest card
            self._fit_cards(columns, inside, picture)
            self._fit_side(columns)
            left = height - self._grid.winfo_reqheight() - space(2)
            picture = max(MIN_PICTURE_PX, min(round(inside / PICTURE_ASPECT), picture + left // rows))
        self._fit_cards(columns, inside, picture)
        self._fit_side(columns)
        for card in self.cards:
            card.show_picture()
        self._grid.pack(fill="x", padx=space(2), pady=(0, space(2)))

    def _fit_side(self, columns: int) -> None:
        """Limit the side tile to the height of the cards in its row."""
        self.update_idletasks()
        beside = self.cards[len(self.cards) - len(self.cards) % columns :]
        self.side.fit(max(card.winfo_reqheight() for card in beside) if beside else None)
        self.update_idletasks()

    def _fit_cards(self, columns: int, inside: int, picture: int) -> None:
        """Lay the cards out, aligning their parts within each row."""
        for card in self.cards:
            card.fit(inside, picture)
        for first in range(0, len(self.cards), columns):
            row = self.cards[first : first + columns]
            heading = max(card.heading_height for card in row)
            for card in row:
                card.strut.configure(height=heading)

    # -- keys --------------------------------------------------------------------------------------------------------------

    def _bind_keys(self) -> None:
        for number, card in enumerate(self.cards[:9], 1):
            self.shortcuts[str(number)] = card.command
        self.shortcuts["g"] = self._open_library
        self.shortcuts["<Left>"] = lambda: self._move_focus(-1)
        self.shortcuts["<Right>"] = lambda: self._move_focus(1)
        self.shortcuts["<Up>"] = lambda: self._move_focus(-self._columns)
        self.shortcuts["<Down>"] = lambda: self._move_focus(self._columns)

    def _move_focus(self, by: int) -> None:
        """Move the focus by this many cards, in order: the last game, the games to choose from, other unfinished games."""
        last: list[Card] = [self.last] if self.last else []
        cards: list[Card] = [*last, *self.cards, *self.side.cards]
        first, end = len(last), len(last) + len(self.cards)
        focused = next((n for n, card in enumerate(cards) if card is self.focus_get()), None)
        if focused is None:
            to = first
        elif not first <= focused < end:  # one in a row
            to = focused + (1 if by > 0 else -1)
        else:
            to = focused + by
            if abs(by) > 1:
                to = 0 if to < first else min(to, end)
        if 0 <= to < len(cards):
            cards[to].focus_set()
            self._scrolled.see(cards[to])
