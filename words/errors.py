"""Error messages for users and for reports."""

from __future__ import annotations

from fourth_seat.boundary.faults import fault
from fourth_seat.words.text import FourthSeatError, Text, say

REASONS = {
    text.key: text
    for text in (
        say("Address already in use"),
        say("Broken pipe"),
        say("Cannot assign requested address"),
        say("Connection refused"),
        say("Connection reset by peer"),
        say("Connection timed out"),
        say("Device or resource busy"),
        say("Directory not empty"),
        say("Disk quota exceeded"),
        say("Exec format error"),
        say("File exists"),
        say("File name too long"),
        say("File too large"),
        say("Input/output error"),
        say("Invalid argument"),
        say("Is a directory"),
        say("Name or service not known"),
        say("Network is unreachable"),
        say("No address associated with hostname"),
        say("No route to host"),
        say("No space left on device"),
        say("No such device"),
        say("No such device or address"),
        say("No such file or directory"),
        say("Not a directory"),
        say("Operation not permitted"),
        say("Operation not supported"),
        say("Permission denied"),
        say("Read-only file system"),
        say("Stale file handle"),
        say("Temporary failure in name resolution"),
        say("Too many levels of symbolic links"),
        say("Too many open files"),
    )
}
"""Translatable system error messages, keyed by their text on Linux. Other messages are left as they are."""


def error_text(error: BaseException) -> Text:
    """Return an error message for users: the error's own or the system's, but never Python's, which may quote secrets."""
    if isinstance(error, FourthSeatError):
        return error.text
    if isinstance(error, UnicodeError):
        return say("it is not UTF-8 text")
    if isinstance(error, MemoryError):
        return say("there is not enough memory")
    said = getattr(error, "strerror", None)
    if type(error).__module__ == "ssl":  # its "system" messages come from a library
        return say("an encrypted connection could not be made")
    if isinstance(said, str) and said:
        return REASONS.get(said, Text(said))
    return say("there was no answer in time") if isinstance(error, TimeoutError) else say("for an unknown reason")


def fault_text(error: BaseException) -> Text:
    """Return an error message for a report: the error's own, if any (which may say what must be installed), or else its
    type and location.
    """
    return error.text if isinstance(error, FourthSeatError) else Text(fault(error))
