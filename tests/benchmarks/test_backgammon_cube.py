"""Matches with the cube: played by the rules, and readable again; if GNU Backgammon is installed, it reads them too, and we
read its own.
"""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import pytest

from benchmarks.backgammon.match import formats
from benchmarks.backgammon.match.cube_errors import JudgedAction, judge_games, summarize
from benchmarks.backgammon.match.cube_games import CubeGame, as_match, match, ours, winner, without_cube
from benchmarks.backgammon.match.players import Throws
from benchmarks.backgammon.match.program import program, query
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import mat, mat_reader
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, crawford_game
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.options import Options

TO_FIVE = {"match": 5, "cube": True, "backgammon": True}

with_gnubg = pytest.mark.skipif(not program(), reason="needs the program gnubg (apt install gnubg)")


@pytest.fixture(scope="module")
def played() -> list[list[CubeGame]]:
    """Return two matches."""
    player = ours(BackgammonEvaluator(networks.read(), bearoff.nothing()), cube_plies=0)
    return [list(match((player, player), Options(DECLARED_OPTIONS, TO_FIVE), str(seed), Throws())) for seed in (1, 2)]


def test_matches_go_by_the_rules_to_their_end(played: list[list[CubeGame]]) -> None:
    actions: set[object] = set()
    for games in played:
        totals = [0, 0]
        for game in games:
            assert (game.end.options["score1"], game.end.options["score2"]) == tuple(totals)
            totals = [total + points for total, points in zip(totals, game.points, strict=True)]
            taken = {what for _, what in game.decisions if isinstance(what, CubeAction)}
            actions |= taken
            if crawford_game(game.end.options):
                assert not taken
        assert max(totals) >= 5 > min(totals)
        assert totals[winner(games) - 1] == max(totals)
    assert actions >= {CubeAction.ROLL, CubeAction.DOUBLE, CubeAction.TAKE}


def test_what_is_written_is_read_again(played: list[list[CubeGame]]) -> None:
    for games in played:
        written = as_match(games, ("white", "black"))
        found = mat_reader.read(mat.write(written))
        assert found == written
        checked = formats.read_here(mat.write(written))
        assert not checked.wrong and checked.counts["games"] == len(games) and checked.counts["double"] > 0


def test_who_never_doubles_always_takes() -> None:
    brain = BackgammonEvaluator(networks.read(), bearoff.nothing())
    peer, throws = without_cube(brain), Throws()
    (game,) = match((ours(brain, cube_plies=0), peer), Options(DECLARED_OPTIONS, {"cube": True}), "3", throws)
    assert {what for state, what in game.decisions if state.turn == 2 and isinstance(what, CubeAction)} <= {
        CubeAction.ROLL,
        CubeAction.TAKE,
    }


@with_gnubg
def test_gnubg_reads_our_matches(played: list[list[CubeGame]]) -> None:
    checked = formats.read_there([as_match(games, ("white", "black")) for games in played])
    assert not checked.wrong and checked.counts["matches"] == 2


@with_gnubg
def test_gnubg_reads_games_that_were_given_up(played: list[list[CubeGame]]) -> None:
    games = as_match(played[0], ("white", "black")).games[:2]
    given_up = [replace(game, turns=game.turns[:7], scores=(0, 0), winner=2, points=3) for game in games[:1]]
    given_up.append(replace(games[1], turns=games[1].turns[:7], scores=(0, 3), winner=1, points=1))
    ((length, found),) = query(formats.READ_SCRIPT, [mat.write(mat.MatMatch(5, tuple(given_up)))])
    assert (length, [game[:4] for game in found]) == (5, [[0, 0, "O", 3], [0, 3, "X", 1]])
    assert all(game[4]["resign"] == 1 for game in found)


@with_gnubg
def test_we_read_its_matches_and_ids() -> None:
    ((text, ids),) = formats.theirs([7], 5)
    found = formats.read_here(text)
    assert not found.wrong and found.counts["games"] > 1
    checked = formats.ids(ids)
    assert not checked.wrong and checked.counts["positions"] > 100 and checked.counts["dropped"] > 0


@with_gnubg
def test_cube_actions_are_sane_by_gnubg(played: list[list[CubeGame]]) -> None:
    """Measured: some 5 thousandths a decision (`benchmarks.backgammon.match.cube`); a wrong rule loses hundreds."""
    every = judge_games([game for games in played for game in games], 0)
    found = [each for each in every if each.is_decision]
    assert summarize(found).decisions > 5 and summarize(found).loss < 60
    turned = [each for each in found if each.action is CubeAction.ROLL and each.loss == 0]
    assert turned  # and correct actions are not counted as losses


def test_summaries_say_where_there_were_too_few_decisions() -> None:
    assert summarize([]).decisions == 0 and isnan(summarize([]).loss)
    one = summarize([JudgedAction(GAME.start(GAME.options("cube=on")), CubeAction.ROLL, loss=0.004, close=True)])
    assert one.loss == pytest.approx(4) and isnan(one.error)
