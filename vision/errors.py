"""Errors of vision, in one sentence each."""

from __future__ import annotations

from words import FourthSeatError


class BadCorners(FourthSeatError, ValueError):
    """Corners that no board can have."""


class GameNotSeen(FourthSeatError, LookupError):
    """There is no vision part for a game."""


class CameraError(FourthSeatError, OSError):
    """No pictures can be had from there; the sentence says why, and what helps."""
