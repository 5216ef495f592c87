"""Random matches: legal moves, the cube, and every way in which a game can end at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum, auto

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.cube import why_no_double
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import OPENING_THROWS, BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.scoring import most_times
from fourth_seat.games.formats import result_of
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Ending, Line, PlayedGame

LENGTHS = (0, 0, 1, 3, 5, 7, 11)
PLAYERS = (("Anna", "Ben"), ("Zoë Müller", "José"), ("anna_b", "Ben: 2"), ("A", "B"), ("L'Hermite", "Ben (2)"))
MAX_GAMES = 5  # of one match
MAX_CHANCE_MOVES = 400  # of a game that is to be played out; hardly any random game is longer
DOUBLES, TAKES = 0.06, 0.6  # how often a player doubles, and takes
MOVES_BEFORE_GIVING_UP = 45  # at most


class End(Enum):
    """The intended end of a game, if it does not end by itself before."""

    PLAYED_OUT = auto()
    BEFORE_ROLLING = auto()
    AFTER_ROLLING = auto()
    UNFINISHED = auto()


OPENINGS = tuple(throw for throw in OPENING_THROWS if throw.dice[0] != throw.dice[1])


def matches(games: int, seed: str) -> Iterator[list[PlayedGame]]:
    """Yield matches that together have this many games."""
    left, number = games, 0
    while left > 0:
        match = _match(random.Random(f"{seed} {number}"), left)
        left, number = left - len(match), number + 1
        yield match


def _match(rng: random.Random, most: int) -> list[PlayedGame]:
    length = rng.choice(LENGTHS)
    options: Options | None = GAME.options(
        f"match={length},cube=on,backgammon=on,jacoby={'on' if not length and rng.random() < 0.5 else 'off'}"
    )
    names, games = rng.choice(PLAYERS), list[PlayedGame]()
    while options and len(games) < min(most, MAX_GAMES):
        games.append(_game(rng, options, names))
        result = result_of(games[-1])
        if not result:
            break
        options = GAME.next_game(options, result)
    return games


def _game(rng: random.Random, options: Options, names: tuple[str, str]) -> PlayedGame:
    end = rng.choices(list(End), (3, 5, 5, 1))[0]
    least = MAX_CHANCE_MOVES if end is End.PLAYED_OUT else rng.randrange(1, MOVES_BEFORE_GIVING_UP)
    start: BackgammonState = GAME.start(options)
    state, moves = start, list[BackgammonMove]()
    while not state.over and not (len(moves) >= least and _may_end(state, end)):
        moves.append(_chosen(rng, state))
        state = state.play_unchecked(moves[-1])
    ending = None
    if not state.over and end is not End.UNFINISHED:
        ending = Ending(rng.choice((1, 2)), rng.randint(1, most_times(options, state.cube)))
    return PlayedGame((Line(GAME, start, tuple(moves), state),), names, ending)


def _may_end(state: BackgammonState, end: End) -> bool:
    """Return whether a table may stop here in a way that files can express: after a roll, only if there is a choice."""
    if end is End.AFTER_ROLLING:
        return state.phase is BackgammonPhase.PLAY and len(state.legal()) > 1
    if state.phase is BackgammonPhase.THROW:  # not after choosing to roll, which files do not record
        return bool(state.turn) and why_no_double(state.options, state.cube, state.turn) is not None
    return state.phase is BackgammonPhase.CUBE


def _chosen(rng: random.Random, state: BackgammonState) -> BackgammonMove:
    match state.phase:
        case BackgammonPhase.CUBE:
            return CubeAction.DOUBLE if rng.random() < DOUBLES else CubeAction.ROLL
        case BackgammonPhase.ANSWER:
            return CubeAction.TAKE if rng.random() < TAKES else CubeAction.DROP
        case BackgammonPhase.THROW if not state.turn:
            return rng.choice(OPENINGS)
        case BackgammonPhase.THROW:
            return BackgammonThrow(tuple(sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)))  # type: ignore[arg-type]
        case _:
            return rng.choice(list(state.legal()))
