"""Window-wide widget defaults, for expected behaviour that Tk lacks."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.ui.widgets.choice import FieldLists
from fourth_seat.ui.widgets.dead_time import DeadTime
from fourth_seat.ui.widgets.scroll import follow_pointer
from fourth_seat.ui.widgets.tooltip import Tooltips


def set_widget_defaults(root: tk.Tk) -> None:
    """Make the wheel scroll the page, Ctrl+A select all, Return press the focused button, and typing replace the text of a
    clicked drop-down field. Also replace the drop-down lists of fields with our own, and suppress the second half of a
    double tap on anything opened by the first half.
    """
    follow_pointer(root)
    DeadTime(root)
    FieldLists(root)
    Tooltips(root)
    root.event_delete("<<LineStart>>", "<Control-a>")  # as in Emacs, on X11
    root.event_add("<<SelectAll>>", "<Control-a>")
    root.bind_class("TCombobox", "<FocusIn>", _select, add="+")
    for kind in ("TButton", "TRadiobutton", "TCheckbutton"):  # as Space does in Tk
        for key in ("<Return>", "<KP_Enter>"):
            root.bind_class(kind, key, _press)


def _press(event: tk.Event[tk.Misc]) -> str:
    """Press a button on Return, and stop further handling of the key."""
    if isinstance(event.widget, (ttk.Button, ttk.Radiobutton, ttk.Checkbutton)):
        event.widget.invoke()
    return "break"


def _select(event: tk.Event[tk.Misc]) -> None:
    """Select the field's whole text once the click that gave it the focus has set the cursor."""
    box = event.widget
    if isinstance(box, ttk.Combobox) and not box.instate(["readonly"]):
        box.winfo_toplevel().after_idle(_select_all, box)  # the box may be gone by then


def _select_all(box: ttk.Combobox) -> None:
    if box.winfo_exists():
        box.selection_range(0, "end")
