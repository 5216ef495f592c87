"""The program's icon for title bars and task lists, with four seats around a table and the fourth one lit."""

from __future__ import annotations

import tkinter as tk

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.hardware.hues import HUES

SIZES_PX = (16, 32, 48, 128)
SUPERSAMPLING = 4


def icon(size: int) -> Image.Image:
    """Return the icon, this many pixels wide and high."""
    full = size * SUPERSAMPLING
    image = Image.new("RGBA", (full, full), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.22, "#22303c")
    table, seat = full * 0.2, full * 0.115
    middle = full / 2
    draw.rounded_rectangle((middle - table, middle - table, middle + table, middle + table), full * 0.06, "#c49a6c")
    reach = full * 0.345
    for (x, y), hue in zip(((0, -1), (1, 0), (0, 1), (-1, 0)), ("blue", "yellow", "red", "green"), strict=True):
        place = middle + x * reach, middle + y * reach
        draw.ellipse((place[0] - seat, place[1] - seat, place[0] + seat, place[1] + seat), HUES[hue])
    return image.convert("RGBa").reduce(SUPERSAMPLING).convert("RGBA")


def icons(root: tk.Misc) -> list[ImageTk.PhotoImage]:
    """Return the icon in the sizes used by window systems."""
    return [ImageTk.PhotoImage(icon(size), master=root) for size in reversed(SIZES_PX)]
