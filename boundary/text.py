"""Functions that make untrusted text safe to display."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category

from fourth_seat.boundary.marked_text import encoding_of

MAX_SHOWN_CHARS = 2000  # of a value within a sentence
# C0 and C1 controls, DEL, separators of lines, and characters that change the direction of what follows; lone surrogates.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def shorten(text: str, most: int) -> str:
    """Shorten a text to at most this many characters by replacing its middle with an ellipsis."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 1]}…{text[len(text) - end :]}"


def shown_json(value: Any, most: int) -> str:
    """Return a JSON value as text of at most this many characters, for quoting in an error message."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return shorten(repr(value), most)


def has_controls(text: str) -> bool:
    """Return whether a text contains control characters (C0, C1, DEL). The names that people give files, devices and
    hosts contain none.
    """
    return any(category(sign) == "Cc" for sign in text)


def decode_text(data: bytes) -> str:
    """Decode a text file from any program: as UTF-16 if it begins with a UTF-16 byte order mark, otherwise as UTF-8
    or, failing that, as Windows-1252. Undefined bytes become U+FFFD.
    """
    encoding, length = encoding_of(data) or ("utf-8", 0)
    if encoding != "utf-8":
        return well_formed(data[length:].decode(encoding, "replace"))
    try:
        return data[length:].decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def well_formed(text: str) -> str:
    """Replace lone surrogates, which the system uses for bytes that are not UTF-8, with U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def printable(text: str) -> str:
    """Make text safe to show in a terminal, the window or a display, on a single line of limited length.

    Tabs and line breaks become spaces; other control characters, which could move the cursor, change the window's title or
    hide text, become U+FFFD.
    """
    return shorten(_UNPRINTABLE.sub(lambda sign: " " if sign[0] in "\t\n\r" else "\ufffd", text), MAX_SHOWN_CHARS)


def escaped_controls(json_text: str) -> str:
    """Escape all control characters in JSON; JSON itself requires this only for the first 32."""
    return _UNPRINTABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json_text)
