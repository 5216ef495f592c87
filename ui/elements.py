"""Parts of widgets that we draw ourselves, because sv-ttk's do not grow with the screen's density and the text: cards with
round corners, and switches.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from hardware.hues import mix
from ui.palette import Palette

FINE = 4  # how many times larger things are drawn before they are scaled down
RADIUS = 10  # pixels at 96 dots an inch, as all lengths here
SWITCH = (38, 20)
GAP = 10  # between a switch and its text
Photos = list[ImageTk.PhotoImage]


def make_elements(root: tk.Misc, style: ttk.Style, palette: Palette, density: float, scale: float) -> Photos:
    """Makes the elements for this palette and size, if they are not there yet, and lets the styles `Card.TFrame` and
    `Switch.TCheckbutton` use them. The pictures returned must be held as long as the window lives.
    """
    photos: Photos = []
    card, switch = f"card{density}", f"switch{scale}"
    known = style.element_names()
    if card not in known:
        photos += _card(root, style, palette, density, card)
    if switch not in known:
        photos += _switch(root, style, palette, scale, switch)
    style.layout("Card.TFrame", [(card, {"sticky": "nswe"})])
    parts: list[tuple[str, Any]] = [(switch, {"side": "left"}), ("Switch.label", {"side": "left", "expand": True})]
    for ground in ("", "Raised.", "Sunken."):
        style.layout(
            f"{ground}Switch.TCheckbutton",
            [("Switch.padding", {"sticky": "nswe", "children": parts})],
        )
    return photos


def _card(root: tk.Misc, style: ttk.Style, palette: Palette, density: float, name: str) -> Photos:
    edges = {
        "rest": (palette.line, 1.0),
        "active": (mix(palette.line, palette.accent, 0.6), 1.5),
        "focus": (palette.accent, 2.5),
        "invalid": (palette.warn, 2.0),
    }
    photos = {state: _rounded(root, palette, edge, width, density) for state, (edge, width) in edges.items()}
    border = round(RADIUS * density) + 1
    style.element_create(
        name, "image", photos["rest"],
        ("invalid", photos["invalid"]), ("focus", photos["focus"]), ("active", photos["active"]),
        border=border, padding=0, sticky="nswe",
    )  # fmt: skip
    return list(photos.values())


def _rounded(root: tk.Misc, palette: Palette, edge: str, width: float, density: float) -> ImageTk.PhotoImage:
    side = (2 * round(RADIUS * density) + 8) * FINE
    image = Image.new("RGB", (side, side), palette.surface)
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, side - 1, side - 1), RADIUS * density * FINE, palette.raised, edge, round(width * density * FINE)
    )
    return ImageTk.PhotoImage(image.reduce(FINE), master=root)


def _switch(root: tk.Misc, style: ttk.Style, palette: Palette, scale: float, name: str) -> Photos:
    off, on = mix(palette.muted, palette.surface, 0.25), palette.accent
    pale = mix(palette.muted, palette.surface, 0.6)
    looks = {
        "off": (None, off, off, 0.5),
        "off-active": (palette.sunken, off, palette.ink, 0.56),
        "off-focus": (palette.sunken, palette.accent, off, 0.56),
        "on": (on, on, palette.on_accent, 0.56),
        "on-active": (mix(on, palette.ink, 0.14), on, palette.on_accent, 0.62),
        "on-focus": (on, palette.ink, palette.on_accent, 0.62),
        "disabled": (None, pale, pale, 0.5),
    }
    photos = {
        state: _switch_picture(root, fill, edge, knob, size, state.startswith("on"), scale)
        for state, (fill, edge, knob, size) in looks.items()
    }
    style.element_create(
        name, "image", photos["off"],
        ("disabled", photos["disabled"]),
        ("selected", "active", photos["on-active"]), ("selected", "focus", photos["on-focus"]), ("selected", photos["on"]),
        ("active", photos["off-active"]), ("focus", photos["off-focus"]),
        sticky="w",
    )  # fmt: skip
    return list(photos.values())


def _switch_picture(
    root: tk.Misc, fill: str | None, edge: str, knob: str, size: float, on: bool, scale: float
) -> ImageTk.PhotoImage:
    width, height, gap = (round(value * scale) for value in (*SWITCH, GAP))
    image = Image.new("RGBA", ((width + gap) * FINE, height * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    line = round(1.25 * scale * FINE)
    track = (line / 2, line / 2, width * FINE - line / 2, height * FINE - line / 2)
    draw.rounded_rectangle(track, height * FINE / 2, fill, edge, line)
    radius = size * height * FINE / 2
    x, y = (width - height / 2 if on else height / 2) * FINE, height * FINE / 2
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), knob)
    return ImageTk.PhotoImage(image.convert("RGBa").reduce(FINE).convert("RGBA"), master=root)
