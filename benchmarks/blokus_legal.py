"""Time for all legal placements of a whole turn in mid-game: `python -m benchmarks.blokus_legal [--games N]`.

Positions are those of random games, from the fifth turn of every colour until its last.
"""

from __future__ import annotations

import argparse
import random
from statistics import median
from time import perf_counter

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import placements
from fourth_seat.games.blokus.rules import BlokusState

FIRST_MEASURED_PLY = 16  # four turns of each of four colours
POSITION_REPEATS = 3  # runs of each position, of which the shortest counts: other programs run too


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    times, counts = measure(parser.parse_args().games)
    print(
        f"legal placements of a turn in mid-game, {len(times):,} positions: median {median(times):.3f} ms, "
        f"worst {max(times):.3f} ms; placements: median {median(counts):.0f}, most {max(counts)}"
    )


def measure(games: int) -> tuple[list[float], list[int]]:
    """Return milliseconds and number of placements of each position."""
    times, counts = [], []
    for seed in range(games):
        rng, state, ply = random.Random(seed), GAME.start(GAME.options()), 0
        while not state.over:
            moves = state.legal()
            if ply >= FIRST_MEASURED_PLY:
                times.append(min(_milliseconds(state) for _ in range(POSITION_REPEATS)))
                counts.append(len(moves))
            state = state.play_unchecked(rng.choice(moves))
            ply += 1
    return times, counts


def _milliseconds(state: BlokusState) -> float:
    placements.cache_clear()
    start = perf_counter()
    state.legal()
    return (perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
