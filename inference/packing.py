"""Packs texts and cell contents for other processes; the receiver renders the texts in its own language."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import Any

from fourth_seat.boundary.json_forms import either, fits
from fourth_seat.games.contents import Content
from fourth_seat.words import Text
from fourth_seat.words.text import Value

MAX_DEPTH = 9  # texts within texts
_DEFAULTS = {"plural": None, "count": 0, "context": None}
_FORM = {"key": str, "values": {str: object}, "plural": either(None, str), "count": int, "context": either(None, str)}


def pack(value: Value) -> Any:
    """Convert a text, or a value within a text, to a JSON-compatible form."""
    if isinstance(value, tuple):
        return [pack(part) for part in value]
    if not isinstance(value, Text):
        return value
    packed: dict[str, Any] = {"key": value.key, "values": {name: pack(part) for name, part in value.values}}
    if value.context is not None:
        packed["context"] = value.context
    return packed if value.plural is None else {**packed, "plural": value.plural, "count": value.count}


def unpack(packed: Any, depth: int = 0) -> Any:
    """Restore a packed text.

    Raises:
        ValueError: it is not a packed text, or it cannot be rendered.
    """
    if depth > MAX_DEPTH:
        raise ValueError("texts within texts without end")
    if isinstance(packed, list):
        return tuple(unpack(part, depth + 1) for part in packed)
    if not isinstance(packed, dict):
        return packed
    if not fits({**_DEFAULTS, **packed}, _FORM):
        raise ValueError("not a packed text")
    values = tuple(sorted((name, unpack(part, depth + 1)) for name, part in packed["values"].items()))
    text = Text(packed["key"], values, packed.get("plural"), packed.get("count", 0), packed.get("context"))
    if values and not _fields(text.key) | _fields(text.plural or "") <= packed["values"].keys():
        raise ValueError("a value is missing")
    return text


def _fields(template: str) -> set[str]:
    """Return the names of the values in a sentence; raise `ValueError` for braces without a name."""
    found = set()
    for _, name, how, conversion in Formatter().parse(template):
        if name is not None:
            if how or conversion or not name.isidentifier():
                raise ValueError(template)
            found.add(name)
    return found


def pack_content(content: Content | None) -> list[Any] | None:
    """Pack a content as its colour, count and faces, or as None for an empty cell."""
    return None if content is None else [content.colour, content.count, list(content.faces)]


def unpack_content(packed: Sequence[Any] | None) -> Content | None:
    """Restore a packed content."""
    return None if packed is None else Content(packed[0], packed[1], tuple(packed[2]))
