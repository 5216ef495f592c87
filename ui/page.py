"""A page of the window: one is shown at a time."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.theme.theme import HUGE
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet, uppermost
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.context import WindowContext


CONTROL_STATE = 0x4  # bit of a key event's state


def typed_character(event: tk.Event[tk.Misc]) -> str:
    """Return the character that a key press types; empty for keys that type none, and for shortcuts with Control."""
    shortcut = int(event.state) & CONTROL_STATE
    return event.char if event.char and event.char.isprintable() and not shortcut else ""


class Page(ttk.Frame):
    """Base of all pages.

    Attributes:
        window: the window: `window.theme`, `window.settings`, `window.text(...)`, and the ways to other pages.
        shortcuts: actions by key (as Tk names it, `<Left>` or `3`) while the page is shown, no sheet lies over it and no
            field has the focus; fill it before the page is shown.
        in_game: whether a game is played on the page.
        most_wide: pixels at 96 dots an inch and medium text; a page in a wider window keeps to its middle.
    """

    in_game = False
    most_wide: int | None = None  # no limit

    def __init__(self, parent: tk.Misc, window: WindowContext) -> None:
        super().__init__(parent)
        self.window = window
        self.shortcuts: dict[str, Callable[[], None]] = {}
        if self.most_wide:
            self.bind("<Configure>", lambda _: self._keep_to_the_middle())
            window.theme.on_change(self, self._keep_to_the_middle)

    def _keep_to_the_middle(self) -> None:
        most = round((self.most_wide or 0) * self.window.theme.scale)
        self.configure(padding=(max(0, (self.winfo_width() - most) // 2), 0))

    def header(self, title: Text, below: Text | None = None, *, back: bool = True) -> ttk.Frame:
        """Return the page's title along the top, a line of less weight below it, and the way back in the corner."""
        space = self.window.theme.space
        header = ttk.Frame(self, padding=(space(3), space(2.5), space(3), space(2)))
        header.pack(fill="x")
        if back:
            button = ttk.Button(header, text="‹ " + self.window.text(say("Start page")), command=self.back)
            button.pack(side="right", anchor="n", padx=(space(1), 0))
        heading = ttk.Label(header, text=self.window.text(title), style="Huge.TLabel")
        heading.pack(fill="x")
        heading.bind("<Configure>", lambda event: self._fit_heading(heading, event.width))
        if below:
            wrapped(ttk.Label(header, text=self.window.text(below), style="Muted.TLabel")).pack(fill="x")
        return header

    def _fit_heading(self, heading: ttk.Label, width: int) -> None:
        """Shrink a heading that does not fit into its line, and break it if it still does not fit."""
        fits = self.window.theme.font(HUGE).measure(str(heading.cget("text"))) <= width
        heading.configure(style="Huge.TLabel" if fits else "Title.TLabel", wraplength=0 if fits else max(1, width))

    @property
    def sheet(self) -> Sheet | None:
        """The open sheet that lies over the page and all other sheets; None where none is open."""
        return uppermost(self)

    def open_sheet(self, sheet: Sheet) -> None:
        """Open a sheet over the page, in place of all others."""
        self.close_sheets(but=sheet)
        sheet.open()

    def close_sheets(self, but: Sheet | None = None) -> None:
        """Close all sheets over the page, but for one that is about to be opened."""
        for sheet in self.winfo_children():
            if isinstance(sheet, Sheet) and sheet is not but:
                sheet.close()

    def take_photo(self, photo: Path) -> None:
        """Do something with the photo of a board that was dropped on the page."""
        self.window.notice(
            say("A photo of a board can be dropped on the start page, where you say who plays, and at a table.")
        )

    def back(self) -> None:
        """Close the uppermost sheet; without one, go one step back: what Escape and the button do."""
        if self.sheet:
            self.sheet.close()
        else:
            self.go_back()

    def go_back(self) -> None:
        """Go one step back where no sheet is open, by default to the start page."""
        self.window.show_start()

    def now(self) -> tuple[Text, ...]:
        """Return the instructions for the page in its present state, one sentence after the other."""
        return (say("“Start page” leads back to the games."),)

    @property
    def placing(self) -> bool:
        """Whether a move waits to be made on the real board."""
        return False

    def help(self) -> None:
        """Show help about the page as it is now."""
        self.window.show_help()

    def pause_camera(self) -> Callable[[], None]:
        """Stop a camera that watches on the page, so that its device is free for a while; return what starts it again."""
        return lambda: None

    def leave(self) -> None:
        """Release the page's resources: another page is about to be shown, or the window closes."""
