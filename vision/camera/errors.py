"""What can go wrong with cameras and pictures."""

from words import FourthSeatError


class CameraError(FourthSeatError, OSError):
    """No pictures can be had from there; the sentence says why, and what helps."""
