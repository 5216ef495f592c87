"""Labels that break their lines at whatever width they get."""

from __future__ import annotations

from tkinter import ttk


def wrapped(label: ttk.Label) -> ttk.Label:
    """Lets a label, which must fill its place sideways, break its lines there."""
    label.configure(justify="left")
    label.bind("<Configure>", lambda event: label.configure(wraplength=max(1, event.width)), add="+")
    return label
