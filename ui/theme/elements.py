"""Custom widget elements that, unlike sv-ttk's, scale with the screen's density and the text size: rounded cards, switches,
and the arrows of drop-down lists.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageOps, ImageTk

from fourth_seat.hardware.hues import mix
from fourth_seat.look.tokens import RADIUS_PX
from fourth_seat.ui.theme.palette import Palette

SUPERSAMPLING = 4  # how many times larger things are drawn before they are scaled down
SWITCH_PX = (38, 20)  # at 96 dots an inch, as all lengths here
SWITCH_GAP_PX = 10  # between a switch and its text
ARROW_PX = (10, 5)
Photos = list[ImageTk.PhotoImage]


def make_elements(
    root: tk.Misc, style: ttk.Style, palette: Palette, density: float, scale: float, *, mirrored: bool = False
) -> Photos:
    """Create the elements for this palette and size, unless they exist, `mirrored` for right-to-left languages, and use
    them in the styles `Card.TFrame`, `Switch.TCheckbutton`, `TCombobox` and `TMenubutton`. The caller must keep a reference
    to the returned pictures as long as the window exists.
    """
    photos: Photos = []
    card, switch, arrow = f"card{density}", f"switch{scale}{mirrored}", f"arrow{scale}"
    known = style.element_names()
    if card not in known:
        photos += _card(root, style, palette, density, card)
    if switch not in known:
        photos += _switch(root, style, palette, scale, switch, mirrored=mirrored)
    if arrow not in known:
        photos += _arrow(root, style, palette, scale, arrow)
    style.layout("Card.TFrame", [(card, {"sticky": "nswe"})])
    parts: list[tuple[str, Any]] = [(switch, {"side": "left"}), ("Switch.label", {"side": "left", "expand": True})]
    for ground in ("", "Raised.", "Sunken."):
        style.layout(
            f"{ground}Switch.TCheckbutton",
            [("Switch.padding", {"sticky": "nswe", "children": parts})],
        )
    text = ("Combobox.padding", {"sticky": "nswe", "children": [("Combobox.textarea", {"sticky": "nswe"})]})
    field: list[tuple[str, Any]] = [(arrow, {"side": "right", "sticky": ""}), text]
    style.layout("TCombobox", [("Combobox.field", {"sticky": "nswe", "children": field})])
    name = ("Menubutton.padding", {"sticky": "nswe", "children": [("Menubutton.label", {"side": "left"})]})
    button: list[tuple[str, Any]] = [(arrow, {"side": "right", "sticky": ""}), name]
    style.layout("TMenubutton", [("Combobox.field", {"sticky": "nswe", "children": button})])
    return photos


def _card(root: tk.Misc, style: ttk.Style, palette: Palette, density: float, name: str) -> Photos:
    edges = {
        "rest": (palette.line, 1.0),
        "active": (mix(palette.line, palette.accent, 0.6), 1.5),
        "focus": (palette.accent, 2.5),
        "invalid": (palette.warn, 2.0),
    }
    photos = {state: _rounded(root, palette, edge, width, density) for state, (edge, width) in edges.items()}
    border = round(RADIUS_PX * density) + 1
    style.element_create(
        name, "image", photos["rest"],
        ("invalid", photos["invalid"]), ("focus", photos["focus"]), ("active", photos["active"]),
        border=border, padding=0, sticky="nswe",
    )  # fmt: skip
    return list(photos.values())


def _rounded(root: tk.Misc, palette: Palette, edge: str, width: float, density: float) -> ImageTk.PhotoImage:
    side = (2 * round(RADIUS_PX * density) + 8) * SUPERSAMPLING
    image = Image.new("RGB", (side, side), palette.surface)
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, side - 1, side - 1),
        RADIUS_PX * density * SUPERSAMPLING,
        palette.raised,
        edge,
        round(width * density * SUPERSAMPLING),
    )
    return ImageTk.PhotoImage(image.reduce(SUPERSAMPLING), master=root)


def _switch(root: tk.Misc, style: ttk.Style, palette: Palette, scale: float, name: str, *, mirrored: bool) -> Photos:
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
        state: _switch_picture(root, fill, edge, knob, size, state.startswith("on"), scale, mirrored)
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
    root: tk.Misc, fill: str | None, edge: str, knob: str, size: float, on: bool, scale: float, mirrored: bool
) -> ImageTk.PhotoImage:
    width, height, gap = (round(value * scale) for value in (*SWITCH_PX, SWITCH_GAP_PX))
    image = Image.new("RGBA", ((width + gap) * SUPERSAMPLING, height * SUPERSAMPLING), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    line = round(1.25 * scale * SUPERSAMPLING)
    track = (line / 2, line / 2, width * SUPERSAMPLING - line / 2, height * SUPERSAMPLING - line / 2)
    draw.rounded_rectangle(track, height * SUPERSAMPLING / 2, fill, edge, line)
    radius = size * height * SUPERSAMPLING / 2
    x, y = (width - height / 2 if on else height / 2) * SUPERSAMPLING, height * SUPERSAMPLING / 2
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), knob)
    return _photo(root, ImageOps.mirror(image) if mirrored else image)


def _arrow(root: tk.Misc, style: ttk.Style, palette: Palette, scale: float, name: str) -> Photos:
    width, height, gap = (round(value * scale) for value in (*ARROW_PX, SWITCH_GAP_PX))
    line = 1.4 * scale * SUPERSAMPLING
    image = Image.new("RGBA", ((width + 2 * gap) * SUPERSAMPLING, height * SUPERSAMPLING + 2 * round(line)), (0, 0, 0, 0))
    left, top = gap * SUPERSAMPLING, line
    corners = [
        (left, top),
        (left + width * SUPERSAMPLING / 2, top + height * SUPERSAMPLING),
        (left + width * SUPERSAMPLING, top),
    ]
    draw = ImageDraw.Draw(image)
    draw.line(corners, palette.muted, round(line), joint="curve")
    for x, y in corners:
        draw.ellipse((x - line / 2, y - line / 2, x + line / 2, y + line / 2), palette.muted)
    photo = _photo(root, image)
    style.element_create(name, "image", photo, sticky="")
    return [photo]


def _photo(root: tk.Misc, image: Image.Image) -> ImageTk.PhotoImage:
    """Downsample a picture to its final size, with premultiplied alpha, since transparent pixels would otherwise darken the
    edges."""
    return ImageTk.PhotoImage(image.convert("RGBa").reduce(SUPERSAMPLING).convert("RGBA"), master=root)
