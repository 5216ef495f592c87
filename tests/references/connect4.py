"""Connect 4 compared with published counts of positions and, if the public test sets are at hand, published values.

Counts of move sequences and of distinct positions after n stones are those of John Tromp (sequence A212693 of the OEIS for
the positions). The test sets are those of Pascal Pons's tutorial on solving Connect 4: lines of digits and a score, 22
minus the winner's stones, negative if the mover loses; `--connect4-sets DIR` gives their folder.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from fourth_seat.games import find
from fourth_seat.games.connect4.rules import Connect4State
from tests.references.outcome import NoReference, Outcome

GAME = find("connect4")

SEQUENCES = (1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234)
POSITIONS = (1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186)
SOLVABLE_SET = "Test_L3_R1.txt"  # late enough in the game for the plain search below
CENTRE_FIRST = (4, 3, 5, 2, 6, 1, 7)


def check(arguments: argparse.Namespace) -> Outcome:
    """Count to the published depths, and check the sets in the folder `arguments.connect4_sets`, if given."""
    start: Connect4State = GAME.start(GAME.options())
    differ = sum(sequences(start, depth) != known for depth, known in enumerate(SEQUENCES))
    counts = distinct(start, len(POSITIONS) - 1)
    differ += sum(count != known for count, known in zip(counts, POSITIONS, strict=True))
    compared, reference = sum(counts), "published counts"
    if arguments.connect4_sets:
        positions, wrong = check_sets(Path(arguments.connect4_sets))
        compared, differ, reference = compared + positions, differ + wrong, "published counts, and published values"
    return Outcome(compared, differ, reference)


def sequences(state: Connect4State, depth: int) -> int:
    """Return how many sequences of this many moves there are (perft)."""
    if depth == 0:
        return 1
    moves = state.legal()
    if depth == 1:
        return len(moves)
    return sum(sequences(state.play_unchecked(move), depth - 1) for move in moves)


def distinct(start: Connect4State, depth: int) -> list[int]:
    """Return how many different positions there are after 0, 1, ... stones."""
    layer, counts = {start}, [1]
    for _ in range(depth):
        layer = {state.play_unchecked(move) for state in layer for move in state.legal()}
        counts.append(len(layer))
    return counts


def random_position(rng: random.Random, stones: int) -> Connect4State:
    """Return a position with this many stones after random moves, in which the game is not over."""
    while True:
        state: Connect4State = GAME.start(GAME.options())
        while state.stones < stones and not state.over:
            state = state.play(rng.choice(state.legal()))
        if not state.over:
            return state


def check_sets(folder: Path) -> tuple[int, int]:
    """Count positions and differences: every line must be a game that goes on; the late ones are searched to the end.

    Raises:
        NoReference: there are no sets in the folder.
    """
    files = sorted(folder.glob("Test_*.txt"))
    if not files:
        raise NoReference(f"{folder} holds no file Test_*.txt")
    compared = wrong = 0
    for file in files:
        for line in file.read_text(encoding="ascii").splitlines():
            digits, score = line.split()
            state: Connect4State = GAME.parse_position(digits, GAME.options())
            compared += 1
            wrong += state.over or (file.name == SOLVABLE_SET and solve(state, -21, 21, {}) != int(score))
    return compared, wrong


def solve(state: Connect4State, alpha: int, beta: int, known: dict[Connect4State, tuple[int, int]]) -> int:
    """Return the score of a position by plain alpha-beta over the plain rules (fail-soft); `known` contains bounds."""
    if state.over:
        return 0 if len(state.standing().winners) == 2 else -(22 - (state.stones + 1) // 2)
    low, high = known.get(state, (-21, 21))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    best, floor = -22, alpha
    for move in sorted(state.legal(), key=lambda drop: CENTRE_FIRST.index(drop.column)):
        best = max(best, -solve(state.play_unchecked(move), -beta, -floor, known))
        floor = max(floor, best)
        if best >= beta:
            break
    known[state] = (best if best > alpha else low, best if best < beta else high)
    return best
