"""Errors raised by tables, other than violations of the rules."""

from fourth_seat.words import FourthSeatError


class OutOfTurn(FourthSeatError, ValueError):
    """The action is not possible now, for example because it is another player's turn or because the game is over."""


class BadSeat(FourthSeatError, ValueError):
    """The seat does not exist, or the text does not describe a player."""


class BadRecord(FourthSeatError, ValueError):
    """A record cannot be opened."""


class EmptyRecord(BadRecord):
    """The first line of a record is incomplete, so no part of its game was ever shown."""


class RecordInUse(FourthSeatError, RuntimeError):
    """The record is already open in another window or terminal."""


class NotSaved(FourthSeatError, OSError):
    """An event or file could not be written."""


class BadConfig(FourthSeatError, ValueError):
    """A settings or calibration file cannot be read."""


class BadEngine(FourthSeatError, ValueError):
    """The name or command of an engine is invalid."""
