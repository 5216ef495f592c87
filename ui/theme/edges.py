"""Visible edges around buttons, fields and lists in high contrast, since sv-ttk's edges are hairlines.

sv-ttk's pictures are overwritten in place, and restored later; widget elements refer to them by name.
"""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.ui.theme.palette import Palette

SUPERSAMPLING = 4
ROUNDING_PX, EDGE_PX, FOCUS_PX = 4.0, 1.5, 3.0  # of the pictures, which do not grow with the screen's density
SAVED = "fourth-seat-saved-"


@dataclass(frozen=True, slots=True)
class _Box:
    fill: str
    edge: str
    width: float = EDGE_PX


def edge_elements(root: tk.Tk, palette: Palette) -> None:
    """Draw edges on the theme's pictures if the palette has high contrast, or else restore the original pictures."""
    for name, box in _boxes(palette).items():
        for picture in _pictures(root, palette.mode, name):
            saved = SAVED + picture
            there = saved in root.tk.splitlist(root.tk.call("image", "names"))
            if palette.contrast:
                if not there:
                    root.tk.call("image", "create", "photo", saved)
                    root.tk.call(saved, "copy", picture)
                _paint(root, picture, box)
            elif there:
                root.tk.call(picture, "copy", saved, "-compositingrule", "set")
                root.tk.call("image", "delete", saved)


def _boxes(palette: Palette) -> dict[str, _Box]:
    """Return the boxes to draw, keyed by sv-ttk's picture names."""
    plain, accent = palette.raised, palette.accent
    boxes = {
        "button-rest": _Box(plain, palette.edge),
        "button-hover": _Box(plain, palette.accent, FOCUS_PX),
        "button-pressed": _Box(palette.ink, palette.ink),
        "button-focus": _Box(plain, palette.accent, FOCUS_PX),
        "button-focus-hover": _Box(plain, palette.accent, FOCUS_PX),
        "button-dis": _Box(plain, palette.surface),
        "textbox-rest": _Box(plain, palette.edge),
        "textbox-hover": _Box(plain, palette.accent, FOCUS_PX),
        "textbox-focus": _Box(plain, palette.accent, FOCUS_PX),
        "textbox-error": _Box(plain, palette.warn, FOCUS_PX),
        "textbox-dis": _Box(plain, palette.surface),
        "card": _Box(plain, palette.edge),
    }
    for state in ("rest", "hover", "pressed", "focus", "focus-hover"):
        edge = palette.ink if state != "rest" else accent
        boxes[f"button-accent-{state}"] = _Box(accent, edge, FOCUS_PX if state != "rest" else EDGE_PX)
    return boxes


def _pictures(root: tk.Tk, mode: str, name: str) -> list[str]:
    """Return Tk's names for a picture and its wide copy, if they exist."""
    array = f"::ttk::theme::sv_{mode}::I"
    if not root.tk.getboolean(root.tk.eval(f"info exists {array}({name})")):
        return []
    wide, known = f"wide-{mode}-{name}", root.tk.splitlist(root.tk.call("image", "names"))
    return [str(root.tk.eval(f"set {array}({name})")), *([wide] if wide in known else [])]


def _paint(root: tk.Tk, picture: str, box: _Box) -> None:
    width, height = (root.tk.getint(root.tk.call("image", side, picture)) * SUPERSAMPLING for side in ("width", "height"))
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    inside = (0, 0, width - 1, height - 1)
    line = round(box.width * SUPERSAMPLING)
    ImageDraw.Draw(image).rounded_rectangle(inside, ROUNDING_PX * SUPERSAMPLING, box.fill, box.edge, line)
    photo = ImageTk.PhotoImage(image.convert("RGBa").reduce(SUPERSAMPLING).convert("RGBA"), master=root)
    root.tk.call(picture, "copy", str(photo), "-compositingrule", "set")
