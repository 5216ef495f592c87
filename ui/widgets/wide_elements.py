"""Buttons and lists of sv-ttk with wider pictures. Tk fills a widget with copies of the middle of its picture; a few large
copies cost a tenth of what hundreds of small ones do, and on a large screen buttons are drawn with every tap.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

BORDER, LIST_BORDER = 4, 5  # pixels of a picture that are not repeated, as sv-ttk has them
BUTTON, LIST = (320, 128), (320, 320)  # a picture's new size
BUTTONS = {"TButton": "button", "Accent.TButton": "button-accent"}  # by style, how its pictures are called
STATES = (
    ("selected", "disabled", "dis"),
    ("disabled", "dis"),
    ("selected", "rest"),
    ("pressed", "pressed"),
    ("active", "focus", "focus-hover"),
    ("active", "hover"),
    ("focus", "focus"),
)  # as sv-ttk has them: the states, and which picture shows them
# In Tcl, which copies parts of pictures without taking them apart.
WIDEN = """
proc fourth_seat_parts {size new border} {
    set end [expr {$size - $border}]
    set new_end [expr {$new - $border}]
    list 0 $border 0 $border $border $end $border $new_end $end $size $new_end $new
}
proc fourth_seat_widened {name picture border width height} {
    image create photo $name -width $width -height $height
    foreach {x0 x1 to_x0 to_x1} [fourth_seat_parts [image width $picture] $width $border] {
        foreach {y0 y1 to_y0 to_y1} [fourth_seat_parts [image height $picture] $height $border] {
            $name copy $picture -from $x0 $y0 $x1 $y1 -to $to_x0 $to_y0 $to_x1 $to_y1
        }
    }
    return $name
}
"""


def widen_elements(root: tk.Misc, style: ttk.Style, mode: str) -> None:
    """Make wide elements in the theme of this mode, if they are not there yet, and let its buttons and lists use them."""
    pictures = f"::ttk::theme::sv_{mode}::I"
    if "Wide.field" in style.element_names():
        return
    root.tk.eval(WIDEN)

    def widened(name: str, border: int, size: tuple[int, int]) -> str:
        source = root.tk.eval(f"set {pictures}({name})")
        return str(root.tk.call("fourth_seat_widened", f"wide-{mode}-{name}", source, border, *size))

    for kind, name in BUTTONS.items():
        of_state = {
            state: widened(f"{name}-{state}", BORDER, BUTTON) for state in dict.fromkeys(each[-1] for each in STATES)
        }
        element = f"Wide{name}.button"
        states = [(*conditions, of_state[state]) for *conditions, state in STATES]
        style.element_create(element, "image", of_state["rest"], *states, border=BORDER, width=20, height=20, sticky="nsew")  # type: ignore[call-overload]
        ((_, options),) = style.layout(kind)
        style.layout(kind, [(element, options)])
    field = widened("card", LIST_BORDER, LIST)
    style.element_create("Wide.field", "image", field, border=LIST_BORDER, width=0, height=0)
    ((_, options),) = style.layout("Treeview")
    style.layout("Treeview", [("Wide.field", options)])
