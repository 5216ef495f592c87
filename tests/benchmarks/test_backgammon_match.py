"""Matches of sheshbesh: both games of a pair have the same dice, points are those of the rules, files can be read again."""

from __future__ import annotations

from benchmarks.backgammon_match import players
from benchmarks.backgammon_match.games import Game, pairs, points_a_game
from engines.backgammon import bearoff, nets
from engines.backgammon.brain import Brain
from engines.backgammon.position import board_of
from games.backgammon import GAME, mat
from games.backgammon.rules import Backgammon
from games.backgammon.transcript import moves_of
from games.line import Line


def test_games_are_those_of_the_rules() -> None:
    ours = players.ours(Brain(nets.fresh(8, 1), bearoff.nothing()), 0)
    both = list(pairs((ours, players.seeds()), 3, 1))
    assert ours.decisions > 30 and ours.looked > ours.decisions and 0 < ours.longest < ours.seconds
    for one, other in both:
        assert one.first == 0 and other.first == 1
        shared = min(len(one.steps), len(other.steps))
        assert [dice for dice, *_ in one.steps[:shared]] == [dice for dice, *_ in other.steps[:shared]]
        for game in (one, other):
            assert points_by_rules(game) == game.points
    mean, error = points_a_game(both)
    assert -3 <= mean <= 3 and error >= 0


def points_by_rules(game: Game) -> int:
    """The points of the first player, from the game as a match file has it."""
    text = mat.write(mat.MatMatch(0, ("ours", "peer"), (game.written(),)))
    options = GAME.options(f"backgammon=on,first={game.first + 1}")
    line = Line.begin(GAME, GAME.start(options))
    for move in moves_of(mat.read(text).games[0], options):
        line = line.play(move)
    state = line.state
    assert isinstance(state, Backgammon)
    assert state.over and state.board == board_of(game.steps[-1][2])
    assert state.result
    white, black = state.result.scores
    return white - black
