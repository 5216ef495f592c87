"""Wider pictures for sv-ttk's buttons and scroll bars.

Tk fills a widget with copies of the middle of its picture, and reads the pixels below each copy from the screen. On a large
screen, that means hundreds of reads per tap, each of which has to wait while an engine is thinking. With a few large
copies, only a few reads are needed.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

BORDER_PX = 4  # of a picture that are not repeated, as in sv-ttk
BUTTON_SIZE_PX = 320, 128  # a picture's new size
BAR_BORDER_PX, BAR_SIZE_PX = 6, (12, 640)
BUTTONS = {  # by style: the prefix of its pictures' names, and the picture at rest
    "TButton": ("button", "button-rest"),
    "Accent.TButton": ("button-accent", "button-accent-rest"),
    "Toolbutton": ("button", "empty"),
}
STATES = (
    ("selected", "disabled", "dis"),
    ("disabled", "dis"),
    ("selected", "rest"),
    ("pressed", "pressed"),
    ("active", "focus", "focus-hover"),
    ("active", "hover"),
    ("focus", "focus"),
)  # as in sv-ttk: the states, and which picture shows them
# In Tcl, which copies parts of pictures without unpacking them.
WIDEN = """
proc fourth_seat_parts {size new border} {
    set end [expr {$size - $border}]
    set new_end [expr {$new - $border}]
    list 0 $border 0 $border $border $end $border $new_end $end $size $new_end $new
}
proc fourth_seat_widened {name picture across down width height} {
    image create photo $name -width $width -height $height
    foreach {x0 x1 to_x0 to_x1} [fourth_seat_parts [image width $picture] $width $across] {
        foreach {y0 y1 to_y0 to_y1} [fourth_seat_parts [image height $picture] $height $down] {
            if {$x0 == $x1} {continue}
            $name copy $picture -from $x0 $y0 $x1 $y1 -to $to_x0 $to_y0 $to_x1 $to_y1
        }
    }
    return $name
}
"""


def widen_elements(root: tk.Misc, style: ttk.Style, mode: str) -> None:
    """Create wide elements in the theme for this mode, unless they exist, and use them in its styles."""
    pictures = f"::ttk::theme::sv_{mode}::I"
    if "Wide.trough" in style.element_names():
        return
    root.tk.eval(WIDEN)

    def widened(name: str, across: int, down: int, size: tuple[int, int]) -> str:
        source = root.tk.eval(f"set {pictures}({name})")
        return str(root.tk.call("fourth_seat_widened", f"wide-{mode}-{name}", source, across, down, *size))

    for kind, (name, rest) in BUTTONS.items():
        names = {state: rest if state == "rest" else f"{name}-{state}" for *_, state in STATES}
        of_state = {state: widened(picture, BORDER_PX, BORDER_PX, BUTTON_SIZE_PX) for state, picture in names.items()}
        element = f"Wide{kind}.button"
        states = [(*conditions, of_state[state]) for *conditions, state in STATES]
        style.element_create(
            element, "image", of_state["rest"], *states, border=BORDER_PX, width=20, height=20, sticky="nsew"
        )  # type: ignore[call-overload]
        ((_, options),) = style.layout(kind)
        style.layout(kind, [(element, options)])
    for part in ("trough", "thumb"):
        picture = widened(f"scrollbar-{part}-vert", 0, BAR_BORDER_PX, BAR_SIZE_PX)
        style.element_create(f"Wide.{part}", "image", picture, border=(0, BAR_BORDER_PX), height=BAR_BORDER_PX, sticky="ns")
    inside: Any = [
        ("Vertical.Scrollbar.uparrow", {"side": "top"}),
        ("Vertical.Scrollbar.downarrow", {"side": "bottom"}),
        ("Wide.thumb", {"expand": "1"}),
    ]
    style.layout("Vertical.TScrollbar", [("Wide.trough", {"sticky": "ns", "children": inside})])
