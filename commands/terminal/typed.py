"""Typed lines in the order in which to execute them: some of them need not wait while somebody is thinking."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable

LOOK_S = 0.01  # between two checks, if no line can come


class TypedLines:
    """A queue of typed lines.

    Attributes:
        over: whether the input has ended and every line has been taken.
    """

    def __init__(self, lines: Iterable[str | None], *, overtake: bool = False) -> None:
        """`lines` yields None while nothing has been typed. `overtake`: a line that need not wait may pass others that do,
        as people at a keyboard expect; a script runs in its own order.
        """
        self._lines, self._overtake = iter(lines), overtake
        self._waiting: deque[str] = deque()
        self._ended = False

    @property
    def over(self) -> bool:
        return self._ended and not self._waiting

    def take(self, may: Callable[[str], bool]) -> str | None:
        """Return the next line to execute; None, after a moment, if there is none."""
        if self._waiting and may(self._waiting[0]):
            return self._waiting.popleft()
        if self._ended or (self._waiting and not self._overtake):
            time.sleep(LOOK_S)
            return None
        try:
            line = next(self._lines)
        except StopIteration:
            self._ended = True
            return None
        if line is None or may(line):
            return line
        self._waiting.append(line)
        return None
