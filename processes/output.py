"""Captures the output of a short-lived program, such as a list of voices. If the program takes too long, it is killed
together with its children.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from fourth_seat.processes.child import ChildProcess
from fourth_seat.words import FourthSeatError, Text, error_text, say

MAX_LINES = 100_000  # that are kept
MAX_REASON_CHARS = 300


class ProgramFailed(FourthSeatError, OSError):
    """A program failed or timed out. The text gives only the reason and is meant to be embedded in a message that names the
    program.
    """


def output_of(command: Sequence[str], seconds: float, variables: Mapping[str, str] | None = None) -> list[str]:
    """Run a program until it exits, and return the lines that it printed.

    Raises:
        ProgramFailed: the program cannot be started, fails, or takes longer than this many seconds.
    """
    lines: list[str] = []
    ended = threading.Event()

    def keep(line: str) -> None:
        if len(lines) < MAX_LINES:
            lines.append(line)

    try:
        child = ChildProcess(command, niceness=0, on_line=keep, on_end=lambda _: ended.set(), variables=variables)
    except OSError as error:
        raise ProgramFailed(say("it could not be started: {reason}", reason=error_text(error))) from None
    child.end_input()
    try:
        if not ended.wait(seconds):
            raise ProgramFailed(say("it does not answer"))
        if status := child.wait():
            raise ProgramFailed(why_failed(child, status))
    finally:
        child.close(0)
    return lines


def why_failed(child: ChildProcess, status: int) -> Text:
    """Return the reason why a program failed: its last output on standard error, if any, or else its exit status."""
    words = child.last_errors()[-MAX_REASON_CHARS:]
    return Text(words) if words else say("it exited with status {status}", status=status)
