"""Errors of a farm."""

from fourth_seat.words import FourthSeatError


class BadFarm(FourthSeatError, ValueError):
    """An address or a number of processes with which no farm can be opened."""


class FarmFailed(FourthSeatError, RuntimeError):
    """A farm cannot be reached, or a unit of work fails on it."""


class OtherCommit(FourthSeatError, RuntimeError):
    """A machine has another commit of the program, which might give other results."""


class OtherRun(FourthSeatError, ValueError):
    """A folder has the units of another run, or is damaged."""
