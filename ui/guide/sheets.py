"""Sheets with help for the current screen and with the rules of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.ui.guide.tour import begin_tour
from fourth_seat.ui.learn.lessons import Lessons
from fourth_seat.ui.theme.theme import STRONG
from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say, sentence


class HelpSheet(Sheet):
    """Explains what to do next and what each visible button does."""

    def __init__(self, page: Page, game: AnyGame, shown: Sequence[tuple[Text, Text]]) -> None:
        """`shown` lists the titles and descriptions of the visible, enabled buttons."""
        theme, text = page.window.theme, page.window.text
        super().__init__(page, theme, text, say("What you see now"))
        for number, each in enumerate(page.now()):
            self.paragraph(each, "Raised.TLabel" if number else "Raised.Strong.TLabel")
        table = ttk.Frame(self.body, style="Raised.TFrame")
        table.pack(fill="x", pady=(theme.space(1), 0))
        named = max((theme.font(STRONG).measure(text(title)) for title, _ in shown), default=0)
        width = min(round(330 * theme.scale), self.room - named - theme.space(2))
        for row, (title, means) in enumerate(shown):
            ttk.Label(table, text=text(title), style="Raised.Strong.TLabel").grid(
                row=row, column=0, sticky="nw", padx=(0, theme.space(1.5)), pady=theme.space(0.25)
            )
            meaning = ttk.Label(table, text=sentence(text(means)), style="Raised.TLabel", wraplength=width)
            meaning.grid(row=row, column=1, sticky="nw", pady=theme.space(0.25))
        self.button(say("Close"), lambda: None, main=True)
        if game.lessons:  # shown once this sheet is gone
            self.learn = self.button(say("How to play"), lambda: page.after_idle(lambda: show_lessons(page, game)))
        self.guide = self.button(say("Guide me through a turn"), lambda: begin_tour(page.window))


class LessonsSheet(Sheet):
    """Shows the game's lessons over the whole page while the game waits.

    Attributes:
        lessons: the lessons, shown one at a time.
        leave: the button that returns to the game.
    """

    def __init__(self, page: Page, game: AnyGame) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("How to play {game}", game=game.title))
        self._scrolled.pack_forget()
        self._row.pack_forget()
        space = page.window.theme.space
        self.configure(style="TFrame", padding=0)  # it looks like the page opened from the start page
        row = ttk.Frame(self, padding=(space(3), space(2.5), space(3), 0))
        row.pack(fill="x")
        back = "‹ " + page.window.text(say("Back to the game"))
        self.leave = ttk.Button(row, text=back, command=self.close)
        self.leave.pack(side="right", anchor="n")
        self._title.configure(style="Title.TLabel", wraplength=max(1, self.room - self.leave.winfo_reqwidth()))
        self._title.pack(in_=row, side="left", anchor="n")
        self._title.lift()
        self.lessons = Lessons(self, page.window, game, say("Back to the game"), self.close)
        self.lessons.pack(fill="both", expand=True, pady=(space(1), 0))
        onward, backward = ("<Left>", "<Right>") if page.window.catalogue.right_to_left else ("<Right>", "<Left>")
        for key, by in ((onward, 1), (backward, -1), ("<space>", 1), ("<Return>", 1)):
            self.bind(key, alone(partial(self.lessons.turn, by)))

    def open(self) -> None:
        """Show the sheet over the whole page."""
        self.place(relx=0, rely=0, relwidth=1, relheight=1)
        self.lift()
        self.focus_set()


def show_lessons(page: Page, game: AnyGame) -> None:
    """Show the lessons of a game over its page."""
    page.open_sheet(LessonsSheet(page, game))
