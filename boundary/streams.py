"""Standard streams that always exist and accept any byte or character."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from fourth_seat.boundary.marked_text import PREFIX, register
from fourth_seat.boundary.text import escaped_controls


def prepare_standard_streams() -> None:
    """Make the standard streams robust against any input or output; call this once, before using them.

    Bytes that are invalid in the stream's encoding are read as U+FFFD; characters that it cannot represent are written as
    backslash escapes. Closed streams are replaced by the null device. Piped input may begin with a byte order mark.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - open as long as the program runs
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        register()
        sys.stdin.reconfigure(encoding=PREFIX + sys.stdin.encoding)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


@contextmanager
def silenced_libraries() -> Iterator[None]:
    """Suppress messages that C libraries write directly to standard error, such as libjpeg's about damaged pictures.

    Python's own messages still appear. This is a no-op if `sys.stderr` is not the process's standard error.
    """
    stderr = sys.stderr
    try:
        number = stderr.fileno()
    except (OSError, ValueError):
        number = -1
    if number != 2:
        yield
        return
    stderr.flush()
    kept = os.dup(number)
    with open(kept, "w", encoding=stderr.encoding, errors=stderr.errors, buffering=1) as own:  # noqa: PTH123
        with open(os.devnull, "wb") as null:  # noqa: PTH123
            os.dup2(null.fileno(), number)
        sys.stderr = own
        try:
            yield
        finally:
            sys.stderr = stderr
            own.flush()
            os.dup2(kept, number)


def write_json_line(value: Any, stream: TextIO) -> None:
    """Write a value as one line of JSON and flush; escape non-ASCII characters unless the stream's encoding is Unicode."""
    unicode = (getattr(stream, "encoding", None) or "utf").lower().startswith("utf")
    stream.write(escaped_controls(json.dumps(value, ensure_ascii=not unicode)) + "\n")
    stream.flush()
