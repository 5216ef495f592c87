"""How labels show texts: lines break at whatever width a label gets, and nothing is drawn again that stays the same."""

from __future__ import annotations

from tkinter import font as tkfont
from tkinter import ttk

from words.direction import break_lines

LEAST = 0.35  # of a grid's width that the first column keeps


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


def fitted(control: ttk.Button | ttk.Checkbutton) -> ttk.Button | ttk.Checkbutton:
    """Let a button or switch, which must fill its place sideways, break its text there: Tk itself would cut it off."""
    text = str(control.cget("text"))
    control.bind("<Configure>", lambda event: _break(control, text, event.width), add="+")
    return control


def _break(control: ttk.Button | ttk.Checkbutton, text: str, width: int) -> None:
    font = font_of(control)
    shown = str(control.cget("text"))
    around = control.winfo_reqwidth() - max(map(font.measure, shown.split("\n")))
    broken = "\n".join(break_lines(text, max(1, width - around), font.measure))
    if broken != shown:
        control.configure(text=broken)


def font_of(widget: ttk.Widget) -> tkfont.Font:
    """Return the font of a widget's style."""
    style = str(widget.cget("style")) or widget.winfo_class()
    return tkfont.nametofont(str(ttk.Style(widget).lookup(style, "font")), widget)


def share_width(grid: ttk.Frame, gap: int) -> None:
    """Let labels in the first column of a grid leave room for what stands beside them, and break their lines."""
    grid.bind("<Configure>", lambda event: _share(grid, event.width, gap), add="+")


def _share(grid: ttk.Frame, width: int, gap: int) -> None:
    beside = max((widget.winfo_reqwidth() for widget in grid.grid_slaves(column=1)), default=0)
    room = round(max(LEAST * width, width - beside - gap))
    for label in grid.grid_slaves(column=0):
        if isinstance(label, ttk.Label) and str(label.grid_info().get("columnspan", 1)) == "1":
            label.configure(wraplength=room, justify="left")
