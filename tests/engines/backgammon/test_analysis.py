"""The worth of turns: errors, luck with mean 0, the same depth for everything that is compared; over GTP."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.analysis import judged, luck, ranked
from fourth_seat.engines.backgammon.decisions import worth
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.engines.backgammon.search import BackgammonSearch
from fourth_seat.engines.gtp import GtpSession, serve
from fourth_seat.engines.levels import level
from fourth_seat.engines.protocol import GameAnalyst
from fourth_seat.games import find
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.rules import THROW_PROBABILITIES, BackgammonState

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:{flag}:{match}:10"


@pytest.fixture(scope="module")
def evaluator() -> BackgammonEvaluator:
    return BackgammonEvaluator(networks.read(), bearoff.build())


def after_some_turns(options: str, turns: int, seed: int = 2) -> BackgammonState:
    """Return a position before a throw, in the middle of a game."""
    rng = Random(seed)
    state = GAME.start(GAME.options(options))
    for _ in range(turns):
        throws, chances = zip(*state.chances(), strict=True)
        state = state.play(rng.choices(throws, chances)[0])
        state = state.play(rng.choice(list(state.legal())))
    return state


@pytest.mark.parametrize("options", ["first=1", "first=1,match=7,cube=off"])
def test_luck_has_no_mean(evaluator: BackgammonEvaluator, options: str) -> None:
    state = after_some_turns(options, 9)
    lucky = [luck(evaluator, state.play(throw)) for throw, _ in THROW_PROBABILITIES]
    assert sum(chance * each for (_, chance), each in zip(THROW_PROBABILITIES, lucky, strict=True)) == pytest.approx(
        0, abs=1e-5
    )
    assert max(lucky) > 0.05 and min(lucky) < -0.05


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", ["first=1,cube=on", "first=1,cube=on,match=7"])
def test_moves_stand_in_the_order_of_what_is_shown_with_the_cube(evaluator: BackgammonEvaluator, options: str) -> None:
    differing = 0
    for seed in range(8):
        state = replace(after_some_turns("first=1", 12, seed), options=GAME.options(options))
        for throw, _ in THROW_PROBABILITIES[:6]:
            thrown = state.play(throw)
            moves = ranked(evaluator, thrown, 0)
            points = [move.forecast.equity for move in moves if move.forecast]
            assert points == sorted(points, reverse=True)
            without = [float(np.dot(move.forecast.ends, worth(thrown))) for move in moves if move.forecast]
            differing += points != pytest.approx(without, abs=0.01)
            assert judged(evaluator, thrown, moves[-1].move, 0).best.move == moves[0].move
    assert differing


def test_nor_has_that_of_the_opening(evaluator: BackgammonEvaluator) -> None:
    state = GAME.start(GAME.options("first=throw"))
    white = []
    for throw, _ in state.chances():
        thrown = state.play(throw)
        if thrown.dice:
            white.append(luck(evaluator, thrown) * (1 if thrown.turn == 1 else -1))
    assert len(white) == 30 and float(np.mean(white)) == pytest.approx(0, abs=1e-5)
    again = GAME.start(GAME.options("first=1"))
    (double,) = GAME.parse(again, "66")
    assert luck(evaluator, again.play(double)) > 0.2


def test_the_best_is_not_worse_than_what_was_played(evaluator: BackgammonEvaluator) -> None:
    state = GAME.start(GAME.options("first=1"))
    state = state.play(GAME.parse(state, "31")[0])
    moves = state.legal()
    assert len(moves) > 5
    for move in moves[:: max(1, len(moves) // 6)]:
        found = judged(evaluator, state, move, 2)
        best, played = found.best.forecast, found.played.forecast
        assert best and played and best.plies == played.plies == 2
        assert found.choices == len(moves) and found.played.move == move
        assert best.equity >= played.equity
    first = ranked(evaluator, state, 2)[0]
    same = judged(evaluator, state, first.move, 2)
    assert same.best.move == first.move == same.played.move


def test_a_forced_pass_is_judged_too(evaluator: BackgammonEvaluator) -> None:
    state = GAME.parse_position("XGID=----DEE-----------cbbbbbbA:0:0:1:66:0:0:0:0:10", GAME.options())
    moves = state.legal()
    found = judged(evaluator, state, moves[0], 2)
    assert found.choices == 1 and found.best == found.played


def test_only_what_can_do_it_says_so() -> None:
    assert issubclass(BackgammonSearch, GameAnalyst)


def talk(text: str, game: str = "backgammon") -> list[str]:
    out = io.BytesIO()
    found = find(game)
    session = GtpSession(found, found.options(), level("8", game))
    serve(session, io.BytesIO(text.encode()), out, io.BytesIO())
    return [block.strip() for block in out.getvalue().decode().split("\n\n") if block.strip()]


def answer(block: str) -> Any:
    assert block.startswith("="), block
    return json.loads(block[1:])


@pytest.mark.slow
def test_over_gtp() -> None:
    answers = talk(
        "judge 1 31: 24/20\nvalues 1 31 3\nrollout 1 31 2 trials=72 throws=4\n"
        f"set_position {START.format(flag=0, match=0)}\nrollout 1 trials=72 throws=4\n"
    )
    judgement, values, rolled, position = answer(answers[0]), answer(answers[1]), answer(answers[2]), answer(answers[4])
    assert judgement["choices"] == 16 and judgement["moves"][0]["move"] == "31: 8/5 6/5"
    lost = judgement["moves"][0]["outlook"]["equity"] - judgement["moves"][1]["outlook"]["equity"]
    assert 0.08 < lost < 0.3
    assert [sum(each["outlook"]["ends"]) for each in values["moves"]] == pytest.approx([1, 1, 1], abs=1e-3)
    assert [each["outlook"]["trials"] for each in rolled["moves"]] == [72, 72]
    assert all(each["outlook"]["error"] > 0 for each in rolled["moves"])
    (only,) = position["moves"]
    assert only["move"] == "" and only["outlook"]["trials"] == 72 and 0 < only["outlook"]["equity"] < 0.2


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("judge 1", "not a move"),
        ("judge 1 31: 24/1", "blocked"),
        ("judge 1 31", "cannot be evaluated now"),
        ("judge 3 31: 8/5 6/5", "colour"),
        ("rollout 1 31 none", "invalid number of moves none"),
        ("rollout 1 31 trials=0", "invalid number of trials 0"),
        ("rollout 1 31 games=3", "unknown option games"),
    ],
)
def test_what_cannot_be_is_said(line: str, reason: str) -> None:
    (answer,) = talk(line + "\n")
    assert answer.startswith("?") and reason in answer


def test_other_games_say_that_they_cannot() -> None:
    (answer,) = talk("judge 1 4\n", "connect4")
    assert answer.startswith("?") and "Connect 4" in answer
