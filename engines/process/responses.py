"""Parsing of a GTP engine's output, which may contain arbitrary text, into answers."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.boundary.numbers import parse_decimal

MAX_RESPONSE_CHARS = 500_000  # of one answer; the values of all moves of a position are some ten thousand
MAX_FRACTION = 1e9  # of progress; above 1 it counts as all


@dataclass(frozen=True, slots=True)
class GtpResponse:
    """An engine's answer; `ok` is True if it began with `=`."""

    number: str
    ok: bool
    text: str


class ResponseReader:
    """Splits an engine's output into answers.

    Attributes:
        overlong: whether an answer exceeded `MAX_RESPONSE_CHARS`; the excess lines are not part of any answer.
    """

    def __init__(self) -> None:
        self.overlong = False
        self._lines: list[str] = []  # of the answer that is being read
        self._chars = 0

    @property
    def unfinished(self) -> bool:
        """Whether an answer has started but is not complete."""
        return bool(self._lines)

    def take(self, line: str) -> GtpResponse | str | None:
        """Process a line. Return the answer that it completes, the line itself if it is outside any answer, or otherwise
        None.
        """
        if self._lines and not line:
            answer = _answered(self._lines)
            self._lines, self._chars = [], 0
            return answer
        if not self._lines and not line.startswith(("=", "?")):
            return line or None
        self._chars += len(line)
        if self._chars >= MAX_RESPONSE_CHARS:
            self.overlong = True
            return line
        self._lines.append(line)
        return None


def _answered(lines: list[str]) -> GtpResponse:
    first = lines[0]
    digits = len(first) - len(first[1:].lstrip("0123456789")) - 1
    text = "\n".join([first[1 + digits :].strip(), *lines[1:]])
    return GtpResponse(first[1 : 1 + digits], first[0] == "=", text.strip())


def is_progress(line: str) -> bool:
    """Return whether a line of standard error is a progress report."""
    return line.partition(" ")[0] == "progress"


def parse_progress(line: str) -> float | None:
    """Return the fraction in a line `progress FRACTION ...`, clamped to 0..1, or None if it is not a number."""
    words = line.split()
    fraction = parse_decimal(words[1], -MAX_FRACTION, MAX_FRACTION) if len(words) > 1 else None
    return None if fraction is None else min(1.0, max(0.0, fraction))
