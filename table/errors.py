"""Errors at a table, other than those of the rules."""

from fourth_seat.words import FourthSeatError


class OutOfTurn(FourthSeatError, ValueError):
    """This cannot be done now: it is somebody else's turn, dice have not been rolled, or the game is over."""


class BadSeat(FourthSeatError, ValueError):
    """The seat does not exist, or the text does not describe a player."""


class BadRecord(FourthSeatError, ValueError):
    """A record that cannot be opened at all."""


class EmptyRecord(BadRecord):
    """A record whose first line was never finished: nothing of its game was ever shown."""


class RecordInUse(FourthSeatError, RuntimeError):
    """Another window or terminal has this record open."""


class NotSaved(FourthSeatError, OSError):
    """An event could not be written, so it did not happen."""


class BadConfig(FourthSeatError, ValueError):
    """A settings or calibration file that cannot be read."""


class BadEngine(FourthSeatError, ValueError):
    """An invalid name or command of an engine."""
