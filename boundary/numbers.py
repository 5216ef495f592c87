"""Numbers as people and other programs write them. Only this module turns such text into numbers."""

from __future__ import annotations

import re

MAX_MATCHED_DIGITS = 9
_DECIMAL = re.compile(r"-?(?:\d{1,15}(?:\.\d{0,20})?|\.\d{1,20})", re.ASCII)


def parse_integer(text: str, least: int, most: int) -> int | None:
    """Return the number that a text represents; None if it is not a number, or not between `least` and `most` inclusive.

    A number consists of ASCII digits, with an optional minus sign if `least` is negative: no blanks, no plus sign, no
    underscores, no digits of other scripts. Text of any length is safe.
    """
    negative = least < 0 and text.startswith("-")
    digits = text[1:] if negative else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    if len(digits) > max(len(str(abs(least))), len(str(abs(most)))):
        return None  # Python refuses to convert thousands of digits
    number = -int(digits) if negative else int(digits)
    return number if least <= number <= most else None


def matched_integer(digits: str) -> int:
    """Return the number that a pattern has matched: at most nine ASCII digits.

    Raises:
        ValueError: the text is anything else, so the pattern is wrong.
    """
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_MATCHED_DIGITS):
        raise ValueError(digits[:MAX_MATCHED_DIGITS])
    return int(digits)


def parse_decimal(text: str, least: float, most: float) -> float | None:
    """Return the decimal fraction that a text represents; None if it is not one, or not between `least` and `most`
    inclusive.

    It consists of ASCII digits, with an optional minus sign and point: no exponent, no infinity.
    """
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text)
    return number if least <= number <= most else None
