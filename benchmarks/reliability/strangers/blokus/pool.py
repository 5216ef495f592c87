"""Random games of Blokus: every number of players, colours that stop, and games that are played out or broken off."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.protocol import Line, PlayedGame

VARIANTS = {
    "Blokus": "players=4",
    "Blokus Three-Player": "players=3",
    "Blokus Two-Player": "players=2",
    "Blokus Duo": "variant=duo",
}
NAMES = ("", "Anna", "Ben [2]", "Zoë \\ Müller", "דנה", "Дмитрий", "Cleo+Dan; x")
STOPS = 0.02  # how often a colour stops although it could place
PLAYED_OUT = 0.3


def games(number: int, seed: str) -> Iterator[PlayedGame]:
    """Yield this many games, with each number of players in turn."""
    for at in range(number):
        yield _game(random.Random(f"{seed} blokus {at}"), list(VARIANTS.values())[at % len(VARIANTS)])


def _game(rng: random.Random, options: str) -> PlayedGame:
    most = 1000 if rng.random() < PLAYED_OUT else rng.randrange(1, 40)
    stops = STOPS * rng.choice((0, 0, 1))
    start: BlokusState = GAME.start(GAME.options(options))
    state, moves = start, list[BlokusMove]()
    while not state.over and len(moves) < most:
        moves.append(BlokusOut() if rng.random() < stops else rng.choice(state.legal()))
        state = state.play_unchecked(moves[-1])
    while moves and isinstance(moves[-1], BlokusOut):  # files of other programs do not say that nobody moves any more
        moves.pop()
    names = tuple(rng.choice(NAMES) for _ in range(GAME.seats(start.options)))
    return PlayedGame((line_of(start, moves),), names)


def line_of(start: BlokusState, moves: list[BlokusMove]) -> Line:
    """Return a line with moves that are known to be legal."""
    state = start
    for move in moves:
        state = state.play_unchecked(move)
    return Line(GAME, start, tuple(moves), state)
