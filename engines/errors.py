"""Errors of players and engines."""

from words import FourthSeatError


class UnknownLevel(FourthSeatError, ValueError):
    """No level or named player is called that."""


class UnknownPlayer(FourthSeatError, ValueError):
    """Error of a seat's description."""


class BadCommand(FourthSeatError, ValueError):
    """A command to the engine that it cannot carry out."""


class EngineFailed(FourthSeatError, RuntimeError):
    """An engine process could not be started, ended, hung, or answered what is no answer."""


class EngineRefused(EngineFailed):
    """An engine answered a command with an error of its own; it lives on."""


class BadTournament(FourthSeatError, ValueError):
    """A tournament that cannot be played."""


class DamagedTable(FourthSeatError, ValueError):
    """A kept table that is not whole, or not of this version."""


class NoRoom(FourthSeatError, OSError):
    """A table that is too large for the disk, or for what tables may take of it."""


class BadSolving(FourthSeatError, ValueError):
    """Positions that cannot be solved, or not in this way."""
