"""The upper levels' turns: legal, good, and as deep as the level may look; what ends are worth."""

from __future__ import annotations

import time
from random import Random

import pytest

from engines.backgammon.searcher import BackgammonSearcher
from engines.backgammon.worth import worth
from engines.means import Means
from engines.search import Limit
from games.backgammon import GAME
from games.backgammon.moves import Play
from games.backgammon.rules import Backgammon, Phase

LONGEST = 120  # seconds until kernels are compiled and tables built on the slowest machine
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:{flag}:{match}:10"


@pytest.fixture(scope="module")
def searcher() -> BackgammonSearcher:
    made = BackgammonSearcher(GAME.options(), Means(), Random(1))
    made.ponder(position("00"), Limit(seconds=LONGEST))
    assert not made.notices
    return made


def position(dice: str, options: str = "", flag: int = 0, match: int = 0) -> Backgammon:
    return GAME.parse_position(START.format(dice=dice, flag=flag, match=match), GAME.options(options))


def quiet(*_: object) -> None: ...


@pytest.mark.parametrize(("simulations", "plays"), [(40, False), (200, True), (1_500, True), (None, True)])
def test_a_level_looks_as_deep_as_it_may(searcher: BackgammonSearcher, simulations: int | None, plays: bool) -> None:
    move = searcher.choose(position("31"), Limit(simulations, LONGEST), quiet)
    assert str(move) == ("31: 8/5 6/5" if plays else "None")


def test_what_is_said_about_the_cube_is_left_to_others(searcher: BackgammonSearcher) -> None:
    state = position("00", "cube=on")
    assert state.phase is Phase.CUBE
    assert searcher.choose(state, Limit(seconds=LONGEST), quiet) is None
    assert searcher.values(state, None, Limit(seconds=LONGEST), quiet) == []


def test_known_openings(searcher: BackgammonSearcher) -> None:
    for dice, move in (("61", "61: 13/7 8/7"), ("42", "42: 8/4 6/4"), ("53", "53: 8/3 6/3")):
        found = searcher.values(position(dice), 3, Limit(seconds=LONGEST), quiet)
        assert str(found[0].move) == move
        assert len(found) == 3 and all(0.4 < each.shares[0] < 0.6 for each in found)
        assert all(sum(each.shares) == pytest.approx(1, abs=1e-4) for each in found)


def test_every_turn_is_legal_and_has_a_value(searcher: BackgammonSearcher) -> None:
    dice = Random(4)
    state = GAME.start(GAME.options())
    while not state.over:
        if state.phase is not Phase.PLAY:
            state = state.play(dice.choice(state.legal()))
            continue
        found = searcher.values(state, None, Limit(1_500, LONGEST), quiet)
        assert {each.move for each in found} == set(state.legal())
        move = searcher.choose(state, Limit(200, LONGEST), quiet)
        assert isinstance(move, Play)
        state = state.play(move)


def test_a_move_takes_no_time_worth_speaking_of(searcher: BackgammonSearcher) -> None:
    begun = time.thread_time()
    for dice in ("31", "66", "11", "52"):
        searcher.choose(position(dice), Limit(1_500, LONGEST), quiet)
    assert time.thread_time() - begun < 4 * 0.3


@pytest.mark.parametrize(
    ("options", "flag", "match", "expected"),
    [
        ("", 0, 0, [-2, -2, -1, 1, 2, 2]),
        ("backgammon=on", 0, 0, [-3, -2, -1, 1, 2, 3]),
        ("gammon=off", 0, 0, [-1, -1, -1, 1, 1, 1]),
        ("cube=on", 1, 0, [-1, -1, -1, 1, 1, 1]),  # Jacoby, the cube not turned
        ("backgammon=on", 0, 2, [-2, -2, -1, 1, 2, 2]),
        ("backgammon=on", 0, 1, [-1, -1, -1, 1, 1, 1]),
    ],
)
def test_worth(options: str, flag: int, match: int, expected: list[float]) -> None:
    assert worth(position("31", options, flag, match)).tolist() == expected


def test_a_match_nearly_won_makes_gammons_worthless() -> None:
    state = GAME.start(GAME.options("match=5,score1=4,score2=1,first=1"))
    assert worth(state).tolist() == [-2, -2, -1, 1, 1, 1]
