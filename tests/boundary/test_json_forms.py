"""The form of JSON that others may have written."""

from __future__ import annotations

from typing import Any

import pytest

from fourth_seat.boundary.json_forms import Form, either, fits, parse_message

MOVE = {"moves": [str], "at": (float, float), "by": either(None, str), "cells": {str: int}}
SOUND = {"moves": ["4"], "at": [1, 2.5], "by": None, "cells": {"a1": 1}, "more": [[]]}


def test_what_fits() -> None:
    assert fits(SOUND, MOVE)
    assert fits({**SOUND, "by": "camera", "moves": [], "cells": {}}, MOVE)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": "4"},
        {"moves": [4]},
        {"at": [1]},
        {"at": [1, "2"]},
        {"at": [1, True]},
        {"by": 3},
        {"cells": {"a1": 1.5}},
        {"cells": []},
    ],
    ids=str,
)
def test_what_does_not_fit(change: dict[str, Any]) -> None:
    assert not fits({**SOUND, **change}, MOVE)


@pytest.mark.parametrize(
    ("value", "form"),
    [(10**400, int), (10**400, float), (True, int), (1, bool), (1.5, int), (None, str), ({}, list), ([], {})],
)
def test_a_number_is_no_other_thing(value: Any, form: Form) -> None:
    assert not fits(value, form)


def test_a_field_that_is_missing() -> None:
    assert not fits({name: value for name, value in SOUND.items() if name != "by"}, MOVE)
    assert fits(
        {"a": {}},
        {
            "a": object,
        },
    )


def test_a_function_that_does_not_say_yes_says_no() -> None:
    assert fits("end", "end".__eq__)
    assert not fits(5, "end".__eq__)  # which returns NotImplemented


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ('{"do": "tap", "cell": "a1", "more": 1}', True),
        (b'{"do": "tap", "cell": "a1"}', True),
        ('{"do": "tap", "cell": "a1"', False),
        ('{"do": "tap", "cell": 1e999}', False),
        ('{"do": "tap"}', False),
        ('{"do": "fly", "cell": "a1"}', False),
        ('["do"]', False),
    ],
)
def test_a_message_is_one_of_its_kind_or_none(text: str | bytes, sound: bool) -> None:
    message = parse_message(text, "do", {"tap": {"cell": str}})
    assert (message is not None) is sound
    assert message is None or (message["do"], message["cell"]) == ("tap", "a1")
