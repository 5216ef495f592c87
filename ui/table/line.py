"""A line with a field for typed moves, a message about the last entry, and a button that offers a remedy."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import BODY, SMALL, Theme
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.label import update
from fourth_seat.words import Text, sentence

FIELD_CHARACTERS = 16  # characters
MIN_LINES_WIDE = 9  # least width of a sentence beside a button, in heights of a line

RESIZED = "<<Resized>>"

Offer = tuple[Text, Callable[[], None]]
"""The title and action of a button."""


class EntryLine(ttk.Frame):
    """Shows a message, and above it a field while a move is being typed; takes up no room when empty.

    The event `RESIZED` is generated when its `height` may have changed.

    Attributes:
        field: the field for typed moves.
        message: the message shown, if any.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        typed: Callable[[str], bool],
        to_board: Callable[[], None],
    ) -> None:
        """`typed` handles a typed line and returns whether it was accepted; `to_board` returns the focus to the board."""
        super().__init__(parent)
        self._theme, self._text, self._typed, self._to_board = theme, text, typed, to_board
        self.message: Text | None = None
        ttk.Frame(self, width=1, height=1).pack()  # without it, the frame keeps its height when its last child is hidden
        self.field = ttk.Entry(self, width=FIELD_CHARACTERS, font=BODY)
        self._row = ttk.Frame(self)
        self._row.columnconfigure(0, weight=1)
        self.label = ttk.Label(self._row, justify="left")
        self.label.grid(row=1, column=0, sticky="nw")
        self.offer = ttk.Button(self._row)
        on_return(self.field, self._enter)
        self.field.bind("<Escape>", lambda _: self._leave())
        self.bind("<Configure>", lambda _: self._lay_out())

    def show(self, text: Text | None, *, wrong: bool = False, offer: Offer | None = None) -> None:
        """Show a message, optionally with a button that offers a remedy."""
        self.message = text
        update(self.label, text=sentence(self._text(text)) if text else "", style="Warn.TLabel" if wrong else "TLabel")
        if offer is None:
            self.offer.grid_remove()
        else:
            title, action = self._text(offer[0]), offer[1]
            if title != str(self.offer.cget("text")) or not self.offer.winfo_manager():
                renew(self.offer)
            self.offer.configure(text=title, command=lambda: self._accept(action))
        self._lay_out(offered=offer is not None)
        self._show(self._row, shown=text is not None)

    @property
    def height(self) -> int:
        """The height required for all visible parts, in pixels; Tk updates the frame's own height only later."""
        gap, height = self._theme.space(1), 1
        if self.field.winfo_manager():
            height += self.field.winfo_reqheight() + gap
        if self._row.winfo_manager():
            parts = self.label.winfo_reqheight(), self.offer.winfo_reqheight() if self.offer.winfo_manager() else 0
            above = bool(parts[1]) and self.offer.grid_info()["row"] == 0
            height += (sum(parts) + gap if above else max(parts)) + gap
        return height

    def fit(self, height: int) -> None:
        """Use a smaller font for the message if this part would otherwise be taller than this many pixels."""
        if str(self.label.cget("font")):
            self.label.configure(font="")
        if self.label.winfo_reqheight() + self._theme.space(1) > height:
            self.label.configure(font=SMALL)

    def _lay_out(self, *, offered: bool | None = None) -> None:
        """Put the button in the upper corner, where its position does not depend on the message, or above the message."""
        offered = bool(self.offer.winfo_manager()) if offered is None else offered
        width, gap = self.winfo_width(), self._theme.space(1)
        if not offered:
            update(self.label, wraplength=str(max(80, width)))
            return
        taken = self.offer.winfo_reqwidth() + gap
        if width - taken >= MIN_LINES_WIDE * self._theme.font(BODY).metrics("linespace"):
            self.offer.grid(row=1, column=1, sticky="ne", padx=(gap, 0), pady=0)
            update(self.label, wraplength=str(max(80, width - taken)))
        else:
            self.offer.grid(row=0, column=0, columnspan=2, sticky="new", padx=0, pady=(0, gap))
            update(self.label, wraplength=str(max(80, width)))

    def begin(self, character: str) -> None:
        """Open the field with a character typed while the board had the focus, replacing any refused line."""
        self._show(self.field, shown=True)
        self.update_idletasks()  # a widget that is not on the screen yet takes no keys
        self.field.focus_set()
        if self.field.selection_present():
            self.clear()
        self.field.insert("end", character)
        self.field.icursor("end")

    def clear(self) -> None:
        """Clear the field."""
        self.field.delete(0, "end")

    def rest(self) -> None:
        """Close the field and discard the message, which an entry has made obsolete."""
        self.message = None
        self._close()

    def _close(self) -> None:
        self.clear()
        self._show(self.field, shown=False)

    def _show(self, part: ttk.Widget, *, shown: bool) -> None:
        if shown and not part.winfo_manager():
            part.pack(fill="x", pady=(0, self._theme.space(1)))
            if part is self.field and self._row.winfo_manager():
                part.pack_configure(before=self._row)
        elif not shown and part.winfo_manager():
            part.pack_forget()
        self.event_generate(RESIZED)

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
