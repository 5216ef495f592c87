"""The hardware settings, with a section for each kind of device, as a page or as a sheet over the table."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.games import AnyGame, all_games, find
from fourth_seat.games.options import Options
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.board import BoardSection
from fourth_seat.ui.devices.broker import BrokerSection
from fourth_seat.ui.devices.buttons import ButtonsSection
from fourth_seat.ui.devices.card import SectionCard
from fourth_seat.ui.devices.learn import LearnSheet
from fourth_seat.ui.devices.lights import LightsSection
from fourth_seat.ui.devices.text import TextSection
from fourth_seat.ui.devices.voice import VoiceSection
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

TITLE = say("Lights, text display, voice")


class HardwareBody(Scrolled):
    """The sections, one below the other.

    Attributes:
        lights: the lights under this board.
        board: the sensors of this board.
        buttons, display, voice, broker: shared by all games.
    """

    def __init__(self, parent: tk.Misc, window: Window, page: Page, board: GameBoard) -> None:
        super().__init__(parent, window.theme)
        space = window.theme.space
        self._inside = ttk.Frame(self.body, padding=(space(3), 0, space(3), space(3)))
        self._inside.pack(fill="both", expand=True)
        self.lights = LightsSection(self._inside, window, board, lambda section: LearnSheet(page, section).open())
        self.lights.pack(fill="x", pady=(0, space(2)))
        feeling = SectionCard(self._inside, window, say("Board with sensors: {game}", game=board.game.title))
        self.board = BoardSection(feeling.inside, window, page, board)
        feeling.line(None, self.board, fill=True)
        feeling.pack(fill="x", pady=(0, space(2)))
        self.buttons = ButtonsSection(self._inside, window, page)
        self.buttons.pack(fill="x", pady=(0, space(2)))
        telling = SectionCard(self._inside, window, say("Announcements"))
        self.display = TextSection(telling.inside, window)
        telling.line(say("Text display"), self.display, fill=True, tall=True)
        self.voice = VoiceSection(telling.inside, window)
        telling.line(say("Voice"), self.voice, fill=True, tall=True)
        self.broker = BrokerSection(telling.inside, window)
        telling.line(say("MQTT"), self.broker, fill=True, tall=True)
        telling.pack(fill="x", pady=(0, space(2)))


class HardwarePage(Page):
    """The hardware page, opened from the settings, with a choice of boards.

    Attributes:
        content: the sections.
    """

    most_wide = 1200

    def __init__(self, parent: tk.Misc, window: Window, game: str) -> None:
        super().__init__(parent, window)
        space = window.theme.space
        header = self.header(TITLE)
        row = ttk.Frame(header)
        row.pack(anchor="w", pady=(space(1), 0))
        ttk.Label(row, text=window.text(say("Board"))).pack(side="left", padx=(0, space(1)))
        self.game = ChoiceBox(row, {game.name: window.text(game.title) for game in all_games()}, game, self._show)
        self.game.pack(side="left")
        self.content: HardwareBody | None = None
        self._show(game)

    def _show(self, game: str) -> None:
        if self.content:
            self.content.destroy()
        last = self.window.settings.last.get(game)
        found = find(game)
        self.content = HardwareBody(self, self.window, self, GameBoard(found, found.options(last.options if last else "")))
        self.content.pack(fill="both", expand=True)

    def leave(self) -> None:
        self.window.lights.shut()


class HardwareSheet(Sheet):
    """A sheet with the hardware sections for the current game's board; the game continues behind it.

    Attributes:
        content: the sections.
    """

    def __init__(self, page: Page, game: AnyGame, options: Options) -> None:
        super().__init__(page, page.window.theme, page.window.text, TITLE)
        self._page = page
        self.content = HardwareBody(self.body, page.window, page, GameBoard(game, options))
        self.content.pack(fill="both", expand=True)
        self.button(say("Close"), lambda: None, main=True)

    def open(self) -> None:
        """Show the sheet at almost the size of the page."""
        super().open()
        self.place(relx=0.5, rely=0.5, anchor="center", relwidth=0.92, relheight=0.92)

    def destroy(self) -> None:
        super().destroy()
        self._page.window.lights.rest()
