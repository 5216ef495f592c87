"""Whole numbers, and decimal fractions, as others write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.boundary.numbers import parse_decimal, parse_integer


@pytest.mark.parametrize(
    ("text", "least", "most", "number"),
    [
        ("7", 1, 9, 7),
        ("0", 0, 9, 0),
        ("007", 1, 9, 7),
        ("-3", -5, 5, -3),
        ("-0", -5, 5, 0),
        ("9", 1, 8, None),
        ("0", 1, 9, None),
        ("-3", 0, 9, None),
        ("", 0, 9, None),
        ("-", -9, 9, None),
        ("--3", -9, 9, None),
        ("+3", 0, 9, None),
        (" 3", 0, 9, None),
        ("3\n", 0, 9, None),
        ("1_0", 0, 99, None),
        ("²", 0, 9, None),
        ("٣", 0, 9, None),
        ("3.0", 0, 9, None),
        ("9" * 5000, 0, 9, None),
        ("0" * 5000 + "1", 0, 9, 1),
        ("-" + "9" * 5000, -9, 9, None),
    ],
)
def test_numbers(text: str, least: int, most: int, number: int | None) -> None:
    assert parse_integer(text, least, most) == number


@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
def test_every_number_within_its_bounds_is_read(number: int, least: int, most: int) -> None:
    within = least <= number <= most and (number >= 0 or least < 0)
    assert parse_integer(str(number), least, most) == (number if within else None)


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    parse_integer(text, -100, 100)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0.0), ("1", 1.0), ("0.25", 0.25), ("1.01", None), ("-0.1", None), ("1e-1", None), ("inf", None), ("½", None)],
)
def test_decimal_fractions_within_both_bounds(text: str, number: float | None) -> None:
    assert parse_decimal(text, 0, 1) == number
