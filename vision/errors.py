"""Errors of vision, in one sentence each."""

from __future__ import annotations

from fourth_seat.words import FourthSeatError


class BadCorners(FourthSeatError, ValueError):
    """The corners are impossible for a board."""


class GameNotSeen(FourthSeatError, LookupError):
    """There is no vision part for the game."""


class CameraError(FourthSeatError, OSError):
    """A source gives no pictures; the sentence says why, and what helps."""
