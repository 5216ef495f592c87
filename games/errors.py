"""Exceptions for invalid moves, notation, positions, options and games."""

from fourth_seat.words import FourthSeatError, Text, Value, say


class IllegalMove(FourthSeatError, ValueError):
    """Raised when the rules do not allow a move. The message explains the reason in simple words."""


class BadNotation(FourthSeatError, ValueError):
    """Raised when text is not in the game's notation."""


class BadPosition(FourthSeatError, ValueError):
    """Raised when the contents of the board are impossible."""


class BadOption(FourthSeatError, ValueError):
    """Raised for an unknown option or an invalid option value."""


class UnknownGame(FourthSeatError, LookupError):
    """Raised when there is no game with this name, or its add-on does not work or is not allowed.

    Attributes:
        name: the name of the game.
    """

    def __init__(self, text: Text, name: str) -> None:
        super().__init__(text)
        self.name = name


def unreadable(text: str, example: Value) -> BadNotation:
    """Return an error for text that is not a move of this game."""
    return BadNotation(say("{text} is not a move here; enter a move such as {example}", text=text or "''", example=example))
