"""The seed's player compared with its document, and the quick evaluation of positions."""

from __future__ import annotations

import random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.backgammon import baseline, evaluation
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from fourth_seat.games.backgammon.moves import BackgammonPlay, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from tests.games.backgammon.boards import position

Chips = list[int]
"""The document's board: checkers on 24 places, black's positive and running up, white's negative and running down."""

# The start, and the first outcome that the document prints: white has moved from 5 to 4 and from 7 to 1.
DOCUMENT_START = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2]
DOCUMENT_OUTCOME = [2, -1, 0, 0, -1, -4, 0, -2, 0, 0, 0, 4, -5, 0, 0, 0, 2, 2, 5, 0, 0, 0, 0, -2]


def chips_of(state: BackgammonState) -> Chips:
    white, black = state.checkers
    return [black[24 - place] - white[place + 1] for place in range(24)]


def score_for_black(chips: Chips, black_jail: int, white_jail: int) -> float:
    """Return the document's formula, written down once more in its own terms."""
    places = list(enumerate(chips))
    black = [(place, count) for place, count in places if count > 0]
    white = [(place, -count) for place, count in places if count < 0]
    rear_black = 0 if black_jail else min([place for place, _ in black], default=24)
    rear_white = 24 if white_jail else max([place for place, _ in white], default=0)
    exposed_black = [count for place, count in black if place < (rear_white if white or white_jail else 0)]
    exposed_white = [count for place, count in white if place > (rear_black if black or black_jail else 24)]
    if black_jail:  # the document's 0 would spare a lone checker on the very first place
        exposed_white = [count for _, count in white]
    total = 15 * ((15 - black_jail - sum(n for _, n in black)) - (15 - white_jail - sum(n for _, n in white)))
    value = float(total) - 50 * black_jail + 50 * white_jail
    value -= sum(n * (24 - place) + (24 - place) ** 2 / 24 for place, n in black)
    value += sum(n * (place + 1) + (place + 1) ** 2 / 24 for place, n in white)
    value += sum(5 if n > 1 else -10 for n in exposed_black) - sum(5 if n > 1 else -10 for n in exposed_white)
    return value - 10 * max(0, chips[0]) + 10 * max(0, -chips[23])


def played(state: BackgammonState, *texts: str) -> BackgammonState:
    for text in texts:
        for move in GAME.parse(state, text):
            state = state.play(move)
    return state


def test_the_documents_boards() -> None:
    start = GAME.start(GAME.options("first=2"))
    assert chips_of(start) == DOCUMENT_START
    assert chips_of(played(start, "61: 13/7 8/7", "61: 6/5 8/2")) == DOCUMENT_OUTCOME


def test_the_documents_score() -> None:
    own, other = played(GAME.start(GAME.options("first=2")), "61: 13/7 8/7", "61: 6/5 8/2").board
    # By hand. Distances left: 160 each. Black's points are 24, 13, 8, 7 and 6 away, all held and in front of white's last;
    # white's are 2, 5 (lone, with black behind), 6, 8, 13 and 24 away. Both have two checkers on their first point.
    black = -160 - (24**2 + 13**2 + 8**2 + 7**2 + 6**2) / 24 + 5 * 5 - 2 * 10
    white = -160 - (2**2 + 5**2 + 6**2 + 8**2 + 13**2 + 24**2) / 24 + 4 * 5 - 2 * 10 - 2 * 10
    assert baseline.score(own, other) == pytest.approx(black - white) == pytest.approx(24 + 1 / 6)
    assert baseline.score(own, other) == pytest.approx(score_for_black(DOCUMENT_OUTCOME, 0, 0))
    assert baseline.score(START_CHECKERS, START_CHECKERS) == 0


@pytest.mark.slow
def test_the_score_is_the_documents_formula_everywhere() -> None:
    rng = random.Random(6)
    state = GAME.start(GAME.options())
    jails = 0
    for _ in range(3_000):
        if state.over:
            state = GAME.start(GAME.options())
        white, black = state.checkers
        jails += white[25] + black[25] > 0
        assert baseline.score(black, white) == pytest.approx(score_for_black(chips_of(state), black[25], white[25]))
        assert baseline.score(white, black) == pytest.approx(-baseline.score(black, white))
        state = state.play_unchecked(rng.choice(state.legal()))
    assert jails > 300


def test_the_seed_plays_the_first_of_the_best() -> None:
    rng = random.Random(1)
    state = played(GAME.start(GAME.options()), "31")
    scores = {move: baseline.score(*reversed(state.play(move).board)) for move in state.legal()}
    best = [move for move, value in scores.items() if value == max(scores.values())]
    assert baseline.choose(state, rng) == best[0] and str(best[0]) == "31: 8/5 6/5"


def test_the_seed_never_doubles_and_always_takes() -> None:
    state = GAME.start(GAME.options("cube=on,first=1"))
    assert baseline.choose(state, random.Random(1)) is CubeAction.ROLL
    assert baseline.choose(state.play(CubeAction.DOUBLE), random.Random(1)) is CubeAction.TAKE


@pytest.mark.parametrize("name", ["seed", "static"])
def test_players_finish_games(name: str) -> None:
    choose, rng = engine_of("backgammon").players[name], random.Random(2)
    state = GAME.start(GAME.options("cube=on,match=3"))
    while not state.over:
        move = choose(state, rng) if state.to_move else rng.choice(state.legal())
        state = state.play(move)
    assert state.result


# -- the quick judgement ---------------------------------------------------------------------------------------------------


def test_shares_are_shares_in_every_phase() -> None:
    rng = random.Random(3)
    state = GAME.start(GAME.options("cube=on"))
    while not state.over:
        shares = evaluation.evaluate(state)
        assert len(shares) == 2 and sum(shares) == pytest.approx(1) and 0 < shares[0] < 1
        state = state.play(rng.choice(state.legal()))


def test_black_and_white_are_judged_alike() -> None:
    start = GAME.start(GAME.options("first=1"))
    other = GAME.start(GAME.options("first=2"))
    assert evaluation.evaluate(start) == evaluation.evaluate(other)[::-1]
    assert 0.5 < evaluation.evaluate(start)[0] < 0.6  # to throw first is worth a little


def test_plain_cases_are_judged_plainly() -> None:
    ahead = position({1: 2, 2: 2}, {6: 8, 5: 5}, "00")
    assert evaluation.evaluate(ahead)[0] > 0.95
    jailed = position({25: 2, 6: 5, 8: 3}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3}, "00")
    assert evaluation.evaluate(jailed)[0] < 0.2


def test_a_good_turn_looks_promising() -> None:
    state = played(GAME.start(GAME.options("first=1")), "31")
    weights = {str(move): evaluation.prior(state, move) for move in state.legal()}
    assert all(weight > 0 for weight in weights.values())
    assert sorted(weights, key=lambda move: -weights[move]).index("31: 8/5 6/5") < 3


def test_the_cube_is_turned_when_ahead_and_dropped_when_far_behind() -> None:
    rng = random.Random(1)
    ahead = position({6: 4, 5: 4, 4: 4}, {6: 5, 8: 5, 7: 5}, "00", "cube=on")
    assert evaluation.choose(ahead, rng) is CubeAction.DOUBLE
    assert evaluation.choose(ahead.play(CubeAction.DOUBLE), rng) is CubeAction.DROP
    even = GAME.start(GAME.options("cube=on,first=1"))
    assert (
        evaluation.choose(even, rng) is CubeAction.ROLL
        and evaluation.choose(even.play(CubeAction.DOUBLE), rng) is CubeAction.TAKE
    )


def test_no_player_chooses_a_pass_it_need_not() -> None:
    state = played(GAME.start(GAME.options("first=1")), "65")
    for choose in (baseline.choose, evaluation.choose):
        move = choose(state, random.Random(1))
        assert isinstance(move, BackgammonPlay) and move.routes and move in state.legal()
