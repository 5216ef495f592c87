"""How labels show texts: lines begin with a capital and break at whatever width the label gets."""

from __future__ import annotations

from tkinter import ttk


def wrapped(label: ttk.Label) -> ttk.Label:
    """Lets a label, which must fill its place sideways, break its lines there."""
    label.configure(justify="left")
    label.bind("<Configure>", lambda event: _wrap(label, event.width), add="+")
    return label


def _wrap(label: ttk.Label, width: int) -> None:
    label.configure(wraplength=max(1, width))
