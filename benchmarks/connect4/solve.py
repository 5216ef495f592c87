"""Speed of the Connect 4 solver, beside its peers in the same run.

    uv run python -m benchmarks.connect4.solve [--sets FILE FILE:50 ...]
    uv run --with bitbully python -m benchmarks.connect4.solve --pons PATH

Every set is a file with a position (columns as digits, `-` for none) and its score on each line; `:50` takes the first 50.
It prints the processor time per position in milliseconds, with empty tables before each, and the number of right scores;
then the empty board, all seven columns of random positions with the opening book, and the gain from a second thread.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.connect4.peers import BitBully, Connect4Peer, PonsSolver
from fourth_seat.engines.connect4.alpha_beta import BoundedPosition, Connect4AlphaBeta
from fourth_seat.engines.connect4.solver import Connect4Solver
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.results import Bounds
from tests.references.connect4 import GAME, random_position

SET_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "data" / "connect4"
OWN_SETS = ("middle-hard.txt", "opening-medium.txt", "opening-hard.txt:50")
BATCH_REPEATS = 5  # of which the fastest counts: a batch takes milliseconds, and other programs disturb it
TABLE_BYTES = 64 << 20  # as in a game
MAX_RANDOM_STONES = 20
FULL_BOUNDS = Bounds(-21, 21)


def read(name: str) -> list[tuple[str, int]]:
    """Return positions with their scores, from `FILE` or `FILE:NUMBER`."""
    path, _, most = name.partition(":")
    lines = [line.split() for line in Path(path).read_text("ascii").splitlines() if line.strip()]
    return [(position.replace("-", ""), int(score)) for position, score in lines[: int(most) if most else None]]


def position(digits: str) -> BoundedPosition:
    """Return a position in the form of the search, without bounds of its score."""
    own = taken = 0
    for digit in digits:
        own ^= taken
        taken |= taken + (1 << 7 * (int(digit) - 1))
    return own, taken, len(digits), FULL_BOUNDS.low, FULL_BOUNDS.high


class OwnSolver:
    """This program's search."""

    name = "Fourth Seat"

    def __init__(self) -> None:
        self._search = Connect4AlphaBeta(TABLE_BYTES)

    def solve(self, positions: Sequence[str]) -> tuple[list[int], float]:
        return self._run(positions, fresh=True)

    def batch(self, positions: Sequence[str]) -> tuple[list[int], float]:
        return self._run(positions, fresh=False)

    def _run(self, positions: Sequence[str], fresh: bool) -> tuple[list[int], float]:
        numbers = [position(digits) for digits in positions]
        self._search.clear()
        start = time.process_time()
        found = self._search.scores(numbers, fresh)
        return [bounds.low for bounds in found], time.process_time() - start


def compare(title: str, positions: Sequence[tuple[str, int]], solvers: Sequence[Connect4Peer], batch: bool = False) -> None:
    """Print a line of the table."""
    digits, scores = [digits for digits, _ in positions], [score for _, score in positions]
    cells, ours = [], 0.0
    for solver in solvers:
        run = solver.batch if batch else solver.solve
        found, seconds = min((run(digits) for _ in range(BATCH_REPEATS if batch else 1)), key=lambda answer: answer[1])
        right = sum(a == b for a, b in zip(found, scores, strict=True))
        each = 1000 * seconds / len(digits)
        ours = ours or each
        ratio = "" if solver is solvers[0] else f" ({ours / each:.2f}x)"
        cells.append(f"{each:11.4f}{ratio:9} {right}/{len(scores)}")
    print(f"{title:34} {len(digits):5} " + " ".join(f"{cell:>28}" for cell in cells), flush=True)


def all_columns(number: int, threads: int = 1) -> None:
    """Print the time for all columns of random positions, with the book."""
    rng = random.Random(20)
    solver = Connect4Solver(GAME.options(), EngineLimits(threads=threads))
    solver.prepare(lambda *_: None, lambda: False)
    times, processor = [], []
    for _ in range(number):
        state = random_position(rng, rng.randint(0, MAX_RANDOM_STONES))
        solver.clear()
        start, before = time.perf_counter(), time.process_time()
        solver.columns(state, lambda: False, lambda *_: None)
        times.append(time.perf_counter() - start)
        processor.append(time.process_time() - before)
    for what, spent in (("processor", processor), ("wall", times)):
        spent.sort()
        within = spent[int(0.95 * len(spent))]
        print(
            f"all columns, {number} random positions of 0-{MAX_RANDOM_STONES} stones, {threads} thread(s), {what} time: "
            f"median {1000 * statistics.median(spent):.1f} ms, 95 % within {within:.3f} s, worst {spent[-1]:.3f} s",
            flush=True,
        )
    for notice in solver.notices:
        print(notice)


def two_threads() -> None:
    """Print the speed-up by threads, in wall time, for the scores of all columns without a book."""
    spent = []
    for threads in (1, 2):
        rng = random.Random(10)
        solver = Connect4Solver(GAME.options(), EngineLimits(threads=threads), opening=None)
        solver.prepare(lambda *_: None, lambda: False)
        states = [random_position(rng, 9) for _ in range(40)]
        start = time.perf_counter()
        for state in states:
            solver.clear()
            solver.columns(state, lambda: False, lambda *_: None)
        spent.append(time.perf_counter() - start)
    print(f"all columns of 40 positions of 9 stones: {spent[0]:.1f} s with one thread, {spent[1]:.1f} s with two (wall)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sets", nargs="+", default=[str(SET_FOLDER / name) for name in OWN_SETS], help="files of positions and scores"
    )
    parser.add_argument("--no-empty", action="store_true", help="leave out the empty board, which takes others minutes")
    parser.add_argument("--pons", type=Path, help="Pascal Pons's program c4solver")
    parser.add_argument("--random", type=int, default=1000, help="random positions for all columns")
    args = parser.parse_args()
    solvers: list[Connect4Peer] = [OwnSolver()]
    if args.pons:
        solvers.append(PonsSolver(args.pons))
    try:
        solvers.append(BitBully())
    except ImportError:
        print("BitBully is not there: uv run --with bitbully python -m benchmarks.connect4.solve", file=sys.stderr)
    print(f"{'ms of processor time a position':34} {'':5} " + " ".join(f"{solver.name:>28}" for solver in solvers))
    for name in args.sets:
        title, positions = Path(name).stem, read(name)
        compare(title, positions, solvers)
        if title.endswith("_R1"):  # the easy ones, for which starting a search costs as much as searching
            compare(f"{title}, in batch", positions, solvers, batch=True)
    if not args.no_empty:
        compare("empty board", [("", 1)], solvers)
    two_threads()
    all_columns(args.random)
    all_columns(args.random, threads=2)


if __name__ == "__main__":
    main()
