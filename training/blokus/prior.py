"""Fit the weights of the Blokus prior to the visits of the search in games against itself.

    uv run python -m training.blokus.prior WEIGHTS FILE... [--epochs 12]

Softmax regression of the visits on the gammas (Adam, Kingma and Ba 2014). A code's weight is a sum of the weights of its
parts, so that rare codes learn from common ones, and of a small one of its own. One game in ten is left out as a test set.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.blokus.kernels import evaluation as kernels
from fourth_seat.engines.blokus.kernels import tree as tree_kernels
from fourth_seat.engines.blokus.kernels.playout import ROOT
from fourth_seat.engines.blokus.kernels.shapes import SQUARES
from fourth_seat.engines.blokus.position import write_position
from fourth_seat.engines.blokus.weights import PLACE_TABLE_SQUARES, read_any, seen_from
from fourth_seat.engines.blokus.weights import write as write_weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games.blokus.pieces import PIECES
from training.blokus.games import SelfPlayGame, read_games
from training.blokus.kernels.gradients import add_gradients

BATCH_POSITIONS = 256
LEARNING_RATE = 0.008
TEST_GAME_INTERVAL = 10  # games, of which one is in the test set
# Weight decay: of the parts of codes in all phases and in each, of codes, reaches, pieces and places.
WEIGHT_DECAYS = (1e-5, 1e-4, 3e-4, 1e-4, 1e-5, 3e-4)


@dataclass(frozen=True, slots=True)
class PriorSamples:
    """Positions to fit to. For each position: codes and reached (n, squares); phase; seen (n, squares), the places as the
    mover sees them; game; begin (n + 1) into the lists of placements and their targets.
    """

    codes: NDArray[np.uint16]
    reached: NDArray[np.uint16]
    phase: NDArray[np.int64]
    seen: NDArray[np.int16]
    game: NDArray[np.int64]
    begin: NDArray[np.int64]
    placements: NDArray[np.int64]
    targets: NDArray[np.float32]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.blokus.prior", description=__doc__.split("\n")[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=12)
    args = parser.parse_args()
    samples = collect_samples([game for path in args.files for game in read_games(path)])
    print(f"{len(samples.codes)} positions, {len(samples.placements)} placements", flush=True)
    write_weights(args.weights, replace(read_any(args.weights), **fit(samples, args.epochs)))
    return 0


def collect_samples(games: list[SelfPlayGame]) -> PriorSamples:
    """Return the samples of all positions in which there was a choice."""
    root, worker = zero_records(ROOT)[0], zero_records(tree_kernels.WORKER)[0]
    coded = worker["prior_scratch"]
    codes, reached, phase, seen, numbers, placements, targets = [], [], [], [], [], [], []
    for number, game in enumerate(games):
        for state, searched in zip(game.states(), game.searched, strict=False):
            colour = state.turn - 1
            if len(searched.placements) > 1:
                write_position(state, root)
                tree_kernels.code_root(worker, root, colour)
                codes.append(coded["codes"].copy())
                reached.append(coded["reaches"].copy())
                phase.append(int(kernels.PRIOR_PHASE_OF[state.tableaux[colour].pieces_placed]))
                table = np.zeros(SQUARES, np.int16)
                squares, places = seen_from(state.setting, colour)
                table[squares] = places
                seen.append(table)
                numbers.append(number)
                placements.append(searched.placements)
                targets.append(searched.visits / searched.visits.sum())
    return PriorSamples(
        np.array(codes),
        np.array(reached),
        np.array(phase),
        np.array(seen),
        np.array(numbers),
        np.cumsum([0, *map(len, placements)]),
        np.concatenate(placements).astype(np.int64),
        np.concatenate(targets).astype(np.float32),
    )


def parts_of_codes() -> NDArray[np.float64]:
    """Return the matrix (codes, parts) of what each code is made up of."""
    rows = [_parts(code) for code in range(kernels.CODES)]
    names = sorted(set().union(*rows))
    return np.array([[float(name in row) for name in names] for row in rows])


def _parts(code: int) -> set[str]:
    if code >= kernels.FREE_CODES:
        return {"barred" if code == kernels.BARRED else "occupied"}
    own = code >> kernels.OWN_ATTACH & 1
    theirs = code >> kernels.THEIR_ATTACH & 7
    may = code >> kernels.THEIRS_TOO & 3
    near, local = code >> kernels.NEAR_ATTACH & 1, code >> kernels.LOCAL_BIT & 1
    opened = code >> kernels.OPEN
    return {
        "free",
        f"own {own}",
        f"theirs {theirs}",
        f"may {may}",
        f"near {near}",
        f"local {local}",
        f"open {opened}",
        f"own {own} open {opened}",
        f"may {may} open {opened}",
        f"own {own} theirs {theirs > 0}",
        f"theirs {theirs > 0} local {local} near {near}",
    }


def fit(samples: PriorSamples, epochs: int) -> dict[str, Any]:
    """Return the weights of the prior, by name, under which the search's visits are likeliest."""
    parts = parts_of_codes()
    each = (kernels.PRIOR_PHASES, kernels.ROLES)
    sizes = (
        (kernels.ROLES, parts.shape[1]),
        (*each, parts.shape[1]),
        (kernels.ROLES, kernels.CODES),
        (*each, kernels.REACHES),
        (kernels.PRIOR_PHASES, len(PIECES)),
        (kernels.PRIOR_PHASES, PLACE_TABLE_SQUARES * PLACE_TABLE_SQUARES),
    )
    values, means, variances = ([np.zeros(size) for size in sizes] for _ in range(3))
    numbers = np.arange(len(samples.codes))
    test_set, training_set = (
        numbers[samples.game % TEST_GAME_INTERVAL == 0],
        numbers[samples.game % TEST_GAME_INTERVAL != 0],
    )
    rng, start, steps = np.random.default_rng(1), time.time(), 0

    def gradients(chosen: NDArray[np.int64], learn: bool) -> tuple[list[NDArray[np.float64]], float, int]:
        codes = (values[0] + values[1]) @ parts.T + values[2]
        found = [np.zeros_like(codes), *map(np.zeros, sizes[3:])]
        loss, hits = add_gradients(
            chosen, *(getattr(samples, name) for name in SAMPLE_FIELDS), codes, *values[3:], *found, learn
        )
        by_part = found[0] @ parts
        return [by_part.sum(0), by_part, found[0].sum(0), *found[1:]], loss, hits

    for epoch in range(epochs):
        rng.shuffle(training_set)
        rate = LEARNING_RATE * (1 - epoch / epochs) + LEARNING_RATE / 20
        for at in range(0, len(training_set), BATCH_POSITIONS):
            batch = training_set[at : at + BATCH_POSITIONS]
            steps += 1
            for value, gradient, mean, variance, decay in zip(
                values, gradients(batch, True)[0], means, variances, WEIGHT_DECAYS, strict=True
            ):
                step = gradient / len(batch) + decay * value
                mean += 0.1 * (step - mean)
                variance += 0.001 * (step * step - variance)
                value -= rate * (mean / (1 - 0.9**steps)) / (np.sqrt(variance / (1 - 0.999**steps)) + 1e-8)
        _, loss, hits = gradients(test_set, False)
        print(
            f"epoch {epoch + 1}: log loss {loss / len(test_set):.4f}, the search's choice first in "
            f"{hits / len(test_set):.1%}, {time.time() - start:.0f} s",
            flush=True,
        )
    codes = (values[0] + values[1]) @ parts.T + values[2]
    return {name: table.astype(np.float32) for name, table in zip(TABLE_NAMES, (codes, *values[3:]), strict=True)}


TABLE_NAMES = ("codes", "reaches", "pieces", "places")
SAMPLE_FIELDS = ("codes", "reached", "phase", "seen", "begin", "placements", "targets")


if __name__ == "__main__":
    sys.exit(main())
