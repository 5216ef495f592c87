"""Random game as a camera sees it: its positions, and the cells that hands touch between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.vision.renders.positions import random_game
from fourth_seat.games import AnyState, find
from fourth_seat.games.options import Options

DICE_PREFIXES = ("die:", "throw:")  # of the cells of thrown dice, to which no hand reaches


@dataclass(frozen=True)
class FilmTurn:
    """A turn of a film, with its throws.

    Attributes:
        moves: in notation, throws included.
        before, after: the positions.
        mover: the colour whose turn it was.
        touched: the cells that hands touch, in order; none where only dice were thrown.
    """

    moves: tuple[str, ...]
    before: AnyState
    after: AnyState
    mover: int
    touched: tuple[str, ...]


def turns(game: str, options: Options, rng: np.random.Generator, most: int | None = None) -> Sequence[FilmTurn]:
    """Return a game's turns; those without a visible change are merged with the next one.

    Args:
        most: maximum number of moves by hand. Half of the excerpts then start with the game, the others anywhere in it.
    """
    played = list(_whole(game, options, rng))
    if most is None:
        return played
    byhand = [n + 1 for n, turn in enumerate(played) if turn.touched]  # where the turn after each begins or the game ends
    spare = max(0, len(byhand) - most)
    skipped = int(rng.integers(spare + 1)) if rng.random() < 0.5 else 0
    return played[byhand[skipped - 1] if skipped else 0 : byhand[min(skipped + most, len(byhand)) - 1]]


def _whole(game: str, options: Options, rng: np.random.Generator) -> Iterator[FilmTurn]:
    rules = find(game)
    before = state = rules.start(options)
    moves: list[str] = []
    touched: list[str] = []
    for move, after in random_game(game, options, rng):
        mover = state.mover
        touched += [cell for step in rules.steps(state, move) for cell in step.cells if not cell.startswith(DICE_PREFIXES)]
        moves.append(str(move))
        state = after
        if after.cells() == before.cells():
            continue
        yield FilmTurn(tuple(moves), before, after, mover, tuple(dict.fromkeys(touched)))
        before, moves, touched = after, [], []
