"""Levels: which exist, what they are called, and that they look at more and more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.choice import fitted_levels
from fourth_seat.engines.errors import UnknownLevel
from fourth_seat.engines.levels import DESCRIPTIONS, NUMBERED_LEVELS, descriptions, level, named
from fourth_seat.games import find, game_names


def test_levels_look_at_more_and_more() -> None:
    levels = list(NUMBERED_LEVELS.values())
    assert [each.spec for each in levels] == list("123456789")
    for lower, higher in pairwise(levels):
        assert (lower.simulations or 0) < (higher.simulations or float("inf"))
        assert lower.seconds <= higher.seconds
        assert lower.prior <= higher.prior
    assert levels[-1].simulations is None


@pytest.mark.parametrize("name", game_names())
def test_every_named_player_of_a_game_is_a_level(name: str) -> None:
    assert set(named(name)) == set(engine_of(name).players) >= {"random"}
    for spec in named(name):
        assert level(spec.upper(), name).player == spec
        assert str(level(spec, name).name)


@pytest.mark.parametrize(
    "spec", ["", "0", "10", "-1", "0.5", "8.5", "9.1", "4.55", "4.", "４.5", "seed:", "seed:nobody", "human", "é"]
)
def test_unknown_levels_name_what_there_is(spec: str) -> None:
    with pytest.raises(
        UnknownLevel, match=r"^connect4 has no level .+; choose 1 to 8 \(or a value in between.*\), 9, or one of: .*random"
    ):
        level(spec, "connect4")


@pytest.mark.parametrize("name", game_names())
def test_levels_lie_between_whole_ones(name: str) -> None:
    between, below, above = (level(spec, name) for spec in ("4.5", "4", "5"))
    assert (between.number, between.spec, str(between.name)) == (4.5, "4.5", "level 4.5")
    assert (below.simulations or 0) < (between.simulations or 0) < (above.simulations or 0)
    assert level("4.0", name) == below and level("9.0", name) == level("9", name)


@pytest.mark.parametrize("name", game_names())
def test_levels_are_described_by_what_was_measured(name: str) -> None:
    told = descriptions(name)
    assert list(told) == list("123456789") and len({str(text) for text in told.values()}) == 9
    if fitted := engine_of(name).fitted:
        missed = fitted_levels(fitted.levels).missed
        assert all(f" {round(100 * share)} of 100 " in str(told[str(n)]) for n, share in enumerate(missed, 1))
    else:
        assert told == DESCRIPTIONS


def test_evaluations_share_out_the_win() -> None:
    for name in game_names():
        game, evaluate = find(name), engine_of(name).evaluate
        if evaluate:
            shares = evaluate(game.start(game.options()))
            assert len(shares) == game.seats(game.options()) and sum(shares) == pytest.approx(1)
