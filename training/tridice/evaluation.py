"""Fit the evaluation of TriDice positions to searches, and to the tables.

    uv run python -m training.tridice.evaluation [--rounds 3] [--games 600] [--simulations 400] [--seed 1] [--go-on]

Each round plays games of the search against itself with the weights so far, and fits new ones (logistic regression) to what
the search found each position to be worth: the positions of the games, and some that only occur in the search trees, which
are the kind that the evaluation judges in play; each of these is searched separately. A game ends where the tables know the
rest; positions with at most four dice are taken from the tables alone, at random, with their exact values. The weights are
saved in `engines/tridice/weights/evaluation.txt` after each round; the first round begins with weights that count only the
dice alive, or, with `--go-on`, with the installed ones. The tables are built first if they are missing.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator

import numpy as np

from fourth_seat.engines.limits import MIB
from fourth_seat.engines.tridice import weights as kept
from fourth_seat.engines.tridice.kernels.dice import POSITION
from fourth_seat.engines.tridice.kernels.evaluation import PHASES, WEIGHT_COUNT, features_of
from fourth_seat.engines.tridice.kernels.ranking import unrank_of
from fourth_seat.engines.tridice.position import TriDicePosition, position_of, state_of
from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tables import Material, TriDiceTables, materials_of
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.engines.tridice.weights import TriDiceWeights
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.rules import TriDiceState
from fourth_seat.table.settings.tables import table_cache
from training.regression import fit

GAME = find("tridice")
ENDING_POSITIONS = 30_000  # from the tables
MAX_RANDOM_OPENING_TURNS = 8  # before a game is played
RANDOM_TURN_SHARE = 0.1  # so that positions after mistakes occur too
LOW_BITS = 0xFFFFFFFF
TREE_POSITIONS = 3  # of each search tree
MAX_WIN_PROBABILITY = 0.99  # a logarithm of odds is finite
RIDGE_PENALTY = 3.0

Row = tuple[tuple[int, int, int, int], float]
"""A position (own and other side, own and other hand) and the share of the win of the side to move."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=600, help="in each round")
    parser.add_argument("--simulations", type=int, default=400, help="for a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="begin with the installed weights")
    args = parser.parse_args()
    endings = TriDiceTableStore(table_cache(), 1 << 30, 1)
    endings.load()
    endings.build(lambda done: print(f"\rtables {done:.0%}", end="", file=sys.stderr, flush=True))
    rng = random.Random(args.seed)
    exact_rows = list(rows_from_tables(endings.tables, ENDING_POSITIONS, rng))
    weights = kept.weights() if args.go_on else kept.material()
    rows: list[Row] = []
    start = time.process_time()
    for round_ in range(args.rounds):
        tree, second = (TriDiceTree(64 * MIB, weights, endings.tables) for _ in range(2))
        rows = rows[len(rows) // 2 :]  # the older half is dropped: weaker weights played it
        for _ in range(args.games):
            rows += play_game(tree, second, args.simulations, rng)
        weights, error = fit_weights(exact_rows + rows)
        kept.write(weights)
        spent = time.process_time() - start
        print(f"round {round_ + 1}: {len(rows)} positions, squared error by phase {error}, {spent:.0f} s", flush=True)


def rows_from_tables(tables: TriDiceTables, number: int, rng: random.Random) -> Iterator[Row]:
    """Yield random positions with their exact values; all kinds of positions with dice are equally likely."""
    kinds = [kind for stage in range(tables.ready) for kind in materials_of(stage)]
    kinds = [kind for kind in kinds if kind.positions > 1]
    for n in range(number):
        kind: Material = kinds[n % len(kinds)]
        sides = int(unrank_of(rng.randrange(kind.positions), kind.own, kind.other))
        row = sides & LOW_BITS, sides >> 32 & LOW_BITS, kind.own_hand, kind.other_hand
        entry = tables.look_up(TriDicePosition(*row))
        assert entry is not None
        yield row, (1 + entry.value) / 2


def play_game(tree: TriDiceTree, second: TriDiceTree, simulations: int, rng: random.Random) -> list[Row]:
    """Play a game of the search against itself; return its positions that the tables lack, and some of the search trees.

    Args:
        second: searches the positions of the search trees.
    """
    state: TriDiceState = GAME.start(GAME.options())
    rows: list[Row] = []
    at_random = rng.randrange(MAX_RANDOM_OPENING_TURNS)
    draw = np.random.default_rng(rng.getrandbits(64))
    turns = 0
    while not state.over:
        if state.to_move == CHANCE:
            state = state.play_unchecked(rng.choice(state.legal()))
            continue
        if tree.tables.look_up(position_of(state)):
            break
        turns += 1
        if turns <= at_random or rng.random() < RANDOM_TURN_SHARE:
            move = rng.choice(state.legal())
        else:
            rows.append(searched_row(tree, state, simulations))
            drawn = (position for position in tree.decisions(TREE_POSITIONS, draw) if not tree.tables.look_up(position))
            rows += [searched_row(second, state_of(position, state.options), simulations) for position in drawn]
            children = [child for child in tree.root_moves() if child.visits]
            move = rng.choices(children, [child.visits**2 for child in children])[0].move
        state = state.play_unchecked(move)
    return rows


def searched_row(tree: TriDiceTree, state: TriDiceState, simulations: int) -> Row:
    """Search a state; return its position with the share of the win that the search finds."""
    tree.set_position(state)
    tree.search(simulations)
    sides = position_of(state)
    return (sides.own, sides.other, sides.own_hand, sides.other_hand), (1 + tree.value) / 2


def fit_weights(rows: list[Row]) -> tuple[TriDiceWeights, list[float]]:
    """Return the weights of all phases, and how far off their shares are."""
    positions = np.array([row for row, _ in rows], POSITION)
    shares = np.clip(np.array([share for _, share in rows]), 1 - MAX_WIN_PROBABILITY, MAX_WIN_PROBABILITY)
    features = np.zeros((len(rows), WEIGHT_COUNT))
    features_of(positions, kept.records_of(np.eye(WEIGHT_COUNT)), features)
    alive = np.array([TriDicePosition(*row).alive for row, _ in rows])
    phases = np.clip((alive - 3) // 2, 0, PHASES - 1)
    weights = np.zeros((PHASES, WEIGHT_COUNT))
    errors = []
    for phase in range(PHASES):
        in_phase = phases == phase
        weights[phase] = fit(features[in_phase], shares[in_phase], RIDGE_PENALTY)
        expected = 1 / (1 + np.exp(-features[in_phase] @ weights[phase]))
        errors.append(round(float(((expected - shares[in_phase]) ** 2).mean()), 4))
    return kept.records_of(weights), errors


if __name__ == "__main__":
    main()
