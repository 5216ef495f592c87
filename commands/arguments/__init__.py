"""Arguments shared by several commands, with a file for each kind.

This file parses numbers, and rejects arguments that have no effect because another one is missing or overrides them.
"""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

from fourth_seat.boundary.numbers import parse_decimal, parse_integer
from fourth_seat.words import FourthSeatError, say

LIGHTS = "--lights", "--device"
"""Names of the option for the lights' address, in every command that has it; the documentation uses the first."""
MAX_NUMBER = 10**12  # for any number on a command line; each command says what makes sense
_MAX_SHOWN_LENGTH = 40  # characters of a wrong one


def no_device(word: str) -> Callable[[str], str]:
    """Return an address parser that converts both `none` and `off` to the given word, which means no device."""
    return lambda text: word if text.strip().lower() in ("none", "off") else text


def whole(text: str) -> int:
    """Parse a whole number; raise `ArgumentTypeError` if the text is not one."""
    number = parse_integer(text, -MAX_NUMBER, MAX_NUMBER)
    if number is None:
        raise ArgumentTypeError(f"{text[:_MAX_SHOWN_LENGTH]!r} is not a whole number within limits")
    return number


def decimal(text: str) -> float:
    """Parse a decimal number; raise `ArgumentTypeError` if the text is not one."""
    number = parse_decimal(text, -MAX_NUMBER, MAX_NUMBER)
    if number is None:
        raise ArgumentTypeError(f"{text[:_MAX_SHOWN_LENGTH]!r} is not a number within limits")
    return number


class IdleArgument(FourthSeatError, ValueError):
    """Raised when an argument would have no effect."""


def refuse_without(args: Namespace, **others: str) -> None:
    """Reject arguments that are given without the one that they require: `refuse_without(args, json="terminal")`.

    Raises:
        IdleArgument: names the first such argument.
    """
    for name, other in others.items():
        if _given(args, name) and not _given(args, other):
            raise IdleArgument(
                say("{argument} does nothing without {other}: add that, or leave {argument} out",
                    argument=f"--{name}", other=f"--{other}")
            )  # fmt: skip


def refuse_beside(args: Namespace, **others: str) -> None:
    """Reject arguments that are given together with one that overrides them; raise errors like `refuse_without`."""
    for name, other in others.items():
        if _given(args, name) and _given(args, other):
            raise IdleArgument(
                say("{argument} does nothing together with {other}: leave one of them out",
                    argument=f"--{name}", other=f"--{other}")
            )  # fmt: skip


def _given(args: Namespace, name: str) -> bool:
    return getattr(args, name) not in (None, False, "")
