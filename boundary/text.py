"""Texts that others may have written, made fit to be shown."""

from __future__ import annotations

from typing import Any


def shorten(text: str, most: int) -> str:
    """Return a text of at most so many characters; of a longer one the beginning, an ellipsis, and the end."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 1]}…{text[len(text) - end :]}"


def shown_json(value: Any, most: int) -> str:
    """Return a JSON value for a sentence about what is wrong with it, in at most so many characters."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return shorten(repr(value), most)
