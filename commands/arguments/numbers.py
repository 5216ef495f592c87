"""Numbers on the command line: types for argparse."""

from __future__ import annotations

from argparse import ArgumentTypeError

from fourth_seat.boundary.numbers import parse_decimal, parse_integer

MAX_NUMBER = 10**12  # of any number on a command line; what makes sense is for each command to say
_MAX_SHOWN_LENGTH = 40  # characters of a wrong one


def whole(text: str) -> int:
    """Return a whole number; raise `ArgumentTypeError`."""
    number = parse_integer(text, -MAX_NUMBER, MAX_NUMBER)
    if number is None:
        raise ArgumentTypeError(f"{text[:_MAX_SHOWN_LENGTH]!r} is not a whole number within limits")
    return number


def decimal(text: str) -> float:
    """Return a decimal fraction; raise `ArgumentTypeError`."""
    number = parse_decimal(text, -MAX_NUMBER, MAX_NUMBER)
    if number is None:
        raise ArgumentTypeError(f"{text[:_MAX_SHOWN_LENGTH]!r} is not a number within limits")
    return number
