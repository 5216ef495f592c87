"""Games without a cube, in pairs with the same dice: in one the first player begins, in the other the second."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from benchmarks.backgammon.match.players import Dice, Player, Throws
from fourth_seat.engines.arena.intervals import standard_error
from fourth_seat.engines.backgammon.evaluator import SIDE, Positions, board_of, packed
from fourth_seat.games.backgammon.checkers import CHECKERS_EACH, LAST_HOME_POINT, START_CHECKERS
from fourth_seat.games.backgammon.formats.mat import MatGame, MatTurn, spelt
from fourth_seat.games.backgammon.turns import turns

MAX_THROWS = 3_000


@dataclass(frozen=True, slots=True)
class Game:
    """A game: the points of the first player (negative: the second's), and the throws with the positions before and after
    them, each as the side on roll sees it.
    """

    points: int
    first: int
    steps: tuple[tuple[Dice, Positions, Positions], ...]

    def to_mat(self, names: tuple[str, str]) -> MatGame:
        """Return the game in the form of match files; the first player is white."""
        cells = []
        for number, (dice, here, after) in enumerate(self.steps):
            high, low = max(dice), min(dice)
            other, own = board_of(after)
            play = turns(board_of(here), (high, low))[own, other]
            cells.append(MatTurn(1 + (self.first + number) % 2, spelt(play)))
        return MatGame(names, (0, 0), tuple(cells), 1 if self.points > 0 else 2, abs(self.points))


def pairs(players: tuple[Player, Player], number: int, seed: int) -> Iterator[tuple[Game, Game]]:
    """Play pairs of games."""
    throws = Throws()
    for pair in range(number):
        rng = random.Random(f"{seed} {pair}")
        thrown = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(MAX_THROWS)]
        while thrown[0][0] == thrown[0][1]:
            thrown[0] = rng.randint(1, 6), rng.randint(1, 6)
        yield play_game(players, 0, thrown, throws), play_game(players, 1, thrown, throws)


def play_game(players: tuple[Player, Player], first: int, thrown: list[Dice], throws: Throws) -> Game:
    """Play a game with these throws."""
    here = packed([(START_CHECKERS, START_CHECKERS)])[0]
    steps = []
    for number, dice in enumerate(thrown):
        found = throws(here, dice)
        mover = (first + number) % 2
        after = found[players[mover].turn(here, dice, found) if len(found) > 1 else 0]
        steps.append((dice, here, after))
        here = after
        if here[SIDE] == CHECKERS_EACH:
            points = 1 if here[0] else 3 if here[SIDE - 1 - LAST_HOME_POINT : SIDE].any() else 2
            return Game(points if mover == 0 else -points, first, tuple(steps))
    raise AssertionError("a game that does not end")


def points_a_game(both: list[tuple[Game, Game]]) -> tuple[float, float]:
    """Return the first player's points per game and their standard error, over pairs."""
    results = [(one.points + other.points) / 2 for one, other in both]
    return mean(results), standard_error(results)
