"""Backgammon: all positions after a turn, by the rules and by the compiled turns of the upper levels, compared with the
move generator of GNU Backgammon's nets (PyPI's gnubg-nn).

gnubg-nn is under the GPL: it is installed for this command only (`uv run --with gnubg-nn ...`).
"""

from __future__ import annotations

import argparse
import random
from importlib import import_module
from types import ModuleType

import numpy as np

from fourth_seat.engines.backgammon.evaluator import board_of, packed
from fourth_seat.engines.backgammon.kernels.turns import TURNS, turns_of
from fourth_seat.games.backgammon.checkers import BackgammonBoard, Checkers
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState, start
from fourth_seat.games.options import Options
from tests.references.outcome import NoReference, Outcome

SEED = 1


def check(arguments: argparse.Namespace) -> Outcome:
    """Compare the sets of positions after a turn, for positions and throws of random games."""
    reference = _reference()
    dice = random.Random(SEED)
    positions = differences = 0
    compiled = Compiled()
    state = start(Options(DECLARED_OPTIONS))
    while positions < arguments.positions:
        if state.over:
            state = start(Options(DECLARED_OPTIONS))
        if state.phase is BackgammonPhase.PLAY:
            positions += 1
            theirs = _theirs(reference, state)
            if _ours(state) != theirs or compiled(state) != theirs:
                differences += 1
                print(f"differs: {state.board} with {state.dice}")
        state = state.play_unchecked(dice.choice(state.legal()))
    return Outcome(positions, differences, "gnubg-nn, positions after every turn")


def _reference() -> ModuleType:
    try:
        return import_module("gnubg_nn")
    except ImportError:
        raise NoReference("install the reference for this run: uv run --with gnubg-nn ...") from None


def _ours(state: BackgammonState) -> set[BackgammonBoard]:
    """Return the mover's checkers and the other's after every legal turn; empty if the mover must pass."""
    ends = [state.play_unchecked(play) for play in state.legal()]
    mover, other = state.turn - 1, 2 - state.turn
    return {(end.checkers[mover], end.checkers[other]) for end in ends} - {state.board}


class Compiled:
    """The same by the kernels; a position that occurred twice would be a difference."""

    def __init__(self) -> None:
        self._work = np.zeros(1, TURNS)[0]

    def __call__(self, state: BackgammonState) -> set[BackgammonBoard]:
        assert state.dice is not None
        count = turns_of(packed([state.board])[0], *state.dice, self._work)
        boards = {(own, other) for other, own in map(board_of, self._work["found"][:count])}
        return boards if len(boards) == count else set()


def _theirs(reference: ModuleType, state: BackgammonState) -> set[BackgammonBoard]:
    own, other = state.board
    assert state.dice is not None
    keys = reference.moves([other[1:], own[1:]], *state.dice)
    boards = (reference.board_from_position_key(key) for key in keys)
    return {(_checkers(mine), _checkers(theirs)) for theirs, mine in boards}


def _checkers(places: tuple[int, ...]) -> Checkers:
    """Return the reference's 25 counts (point 1 to the bar) in our form, with those borne off in front."""
    return (15 - sum(places), *places)
