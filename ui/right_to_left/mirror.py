"""Mirrors page layouts for right-to-left languages.

Pages are laid out as if all languages were written from left to right. This module replaces Tk's names for sides, such as
`left` and `nw`, with their mirror images. Options are keyed by name (`-side`), with values as tkinter passes them on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

TkOptions = dict[str, Any]

LAST_COLUMN = 40  # grids are counted backwards from here; columns with nothing in them take no room
_SWAPPED = {"left": "right", "right": "left", "w": "e", "e": "w", "nw": "ne", "ne": "nw", "sw": "se", "se": "sw"}
_SIDE = re.compile(r"-side (left|right)")
# Widgets whose text is aligned to the left by default, and the option that aligns it.
WRITTEN = {"ttk::label": ("-anchor", "-justify"), "ttk::entry": ("-justify",), "ttk::combobox": ("-justify",)}


def widget(options: TkOptions, made: str = "") -> TkOptions:
    """Mirror a widget's options; `made` is the command that creates the widget, or empty for an existing widget."""
    mirrored = {name: _option(name, value) for name, value in options.items()}
    for name in WRITTEN.get(made, ()):
        mirrored.setdefault(name, "e" if name == "-anchor" else "right")
    return mirrored


def packed(options: TkOptions) -> TkOptions:
    """Mirror the options of `pack`."""
    return {name: _option(name, value) for name, value in options.items()}


def gridded(options: TkOptions, *, new: bool) -> TkOptions:
    """Mirror the options of `grid`; the column of a `new` widget defaults to 0."""
    mirrored = {name: _option(name, value) for name, value in options.items()}
    if new or "-column" in options:
        span = int(options.get("-columnspan", 1))
        mirrored["-column"] = LAST_COLUMN - int(options.get("-column", 0)) - span + 1
    return mirrored


def column(index: Any) -> Any:
    """Mirror one or more grid column numbers."""
    if isinstance(index, (tuple, list)):
        return tuple(column(each) for each in index)
    return LAST_COLUMN - int(index) if str(index).isdigit() else index


def placed(options: TkOptions) -> TkOptions:
    """Mirror the options of `place`."""
    if not {"-x", "-relx"} & options.keys():
        return options
    mirrored = dict(options)
    mirrored["-x"] = -float(options.get("-x", 0))
    mirrored["-relx"] = 1 - float(options.get("-relx", 0))
    mirrored["-anchor"] = _option("-anchor", options.get("-anchor", "nw"))
    return mirrored


def style_layout(spec: str) -> str:
    """Mirror a style's layout, in Tk's notation."""
    return _SIDE.sub(lambda found: f"-side {_SWAPPED[found[1]]}", spec)


def _option(name: str, value: Any) -> Any:
    if name in ("-side", "-anchor", "-justify", "-compound"):
        return _SWAPPED.get(str(value), value)
    if name == "-sticky":
        return "".join(_SWAPPED.get(letter, letter) for letter in str(value))
    if name in ("-padx", "-ipadx", "-padding"):
        parts = str(value).split() if isinstance(value, str) else value
        if isinstance(parts, (tuple, list)) and len(parts) == (4 if name == "-padding" else 2):
            return (parts[2], parts[1], parts[0], parts[3]) if name == "-padding" else (parts[1], parts[0])
    return value


def options_of(arguments: tuple[Any, ...]) -> TkOptions | None:
    """Parse arguments such as `-text`, `...`, `-side`, `...` into options, or return None if they are not such pairs."""
    if len(arguments) < 2 or len(arguments) % 2:
        return None
    names = arguments[::2]
    if not all(isinstance(name, str) and name.startswith("-") for name in names):
        return None
    return dict(zip(names, arguments[1::2], strict=True))


def arguments_of(options: Mapping[str, Any]) -> tuple[Any, ...]:
    """Flatten options into a sequence of arguments; the inverse of `options_of`."""
    return tuple(part for pair in options.items() for part in pair)
