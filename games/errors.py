"""What can be wrong with a move, a text or a position."""

from words import FourthSeatError


class IllegalMove(FourthSeatError, ValueError):
    """The rules do not allow this move here; the text says why, in words a child understands."""


class BadNotation(FourthSeatError, ValueError):
    """A text is not in the game's notation."""


class BadPosition(FourthSeatError, ValueError):
    """What is said to lie on the board cannot lie there."""


class BadOption(FourthSeatError, ValueError):
    """An option of a game that does not exist, or a value that it does not take."""


class UnknownGame(FourthSeatError, LookupError):
    """No game has this name."""
