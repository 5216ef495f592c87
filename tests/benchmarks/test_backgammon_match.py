"""Matches of sheshbesh: both games of a pair have the same dice, points are those of the rules, files can be read again.
And a fixed set of decisions, in which the installed networks never lose more than is recorded here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.backgammon.match import frozen, luck, players
from benchmarks.backgammon.match.games import Game, pairs, points_a_game
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, board_of
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import mat, mat_reader
from fourth_seat.games.backgammon.formats.play_out import play_out
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.protocol import Line

RECORDED = {0: 2.78, 1: 2.15}
"""Thousandths of a point that the installed networks lose in each frozen decision, by plies; raised only if a better judge
than gnubg 2-ply finds that other networks lose less at these plies: gnubg 3-ply (`benchmarks.backgammon.match.judged
--plies 1`: 1.35 instead of 1.51), or in backgames rollouts to the end (11 less).
"""


def test_games_are_those_of_the_rules() -> None:
    ours = players.ours(BackgammonEvaluator(networks.fresh(8, 1), bearoff.nothing()), 0)
    both = list(pairs((ours, players.seed_player()), 3, 1))
    assert ours.decisions > 30 and ours.looked > ours.decisions and 0 < ours.longest < ours.seconds
    for one, other in both:
        assert one.first == 0 and other.first == 1
        shared = min(len(one.steps), len(other.steps))
        assert [dice for dice, *_ in one.steps[:shared]] == [dice for dice, *_ in other.steps[:shared]]
        for game in (one, other):
            assert points_by_rules(game) == game.points
    mean, error = points_a_game(both)
    assert -3 <= mean <= 3 and error >= 0


@pytest.mark.slow
def test_luck_is_nothing_on_the_mean_and_explains_results() -> None:
    evaluator = BackgammonEvaluator(networks.read(), bearoff.nothing())
    own = players.ours(evaluator, 0)
    both = list(pairs((own, own), 30, 2))
    here = both[0][0].steps[3][1]
    every = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    assert np.mean([luck.of_throw(evaluator, here, dice, False) for dice in every]) == pytest.approx(0, abs=1e-5)
    first = both[0][0].steps[0][1]
    unequal = [dice for dice in every if dice[0] != dice[1]]
    assert np.mean([luck.of_throw(evaluator, first, dice, True) for dice in unequal]) == pytest.approx(0, abs=1e-5)
    games = [game for pair in both for game in pair]
    without = [game.points - luck.of_game(evaluator, game) for game in games]
    assert np.std(without) < 0.3 * np.std([game.points for game in games])
    assert luck.points_without(evaluator, both) == pytest.approx((0, 0), abs=1e-5), "the same player with the same dice"


def points_by_rules(game: Game) -> int:
    """Return the points of the first player, from the game in the form of a match file."""
    text = mat.write(mat.MatMatch(0, (game.to_mat(("ours", "peer")),)))
    options = GAME.options(f"backgammon=on,first={game.first + 1}")
    line = Line.begin(GAME, GAME.start(options))
    for move in play_out(mat_reader.read(text).games[0], options).moves:
        line = line.play(move)
    state = line.state
    assert isinstance(state, BackgammonState)
    assert state.over and state.board == board_of(game.steps[-1][2])
    assert state.result
    white, black = state.result.scores
    return white - black


@pytest.mark.slow
@pytest.mark.parametrize("plies", RECORDED)
def test_the_installed_networks_are_never_worse_than_recorded(plies: int) -> None:
    own = players.ours(BackgammonEvaluator(networks.read(), bearoff.build()), plies)
    assert 1_000 * frozen.losses_of(own, frozen.read()).mean() <= RECORDED[plies]


def test_frozen_decisions_have_a_value_for_every_turn() -> None:
    decisions = frozen.read()
    assert len(decisions.positions) == 2_000 and decisions.counts.sum() == len(decisions.equities)
    assert all(len(frozen.candidates(here, dice)) == len(equities) > 1 for here, dice, equities in decisions)
    assert (np.abs(decisions.equities) <= 3).all()


def test_the_best_turn_loses_nothing_and_others_what_they_are_behind(tmp_path: Path) -> None:
    whole = frozen.read()
    few = frozen.Decisions(whole.positions[:3], whole.dice[:3], whole.counts[:3], whole.equities[: whole.counts[:3].sum()])
    few.write(tmp_path / "few.npz")
    few = frozen.read(tmp_path / "few.npz")
    wanted = iter([equities for *_, equities in few] * 2)
    best = players.Player("best", lambda *_: int(next(wanted).argmax()))
    worst = players.Player("worst", lambda *_: int(next(wanted).argmin()))
    assert frozen.losses_of(best, few).tolist() == [0, 0, 0]
    assert frozen.losses_of(worst, few) == pytest.approx([np.ptp(equities) for *_, equities in few])
