"""Errors in moves, texts and positions."""

from words import FourthSeatError


class IllegalMove(FourthSeatError, ValueError):
    """The rules do not allow this move here; the text says why, in words a child understands."""


class BadNotation(FourthSeatError, ValueError):
    """A text is not in the game's notation."""


class BadPosition(FourthSeatError, ValueError):
    """The contents of the board are impossible."""


class BadOption(FourthSeatError, ValueError):
    """A game has no such option, or the option no such value."""


class UnknownGame(FourthSeatError, LookupError):
    """No game has this name."""
