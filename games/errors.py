"""Errors in moves, texts and positions."""

from fourth_seat.words import FourthSeatError, Text, Value, say


class IllegalMove(FourthSeatError, ValueError):
    """The rules do not allow this move here; the text gives the reason, in words a child understands."""


class BadNotation(FourthSeatError, ValueError):
    """A text is not in the game's notation."""


class BadPosition(FourthSeatError, ValueError):
    """The contents of the board are impossible."""


class BadOption(FourthSeatError, ValueError):
    """The game has no such option, or the option has no such value."""


class UnknownGame(FourthSeatError, LookupError):
    """There is no game of this name, or it belongs to an add-on that does not work or is not allowed.

    Attributes:
        name: the name of the game.
    """

    def __init__(self, text: Text, name: str) -> None:
        super().__init__(text)
        self.name = name


def unreadable(text: str, example: Value) -> BadNotation:
    """Return the error for a text that is not a move of this game."""
    return BadNotation(say("{text} is not a move here; write it like {example}", text=text or "''", example=example))
