"""A question or a table laid over the page, in the middle of it; Escape or a button takes it away."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ui.theme import Theme
from words import Text


class Sheet(ttk.Frame):
    """Fill `body`, add buttons, then `open()`. While it is open, its buttons have the keyboard."""

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], title: Text) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(3))
        self._theme, self._text = theme, text
        ttk.Label(self, text=text(title), style="Raised.Title.TLabel").pack(anchor="w")
        self.body = ttk.Frame(self, style="Raised.TFrame")
        self.body.pack(fill="both", expand=True, pady=theme.space(2))
        self._row = ttk.Frame(self, style="Raised.TFrame")
        self._row.pack(fill="x")
        self.buttons: list[ttk.Button] = []

    def paragraph(self, text: Text, style: str = "Raised.TLabel") -> ttk.Label:
        """A sentence in the body."""
        width = round(420 * self._theme.scale)
        label = ttk.Label(self.body, text=self._text(text), style=style, wraplength=width, justify="left")
        label.pack(anchor="w", pady=(0, self._theme.space(1)))
        return label

    def button(self, text: Text, command: Callable[[], None], *, main: bool = False) -> ttk.Button:
        """A button that closes the sheet and then does something."""

        def pressed() -> None:
            self.place_forget()
            command()  # which reads what was chosen, so that the sheet must be there still
            self.close()

        style = "Accent.TButton" if main else "TButton"
        button = ttk.Button(self._row, text=self._text(text), style=style, command=pressed)
        button.pack(side="right", padx=(self._theme.space(1), 0))
        button.bind("<Return>", lambda _: button.invoke())
        button.bind("<Escape>", lambda _: self._escape())
        self.buttons.append(button)
        return button

    def open(self) -> None:
        """Show the sheet, its main button ready to be pressed."""
        self.place(relx=0.5, rely=0.45, anchor="center")
        self.lift()
        if self.buttons:
            self.buttons[0].focus_set()

    def close(self) -> None:
        """Take the sheet away; the keyboard goes back to the page below."""
        if self.winfo_exists():
            self.destroy()
            self.master.focus_set()

    def _escape(self) -> str:
        self.close()
        return "break"
