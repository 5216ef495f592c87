"""The colours of pieces and boards, shared by the screen, printouts and lights.

They are chosen so that people with red-green or blue-yellow colour blindness can distinguish all colours of a game. Hues
that look the same differ in lightness (as measured by `benchmarks.window.contrast`).
"""

from __future__ import annotations

HUES = {
    "blue": "#1d63bd",
    "yellow": "#f2c230",
    "red": "#c9302c",
    "green": "#4bb07a",
    "white": "#f6f1e6",
    "black": "#35322f",
    "orange": "#ef8a1d",
    "purple": "#7d4aa5",
}
USUAL_HUES = "usual"
PIECE_HUES = {
    USUAL_HUES: HUES,
    "red-green": {**HUES, "blue": "#016bcb", "yellow": "#fde93e", "red": "#9c070f", "green": "#51a68f"},
    "blue-yellow": {**HUES, "blue": "#01459e", "yellow": "#fcbb03", "red": "#931d13", "green": "#0fdda4"},
}
"""Piece colours for screens. In addition to the colours of real pieces, there are palettes that are most distinguishable
for people with red-green or blue-yellow colour blindness. They were found by a search among colours that people would still
call by the same names (`benchmarks.window.contrast` measures the differences).
"""
UNKNOWN = "#8d8d8d"  # for a hue that a new game uses and this list lacks
# Materials of boards, by the tone in a game's geometry.
TONES = {
    "light": "#ebe7dd",
    "frame": "#8b8577",
    "dark": "#d5cebf",
    "wood": "#c49a6c",
    "felt": "#3f7d63",
    "grid": "#2a63b0",
    "hole": "#e4ebf4",
    "point:light": "#ead9b8",
    "point:dark": "#9c5a38",
    "pit": "#8d6239",
    "store": "#8d6239",
    "bar": "#6d4a2f",
    "home": "#7c5535",
    "tray": "#f1eee7",
    "hand": "#f1eee7",
    "dice": "#ddd5c5",
}
DIMMED_SHARE = 0.16  # the share of black mixed into a board at night
# Holes and the parts beside the board show the table below, which is dark at night.
TONES_AT_NIGHT = {"hole": "#1b2634", "tray": "#262626", "hand": "#262626", "dice": "#262626"}
START_HUES = dict(zip("1234", ("blue", "yellow", "red", "green"), strict=True))
DARK_INK, LIGHT_INK = "#1c1c1c", "#ffffff"


def hue_colour(hue: str, hues: str = USUAL_HUES) -> str:
    """Return the colour of a hue as `#rrggbb`. `hues` is a key of `PIECE_HUES`."""
    return PIECE_HUES[hues].get(hue, UNKNOWN)


def tone_colour(name: str, *, night: bool = False, hues: str = USUAL_HUES) -> str:
    """Return the background colour for a cell's tone. Tones such as `start:red` and `start:3` are tinted, and unknown tones
    have the colour of the plain board.
    """
    if night:
        return TONES_AT_NIGHT.get(name) or mix(tone_colour(name, hues=hues), "#000000", DIMMED_SHARE)
    kind, _, detail = name.partition(":")
    if kind == "start":
        return mix(TONES["light"], hue_colour(START_HUES.get(detail, detail), hues), 0.5)
    return TONES.get(name) or TONES.get(kind) or TONES["light"]


def ink_on(colour: str) -> str:
    """Return black or white, whichever has the higher contrast on `#rrggbb`."""
    light = luminance(colour)
    return DARK_INK if (light + 0.05) ** 2 > 0.05 * 1.05 else LIGHT_INK


def faint_ink_on(ground: str) -> str:
    """Return the faintest mixture of the ink and ground colours that is legible on that ground, for printing on a board."""
    inks = (mix(ground, ink_on(ground), part) for part in (0.45, 0.55, 0.65, 0.8))
    return next((ink for ink in inks if contrast(ink, ground) >= 4.5), ink_on(ground))


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue components (0..255) of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, part: float) -> str:
    """Mix a colour with a share (0..1) of another colour."""
    mixed = (round(a + (b - a) * part) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0..1 (WCAG 2)."""
    linear = [v / 12.92 if (v := part / 255) <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1..21 (WCAG 2)."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)
