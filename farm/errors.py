"""Errors of a farm."""

from words import FourthSeatError


class BadFarm(FourthSeatError, ValueError):
    """An address or a number of processes with which no farm can be opened."""


class FarmFailed(FourthSeatError, RuntimeError):
    """A farm cannot be reached, or a unit of work cannot be done on it."""


class OtherCommit(FourthSeatError, RuntimeError):
    """A machine has the program of another commit, which might do other work."""


class OtherRun(FourthSeatError, ValueError):
    """A folder keeps what another run has done, or what it keeps is not whole."""
