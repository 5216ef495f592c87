"""The icons of the window and the page for phones, drawn as strokes on a 24 by 24 grid.

Each icon is the `d` attribute of an SVG path, to be stroked with width `STROKE` and round caps and joins, without a fill,
so browsers can use it directly. `lines` returns the same strokes as points, for renderers without curves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

GRID, STROKE = 24, 2  # units
ICONS = {
    # Actions on a game.
    "undo": "M8.5 4.5L4 9l4.5 4.5M4 9h10a5.25 5.25 0 0 1 0 10.5H8",
    "redo": "M15.5 4.5L20 9l-4.5 4.5M20 9H10a5.25 5.25 0 0 0 0 10.5h6",
    "hint": "M9.5 18v-1.5c0-1.1-.4-1.9-1.3-2.6a6.2 6.2 0 1 1 7.6 0c-.9.7-1.3 1.5-1.3 2.6V18zM10.5 21.5h3",
    "why": "M12 4L2.5 20h19zM12 10.5v4M12 17.3h.01",
    "moves": "M5 20v-7M12 20V4M19 20v-11",
    "roll": "M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4z"
    "M8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
    "place": "M4.5 12.5l5 5L19.5 7",
    "untap": "M9 5.5h11v13H9L3 12zM12 9.5l5 5M17 9.5l-5 5",
    "correct": "M4 20l1-4.5L15.5 5 19 8.5 8.5 19zM13 7.5l3.5 3.5",
    "type": "M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6z"
    "M7 10h.01M10.33 10h.01M13.67 10h.01M17 10h.01M8.5 14h7",
    "out": "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M5.7 5.7l12.6 12.6",
    "resign": "M5.5 21V4c4.5-2.5 8.5 2.5 13.5 0v9c-5 2.5-9-2.5-13.5 0",
    "stop": "M6.5 5h11A1.5 1.5 0 0 1 19 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17.5v-11A1.5 1.5 0 0 1 6.5 5z",
    "keep": "M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5",
    "reseat": "M4 8h15M15.5 4.5L19 8l-3.5 3.5M20 16H5M8.5 12.5L5 16l3.5 3.5",
    "play": "M7.5 4.5v15l11.5-7.5z",
    "pause": "M8 5v14M16 5v14",
    # The board.
    "board": "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z"
    "M4 9.33h16M4 14.67h16M9.33 4v16M14.67 4v16",
    "turn": "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9M20 4v5h-5",
    "turn_left": "M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4 9M4 4v5h5",
    "flip": "M12 3v18M9 7l-5 10h5zM15 7l5 10h-5z",
    "letters": "M5 20l7-16 7 16M7.6 14h8.8",
    "threats": "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3",
    "across": "M2 12c2.5-4.5 6-6.8 10-6.8s7.5 2.3 10 6.8c-2.5 4.5-6 6.8-10 6.8S4.5 16.5 2 12z"
    "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "full": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    # Groups of actions.
    "analyse": "M4 4v16h16M7.5 15.5l3.8-4.5 3.2 2.8L20 7.5",
    "devices": "M13 17H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1v2M8 20.5h5"
    "M16.5 11.5h4a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z",
    # Devices.
    "settings": "M4 7h9M19 7h1M4 17h2M12 17h8M13 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "camera": "M4.5 7.5h3L9 5h6l1.5 2.5h3A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9"
    "A1.5 1.5 0 0 1 4.5 7.5zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
    "picture": "M4.5 4.5h15A1.5 1.5 0 0 1 21 6v12a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V6A1.5 1.5 0 0 1 4.5 4.5z"
    "M3.5 17.5l5.5-5.5 4 4 3-3 4.5 4.5M14.5 9h.01",
    "phone": "M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5zM11 18h2",
    "lights": "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4"
    "M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
    "sound": "M3.5 9.5H7l5-4.5v14l-5-4.5H3.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8.2 8.2 0 0 1 0 11.6",
    "silent": "M3.5 9.5H7l5-4.5v14l-5-4.5H3.5zM16 9.5l5 5M21 9.5l-5 5",
    "print": "M7 9V3.5h10V9M7 17.5H4.5A1.5 1.5 0 0 1 3 16v-5.5A1.5 1.5 0 0 1 4.5 9h15a1.5 1.5 0 0 1 1.5 1.5V16"
    "a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6.5H7z",
    "evening": "M20 14.2A8.5 8.5 0 1 1 9.8 4a6.8 6.8 0 0 0 10.2 10.2z",
    # Navigation.
    "back": "M15 5l-7 7 7 7",
    "next": "M9 5l7 7-7 7",
    "first": "M18.5 5l-7 7 7 7M6 5v14",
    "last": "M5.5 5l7 7-7 7M18 5v14",
    "up": "M5 15l7-7 7 7",
    "down": "M5 9l7 7 7-7",
    "home": "M3 11.5L12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-5.5h4V20",
    "more": "M4.5 12a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M11.5 12a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0"
    "M18.5 12a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "close": "M6 6l12 12M18 6L6 18",
    "help": "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.2 9.3a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.2M12 17h.01",
    "learn": "M12 6.5C9.5 4.7 6.5 4.2 3 4.5v14c3.5-.3 6.5.2 9 2 2.5-1.8 5.5-2.3 9-2v-14c-3.5-.3-6.5.2-9 2zM12 6.5v14",
    "search": "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5",
    "zoom_in": "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5M10.5 7.7v5.6M7.7 10.5h5.6",
    "zoom_out": "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5M7.7 10.5h5.6",
    "add": "M12 5v14M5 12h14",
    "remove": "M5 12h14",
    "delete": "M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6",
    "folder": "M3 6.5A1.5 1.5 0 0 1 4.5 5H9l2.5 3h8A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z",
    "share": "M12 15V3.5M7.5 8L12 3.5 16.5 8M5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7",
    "people": "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c.3-4 2.7-6 6.5-6s6.2 2 6.5 6M15.5 4.8a3.5 3.5 0 0 1 0 6.4"
    "M18 14.5c2.2.8 3.3 2.6 3.5 5.5",
    "crown": "M3.5 7.5l4.5 4L12 5l4 6.5 4.5-4-2 11.5h-13z",
    "clock": "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2",
}
for _name, _same in {"clear": "close", "report": "analyse", "turn_right": "turn", "left": "back", "right": "next"}.items():
    ICONS[_name] = ICONS[_same]
DIRECTED = frozenset({"undo", "redo", "untap", "back", "next", "left", "right", "first", "last", "play"})
"""Icons that follow the writing direction, and are mirrored for right-to-left languages."""
CURVE_STEPS = 24  # straight parts of an arc or a curve

Point = tuple[float, float]
_TOKENS = re.compile(r"[MLHVCASZmlhvcasz]|-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}


def lines(name: str) -> list[list[Point]]:
    """Return an icon's strokes, each as a list of points; a dot has one point."""
    strokes: list[list[Point]] = []
    x = y = 0.0
    control = (x, y)  # the last control point of a curve, from which a smooth one continues
    for command, values in _commands(ICONS[name]):
        kind = command.upper()
        if command.islower():
            values = _absolute(kind, values, x, y)
        stroke = strokes[-1] if strokes else []
        if kind == "M":
            strokes.append([(values[0], values[1])])
        elif kind == "Z":
            stroke.append(stroke[0])
        elif kind in "LHV":
            stroke.append((x if kind == "V" else values[0], y if kind == "H" else values[-1]))
        elif kind == "A":
            stroke += _arc((x, y), values)
        else:
            first = (values[0], values[1]) if kind == "C" else (2 * x - control[0], 2 * y - control[1])
            second, end = ((values[-4], values[-3]), (values[-2], values[-1]))
            stroke += _cubic((x, y), first, second, end)
            control = second
        x, y = strokes[-1][-1]
        if kind not in "CS":
            control = (x, y)
    return [_without_repeats(stroke) for stroke in strokes]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; numbers without a letter repeat the last command, or draw lines after a move."""
    tokens = _TOKENS.findall(path)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = _ARGUMENTS[command.upper()]
        yield command, [float(token) for token in tokens[at : at + count]]
        at += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _absolute(kind: str, values: list[float], x: float, y: float) -> list[float]:
    if kind == "V":
        return [values[0] + y]
    if kind == "A":
        return [*values[:5], values[5] + x, values[6] + y]
    return [value + (y if place % 2 else x) for place, value in enumerate(values)]


def _cubic(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    def at(t: float) -> Point:
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points = list(zip((start, first, second, end), weights, strict=True))
        return sum(point[0] * weight for point, weight in points), sum(point[1] * weight for point, weight in points)

    return [at(step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]


def _arc(start: Point, values: list[float]) -> list[Point]:
    """Return the points of a circular arc (SVG 1.1, appendix F.6.5, for equal radii)."""
    radius, _, _, large, sweep, x, y = values
    across, down = (x - start[0]) / 2, (y - start[1]) / 2
    half = math.hypot(across, down)
    radius = max(radius, half)
    height = math.sqrt(radius**2 - half**2) * (-1 if large == sweep else 1) / half
    middle = (start[0] + x) / 2 - height * down, (start[1] + y) / 2 + height * across
    begin = math.atan2(start[1] - middle[1], start[0] - middle[0])
    turn = (math.atan2(y - middle[1], x - middle[0]) - begin) % math.tau
    turn = turn if sweep else turn - math.tau
    angles = [begin + turn * step / CURVE_STEPS for step in range(1, CURVE_STEPS)]
    return [*((middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)) for angle in angles), (x, y)]


def _without_repeats(stroke: list[Point]) -> list[Point]:
    return [stroke[0], *(after for before, after in pairwise(stroke) if math.dist(before, after) > 0.05)]
