"""Lists of numbers are read back unchanged, whichever way they run."""

from __future__ import annotations

import random

import pytest

from fourth_seat.hardware.lights.layout import format_number_list, parse_number_list


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        ("7", (7,)),
        ("3, 5-9", (3, 5, 6, 7, 8, 9)),
        (" 9-5 ,2 ", (9, 8, 7, 6, 5, 2)),
        ("4-4", (4,)),
    ],
)
def test_read(text: str, numbers: tuple[int, ...]) -> None:
    assert parse_number_list(text) == numbers


@pytest.mark.parametrize("text", ["a", "3,", "3--5", "1;2", "-4", "3.5", "1234567"])
def test_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_number_list(text)


def test_written_and_read_back() -> None:
    assert format_number_list((3, 5, 6, 7, 8, 9)) == "3, 5-9"
    assert format_number_list((9, 8, 7, 1, 2)) == "9-7, 1, 2"
    chance = random.Random(4)
    for _ in range(300):
        numbers = tuple(chance.randrange(9) for _ in range(chance.randrange(9)))
        assert parse_number_list(format_number_list(numbers)) == numbers
