"""Model players of Blokus: which piece they reach for, and where they put it."""

from __future__ import annotations

from functools import partial
from random import Random

from fourth_seat.engines.blokus import baseline
from fourth_seat.engines.blokus.evaluation import evaluate
from fourth_seat.engines.protocol import Choose
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState

CLUB_CHOICES = 24  # placements that one of a club weighs


def by_thumb(state: BlokusState, rng: Random, *, large: float, outward: float) -> BlokusPlacement:
    """Choose by rules of thumb, each of which comes to mind with its chance: one of the largest pieces that fit, further
    away from the start than others.
    """
    moves = list(state.legal())
    if rng.random() < large:
        most = max(move.squares.bit_count() for move in moves)
        moves = [move for move in moves if move.squares.bit_count() == most]
    if rng.random() < outward:
        order = baseline.corners_in_order(state, rng)
        moves = next((here for corner in order if (here := [move for move in moves if move.squares & corner])), moves)
    return rng.choice(moves)


def club(state: BlokusState, rng: Random) -> BlokusPlacement:
    """Choose of the largest pieces' placements that come to mind the one after which there is most room."""
    moves = list(state.legal())
    most = max(move.squares.bit_count() for move in moves)
    moves = [move for move in moves if move.squares.bit_count() >= most - 1]
    weighed = rng.sample(moves, min(CLUB_CHOICES, len(moves)))
    return max(weighed, key=lambda move: evaluate(state.play_unchecked(move))[state.seat - 1])


PEOPLE: dict[str, Choose] = {
    # A small child takes whichever piece is near half of the time, and goes where it likes.
    "child": partial(by_thumb, large=0.5, outward=0.2),
    # Whoever knows the rules has heard that large pieces go first.
    "knows the rules": partial(by_thumb, large=0.9, outward=0.5),
    # The careful player puts down large pieces first, as far out as they go, as player `seed` does.
    "careful": baseline.choose,
    "club": club,
}
