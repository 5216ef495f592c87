"""Errors in reading a board from pictures, with human-readable messages."""

from __future__ import annotations

from fourth_seat.words import FourthSeatError


class BadCorners(FourthSeatError, ValueError):
    """No board can have these corners."""


class GameNotSeen(FourthSeatError, LookupError):
    """The camera cannot see this game yet."""


class CameraError(FourthSeatError, OSError):
    """A source provides no pictures; the message gives the reason and a remedy."""
