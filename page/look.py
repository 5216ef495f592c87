"""Generates the style sheet and the icons of the page for phones, using the colours, distances and icons of `look`.

    python -m uv run --group dev python -m fourth_seat.page.look

writes the files; a test checks that they are up to date.
"""

from __future__ import annotations

from pathlib import Path

from fourth_seat.boundary.files import read_bytes, write_file
from fourth_seat.look.icons import ICONS
from fourth_seat.look.tokens import COLOURS, GRID_PX, RADIUS_PX, TARGET_PX, Colours

FOLDER = Path(__file__).parent / "static"
STYLES, ICONS_SCRIPT = FOLDER / "page.css", FOLDER / "modules" / "icons.js"
MAX_BYTES = 1_000_000
BEGIN, END = "/* Written by page/look.py. */\n", "/* Written by hand. */\n"
NAMES = ("left", "right", "up", "down", "turn_left", "turn_right", "flip", "close")  # of the icons that the page shows
SELECTORS = {
    "light": ":root",
    "dark": ':root[data-look="dark"]',
    "light contrast": ':root[data-contrast="more"]',
    "dark contrast": ':root[data-contrast="more"][data-look="dark"]',
}
TRANSLUCENT = "66"  # of the rim around what might be too pale, where contrast is as usual
REM_PX = 16


def styles(now: str) -> str:
    """Return the style sheet with its colours and distances updated."""
    before, found, rest = now.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (found and end):
        raise ValueError(f"{STYLES.name} has no lines {BEGIN.strip()} and {END.strip()}")
    lengths = f"--gap: {GRID_PX / REM_PX}rem; --round: {RADIUS_PX / REM_PX}rem; --target: {TARGET_PX}px;"
    rules = [f":root {{ {lengths} }}", *(_rule(scheme, colours) for scheme, colours in COLOURS.items())]
    return before + BEGIN + "".join(f"{rule}\n" for rule in rules) + END + after


def _rule(scheme: str, colours: Colours) -> str:
    values = {name.replace("_", "-"): getattr(colours, name) for name in Colours.__dataclass_fields__}
    values["rim"] = colours.ink if "contrast" in scheme else colours.ink + TRANSLUCENT
    mode = scheme.partition(" ")[0]
    written = " ".join(f"--{name}: {value};" for name, value in values.items())
    return f"{SELECTORS[scheme]} {{ color-scheme: {mode}; {written} }}"


def script() -> str:
    """Return the source of the script module that contains the icons."""
    lines = "".join(f'  {name}: "{ICONS[name]}",\n' for name in NAMES)
    return f"// Written by page/look.py: strokes on a grid of 24 by 24.\n\nexport const ICONS = {{\n{lines}}};\n"


def main() -> None:
    """Write the files."""
    write_file(STYLES, styles(read_bytes(STYLES, MAX_BYTES).decode()).encode())
    write_file(ICONS_SCRIPT, script().encode())


if __name__ == "__main__":
    main()
