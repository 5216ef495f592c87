"""Texts on their way between processes: rendered only at the far end, in the language spoken there."""

from __future__ import annotations

from typing import Any

from words import Text
from words.text import Value


def pack(value: Value) -> Any:
    """A text, or a value in one, as JSON can hold it."""
    if isinstance(value, tuple):
        return [pack(part) for part in value]
    if not isinstance(value, Text):
        return value
    packed: dict[str, Any] = {"key": value.key, "values": {name: pack(part) for name, part in value.values}}
    if value.context is not None:
        packed["context"] = value.context
    return packed if value.plural is None else {**packed, "plural": value.plural, "count": value.count}


def unpack(packed: Any) -> Any:
    """What was packed.

    Raises:
        KeyError, TypeError, AttributeError: it is no packed text.
    """
    if isinstance(packed, list):
        return tuple(unpack(part) for part in packed)
    if not isinstance(packed, dict):
        return packed
    values = tuple(sorted((name, unpack(part)) for name, part in packed["values"].items()))
    return Text(packed["key"], values, packed.get("plural"), packed.get("count", 0), packed.get("context"))
