"""Overlays placed in screen pixels, regardless of the writing direction."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

EDGE_PX = 2  # between such a part and the window's edge


def right_to_left(part: tk.Misc) -> bool:
    """Return whether the window's language is written from right to left."""
    return str(ttk.Style(part).lookup("DropDown", "anchor")) == "e"


def lay_over(part: tk.Widget, x: int, y: int, width: int, height: int) -> None:
    """Place a child of the window above everything else in it; coordinates are in pixels from the window's upper left
    corner.
    """
    if right_to_left(part):  # where places are counted from the other side
        x = part.master.winfo_width() - x - width
    part.place(x=x, y=y, width=width, height=height)
    part.lift()
