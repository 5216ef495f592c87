"""What can keep the window from opening."""

from words import FourthSeatError


class NoDisplay(FourthSeatError, RuntimeError):
    """There is no screen to open a window on."""
