"""Make an opening book of Kalah: the exact values of all positions within the first turns.

    uv run python -m training.kalah.book [--options pits=6,seeds=4] [--turns 4] [--beyond 44] [--memory 4000] [--threads 1]

The positions after the last of these turns are searched; those before them follow. Positions one turn later are
searched as well if they have the most seeds in play: they take the solver longest. The book goes to `engines/kalah/books/`,
from where the solver reads it. Nothing but the solver itself goes into it.
"""

from __future__ import annotations

import argparse
import sys
import time

from fourth_seat.engines.kalah import book
from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.kalah.proof_solver import KalahProofSolver
from fourth_seat.engines.kalah.turn_graph import TurnGraph
from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahState


def main(arguments: list[str] | None = None) -> int:
    """Write one book."""
    parser = argparse.ArgumentParser(prog="python -m training.kalah.book", description=__doc__.split("\n")[0])
    parser.add_argument("--options", default="pits=6,seeds=4", metavar="K=V,...", help="the game's options")
    parser.add_argument("--turns", type=int, default=4, help="from the start")
    parser.add_argument("--beyond", type=int, default=44, metavar="SEEDS", help="in play, for the positions a turn later")
    parser.add_argument("--memory", type=int, default=4000, help="MB")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(arguments)
    options = find("kalah").options(args.options)
    started = time.process_time()
    solver = KalahProofSolver(options, args.memory, args.threads, with_book=False)
    values = solve_positions(KalahState.start(options), args.turns, args.beyond, solver)
    path = book.path_of(options)
    book.write(path, options, values)
    print(f"{path}: {len(values)} positions, {path.stat().st_size} bytes, {time.process_time() - started:.0f} s")
    return 0


def solve_positions(start: KalahState, turns: int, beyond: int, solver: KalahProofSolver) -> dict[book.Sides, int]:
    """Return the values of all positions up to `turns` from a start, and of those a turn later with at least `beyond` seeds
    in play; the stores do not count.
    """
    levels = [{start}]
    for _ in range(turns):
        levels.append({end for state in levels[-1] if not state.over for end in TurnGraph.of(state).ends})
    values: dict[KalahState, int] = {}
    later = {
        end for state in levels[-1] if not state.over for end in TurnGraph.of(state).ends if seeds_in_play(end) >= beyond
    }
    searched = sorted(levels[-1] | later, key=lambda state: state.ring)
    for n, state in enumerate(searched):
        values[state] = lead(state) if state.over else solver.score(state, lambda: False, lambda *_: None).low
        print(f"\r{n + 1}/{len(searched)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for level in reversed(levels[:-1]):
        for state in level:
            if state.over:
                values[state] = lead(state)
            else:
                values[state] = max(values[end] * (1 if end.turn == state.turn else -1) for end in TurnGraph.of(state).ends)
    return {sides(state.ring): value - store_lead(state) for state, value in values.items() if not state.over}


def seeds_in_play(state: KalahState) -> int:
    """Return the number of seeds in pits."""
    return sum(map(sum, sides(state.ring)))


def store_lead(state: KalahState) -> int:
    """Return by how many seeds the store of the side to move is ahead."""
    return state.ring[state.pits] - state.ring[-1]


def lead(state: KalahState) -> int:
    """Return by how many seeds the side to move is ahead."""
    own, other = sides(state.ring)
    return sum(own) - sum(other) + store_lead(state)


if __name__ == "__main__":
    sys.exit(main())
