"""Games with the doubling cube, by the rules, between players that choose cube actions and turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.backgammon.match.players import Throws
from fourth_seat.engines.backgammon.cube.at_stake import ranked
from fourth_seat.engines.backgammon.decisions import doubling, looked
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Positions, board_of, packed
from fourth_seat.games.backgammon.checkers import BackgammonBoard
from fourth_seat.games.backgammon.formats.mat import MatGame, MatMatch, MatTurn, spelt
from fourth_seat.games.backgammon.match import missing, next_game, score
from fourth_seat.games.backgammon.moves import BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState, start
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.games.options import Options

CLOSE_POINTS = 0.4  # difference between rolling and doubling below which throws are searched ahead

Decision = tuple[BackgammonState, CubeAction | BackgammonBoard]
"""A position with the cube action taken in it, or the board after the turn, the mover's checkers first."""


@dataclass(frozen=True, slots=True)
class CubePlayer:
    """A player with a cube.

    Attributes:
        choose_action: returns the cube action if the cube may be turned, or has been.
        choose_turn: returns the index of the turn to make, among two or more positions after turns, as the other side
            sees them.
    """

    name: str
    choose_action: Callable[[BackgammonState], CubeAction]
    choose_turn: Callable[[BackgammonState, Positions], int]


def ours(evaluator: BackgammonEvaluator, plies: int = 0, cube_plies: int = 1, name: str = "ours") -> CubePlayer:
    """Return a player by networks that looks `plies` throws ahead for turns, and `cube_plies` throws for cube actions."""

    def choose_action(state: BackgammonState) -> CubeAction:
        found, _ = doubling(evaluator, state, 0)
        if state.phase is BackgammonPhase.ANSWER or abs(min(found.take, found.drop) - found.roll) < CLOSE_POINTS:
            found, _ = doubling(evaluator, state, cube_plies)
        return ranked(state.phase, found)[0]

    return CubePlayer(name, choose_action, lambda state, found: int(looked(evaluator, state, found, plies).order[0]))


def without_cube(evaluator: BackgammonEvaluator) -> CubePlayer:
    """Return a player with the same networks and turns that never doubles and always takes."""
    return CubePlayer("never doubles, always takes", _never, ours(evaluator).choose_turn)


def _never(state: BackgammonState) -> CubeAction:
    return CubeAction.ROLL if state.phase is BackgammonPhase.CUBE else CubeAction.TAKE


@dataclass(frozen=True, slots=True)
class CubeGame:
    """A game: its cube actions and moves, and its final position."""

    decisions: tuple[Decision, ...]
    end: BackgammonState

    @property
    def points(self) -> tuple[int, ...]:
        """The points of white and of black."""
        return self.end.standing().scores

    def to_mat(self, names: tuple[str, str]) -> MatGame:
        """Return the game in the form of match files."""
        cells = []
        for state, what in self.decisions:
            if isinstance(what, CubeAction):
                if what is not CubeAction.ROLL:
                    cells.append(MatTurn(state.turn, str(what)))
            else:
                assert state.dice
                cells.append(MatTurn(state.turn, spelt(turns(state.board, state.dice)[what])))
        points = self.points
        return MatGame(names, score(self.end.options), tuple(cells), 1 if points[0] else 2, max(points))


def game(players: tuple[CubePlayer, CubePlayer], options: Options, rng: random.Random, throws: Throws) -> CubeGame:
    """Play a game to its end; white's player first."""
    state = start(options)
    decisions: list[Decision] = []
    while not state.over:
        if state.phase is BackgammonPhase.THROW:
            state = state.play_unchecked(BackgammonThrow((rng.randint(1, 6), rng.randint(1, 6))))
            continue
        player = players[state.turn - 1]
        if state.phase is BackgammonPhase.PLAY:
            assert state.dice
            found = throws(packed([state.board])[0], state.dice)
            other, own = board_of(found[player.choose_turn(state, found) if len(found) > 1 else 0])
            decisions.append((state, (own, other)))
            state = state.next_turn(own, other)
        else:
            action = player.choose_action(state)
            decisions.append((state, action))
            state = state.play(action)
    return CubeGame(tuple(decisions), state)


def match(players: tuple[CubePlayer, CubePlayer], options: Options, seed: str, throws: Throws) -> Iterator[CubeGame]:
    """Yield the games of a match, or one game outside a match; games of the same seed and number have the same dice."""
    following: Options | None = options
    number = 0
    while following:
        played = game(players, following, random.Random(f"{seed} {number}"), throws)
        yield played
        result = played.end.result
        assert result
        following = next_game(following, result) if following["match"] else None
        number += 1


def winner(games: list[CubeGame]) -> int:
    """Return the colour that has won a match that is over."""
    end = games[-1].end
    white, needed = games[-1].points[0], missing(end.options, 1)
    return 1 if needed and white >= needed else 2


def as_match(games: list[CubeGame], names: tuple[str, str]) -> MatMatch:
    """Return a match, or single games, in the form of match files."""
    return MatMatch(int(games[0].end.options["match"]), tuple(played.to_mat(names) for played in games))
