"""The upper levels' turns: legal, good, and searched as deeply as the level allows; the worth of ends."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest

from fourth_seat.engines.backgammon import bearoff
from fourth_seat.engines.backgammon.decisions import worth
from fourth_seat.engines.backgammon.search import BackgammonSearch
from fourth_seat.engines.levels import level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.moves import BackgammonPlay, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from tests.games.backgammon.boards import xgid

LONGEST = 120  # seconds until kernels are compiled and tables built on the slowest machine
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:{flag}:{match}:10"


@pytest.fixture(scope="module")
def searcher() -> BackgammonSearch:
    made = BackgammonSearch(GAME.options(), EngineLimits(), Random(1))
    assert not made.notices
    return made


def position(dice: str, options: str = "", flag: int = 0, match: int = 0) -> BackgammonState:
    return GAME.parse_position(START.format(dice=dice, flag=flag, match=match), GAME.options(options))


def quiet(*_: object) -> None: ...


@pytest.mark.parametrize("level", [7, 8, 9])
def test_upper_levels_make_their_five_point(searcher: BackgammonSearch, level: int) -> None:
    assert str(searcher.choose(position("31"), level, SearchLimit(seconds=LONGEST), quiet)) == "31: 8/5 6/5"


@pytest.mark.slow
def test_nothing_but_endings_waits_for_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until they are built, everything else is played as if they were there."""
    begin = threading.Event()
    tables = bearoff.build()
    monkeypatch.setattr(bearoff, "kept", lambda *_: tables if begin.wait(LONGEST) else None)
    searcher = BackgammonSearch(GAME.options(), EngineLimits(), Random(1))
    limit = SearchLimit(seconds=LONGEST)
    assert str(searcher.choose(position("31"), 9, limit, quiet)) == "31: 8/5 6/5"
    at_work = GAME.parse_position(xgid({19: 1, 18: 3, 1: 11}, {3: 15}, "66"), GAME.options())
    assert searcher.choose(at_work, 7, limit, quiet) and not limit.late()
    home_soon = GAME.parse_position(xgid({18: 4, 1: 11}, {3: 15}, "66"), GAME.options())
    limit = SearchLimit(seconds=0.1)
    assert searcher.choose(home_soon, 7, limit, quiet) and limit.late()
    last_throw = GAME.parse_position(xgid({5: 1, 2: 1}, {1: 1}, "00"), GAME.options("cube=on"))
    guessed = searcher.values(last_throw, None, SearchLimit(seconds=0.1), quiet)
    begin.set()
    known = searcher.values(last_throw, None, SearchLimit(seconds=LONGEST), quiet)
    assert guessed[0].shares != known[0].shares == pytest.approx((19 / 36, 17 / 36), abs=1e-4)


@pytest.mark.parametrize(("level", "simulations"), [(7, 200), (8, 1_500), (9, None)])
def test_last_throws_are_reckoned_exactly(searcher: BackgammonSearch, level: int, simulations: int | None) -> None:
    """Checkers on 5 and 2 come home with 19 of 36 throws, and the other side needs one more throw, which is certain to be
    enough."""
    state = GAME.parse_position(xgid({5: 1, 2: 1}, {1: 1}, "00"), GAME.options("cube=on"))
    limit = SearchLimit(simulations, LONGEST)
    assert searcher.choose(state, level, limit, quiet) is CubeAction.DOUBLE
    double, roll = searcher.values(state, None, limit, quiet)
    assert (double.move, roll.move) == (CubeAction.DOUBLE, CubeAction.ROLL)
    assert double.figures == pytest.approx((2 / 36, 4 / 36, 1), abs=1e-4)
    assert double.shares == pytest.approx((19 / 36, 17 / 36), abs=1e-4)
    answering = state.play(CubeAction.DOUBLE)
    assert searcher.choose(answering, level, limit, quiet) is CubeAction.TAKE
    take, drop = searcher.values(answering, None, limit, quiet)
    assert (take.move, drop.move, drop.shares) == (CubeAction.TAKE, CubeAction.DROP, (1, 0))
    assert searcher.choose(state, 6, SearchLimit(40, LONGEST), quiet) is CubeAction.DOUBLE  # a lower level, too


def test_a_double_that_cannot_be_taken(searcher: BackgammonSearch) -> None:
    state = GAME.parse_position(xgid({6: 4, 5: 4, 4: 4}, {6: 5, 8: 5, 5: 3, 4: 2}, "00"), GAME.options("cube=on"))
    double = searcher.values(state, 1, SearchLimit(1_500, LONGEST), quiet)[0]
    assert double.move is CubeAction.DOUBLE and double.shares == (1, 0)
    assert searcher.choose(state.play(CubeAction.DOUBLE), 7, SearchLimit(200, LONGEST), quiet) is CubeAction.DROP


def test_words_have_values_before_the_networks_are_there() -> None:
    fresh = MoveSelector(GAME, GAME.options("cube=on"), level("9", GAME.name), Random(1))
    found = fresh.values(position("00", "cube=on"), None, lambda: True, quiet)
    assert [each.move for each in found] == [CubeAction.ROLL, CubeAction.DOUBLE] and len(found[0].figures) == 3


def test_known_openings(searcher: BackgammonSearch) -> None:
    for dice, move in (("61", "61: 13/7 8/7"), ("42", "42: 8/4 6/4"), ("53", "53: 8/3 6/3")):
        found = searcher.values(position(dice), 3, SearchLimit(seconds=LONGEST), quiet)
        assert str(found[0].move) == move
        assert len(found) == 3 and all(0.4 < each.shares[0] < 0.6 for each in found)
        assert all(sum(each.shares) == pytest.approx(1, abs=1e-4) for each in found)


def test_every_turn_is_legal_and_has_a_value(searcher: BackgammonSearch) -> None:
    rng = Random(4)
    state = GAME.start(GAME.options())
    while not state.over:
        if state.phase is not BackgammonPhase.PLAY:
            state = state.play(rng.choice(state.legal()))
            continue
        found = searcher.values(state, None, SearchLimit(1_500, LONGEST), quiet)
        assert {each.move for each in found} == set(state.legal())
        move = searcher.choose(state, 7, SearchLimit(200, LONGEST), quiet)
        assert isinstance(move, BackgammonPlay)
        state = state.play(move)


def test_a_move_takes_no_time_worth_speaking_of(searcher: BackgammonSearch) -> None:
    start = time.thread_time()
    for dice in ("31", "66", "11", "52"):
        searcher.choose(position(dice), 8, SearchLimit(1_500, LONGEST), quiet)
    assert time.thread_time() - start < 4 * 0.3


@pytest.mark.parametrize(
    ("options", "flag", "match", "expected"),
    [
        ("", 0, 0, [-2, -2, -1, 1, 2, 2]),
        ("backgammon=on", 0, 0, [-3, -2, -1, 1, 2, 3]),
        ("gammon=off", 0, 0, [-1, -1, -1, 1, 1, 1]),
        ("cube=on", 1, 0, [-1, -1, -1, 1, 1, 1]),  # Jacoby, the cube not turned
        ("backgammon=on", 0, 1, [-1, -1, -1, 1, 1, 1]),
    ],
)
def test_worth(options: str, flag: int, match: int, expected: list[float]) -> None:
    assert worth(position("31", options, flag, match)).tolist() == expected


def test_a_match_nearly_won_makes_gammons_worthless() -> None:
    state = GAME.start(GAME.options("match=5,score1=4,score2=1,first=1"))
    assert worth(state).tolist()[3:] == pytest.approx([1, 1, 1]) and worth(state)[1] < -1.5
    even = worth(GAME.start(GAME.options("match=2,first=1")))
    assert even.tolist() == pytest.approx((-even[::-1]).tolist()) and even[4] == even[5] > 2  # it wins the match
