"""Parsing of numbers written by users and other programs. No other module converts such text to numbers."""

from __future__ import annotations

import re

MAX_MATCHED_DIGITS = 9
_DECIMAL = re.compile(r"-?(?:\d{1,15}(?:\.\d{0,20})?|\.\d{1,20})", re.ASCII)


def parse_integer(text: str, least: int, most: int) -> int | None:
    """Parse an integer; return None if the text is not one, or is not between `least` and `most` inclusive.

    Only ASCII digits are accepted, with an optional minus sign if `least` is negative: no blanks, no plus sign, no
    underscores, no digits in other scripts. Text of any length is safe.
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
    """Convert at most nine ASCII digits, as matched by a pattern, to an integer.

    Raises:
        ValueError: the text is anything else, which means that the pattern is wrong.
    """
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_MATCHED_DIGITS):
        raise ValueError(digits[:MAX_MATCHED_DIGITS])
    return int(digits)


def parse_decimal(text: str, least: float, most: float) -> float | None:
    """Parse a decimal fraction; return None if the text is not one, or is not between `least` and `most` inclusive.

    Only ASCII digits are accepted, with an optional minus sign and decimal point: no exponent, no infinity.
    """
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text)
    return number if least <= number <= most else None
