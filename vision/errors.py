"""Errors in reading a board from pictures, each with one sentence for people."""

from __future__ import annotations

from fourth_seat.words import FourthSeatError


class BadCorners(FourthSeatError, ValueError):
    """No board can have these corners."""


class GameNotSeen(FourthSeatError, LookupError):
    """The camera cannot see this game yet."""


class CameraError(FourthSeatError, OSError):
    """A source gives no pictures; the sentence says why, and what helps."""
