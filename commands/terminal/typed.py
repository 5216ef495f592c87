"""Queue of typed lines, some of which can be executed while a player is thinking."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable

LOOK_S = 0.01  # between two checks, if no line can come


class TypedLines:
    """A queue of typed lines.

    Attributes:
        over: whether the input has ended and all lines have been taken.
    """

    def __init__(self, lines: Iterable[str | None], *, overtake: bool = False) -> None:
        """`lines` yields None while nothing has been typed. If `overtake` is True, lines that need not wait can overtake
        lines that must, as users at a keyboard expect; scripts are executed in order.
        """
        self._lines, self._overtake = iter(lines), overtake
        self._waiting: deque[str] = deque()
        self._ended = False

    @property
    def over(self) -> bool:
        return self._ended and not self._waiting

    def take(self, may: Callable[[str], bool]) -> str | None:
        """Return the next line to execute, or None, after a moment, if there is none."""
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
