"""The hardware page: what stands beside the screen, each in a section of its own; a page, or a sheet over the table."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from games import all_games, find
from ui.choose import Choose
from ui.hardware.card import SectionCard
from ui.hardware.control import Board
from ui.hardware.learn import LearnSheet
from ui.hardware.lights import LightsSection
from ui.hardware.text import TextSection
from ui.hardware.voice import VoiceSection
from ui.page import Page
from ui.scroll import Scrolled
from ui.table.sheet import Sheet
from words import say

if TYPE_CHECKING:
    from ui.app import App

TITLE = say("Lights, text display, voice")


class HardwareBody(Scrolled):
    """The sections, one below the other.

    Attributes:
        lights: under this board.
        display, voice: for every game.
    """

    def __init__(self, parent: tk.Misc, app: App, page: Page, board: Board) -> None:
        super().__init__(parent, app.theme)
        space = app.theme.space
        self._inside = ttk.Frame(self.body, padding=(space(3), 0, space(3), space(3)))
        self._inside.pack(fill="both", expand=True)
        self.lights = LightsSection(self._inside, app, board, lambda section: LearnSheet(page, section).open())
        self.lights.pack(fill="x", pady=(0, space(2)))
        telling = SectionCard(self._inside, app, say("Telling"))
        self.display = TextSection(telling.inside, app)
        telling.line(say("Text display"), self.display, fill=True, tall=True)
        self.voice = VoiceSection(telling.inside, app)
        telling.line(say("Voice"), self.voice, fill=True, tall=True)
        telling.pack(fill="x", pady=(0, space(2)))


class HardwarePage(Page):
    """From the settings: for a board that is chosen here.

    Attributes:
        content: the sections.
    """

    def __init__(self, parent: tk.Misc, app: App, game: str) -> None:
        super().__init__(parent, app)
        space = app.theme.space
        header = self.header(TITLE)
        row = ttk.Frame(header)
        row.pack(anchor="w", pady=(space(1), 0))
        ttk.Label(row, text=app.text(say("For the board of"))).pack(side="left", padx=(0, space(1)))
        self.game = Choose(row, {game.name: app.text(game.title) for game in all_games()}, game, self._show)
        self.game.pack(side="left")
        self.content: HardwareBody | None = None
        self._show(game)

    def _show(self, game: str) -> None:
        if self.content:
            self.content.destroy()
        last = self.app.settings.last.get(game)
        found = find(game)
        self.content = HardwareBody(self, self.app, self, Board(found, found.options(last.options if last else "")))
        self.content.pack(fill="both", expand=True)

    def leave(self) -> None:
        self.app.lights.shut()


class HardwareSheet(Sheet):
    """Over a table, for the board that lies there; the game goes on below it.

    Attributes:
        content: the sections.
    """

    def __init__(self, page: Page, board: Board) -> None:
        super().__init__(page, page.app.theme, page.app.text, TITLE)
        self._page = page
        self.content = HardwareBody(self.body, page.app, page, board)
        self.content.pack(fill="both", expand=True)
        self.button(say("Close"), lambda: None, main=True)

    def open(self) -> None:
        """Shows it, nearly as large as the page."""
        super().open()
        self.place(relx=0.5, rely=0.5, anchor="center", relwidth=0.92, relheight=0.92)

    def destroy(self) -> None:
        super().destroy()
        self._page.app.lights.rest()
