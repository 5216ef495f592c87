"""Formatting of unexpected errors for reports.

Only the type and location of an error are shown, because its message may contain user input. Developers of add-ons, or of
this program, can set `FOURTH_SEAT_TRACEBACKS` to a file to which every process of the program appends full Python
tracebacks.
"""

from __future__ import annotations

import os
import traceback
from contextlib import suppress
from pathlib import Path

VARIABLE = "FOURTH_SEAT_TRACEBACKS"
TRACEBACK = "Traceback (most recent call last)"


def fault(error: BaseException) -> str:
    """Return the type and location of an error, such as `KeyError at scene.py:12`; for a syntax error, the location is the
    faulty line. Append the traceback to the file named by `FOURTH_SEAT_TRACEBACKS`, if it is set.
    """
    if file := os.environ.get(VARIABLE):
        with suppress(OSError, ValueError), Path(file).open("a", encoding="utf-8", errors="backslashreplace") as out:
            out.write("".join(traceback.format_exception(error)) + "\n")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__} at {_short(error.filename)}:{error.lineno}"
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    kind = type(error).__name__
    return f"{kind} at {_short(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else kind


def _short(file: str) -> str:
    """Return a file's name, with the package's for its `__init__.py`."""
    path = Path(file)
    return f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name


def last_words(errors: str) -> str:
    """Return a program's error output, or an empty string if it contains a Python traceback."""
    return "" if TRACEBACK in errors else errors
