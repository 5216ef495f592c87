"""The colours, distances and corner radii shared by the window and the page for phones.

`ui/theme` uses them directly, and `page/look.py` writes them as CSS custom properties. The colours of pieces and boards
match the real ones, and are defined in `hardware/hues.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

GRID_PX = 8  # between things at 96 dots an inch
RADIUS_PX = 10  # of cards
TARGET_PX = 44  # of parts that fingers touch


@dataclass(frozen=True, slots=True)
class Colours:
    """A set of colours, each `#rrggbb`.

    Attributes:
        surface: the background; `raised` is the background of cards, and `sunken` that of wells and hovered elements.
        ink: text; `muted` is secondary text. Both are readable on all three backgrounds.
        accent: elements that can be pressed, are selected or come next; `on_accent` is text on them.
        good, warn: success and warnings, readable as text. `warn_ground` is the background of a longer warning.
        line: hairlines between elements; `edge` is the outline of elements that can be pressed or filled in.
    """

    surface: str
    raised: str
    sunken: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    good: str
    warn: str
    warn_ground: str
    line: str
    edge: str


COLOURS = {
    "light": Colours(
        surface="#fafafa",
        raised="#ffffff",
        sunken="#efefef",
        ink="#1c1c1c",
        muted="#5d6166",
        accent="#005fb8",
        on_accent="#ffffff",
        good="#1a7444",
        warn="#a84a00",
        warn_ground="#fff1e4",
        line="#dcdcdc",
        edge="#85888c",
    ),
    "dark": Colours(
        surface="#1c1c1c",
        raised="#242425",
        sunken="#303031",
        ink="#fafafa",
        muted="#b4b4b8",
        accent="#57c8ff",
        on_accent="#000000",
        good="#6fce95",
        warn="#ffb65c",
        warn_ground="#3a2a17",
        line="#3c3c3f",
        edge="#8a8a90",
    ),
    "light contrast": Colours(
        surface="#ffffff",
        raised="#ffffff",
        sunken="#ffffff",
        ink="#000000",
        muted="#000000",
        accent="#003d7a",
        on_accent="#ffffff",
        good="#004d26",
        warn="#7a2d00",
        warn_ground="#ffffff",
        line="#000000",
        edge="#000000",
    ),
    "dark contrast": Colours(
        surface="#000000",
        raised="#000000",
        sunken="#000000",
        ink="#ffffff",
        muted="#ffffff",
        accent="#8fdcff",
        on_accent="#000000",
        good="#9ff0bf",
        warn="#ffc880",
        warn_ground="#000000",
        line="#ffffff",
        edge="#ffffff",
    ),
}
"""The colours of each scheme: light and dark, each also with high contrast."""
