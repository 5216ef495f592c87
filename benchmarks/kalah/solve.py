"""Kalah solved: the values of all small boards, and their cost.

    python -m uv run --group dev python -m benchmarks.kalah.solve [--seeds 4] [--positions 20] [--seconds 60]
    python -m uv run --group dev python -m benchmarks.kalah.solve --board pits=6,seeds=5 --seconds 3600

The second command proves the value of one board, or bounds on it. Every value of the first table is proven from nothing,
without the opening book, in a separate process: processor time is this process's total, from its first instruction on,
and memory is its peak. The cost of compiling without cached machine code is reported separately. The second table takes
random positions after a number of turns, with the endgame tables, which an engine fills while it is idle, filled before,
and all other caches emptied before each.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahState

ROOT = Path(__file__).resolve().parents[2]
MAX_PITS = 6
TURN_NUMBERS = range(31)
MAX_CPU_S = {True: 20.0, False: 40.0}  # of processor time for (6,4), with and without empty capture
MAX_MEMORY_MB = 512
MAX_WORST_S, MAX_MEDIAN_S = 5.0, 0.5  # for a position


def main() -> int:
    parser = argparse.ArgumentParser(description="What it takes to solve Kalah.")
    parser.add_argument("--seeds", type=int, default=4, help="boards of at most so many seeds a pit")
    parser.add_argument("--positions", type=int, default=10, help="at each number of turns")
    parser.add_argument("--seconds", type=float, default=600.0, help="for a proof; then its bounds are printed")
    parser.add_argument("--memory", type=int, default=MAX_MEMORY_MB, help="MB for a proof")
    parser.add_argument("--board", metavar="K=V,...", help="the options of the only board to solve")
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.board:
        done = prove(args.board, args.seconds, args.memory)
        print(json.dumps(done) if args.json else result_text(done))
        return 0
    kept = values(args.seeds, args.seconds, args.memory)
    return 0 if all([kept, *(positions(rule, args.positions) for rule in (True, False))]) else 1


def rules_text(pits: int, seeds: int, empty_capture: bool) -> str:
    return f"pits={pits},seeds={seeds},empty-capture={'on' if empty_capture else 'off'}"


def prove(rules: str, seconds: float, memory: int) -> dict[str, float]:
    """Return the value of a start from nothing, in this process."""
    from fourth_seat.engines.kalah.proof_solver import KalahProofSolver

    options = find("kalah").options(rules)
    end = time.monotonic() + seconds
    solver = KalahProofSolver(options, memory, 1, with_book=False)
    bounds = solver.score(KalahState.start(options), lambda: time.monotonic() > end, lambda *_: None)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"low": bounds.low, "high": bounds.high, "cpu": time.process_time(), "memory": peak, "nodes": solver.nodes}


def values(most: int, seconds: float, memory: int) -> bool:
    """Print the values of all boards under both rules; return whether (6,4) kept to the limits."""
    kept = True
    print(f"compiling: {compiling():.1f} s")
    print("first minus second, proven from nothing (CPU seconds, peak MB)")
    for empty_capture in (True, False):
        print(f"\nempty capture {'on' if empty_capture else 'off'}")
        for pits in range(1, MAX_PITS + 1):
            cells = []
            for seeds in range(1, most + 1):
                done = prove_apart(rules_text(pits, seeds, empty_capture), seconds, memory)
                cells.append(result_text(done))
                if (pits, seeds) == (6, 4):
                    exact = done["low"] == done["high"]
                    kept &= exact and done["cpu"] <= MAX_CPU_S[empty_capture] and done["memory"] <= MAX_MEMORY_MB
            print(f"m={pits}  " + "  ".join(f"{cell:24}" for cell in cells), flush=True)
    return kept


def result_text(done: dict[str, float]) -> str:
    """Return the value or the bounds from `prove`, and its cost, as text."""
    low, high = int(done["low"]), int(done["high"])
    value = f"{low:+}" if low == high else f"{low}..{high}"
    return f"{value} ({done['cpu']:.1f} s, {done['memory']:.0f} MB)"


def compiling() -> float:
    """Return the CPU seconds that the first use on a machine takes longer than a later one."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        first, second = (prove_apart(rules_text(1, 1, True), 60, MAX_MEMORY_MB, environment)["cpu"] for _ in range(2))
    return first - second


def prove_apart(rules: str, seconds: float, memory: int, environment: dict[str, str] | None = None) -> dict[str, float]:
    """Run `prove` in a separate process."""
    command = [sys.executable, "-m", "benchmarks.kalah.solve", "--json", "--board", rules]
    limits = ["--seconds", str(seconds), "--memory", str(memory)]
    done = subprocess.run([*command, *limits], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def positions(empty_capture: bool, count: int) -> bool:
    """Print the cost of the exact value of random positions of (6,4); return whether it kept to the limits."""
    from fourth_seat.engines.kalah.proof_solver import KalahProofSolver

    options = find("kalah").options(rules_text(6, 4, empty_capture))
    solver = KalahProofSolver(options)
    solver.improve(lambda: False)
    rng = Random(1)
    every: list[float] = []
    print(f"\n(6,4), empty capture {'on' if empty_capture else 'off'}: CPU seconds for a value (median, worst)")
    for turns in TURN_NUMBERS:
        spent = []
        for _ in range(count):
            state = played(KalahState.start(options), turns, rng)
            solver.clear()
            started = time.process_time()
            assert solver.score(state, lambda: False, lambda *_: None).exact
            spent.append(time.process_time() - started)
        every += spent
        print(f"after {turns:2} turns: {statistics.median(spent):.3f} {max(spent):.3f}", flush=True)
    median, worst = statistics.median(every), max(every)
    print(f"of all {len(every)}: {median:.3f} {worst:.3f}")
    return median <= MAX_MEDIAN_S and worst <= MAX_WORST_S


def played(start: KalahState, turns: int, rng: Random) -> KalahState:
    """Return a position that is not over, after a number of random turns."""
    while True:
        state = start
        for _ in range(turns):
            if state.over:
                break
            state = state.play_unchecked(rng.choice(state.legal()))
        if not state.over:
            return state


if __name__ == "__main__":
    sys.exit(main())
