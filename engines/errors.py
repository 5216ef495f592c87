"""Errors of players and engines."""

from collections.abc import Callable
from typing import TypeVar

from fourth_seat.words import FourthSeatError, Text

T = TypeVar("T")


class UnknownLevel(FourthSeatError, ValueError):
    """There is no level or named player with that name."""


class UnknownPlayer(FourthSeatError, ValueError):
    """The description of a seat's player is invalid."""


class BadCommand(FourthSeatError, ValueError):
    """The engine cannot carry out this command."""


class EngineFailed(FourthSeatError, RuntimeError):
    """An engine process could not be started, exited, hung, or gave an invalid answer."""


class EngineRefused(EngineFailed):
    """An engine answered a command with an error; its process is still usable."""


class BadTournament(FourthSeatError, ValueError):
    """The tournament cannot be played."""


class DamagedTable(FourthSeatError, ValueError):
    """A saved table is damaged, or from another version."""


class NoRoom(FourthSeatError, OSError):
    """A table is too large for the disk, or for the share of it that tables may use."""


class BadSolving(FourthSeatError, ValueError):
    """The positions cannot be solved, or not in the way requested."""


def unless_damaged(read: Callable[[], T], otherwise: T, notices: list[Text]) -> T:
    """Return what `read` returns, or `otherwise` if the file is damaged; the reason is then added to the notices."""
    try:
        return read()
    except DamagedTable as error:
        notices.append(error.text)
        return otherwise


def taken(notices: list[Text]) -> list[Text]:
    """Return the pending messages for people and clear them; others may be added in the meantime."""
    found = list(notices)
    del notices[: len(found)]
    return found
