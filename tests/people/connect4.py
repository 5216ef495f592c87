"""Model players of Connect 4: how much they see of the next stone, and of the answer to it."""

from __future__ import annotations

from functools import partial
from random import Random

from fourth_seat.engines.connect4.baseline import intended
from fourth_seat.engines.protocol import Choose
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State

CLUB_PLIES = 5  # a club player sees its own three stones ahead


def wins(state: Connect4State) -> list[Connect4Move]:
    """Return the columns that complete a four."""
    return [
        move for move in state.legal() if (after := state.play_unchecked(move)).over and len(after.standing().winners) == 1
    ]


def threats(state: Connect4State) -> list[Connect4Move]:
    """Return the columns in which the other side would complete a four."""
    return wins(Connect4State(state.options, state.own ^ state.taken, state.taken)) if not state.over else []


def by_thumb(
    state: Connect4State, rng: Random, *, takes: float, stops: float, foresees: float, builds: float
) -> Connect4Move:
    """Choose by rules of thumb, each of which comes to mind with its chance: take a win, stop a four, hand over no win, go
    on building rows.
    """
    if (found := wins(state)) and rng.random() < takes:
        return found[0]
    if (found := threats(state)) and rng.random() < stops:
        return found[0]
    moves = list(state.legal())
    if rng.random() < foresees:
        moves = [move for move in moves if not wins(state.play_unchecked(move))] or moves
    if rng.random() < builds and (move := intended(state, rng)) in moves:
        return move
    return rng.choice(moves)


def club(state: Connect4State, rng: Random) -> Connect4Move:
    """Choose as somebody who sees every win within five stones, of either side, and builds rows otherwise."""
    values = {move: -_sees(state.play_unchecked(move), CLUB_PLIES - 1) for move in state.legal()}
    best = [move for move, value in values.items() if value == max(values.values())]
    move = intended(state, rng)
    return move if move in best else rng.choice(best)


def _sees(state: Connect4State, plies: int) -> int:
    """Return 1 if the side to move wins within so many stones, -1 if it loses, and otherwise 0."""
    if state.over:
        return -1 if len(state.standing().winners) == 1 else 0
    if not plies:
        return 0
    if wins(state):
        return 1
    if plies == 1:
        return 0
    moves = threats(state)[:1] or state.legal()
    return max(-_sees(state.play_unchecked(move), plies - 1) for move in moves)


PEOPLE: dict[str, Choose] = {
    # A small child is after its own four (seven in ten), sees the other's less often, and seldom what its stone allows.
    "child": partial(by_thumb, takes=0.7, stops=0.4, foresees=0.1, builds=0.3),
    # Whoever knows the rules takes every win; a diagonal threat is one in four, and is missed.
    "knows the rules": partial(by_thumb, takes=1.0, stops=0.75, foresees=0.3, builds=0.6),
    # The careful player misses nothing of the next stone, and checks nineteen answers in twenty.
    "careful": partial(by_thumb, takes=1.0, stops=1.0, foresees=0.95, builds=1.0),
    "club": club,
}
