"""Lists of numbers as people write them: `3, 5-9`; `9-5` counts down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fourth_seat.boundary.numbers import matched_integer

MAX_LISTED_NUMBERS = 10_000  # more than any strip has
_NUMBERS = re.compile(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", re.ASCII)


def parse_number_list(text: str) -> tuple[int, ...]:
    """Parse a list of numbers, in order; an empty text has none.

    Raises:
        ValueError: it is not such a list.
    """
    numbers: list[int] = []
    for part in text.split(",") if text.strip() else ():
        match = _NUMBERS.fullmatch(part)
        if match is None:
            raise ValueError(part.strip())
        first, last = matched_integer(match[1]), matched_integer(match[2] or match[1])
        if len(numbers) > MAX_LISTED_NUMBERS:
            raise ValueError(f"more than {MAX_LISTED_NUMBERS} numbers")
        numbers += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return tuple(numbers)


def format_number_list(numbers: Iterable[int]) -> str:
    """Return the shortest text from which `parse_number_list` reads these numbers."""
    return ", ".join(_written(run) for run in _runs(numbers))


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Split where a number does not follow the one before it by the same step up or down."""
    runs: list[list[int]] = []
    for number in numbers:
        run = runs[-1] if runs else []
        if run and abs(number - run[-1]) == 1 and (len(run) == 1 or number - run[-1] == run[1] - run[0]):
            run.append(number)
        else:
            runs.append([number])
    return runs


def _written(run: Sequence[int]) -> str:
    if len(run) == 2:
        return f"{run[0]}, {run[1]}"
    return f"{run[0]}-{run[-1]}" if len(run) > 2 else f"{run[0]}"
