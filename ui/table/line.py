"""Below the board: what there is to say about the last click, and a field for moves in notation."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ui.theme import BODY, Theme
from ui.widgets.label import sentence
from words import Text, say

FIELD = 16  # characters

Offer = tuple[Text, Callable[[], None]]
"""The title of a button, and what it does."""


class EntryLine(ttk.Frame):
    """A sentence on the left, the field on the right.

    Attributes:
        field: where moves are typed.
        said: the sentence shown; None for nothing.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        typed: Callable[[str], bool],
        to_board: Callable[[], None],
    ) -> None:
        """`typed` takes a line and says whether it was accepted; `to_board` gives the keyboard back to the board."""
        super().__init__(parent)
        self._theme, self._text, self._typed, self._to_board = theme, text, typed, to_board
        self.said: Text | None = None
        self.label = ttk.Label(self, justify="left")
        self.field = ttk.Entry(self, width=FIELD, font=BODY)
        self.field.pack(side="right")
        self._hint = ttk.Label(self, text=text(say("Type a move")), style="Muted.TLabel")
        self._hint.pack(side="right", padx=theme.space(1))
        self.label.pack(side="left", fill="x", expand=True)  # last: it gives way where there is little room
        self.offer = ttk.Button(self, takefocus=False)
        self.field.bind("<Return>", lambda _: self._enter())
        self.field.bind("<KP_Enter>", lambda _: self._enter())
        self.field.bind("<Escape>", lambda _: self._leave())
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def say(self, text: Text | None, *, wrong: bool = False, offer: Offer | None = None) -> None:
        """Shows a sentence, and beside it a button for what can be done about it."""
        self.said = text
        self.label.configure(text=sentence(self._text(text)) if text else "", style="Warn.TLabel" if wrong else "TLabel")
        if offer is None:
            self.offer.pack_forget()
        else:
            title, action = offer
            self.offer.configure(text=self._text(title), command=lambda: self._accept(action))
            self.offer.pack(side="right", padx=self._theme.space(1), before=self.label)
        if self.winfo_width() > 1:  # else it is not there yet
            self._fit(self.winfo_width())

    def begin(self, character: str) -> None:
        """Somebody types while the board has the keyboard; what was refused makes room."""
        self.field.focus_set()
        if self.field.selection_present():
            self.clear()
        self.field.insert("end", character)
        self.field.icursor("end")

    def clear(self) -> None:
        """Empties the field."""
        self.field.delete(0, "end")

    def rest(self) -> None:
        """Something was entered: what was refused before is of no more interest."""
        self.say(None)
        self.clear()

    def _enter(self) -> str:
        line = self.field.get()
        if not line.strip():
            self._to_board()
        elif self._typed(line):
            self.clear()
        else:  # to be typed anew, or to be corrected
            self.field.selection_range(0, "end")
        return "break"

    def _accept(self, action: Callable[[], None]) -> None:
        self.clear()
        action()

    def _leave(self) -> str:
        self.clear()
        self._to_board()
        return "break"

    def _fit(self, width: int) -> None:
        narrow = width < 560 * self._theme.scale
        if narrow:
            self._hint.pack_forget()
        elif not self._hint.winfo_manager():
            self._hint.pack(side="right", padx=self._theme.space(1), after=self.field)
        parts = [self.field, *(part for part in (self._hint, self.offer) if part.winfo_manager())]
        self.field.configure(width=FIELD // 2 if narrow and self.offer.winfo_manager() else FIELD)
        taken = sum(part.winfo_reqwidth() + 2 * self._theme.space(1) for part in parts)
        self.label.configure(wraplength=max(120, width - taken))
