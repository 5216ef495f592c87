"""Whatever comes from the vision process is a message of the right form, or is dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fourth_seat.inference.packing import pack, unpack
from fourth_seat.vision.worker.message_forms import read_message
from fourth_seat.words import say, say_many

pytestmark = pytest.mark.quick

TEXT = pack(say("{n} is missing: {cells}", n=say_many("one seed", "{n} seeds", 2), cells=("a", "b")))
WRONG = {"event": "wrong", "text": TEXT, "position": "", "confidence": 0.5, "differences": [["a1", [1, 1, []], None]]}
PHOTO = {
    "text": None,
    "size": [640, 480],
    "corners": [[0.0, 1.5]],
    "known": False,
    "cells": {"a1": [[0.0, 1.5]]},
    "contents": {"a1": [1, 1, []], "b1": None},
    "thrown": {"die:1": [0, 1, [5]]},
    "doubts": [["b1", [None, [1, 1, []]]]],
}
SOUND: list[dict[str, Any]] = [
    WRONG,
    {"event": "alive"},
    {"event": "trouble", "text": None, "reason": None},
    {"event": "failed", "text": TEXT},
    {"event": "led", "led": 3, "at": None, "cell": None},
    {"move": "4", "moves": ["4"], "position": "4"},
    {"ask": ["4", ""], "choices": [{"moves": ["4"]}, {"moves": []}], "position": ""},
    {"reply": 1, "ok": False, "command": "play", "text": TEXT},
    {"reply": None, "ok": True, "command": "quit"},
    {"event": "photo", "photo": PHOTO},
    {"reply": 1, "ok": True, "command": "turn", "photo": {"text": TEXT}},
]
UNSOUND: list[Any] = [
    [],
    5,
    {"event": 5},
    {"event": "ended", "status": 0},
    {**WRONG, "position": None},
    {**WRONG, "differences": [["a1", [1, 1], None]]},
    {**WRONG, "text": "missing"},
    {"event": "view", "size": [9], "corners": [], "known": True, "cells": {}},
    {"event": "evidence", "cells": {"a1": 1}},
    {"event": "fits"},
    {"event": "failed", "text": None},
    {"move": "4"},
    {"ask": ["4"], "choices": [], "position": ""},
    {"reply": 1, "ok": False, "command": "play"},
    {"event": "photo", "photo": {**PHOTO, "doubts": [["b1"]]}},
    {"event": "photo", "photo": {**PHOTO, "contents": {"a1": [1]}}},
    {"reply": 1, "ok": True, "command": "turn", "photo": {"text": None}},
    {"reply": "1", "ok": True, "command": "play"},
]


@pytest.mark.parametrize("message", SOUND, ids=str)
def test_sound_messages(message: dict[str, Any]) -> None:
    assert read_message(json.dumps(message)) == message


@pytest.mark.parametrize("message", UNSOUND, ids=str)
def test_unsound_messages(message: Any) -> None:
    assert read_message(json.dumps(message)) is None


def test_what_is_no_json() -> None:
    for line in ("", "{", "[" * 100_000, '{"event": NaN}', '{"event": "\\ud800"}'):
        assert read_message(line) is None


@pytest.mark.parametrize(
    "change",
    [
        {"key": 1},
        {"key": "{m}"},
        {"key": "{n.real}"},
        {"key": "{n!r}"},
        {"key": "{n:9}"},
        {"key": "{"},
        {"plural": "{m}"},
        {"count": "2"},
        {"values": []},
    ],
    ids=str,
)
def test_texts_that_could_not_be_rendered(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        unpack({"key": "{n} seeds", "values": {"n": 3}, **change})


def test_texts_within_texts_without_end() -> None:
    packed: Any = "x"
    for _ in range(50):
        packed = {"key": "{n}", "values": {"n": packed}}
    with pytest.raises(ValueError):
        unpack(packed)
