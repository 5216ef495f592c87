"""Plays Blokus against itself and keeps what the search found: material for `training/blokus_prior.py`.

    uv run python -m training.blokus_games FILE [--options variant=duo] [--games 400] [--simulations 1000] [--seed 1]

For each position of each game: the placements that were looked at, how often each was tried, and the one played. In the
first plies it is often drawn by lot among the good ones, so that games differ. The first generation plays with `--plain`
weights, made up by hand; every later one with those that the last was fitted to. Files grow game by game.
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

from engines.blokus.position import placement_of
from engines.blokus.tree import Tree
from engines.blokus.weights import Weights, read, weights
from games import find
from games.blokus.moves import Place
from games.blokus.rules import Blokus, start

MEMORY = 64 << 20
MIXED = 16  # plies with draws by lot
LOT = 0.6  # how many of these
EVEN = 0.7  # exponent of the visits in a draw


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found in one position: placements by number, visits of each, the one played."""

    placements: NDArray[np.uint16]
    visits: NDArray[np.uint32]
    played: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its options as text, and what was found in each position."""

    options: str
    looked: tuple[Looked, ...]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.blokus_games", description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--options", default="", metavar="K=V,...")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="instead of those in use")
    asked = parser.parse_args()
    tree, dice = Tree(MEMORY, 1, asked.seed), Random(asked.seed)
    first = start(find("blokus").options(asked.options))
    used = read(asked.weights) if asked.weights else weights(first.setting)
    with asked.file.open("ab") as file:
        for n in range(asked.games):
            found = played(first, tree, used, asked.simulations, dice)
            pickle.dump((asked.options, [(one.placements, one.visits, one.played) for one in found]), file)
            file.flush()
            print(f"\r{n + 1}/{asked.games}", end="", file=sys.stderr, flush=True)
    return 0


def played(state: Blokus, tree: Tree, used: Weights, simulations: int, dice: Random) -> tuple[Looked, ...]:
    """One game."""
    looked: list[Looked] = []
    while not state.over:
        tree.take_up(state, used)
        tree.search(simulations)
        children = tree.children()
        move = chosen([child.visits for child in children], len(looked), dice)
        looked.append(
            Looked(
                np.array([placement_of(child.move.squares) for child in children], np.uint16),
                np.array([child.visits for child in children], np.uint32),
                placement_of(children[move].move.squares),
            )
        )
        state = state.play_unchecked(Place(children[move].move.squares))
    return tuple(looked)


def chosen(visits: list[int], ply: int, dice: Random) -> int:
    """The index of the placement to play: that tried most, or one drawn by lot."""
    if ply < MIXED and dice.random() < LOT:
        return dice.choices(range(len(visits)), [count**EVEN for count in visits])[0]
    return visits.index(max(visits))


def games_in(path: Path) -> list[Game]:
    """The games of a file."""
    found = []
    with path.open("rb") as file:
        while True:
            try:
                options, looked = pickle.load(file)
                found.append(Game(options, tuple(Looked(*one) for one in looked)))
            except EOFError:
                return found


if __name__ == "__main__":
    sys.exit(main())
