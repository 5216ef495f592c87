"""The one base of all errors that people get to read."""

from __future__ import annotations

from words.text import Text


class FourthSeatError(Exception):
    """Carries a `Text`: one sentence that says what was wrong, where, and what to do.

    Every subclass adds the standard exception it is a kind of, as in `class IllegalMove(FourthSeatError, ValueError)`.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)
