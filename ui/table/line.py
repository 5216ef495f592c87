"""The sentence about the last tap, a button for a remedy, and a field for moves in notation."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.label import update
from fourth_seat.words import Text, sentence

FIELD_CHARACTERS = 16  # characters

Offer = tuple[Text, Callable[[], None]]
"""The title of a button, and its action."""


class EntryLine(ttk.Frame):
    """A sentence, and below it a field while a move is typed; it takes no room without either.

    Attributes:
        field: where moves are typed.
        message: the sentence shown; None for nothing.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        typed: Callable[[str], bool],
        to_board: Callable[[], None],
    ) -> None:
        """`typed` enters a line and returns whether it was accepted; `to_board` returns the keyboard focus to the board."""
        super().__init__(parent)
        self._theme, self._text, self._typed, self._to_board = theme, text, typed, to_board
        self.message: Text | None = None
        ttk.Frame(self, width=1, height=1).pack()  # without it, the frame keeps its height when its last child is hidden
        self.label = ttk.Label(self, justify="left")
        self.offer = ttk.Button(self)
        self.field = ttk.Entry(self, width=FIELD_CHARACTERS, font=BODY)
        on_return(self.field, self._enter)
        self.field.bind("<Escape>", lambda _: self._leave())
        self.bind("<Configure>", lambda event: self.label.configure(wraplength=max(80, event.width)))

    def show(self, text: Text | None, *, wrong: bool = False, offer: Offer | None = None) -> None:
        """Show a sentence, and below it a button for a remedy."""
        self.message = text
        gap = self._theme.space(1)
        update(self.label, text=sentence(self._text(text)) if text else "", style="Warn.TLabel" if wrong else "TLabel")
        self._show(self.label, shown=text is not None)
        if offer is not None:
            title, action = offer
            self.offer.configure(text=self._text(title), command=lambda: self._accept(action))
            self.offer.pack(fill="x", pady=(0, gap), after=self.label)
        else:
            self.offer.pack_forget()

    def begin(self, character: str) -> None:
        """Open the field for a character typed while the board has the focus; it replaces a refused line."""
        self._show(self.field, shown=True)
        self.update_idletasks()  # a widget that is not on the screen yet takes no keys
        self.field.focus_set()
        if self.field.selection_present():
            self.clear()
        self.field.insert("end", character)
        self.field.icursor("end")

    def clear(self) -> None:
        """Empty the field."""
        self.field.delete(0, "end")

    def rest(self) -> None:
        """Close the field: after an entry, the sentence is out of date, and the next one
        takes its place.
        """
        self.message = None
        self._close()

    def _close(self) -> None:
        self.clear()
        self._show(self.field, shown=False)

    def _show(self, part: ttk.Widget, *, shown: bool) -> None:
        if shown and not part.winfo_manager():
            part.pack(fill="x", pady=(0, self._theme.space(1)))
        elif not shown and part.winfo_manager():
            part.pack_forget()

    def _enter(self) -> None:
        line = self.field.get()
        if not line.strip():
            self._leave()
        elif self._typed(line):
            self._close()
            self._to_board()
        else:  # to be typed again, or to be corrected
            self.field.selection_range(0, "end")

    def _accept(self, action: Callable[[], None]) -> None:
        self._close()
        action()

    def _leave(self) -> str:
        self._close()
        self._to_board()
        return "break"
