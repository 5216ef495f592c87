"""A match of the prior alone against the seed document's player.

One seat always plays the placement with the highest prior, the others are the baseline player; the seat rotates.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import mean

from fourth_seat.engines.arena.intervals import half_width
from fourth_seat.engines.blokus import ENGINE
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusMove
from fourth_seat.games.blokus.rules import BlokusState


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A mean over games and half the width of its 95% interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: list[float]) -> MeanInterval:
        return cls(mean(values), half_width(values))

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.half:.2f}"


@dataclass(frozen=True, slots=True)
class PriorMatch:
    """The prior against the others: its points minus their mean, its share of the wins, pieces placed by it and by them."""

    difference: MeanInterval
    share: MeanInterval
    pieces: MeanInterval
    their_pieces: MeanInterval


def best(state: BlokusState) -> BlokusMove:
    """Return the legal placement with the highest prior, the first among equals."""
    prior = ENGINE.prior
    assert prior is not None
    return max(state.legal(), key=lambda move: prior(state, move))


def play(games: int, options: str = "") -> PriorMatch:
    """Play the match with rotated seats."""
    chosen = GAME.options(options)
    seats = GAME.seats(chosen)
    seed = ENGINE.players["seed"]
    differences, shares, pieces, theirs = list[float](), list[float](), list[float](), list[float]()
    for game in range(games):
        rng, one, state = Random(game), 1 + game % seats, GAME.start(chosen)
        while not state.over:
            state = state.play(best(state) if state.seat == one else seed(state, rng))
        standing = state.standing()
        placed = standing.sheet[-1].scores
        differences.append(_lead(standing.scores, one))
        shares.append(standing.share(one))
        pieces.append(placed[one - 1])
        theirs.append((sum(placed) - placed[one - 1]) / (seats - 1))
    return PriorMatch(*map(MeanInterval.of, (differences, shares, pieces, theirs)))


def _lead(scores: tuple[int, ...], seat: int) -> float:
    """Return a seat's score minus the mean of the others'."""
    own = scores[seat - 1]
    return own - (sum(scores) - own) / (len(scores) - 1)
