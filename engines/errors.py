"""Exceptions raised by players and engines."""

from collections.abc import Callable
from typing import TypeVar

from fourth_seat.words import FourthSeatError, Text

T = TypeVar("T")


class UnknownLevel(FourthSeatError, ValueError):
    """No level or named player has this name."""


class UnknownPlayer(FourthSeatError, ValueError):
    """The description of a seat's player is invalid."""


class BadCommand(FourthSeatError, ValueError):
    """The engine cannot carry out this command."""


class EngineFailed(FourthSeatError, RuntimeError):
    """An engine process failed to start, exited, hung, or gave an invalid response."""


class EngineRefused(EngineFailed):
    """An engine answered a command with an error, but its process is still usable."""


class BadTournament(FourthSeatError, ValueError):
    """The tournament cannot be played."""


class DamagedTable(FourthSeatError, ValueError):
    """A saved table is damaged or from another version."""


class NoRoom(FourthSeatError, OSError):
    """A table does not fit on the disk, or exceeds the share of it that tables may use."""


class BadSolving(FourthSeatError, ValueError):
    """The positions cannot be solved, at least not in the way requested."""


def unless_damaged(read: Callable[[], T], otherwise: T, notices: list[Text]) -> T:
    """Return the result of `read`, or `otherwise` if the file is damaged; the reason is then added to `notices`."""
    try:
        return read()
    except DamagedTable as error:
        notices.append(error.text)
        return otherwise


def taken(notices: list[Text]) -> list[Text]:
    """Return the pending user-facing messages and clear them; other threads may add more at any time."""
    found = list(notices)
    del notices[: len(found)]
    return found
