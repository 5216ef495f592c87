"""The wording of hints: with the purpose of a move, what is proven about it, or the estimate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.engines.results import MoveValue, OutcomeForecast
from fourth_seat.table.announce import hint, suggestion
from fourth_seat.words import say
from tests.table.conftest import Open

ESTIMATED = MoveValue(None, (0.753, 0.247))
PROVEN = MoveValue(None, (1.0, 0.0), exact=True, why=say("a draw"))
FORECAST = MoveValue(None, (0.7, 0.3), forecast=OutcomeForecast(0.25, (0.0, 0.1, 0.2, 0.4, 0.2, 0.1)))
CHANCES = "70.0 % to win, 30.0 % gammon, 10.0 % gammon lost, +0.250 points"
BACKGAMMON = "backgammon", ("31",), "8/5 6/5"
PURPOSE = "makes point 5; leaves nothing that can be hit"
CONNECT_4 = "connect4", (), "4"


@pytest.mark.parametrize(
    ("played", "value", "expected"),
    [
        (BACKGAMMON, ESTIMATED, f"Hint: 8/5 6/5 ({PURPOSE}; about 75 % to win)"),
        (BACKGAMMON, PROVEN, f"Hint: 8/5 6/5 ({PURPOSE}; a draw)"),
        (BACKGAMMON, FORECAST, f"Hint: 8/5 6/5 ({PURPOSE}; {CHANCES})"),
        (BACKGAMMON, None, f"Hint: 8/5 6/5 ({PURPOSE})"),
        (CONNECT_4, ESTIMATED, "Hint: 4 (about 75 % to win)"),
        (CONNECT_4, PROVEN, "Hint: 4 (a draw)"),
        (CONNECT_4, None, "Hint: 4"),
    ],
)
def test_a_hint(begin: Open, played: tuple[str, tuple[str, ...], str], value: MoveValue | None, expected: str) -> None:
    game, moves, best = played
    table = begin(game, "human:Anna", "human:Ben")
    for text in moves:
        table.play(text)
    (move,) = table.game.parse(table.state, best)
    found = hint(table, replace(value, move=move)) if value else suggestion(table, move)
    assert str(found) == expected
