"""A flow layout, which wraps widgets into lines like words."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class _Part:
    widget: tk.Widget
    at_end: bool


class Flow(ttk.Frame):
    """A frame that wraps the children passed to `add` into lines, and requests the height required at its width."""

    def __init__(self, parent: tk.Misc, theme: Theme, style: str = "Raised.TFrame") -> None:
        super().__init__(parent, style=style)
        self._theme = theme
        self._parts: list[_Part] = []
        self._laid_out: tuple[int, ...] = ()
        self.bind("<Configure>", lambda _: self._lay_out())
        theme.on_measured(self, self._lay_out)

    @property
    def _gap(self) -> int:
        return self._theme.space(1)

    def add(self, widget: tk.Widget, *, at_end: bool = False) -> None:
        """Add a child of this frame until it is destroyed; `at_end` aligns it with the right end of its line."""
        part = _Part(widget, at_end)
        self._parts.append(part)
        widget.bind("<Destroy>", lambda _: self._parts.remove(part), add="+")
        widget.bind("<Configure>", lambda _: self._lay_out(), add="+")
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.winfo_width()
        wanted = tuple(
            size for part in self._parts for size in (part.widget.winfo_reqwidth(), part.widget.winfo_reqheight())
        )
        if (width, self._gap, *wanted) == self._laid_out:
            return
        self._laid_out = (width, self._gap, *wanted)
        if width <= 1:  # not shown yet: request the width of all parts in one line
            self.configure(width=sum(wanted[::2]) + self._gap * len(self._parts), height=max(wanted[1::2], default=1))
            return
        y = 0
        for line in self._lines(width):
            height = max(part.widget.winfo_reqheight() for part in line)
            x = 0
            for part in line:
                own = min(part.widget.winfo_reqwidth(), width)
                left = max(x, width - own) if part.at_end else x
                top = y + (height - part.widget.winfo_reqheight()) // 2
                # A part that fits keeps its own width, so that Tk sends an event when that changes.
                part.widget.place(x=left, y=top, width=own if own < part.widget.winfo_reqwidth() else "")
                x = left + own + self._gap
            y += height + self._gap
        self.configure(height=max(1, y - self._gap))

    def height_in(self, width: int) -> int:
        """Return the height required for all parts at this width, in pixels, whether they are shown or not."""
        heights = [max(part.widget.winfo_reqheight() for part in line) for line in self._lines(width)]
        return sum(heights) + self._gap * max(0, len(heights) - 1)

    def _lines(self, width: int) -> list[list[_Part]]:
        lines: list[list[_Part]] = []
        x = 0
        for part in self._parts:
            own = part.widget.winfo_reqwidth()
            if not lines or x + own > width:
                lines.append([])
                x = 0
            lines[-1].append(part)
            x += own + self._gap
        return lines
