"""Texts that others may have written, made fit to be shown."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category

_SURROGATE = re.compile("[\ud800-\udfff]")


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


def has_controls(text: str) -> bool:
    """Whether a text has control characters (C0, C1, DEL), which no name of a file, device or host has for people."""
    return any(category(sign) == "Cc" for sign in text)


def well_formed(text: str) -> str:
    """Return a text without lone surrogates, which the system makes of bytes that are not UTF-8; each becomes U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)
