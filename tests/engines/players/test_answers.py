"""What engines answer is read as moves and values, or refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.answers import read_judgement, read_move, read_values
from fourth_seat.engines.process.dialects import Dialect
from fourth_seat.games import find
from fourth_seat.games.protocol import Line

pytestmark = pytest.mark.quick

GAME = find("connect4")
OWN = Dialect()
LINE = Line.begin(GAME, GAME.start(GAME.options()))
VALUE = {"move": "4", "values": [0.75, 0.25], "bound": "exact", "line": ["4", "4"], "score": [1, 18]}
OUTLOOK = {"equity": 0.1, "ends": [0, 0, 0.5, 0.5, 0, 0], "plies": 2}


def test_sound_values() -> None:
    (value,) = read_values(LINE, json.dumps({"moves": [{**VALUE, "outlook": OUTLOOK}]}), OWN)
    assert str(value.move) == "4" and value.shares == (0.75, 0.25) and value.exact and value.line == ("4", "4")
    assert value.forecast and value.forecast.trials == 0 and value.forecast.errors == (0.0,) * 6
    (position,) = read_values(LINE, json.dumps({"moves": [{"move": "", "values": [0, 1]}]}), OWN)
    assert position.move is None and not position.exact


def test_a_sound_judgement() -> None:
    judged = read_judgement(LINE, json.dumps({"moves": [VALUE, VALUE], "choices": 7, "luck": -1}), OWN)
    assert judged.choices == 7 and judged.luck == -1.0


@pytest.mark.parametrize(
    "change",
    [
        {"move": 4}, {"values": 0.5}, {"values": [0.5]}, {"values": [0.5, "x"]}, {"values": [0.5, 10**400]}, {"line": "4"},
        {"score": [1]}, {"score": [1, 2, 3]}, {"score": 5}, {"figures": ["x"]}, {"outlook": []}, {"outlook": {"equity": 1}},
        {"outlook": {**OUTLOOK, "ends": [1]}}, {"outlook": {**OUTLOOK, "plies": "2"}},
    ],
    ids=str,
)  # fmt: skip
def test_unsound_values(change: dict[str, Any]) -> None:
    with pytest.raises(EngineFailed):
        read_values(LINE, json.dumps({"moves": [{**VALUE, **change}]}), OWN)


@pytest.mark.parametrize(
    "text", ["", "[]", "5", "{}", '{"moves": {}}', '{"moves": [5]}', "[" * 100_000, '{"moves": [NaN]}']
)
def test_what_is_no_answer(text: str) -> None:
    for read in (read_values, read_judgement):
        with pytest.raises(EngineFailed):
            read(LINE, text, OWN)


@pytest.mark.parametrize(
    "answer", [{"moves": [VALUE]}, {"moves": [VALUE] * 2, "choices": "7", "luck": 0}, {"moves": [VALUE] * 2}]
)
def test_an_unsound_judgement(answer: dict[str, Any]) -> None:
    with pytest.raises(EngineFailed):
        read_judgement(LINE, json.dumps(answer), OWN)


@pytest.mark.parametrize("text", ["", "x", "4 4", "9", "\0", "²"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(EngineFailed):
        read_move(LINE, text, OWN)
