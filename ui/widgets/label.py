"""How labels show texts: lines break at whatever width a label gets, and nothing is drawn again that stays the same."""

from __future__ import annotations

from tkinter import ttk


def update(label: ttk.Label, **options: str) -> None:
    """Change a label only where it differs: every change makes Tk lay out and draw anew all that is around it."""
    changed = {option: value for option, value in options.items() if str(label.cget(option)) != value}
    if changed:
        label.configure(**changed)


def wrapped(label: ttk.Label) -> ttk.Label:
    """Lets a label, which must fill its place sideways, break its lines there."""
    label.configure(justify="left")
    label.bind("<Configure>", lambda event: _wrap(label, event.width), add="+")
    return label


def _wrap(label: ttk.Label, width: int) -> None:
    label.configure(wraplength=max(1, width))
