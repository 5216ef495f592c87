"""Button icons, cached by name, size and colour, and shown beside the text or alone."""

from __future__ import annotations

from tkinter import ttk
from typing import TypeVar

from PIL import Image, ImageDraw, ImageOps, ImageTk

from fourth_seat.hardware.hues import mix
from fourth_seat.look.icons import DIRECTED, GRID, ICONS, STROKE, lines
from fourth_seat.ui.theme.theme import Theme

SUPERSAMPLING = 6  # how many times larger icons are drawn before they are scaled down
THIN_STROKE = 1.75  # units, of icons larger than `LARGE_PX`
LARGE_PX = 40
B = TypeVar("B", ttk.Button, ttk.Menubutton, ttk.Label)


def icon_picture(name: str, size: int, colour: str, *, mirrored: bool = False) -> Image.Image:
    """Return an icon on a transparent background, `size` pixels wide and high; `mirrored` flips icons that depend on the
    writing direction.
    """
    unit = size * SUPERSAMPLING / GRID
    alpha = Image.new("L", (size * SUPERSAMPLING,) * 2, 0)
    draw = ImageDraw.Draw(alpha)
    half = (THIN_STROKE if size > LARGE_PX else STROKE) * unit / 2
    for stroke in lines(name):
        points = [(x * unit, y * unit) for x, y in stroke]
        if len(points) > 1:
            draw.line(points, 255, round(2 * half))
        for x, y in points:
            reach = half * (1.15 if len(points) == 1 else 1)
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
    alpha = alpha.reduce(SUPERSAMPLING)
    picture = Image.new("RGBA", alpha.size, colour)
    picture.putalpha(ImageOps.mirror(alpha) if mirrored and name in DIRECTED else alpha)
    return picture


def icon_photo(theme: Theme, name: str, size: int, colour: str) -> ImageTk.PhotoImage:
    """Return an icon for Tk, `size` pixels wide and high, cached for each window."""
    key = name, size, colour
    if key not in theme.pictures:
        picture = icon_picture(name, size, colour, mirrored=theme.mirrored)
        theme.pictures[key] = ImageTk.PhotoImage(picture, master=theme.root)
    return theme.pictures[key]


def with_icon(theme: Theme, control: B, name: str, *, alone: bool = False) -> B:
    """Put an icon in front of the text of a button or label, or in place of it if `alone`, and return the control. The text
    remains the control's name.

    The icon has the colour of the control's text, and follows the theme. If there is no icon with this name, only the text
    is shown.
    """
    if name not in ICONS:
        return control
    new = not hasattr(control, "icon")
    control.icon = name  # type: ignore[attr-defined]
    control.configure(compound="image" if alone else "left")
    if new:
        theme.on_change(control, lambda: _paint(theme, control))
    _paint(theme, control)
    return control


def icon_size(theme: Theme, style: str) -> int:
    """Return the size of an icon beside text of this style, in pixels; it is as tall as the text, so that the control's
    height does not change.
    """
    return theme.line_of(str(ttk.Style(theme.root).lookup(style, "font")))


def _paint(theme: Theme, control: ttk.Button | ttk.Menubutton | ttk.Label) -> None:
    name: str = control.icon  # type: ignore[union-attr]
    style = str(control.cget("style")) or control.winfo_class()
    palette, size = theme.palette, icon_size(theme, style)
    accent = "Accent." in style
    ink = palette.on_accent if accent else ttk.Style(theme.root).lookup(style, "foreground") or palette.ink
    pale = mix(palette.muted, palette.surface, 0.4)
    photo, disabled = (icon_photo(theme, name, size, colour) for colour in (str(ink), pale))
    control.configure({"image": (str(photo), "disabled", str(disabled))})
