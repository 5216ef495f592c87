"""JSON that others may have written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.boundary.json_forms import parse_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_what_json_writes_is_read(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "NaN",
        "-Infinity",
        "1e999",
        "[1, -1e999]",
        "9" * 5000,
        '"\\ud800"',
        '{"\\uDfff": 1}',
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        "",
        "{",
        "nul",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_none_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


@given(st.text() | st.binary())
def test_nothing_else_is_ever_raised(text: str | bytes) -> None:
    try:
        parse_json(text)
    except ValueError:
        return
