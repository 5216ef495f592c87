"""Check that every placement of the Blokus search is legal by the rules: games against itself, in all variants.

    python -m uv run python -m benchmarks.blokus.legal_search [--games 2000] [--simulations 40]

In one position out of ten, all placements are also compared with those of the rules. The exit status is 1 if anything
differs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

import numpy as np

from fourth_seat.engines.blokus.kernels.playout import ROOT, find_all
from fourth_seat.engines.blokus.position import placements_in, write_position
from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games import find
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState, start

VARIANTS = ("", "variant=duo", "players=2", "players=3", "corners=counterclockwise,start=t1,colours=gryb")
MEMORY_BYTES = 32 << 20
COMPARED_POSITION_INTERVAL = 10  # positions, of which one has all its placements compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=40)
    args = parser.parse_args()
    rng, seen = Random(1), Counter[str]()
    trees = {threads: BlokusTree(MEMORY_BYTES, threads, seed=threads) for threads in (1, 2)}
    root = zero_records(ROOT)[0]
    for number in range(args.games):
        state = start(find("blokus").options(VARIANTS[number % len(VARIANTS)]))
        tree = trees[1 + number % 2]
        while not state.over:
            tree.set_position(state, weights(state.setting))
            tree.search(rng.randrange(1, 2 * args.simulations))
            move = tree.best()
            seen["placements"] += 1
            if reason := state.why_not(move):
                seen["illegal"] += 1
                print(f"game {number}: {move}: {reason}", flush=True)
                break
            if rng.randrange(COMPARED_POSITION_INTERVAL) == 0:
                seen["compared"] += 1
                seen["different"] += known(root, state) != set(state.legal())
            state = state.play(move)
        seen["games"] += 1
    print(
        f"{seen['games']} games, {seen['placements']:,} placements, {seen['illegal']} of them illegal; "
        f"in {seen['compared']:,} positions the lists of all placements were compared: {seen['different']} differ"
    )
    return int(bool(seen["illegal"] or seen["different"]))


def known(root: np.void, state: BlokusState) -> set[BlokusPlacement]:
    """Return the placements that the search generates for the colour to move."""
    write_position(state, root)
    find_all(root)
    return set(placements_in(root, state.turn - 1))


if __name__ == "__main__":
    raise SystemExit(main())
