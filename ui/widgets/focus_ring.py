"""A focus ring for widgets without one in the theme, such as lists and drawings."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

RING_MM = 0.6
EDGES = (
    {"relx": 0, "rely": 0, "relwidth": 1},
    {"relx": 0, "rely": 1, "relwidth": 1, "anchor": "sw"},
    {"relx": 0, "rely": 0, "relheight": 1},
    {"relx": 1, "rely": 0, "relheight": 1, "anchor": "ne"},
)


class FocusRing:
    """A focus ring, shown from when a widget receives the focus by Tab until it loses the focus or is pressed."""

    def __init__(self, widget: tk.Widget) -> None:
        self._widget = widget
        self._edges: list[ttk.Frame] = []
        widget.bind("<<TraverseIn>>", lambda _: self._show(), add="+")
        for event in ("<FocusOut>", "<ButtonPress-1>"):
            widget.bind(event, lambda _: self._hide(), add="+")

    def _show(self) -> None:
        self._hide()
        width = max(2, round(self._widget.winfo_fpixels(f"{RING_MM}m")))
        for place in EDGES:
            edge = ttk.Frame(self._widget, style="Ring.TFrame", width=width, height=width)
            edge.place(**place)
            self._edges.append(edge)

    def _hide(self) -> None:
        edges, self._edges = self._edges, []
        for edge in edges:
            edge.destroy()
