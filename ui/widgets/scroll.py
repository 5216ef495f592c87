"""Scrollable parts of a page."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme

NOTCH_PX = 60  # pixels a notch


class Scrollable(ttk.Frame):
    """Base class for parts of a page that can be scrolled with the wheel or dragged with a finger."""

    def scroll(self, pixels: float) -> None:
        """Scroll by this many pixels, downwards if positive."""

    def hold(self, widget: tk.Misc, y: int) -> None:
        """Start following a finger that has touched a widget inside at this screen y coordinate."""

    def push(self, y: int) -> None:
        """Follow the finger to another y coordinate."""


class Scrolled(Scrollable):
    """A frame with a `body` for the content; a scroll bar appears only if it is needed."""

    def __init__(self, parent: tk.Misc, theme: Theme, *, raised: bool = False) -> None:
        """`raised` must be True if the frame is on a card or a sheet."""
        frame = "Raised.TFrame" if raised else "TFrame"
        super().__init__(parent, style=frame)
        self._raised = raised
        self._wished = 0, 0
        self._canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, height=10)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._canvas.yview)
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._canvas.grid(row=0, column=0, sticky="nsew")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        # The canvas follows the height that this frame requests: that of the content, or of a viewport that is higher, so
        # that a page can put its parts at both ends of it.
        self._holder = ttk.Frame(self._canvas, style=frame)
        self._holder.columnconfigure(0, weight=1)
        self.body = ttk.Frame(self._holder, style=frame)
        self.body.grid(row=0, column=0, sticky="nsew")
        self._held_at: int | None = None  # where a finger was last, in pixels of the screen
        self._item = self._canvas.create_window(0, 0, window=self._holder, anchor="nw")
        self._canvas.bind("<Configure>", lambda _: self._fit())
        self._holder.bind("<Configure>", lambda _: self._fit())
        self._theme = theme
        theme.on_change(self, self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        palette = self._theme.palette
        self._canvas.configure(background=palette.raised if self._raised else palette.surface)

    def wish(self, width: int, height: int) -> None:
        """Request this size in pixels instead of a whole page."""
        if self._wished != (width, height):
            self._wished = width, height
            self._canvas.configure(width=width + self._bar.winfo_reqwidth(), height=height)

    def _fit(self) -> None:
        width, height = self._canvas.winfo_width(), self._canvas.winfo_height()
        wanted = self.body.winfo_reqheight()
        inside = width - self._bar.winfo_reqwidth() if self._raised else width  # a sheet's content has no margin of its own
        self._holder.rowconfigure(0, weight=1, minsize=height)
        self._canvas.itemconfigure(self._item, width=inside)
        self._canvas.coords(self._item, width - inside if self._theme.mirrored else 0, 0)  # beside the bar
        self._canvas.configure(scrollregion=(0, 0, width, max(wanted, height)))
        # It overlaps the margin of the content: lines that break because it takes room would make it come and go forever.
        if wanted > height > 1:
            self._bar.place(relx=1, rely=0, relheight=1, anchor="ne")
        else:
            self._bar.place_forget()

    @property
    def room(self) -> tuple[int, int]:
        """The width and height of the visible part."""
        return self._canvas.winfo_width(), self._canvas.winfo_height()

    def begin(self) -> None:
        """Scroll to the beginning of the content."""
        self._canvas.yview_moveto(0)

    def see(self, widget: tk.Misc) -> None:
        """Scroll until the widget is completely visible."""
        top = widget.winfo_rooty() - self.body.winfo_rooty()
        bottom, total = top + widget.winfo_height(), max(1, self.body.winfo_height())
        seen, height = self._canvas.canvasy(0), self._canvas.winfo_height()
        if top < seen:
            self._canvas.yview_moveto(top / total)
        elif bottom > seen + height:
            self._canvas.yview_moveto((bottom - height) / total)

    def scroll(self, pixels: float) -> None:
        """Scroll by this many pixels, downwards if positive."""
        if self._bar.winfo_ismapped():
            self._canvas.yview_moveto((self._canvas.canvasy(0) + pixels) / max(1, self.body.winfo_height()))

    def hold(self, widget: tk.Misc, y: int) -> None:
        """Start following a finger that has touched a widget inside at this screen y coordinate."""
        self._held_at = y
        at: tk.Misc | None = widget
        while at is not None and at is not self:
            if at is not self._canvas and (at.winfo_class() not in _PASSIVE_CLASSES or _is_pressed(at)):
                self._held_at = None
            at = at.master

    def push(self, y: int) -> None:
        """Follow the finger to another y coordinate, scrolling the content unless the finger came down on a button."""
        if self._held_at is not None:
            self.scroll(self._held_at - y)
            self._held_at = y


def follow_pointer(root: tk.Misc) -> None:
    """Make the mouse wheel scroll the `Scrolled` under the pointer, a finger drag it, and Tab scroll to its target, in the
    whole window.
    """
    for event in _WHEEL_EVENTS:
        root.bind_all(event, _wheel)
        root.unbind_class("TCombobox", event)  # otherwise scrolling past a box would change its value
    root.bind_all("<ButtonPress-1>", _hold, add="+")
    root.bind_all("<B1-Motion>", _push, add="+")
    root.bind_all("<<TraverseIn>>", _see, add="+")


_WHEEL_EVENTS = ("<MouseWheel>", "<Button-4>", "<Button-5>")


_PASSIVE_CLASSES = ("TFrame", "TLabel")  # widgets that a finger may touch without pressing them


def _is_pressed(widget: tk.Misc) -> bool:
    return any(sequence.startswith("<Button") for sequence in widget.bind())


def _scrolled_around(widget: object) -> Scrollable | None:
    while isinstance(widget, tk.Misc) and not isinstance(widget, Scrollable):
        widget = widget.master
    return widget if isinstance(widget, Scrollable) else None


def _see(event: tk.Event[tk.Misc]) -> None:
    if isinstance(scrolled := _scrolled_around(event.widget), Scrolled):
        scrolled.see(event.widget)


def _wheel(event: tk.Event[tk.Misc]) -> None:
    if scrolled := _scrolled_around(event.widget):
        scrolled.scroll(NOTCH_PX * (-1 if event.num == 4 else 1 if event.num == 5 else -event.delta / 120))


def _hold(event: tk.Event[tk.Misc]) -> None:
    if scrolled := _scrolled_around(event.widget):
        scrolled.hold(event.widget, event.y_root)


def _push(event: tk.Event[tk.Misc]) -> None:
    if scrolled := _scrolled_around(event.widget):
        scrolled.push(event.y_root)
