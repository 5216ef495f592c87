"""A menu in the colours of the theme."""

from __future__ import annotations

import tkinter as tk

from fourth_seat.ui.theme.theme import BODY, Theme


class ThemedMenu(tk.Menu):
    """Tk's own menu is not styled by a theme: this one follows it."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, tearoff=False)
        self._theme = theme
        self._style()
        theme.on_change(parent, self._style)

    def open_above(self, button: tk.Widget) -> None:
        """Open above a button, as far to the right as it goes."""
        left = button.winfo_rootx() + button.winfo_width() - self.winfo_reqwidth()
        self.tk_popup(left, button.winfo_rooty() - self.winfo_reqheight())

    def _style(self) -> None:
        palette = self._theme.palette
        self.configure(
            background=palette.raised,
            foreground=palette.ink,
            activebackground=palette.accent,
            activeforeground=palette.on_accent,
            disabledforeground=palette.muted,
            borderwidth=0,
            activeborderwidth=self._theme.space(0.5),
            relief="flat",
            font=BODY,
        )
