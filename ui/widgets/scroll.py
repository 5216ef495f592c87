"""A part of a page that scrolls when there is more of it than room."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ui.theme import Theme

WHEEL = 60  # pixels a notch


class Scrolled(ttk.Frame):
    """A frame with a `body` for the content; a scroll bar shows only where it is needed."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent)
        self._canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, background=theme.palette.surface, height=10)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._canvas.yview)
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._canvas.grid(row=0, column=0, sticky="nsew")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.body = ttk.Frame(self._canvas)
        self._item = self._canvas.create_window(0, 0, window=self.body, anchor="nw")
        self._canvas.bind("<Configure>", lambda _: self._fit())
        self.body.bind("<Configure>", lambda _: self._fit())
        self._theme = theme
        theme.on_change(self, self._restyle)

    def _restyle(self) -> None:
        self._canvas.configure(background=self._theme.palette.surface)

    def _fit(self) -> None:
        width, height = self._canvas.winfo_width(), self._canvas.winfo_height()
        wanted = self.body.winfo_reqheight()
        # At least as high as the room, so that a page can put its parts at both ends of it.
        self._canvas.itemconfigure(self._item, width=width, height=max(wanted, height))
        self._canvas.configure(scrollregion=(0, 0, width, max(wanted, height)))
        if wanted > height > 1:
            self._bar.grid(row=0, column=1, sticky="ns")
        else:
            self._bar.grid_remove()

    @property
    def room(self) -> tuple[int, int]:
        """Width and height of what can be seen at once."""
        return self._canvas.winfo_width(), self._canvas.winfo_height()

    def see(self, widget: tk.Misc) -> None:
        """Scrolls so far that the widget can be seen whole."""
        top = widget.winfo_rooty() - self.body.winfo_rooty()
        bottom, total = top + widget.winfo_height(), max(1, self.body.winfo_height())
        seen, height = self._canvas.canvasy(0), self._canvas.winfo_height()
        if top < seen:
            self._canvas.yview_moveto(top / total)
        elif bottom > seen + height:
            self._canvas.yview_moveto((bottom - height) / total)

    def scroll(self, notches: float) -> None:
        """Moves by notches of a mouse wheel, down where positive."""
        if self._bar.winfo_ismapped():
            self._canvas.yview_moveto((self._canvas.canvasy(0) + notches * WHEEL) / max(1, self.body.winfo_height()))


def follow_wheel(root: tk.Misc) -> None:
    """Lets the mouse wheel scroll whatever `Scrolled` it is over, in all of the window."""
    for event in _WHEEL_EVENTS:
        root.bind_all(event, _wheel)
        root.unbind_class("TCombobox", event)  # else scrolling past a box would change what is chosen in it


_WHEEL_EVENTS = ("<MouseWheel>", "<Button-4>", "<Button-5>")


def _wheel(event: tk.Event[tk.Misc]) -> None:
    widget: tk.Misc | None = event.widget if isinstance(event.widget, tk.Misc) else None
    while widget is not None and not isinstance(widget, Scrolled):
        widget = widget.master
    if widget is not None:
        widget.scroll(-1 if event.num == 4 else 1 if event.num == 5 else -event.delta / 120)
