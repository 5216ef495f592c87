"""Play Blokus against itself and save the results of the search, for `training/blokus/prior.py` and `gains.py`.

    uv run python -m training.blokus.games FILE [--options variant=duo] [--games 400] [--simulations 1000] [--plain]
                                        [--farm ADDRESS]

For each position of each game: the placements that were considered, how often each was tried, and the one played. In the
first plies it is often drawn from among the good ones, so that games differ. The first generation plays with `--plain`
weights, a few guesses made by hand, and to the end in every simulation; every later one plays with the weights fitted to
the games of those before. Files grow game by game; each game is a unit of work (docs/farm.md).
"""

from __future__ import annotations

import argparse
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.blokus.kernels import evaluation as kernels
from fourth_seat.engines.blokus.position import move_of, placement_of
from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import BlokusWeights, empty_weights, read, weights
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import Outcome, Unit
from fourth_seat.games import find
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState, start

MEMORY_BYTES = 64 << 20
LOTTERY_PLIES = 16  # at the beginning of a game, in which placements may be drawn at random
LOTTERY_SHARE = 0.6  # of these plies
OPENNESS_GAINS = (-0.1, 0.0, 0.2, 0.35, 0.5)  # of a new attach point, by the number of its free neighbours
LOTTERY_EXPONENT = 0.7  # of the visits in a draw


@dataclass(frozen=True, slots=True)
class SearchedPosition:
    """Result of a search in one position: placements by number, visits of each, the one played."""

    placements: NDArray[np.uint16]
    visits: NDArray[np.uint32]
    played: int


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """A game: its options as text, and the result of the search in each position."""

    options: str
    searched: tuple[SearchedPosition, ...]

    def states(self) -> list[BlokusState]:
        """Return the positions in which the placements were made, and the last."""
        states = [start(find("blokus").options(self.options))]
        for searched in self.searched:
            states.append(states[-1].play_unchecked(move_of(searched.played)))
        return states


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.blokus.games", description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--options", default="", metavar="K=V,...")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="play with weights made by hand")
    parser.add_argument("--weights", type=Path, help="instead of those in use")
    parser.add_argument("--farm", metavar="ADDRESS", help="where games are played: processes here, or machines")
    args = parser.parse_args()
    first = start(find("blokus").options(args.options))
    playing_weights = handmade_weights() if args.plain else read(args.weights) if args.weights else weights(first.setting)
    units = (
        Unit(f"game-{n}", play_game, (args.options, playing_weights, args.simulations, f"{args.seed} {n}"))
        for n in range(args.games)
    )
    with open_farm(args.farm) as farm, args.file.open("ab") as file:
        for unit in run(farm, units, progress=Progress(), total=args.games):
            file.write(unit.outcome.data)
            file.flush()
    return 0


def play_game(options: str, weights: BlokusWeights, simulations: int, seed: str) -> Outcome:
    """Play one game; return it in the form of files."""
    rng = Random(seed)
    tree = BlokusTree(MEMORY_BYTES, 1, rng.getrandbits(31))
    searched = self_play(start(find("blokus").options(options)), tree, weights, simulations, rng)
    return Outcome(pickle.dumps((options, [(one.placements, one.visits, one.played) for one in searched])))


def handmade_weights() -> BlokusWeights:
    """Return weights made by hand: for large pieces, for squares that opponents need, for keeping one's own attach points,
    and for making open ones.
    """
    made = empty_weights()
    for code in range(kernels.FREE_CODES):
        own, theirs = code >> kernels.OWN_ATTACH & 1, (code >> kernels.THEIR_ATTACH & 7).bit_count()
        near, local = code >> kernels.NEAR_ATTACH & 1, code >> kernels.LOCAL_BIT & 1
        made.codes[:, 0, code] = 1 + 0.5 * (theirs > 0) + 0.25 * theirs + 0.25 * near + 0.3 * local - 0.1 * own
        made.codes[:, 1, code] = -0.1 - 0.6 * own
        made.codes[:, 2, code] = 0 if own else OPENNESS_GAINS[min(code >> kernels.OPEN, 4)]
    made.codes[:, 1, kernels.OCCUPIED] = 0.4
    return made


def self_play(
    state: BlokusState, tree: BlokusTree, weights: BlokusWeights, simulations: int, rng: Random
) -> tuple[SearchedPosition, ...]:
    """Play one game; return the result of the search in each position."""
    searched: list[SearchedPosition] = []
    while not state.over:
        tree.set_position(state, weights)
        tree.search(simulations)
        children = tree.root_moves()
        move = choose([child.visits for child in children], len(searched), rng)
        searched.append(
            SearchedPosition(
                np.array([placement_of(child.move.squares) for child in children], np.uint16),
                np.array([child.visits for child in children], np.uint32),
                placement_of(children[move].move.squares),
            )
        )
        state = state.play_unchecked(BlokusPlacement(children[move].move.squares))
    return tuple(searched)


def choose(visits: list[int], ply: int, rng: Random) -> int:
    """Return the index of the placement to play: the most visited, or one drawn at random."""
    if ply < LOTTERY_PLIES and rng.random() < LOTTERY_SHARE:
        return rng.choices(range(len(visits)), [count**LOTTERY_EXPONENT for count in visits])[0]
    return visits.index(max(visits))


def read_games(path: Path) -> list[SelfPlayGame]:
    """Read the games of a file."""
    found = []
    with path.open("rb") as file:
        while True:
            try:
                options, searched = pickle.load(file)
                found.append(SelfPlayGame(options, tuple(SearchedPosition(*one) for one in searched)))
            except EOFError:
                return found


if __name__ == "__main__":
    sys.exit(main())
