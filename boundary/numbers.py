"""Whole numbers as people and other programs write them."""

from __future__ import annotations


def parse_integer(text: str, least: int, most: int) -> int | None:
    """Return the number that a text stands for; None if it is none, or not within `least` and `most`, both included.

    A number is ASCII digits, with a minus sign before them where `least` is negative: no blanks, no plus sign, no
    underscores, no digits of other scripts. Any length of text is safe.
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
