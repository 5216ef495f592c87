"""Rounds of tournaments that were kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.engines.arena.rounds import DamagedRound, TournamentPlan, close_players, games_of
from fourth_seat.farm.unit import DoneUnit, Outcome, commit, do_unit

PLAN = TournamentPlan("connect4", "", ("random", "random"), 1)


@pytest.fixture(scope="module")
def played() -> DoneUnit:
    unit = do_unit(next(PLAN.units(2)), commit())
    close_players()
    return unit


def test_the_games_of_a_round(played: DoneUnit) -> None:
    games = list(games_of(PLAN, played))
    assert [game.seating.players for game in games] == [(0, 1), (1, 0)]
    assert all(sum(game.shares) == 1 and len(game.moves) >= 7 for game in games)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"players": [0, 1]', b'"players": [0, 7]'),
        (b'"players": [0, 1]', b'"players": [0]'),
        (b'"points": [', b'"points": ["x", '),
        (b"{", b"["),
        (b"\n", b""),
        (b'"thrown"', b"\xff"),
    ],
)
def test_damaged_games_are_named(played: DoneUnit, old: bytes, new: bytes) -> None:
    damaged = replace(played, outcome=Outcome(played.outcome.data.replace(old, new), played.outcome.measured))
    with pytest.raises(DamagedRound, match="the file with the saved games of round-0-of-2 is damaged: remove it"):
        list(games_of(PLAN, damaged))


@pytest.mark.parametrize("measured", [{}, {"seats": 3}, {"seats": [[{"moves": 1}]]}])
def test_damaged_figures_too(played: DoneUnit, measured: dict[str, object]) -> None:
    with pytest.raises(DamagedRound):
        list(games_of(PLAN, replace(played, outcome=Outcome(played.outcome.data, measured))))
