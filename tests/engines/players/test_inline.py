"""Named players, which play in this process: if one fails, there is a notice, and the game goes on."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import level
from fourth_seat.engines.players import inline
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.games import find
from fourth_seat.games.protocol import Line

GAME = find("connect4")
START = GAME.start(GAME.options(""))


def forgetful(*_: Any) -> Any:
    raise KeyError("move")


def confused(*_: Any) -> Any:
    return None


def stubborn(*_: Any) -> Any:
    """Drop a disc into column 4, though it is full."""
    return START.legal()[3]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("choose", "reason"),
    [
        (forgetful, "an internal error, KeyError at test_inline.py:"),
        (confused, "an internal error, AttributeError at "),
        (stubborn, "it wanted to play 4, but column 4 is full"),
    ],
)
def test_the_simple_player_moves_instead(choose: Any, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("connect4")
    monkeypatch.setattr(inline, "engine_of", lambda _: replace(engine, players={**engine.players, "random": choose}))
    line = Line.begin(GAME, START)
    for _ in range(6):
        line = line.play(stubborn())
    player = InlinePlayer(GAME, level("random", "connect4"), Random(1))
    try:
        answer = player.choose(line).wait(10)
    finally:
        player.close()
    assert answer and answer.failed and not line.state.why_not(answer.move)
    assert reason in str(answer.notice) and str(answer.notice).endswith("The simple player moved instead.")
