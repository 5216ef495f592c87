"""Make sets of Connect 4 positions for benchmarks: random ones of a kind, scored by the solver.

    uv run python -m benchmarks.connect4.positions FOLDER

The kinds are the usual ones for solvers (Pascal Pons's): the number of stones, and the number still to come when both play
best. `benchmarks.connect4.solve` reads the files and says whether others find the same scores.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.engines.connect4.solver import Connect4Solver
from fourth_seat.games.connect4.rules import Connect4State
from tests.references.connect4 import GAME


@dataclass(frozen=True, slots=True)
class PositionKind:
    """Positions whose number of stones is in one range, and whose number of stones still to come is in another."""

    name: str
    stones: range
    left: range


POSITION_KINDS = (
    PositionKind("middle-hard", range(15, 29), range(14, 28)),
    PositionKind("opening-medium", range(4, 15), range(14, 28)),
    PositionKind("opening-hard", range(4, 15), range(28, 43)),
)


def stones_left(state: Connect4State, score: int) -> int:
    """Return the number of stones that will follow when both play best."""
    if score == 0:
        return 42 - state.stones
    if score > 0:
        return 2 * (22 - score - state.stones // 2) - 1
    return 2 * (22 + score - (state.stones + 1) // 2)


def make(kind: PositionKind, number: int, rng: random.Random, solver: Connect4Solver) -> list[str]:
    """Return lines with a position and its score."""
    lines: dict[str, int] = {}
    while len(lines) < number:
        state: Connect4State = GAME.start(GAME.options())
        digits = ""
        for _ in range(max(rng.choice(kind.stones), rng.choice(kind.stones))):  # there are more of the later ones
            move = rng.choice(state.legal())
            state, digits = state.play(move), digits + str(move)
            if state.over:
                break
        if not state.over and len(digits) in kind.stones:
            score = solver.score(state, lambda: False, lambda *_: None).low
            if stones_left(state, score) in kind.left:
                lines[digits] = score
    return [f"{digits} {score}" for digits, score in lines.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--number", type=int, default=1000, help="positions of each kind")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    rng, solver = random.Random(args.seed), Connect4Solver(GAME.options())
    for kind in POSITION_KINDS:
        lines = make(kind, args.number, rng, solver)
        (args.folder / f"{kind.name}.txt").write_text("\n".join(lines) + "\n", "ascii")
        print(f"{kind.name}: {len(lines)}", flush=True)


if __name__ == "__main__":
    main()
