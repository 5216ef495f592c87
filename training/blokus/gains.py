"""Fit the weights of the expected gains of Blokus to how games against itself ended.

    uv run python -m training.blokus.gains WEIGHTS FILE... --horizon PLIES

Ridge regression, separately for each phase of the game. The weights of the prior in the file are kept. One game in ten is
left out as a test set. The doubt about a lead follows from the errors of the predicted differences between colours. The
horizon was chosen by matches: 24 for classic games, 0 for Duo.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.blokus.kernels import evaluation as kernels
from fourth_seat.engines.blokus.kernels.board import COLOURS
from fourth_seat.engines.blokus.kernels.playout import ROOT
from fourth_seat.engines.blokus.position import write_position
from fourth_seat.engines.blokus.weights import BlokusWeights, read_any
from fourth_seat.engines.blokus.weights import write as write_weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState
from training.blokus.games import SelfPlayGame, read_games

TEST_GAME_INTERVAL = 10  # games, of which one is in the test set
RIDGE_PENALTY = 10.0
MIN_PHASE_ROWS = 1000  # a phase with fewer gets the weights of the one before it
LOGISTIC_SCALE = 0.55  # of the logistic distribution whose standard deviation is 1


@dataclass(frozen=True, slots=True)
class GainSamples:
    """The colours that can still place, each in its row: features (n, FEATURES), phase, game, position, points gained in
    the end.
    """

    features: NDArray[np.float32]
    phase: NDArray[np.int64]
    game: NDArray[np.int64]
    position: NDArray[np.int64]
    gained: NDArray[np.float32]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training.blokus.gains", description=__doc__.split("\n")[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--horizon", type=int, required=True, help="plies of a long playout before gains are estimated")
    args = parser.parse_args()
    samples = collect_samples([game for path in args.files for game in read_games(path)])
    write_weights(args.weights, replace(fit(samples, read_any(args.weights)), horizon=args.horizon))
    return 0


def collect_samples(games: Sequence[SelfPlayGame]) -> GainSamples:
    """Return the samples of all positions of games."""
    root, scratch = zero_records(ROOT)[0], zero_records(kernels.GAIN_SCRATCH)[0]
    rows: list[NDArray[np.float32]] = []
    phase, numbers, positions, gained = [], [], [], []
    seen = 0
    for number, game in enumerate(games):
        *states, last = game.states()
        ends = [tableau.advanced for tableau in last.tableaux]
        for state in states:
            write_position(state, root)
            now = kernels.count_root(root["board"], len(ends), scratch)
            for colour, tableau in enumerate(state.tableaux):
                if tableau.left and not tableau.out:
                    rows.append(row(state, colour, scratch["counts"][colour]))
                    phase.append(now)
                    numbers.append(number)
                    positions.append(seen)
                    gained.append(ends[colour] - tableau.advanced)
            seen += 1
    return GainSamples(
        np.array(rows), np.array(phase), np.array(numbers), np.array(positions), np.array(gained, np.float32)
    )


def row(state: BlokusState, colour: int, counts: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Return the features (FEATURES,) of a colour, counted from 0, in the order of `GAIN_FEATURES`.

    Args:
        counts: (LAYERS, LAYERS + 1), squares by own layer and the best of the others.
    """
    features = np.zeros(1, kernels.GAIN_FEATURES)
    features["reached"] = counts
    left = state.tableaux[colour].left
    features["piece_left"] = [left >> piece & 1 for piece in range(len(PIECES))]
    features["wait"][0, (colour - state.turn + 1) % len(state.tableaux)] = 1
    features["always"] = 1
    return features.view(np.float32)


def fit(samples: GainSamples, weights: BlokusWeights) -> BlokusWeights:
    """Return weights with fitted gains and doubts, and print how well they predict the test set."""
    gains, doubts = np.zeros_like(weights.gains), np.zeros_like(weights.doubts)
    is_test = samples.game % TEST_GAME_INTERVAL == 0
    for phase in range(len(gains)):
        in_phase = samples.phase == phase
        is_training = in_phase & ~is_test
        if is_training.sum() < MIN_PHASE_ROWS:
            gains[phase], doubts[phase] = gains[phase - 1], doubts[phase - 1]
            continue
        rows, gained = samples.features[is_training].astype(float), samples.gained[is_training]
        gains[phase] = np.linalg.solve(rows.T @ rows + RIDGE_PENALTY * np.eye(rows.shape[1]), rows.T @ gained)
        errors = np.maximum(samples.features[in_phase] @ gains[phase], 0) - samples.gained[in_phase]
        error_differences = differences(errors, samples.position[in_phase])
        doubts[phase] = LOGISTIC_SCALE * np.sqrt((error_differences**2).mean())
        errors, gained = errors[is_test[in_phase]], samples.gained[in_phase & is_test]
        print(
            f"phase {phase}: {is_training.sum()} rows; {1 - errors.var() / gained.var():.0%} of the variance of "
            f"gains explained; doubt {doubts[phase]:.1f} points",
            flush=True,
        )
    return replace(weights, gains=gains, doubts=doubts)


def differences(values: NDArray[np.float64], position: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the differences between the colours' values in the same position."""
    parts = [
        (values[:-step] - values[step:])[position[:-step] == position[step:]]
        for step in range(1, COLOURS)
        if len(values) > step
    ]
    return np.concatenate(parts)


if __name__ == "__main__":
    sys.exit(main())
