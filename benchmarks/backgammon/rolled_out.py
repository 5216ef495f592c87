"""Compare the equities of networks with rollouts to the end, in special positions that are rare in whole games.

    python -m uv run --group dev python -m benchmarks.backgammon.rolled_out [--nets FILE ...] [--plies 0 2] [--gnubg 0 2]

None of the positions, which have results by `training.backgammon.rollouts`, come from training: in `rolled_out.npz`
backgames, anchors against bearing off, checkers hit late, prime against prime, blitzes and scattered boards, in
`backgames.npz` 200 more backgames. Prints for each kind, and for all of a file, the mean absolute difference in points, the
mean difference (positive: too optimistic for the side on roll), and the standard error of the rollouts; with `--gnubg`
those of GNU Backgammon (Debian: `apt install gnubg`) too.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.backgammon.match.freeze import judge
from benchmarks.backgammon.match.frozen import Floats
from fourth_seat.engines.backgammon import array_file, bearoff, networks
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, BackgammonEvaluator
from fourth_seat.table.settings.tables import table_cache

ROLLED_OUT_FILES = [Path(__file__).with_name(name) for name in ("rolled_out.npz", "backgames.npz")]
MAX_BACKGAME_ERROR_POINTS = 0.05  # on average


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nets", type=Path, nargs="+", default=[networks.NETWORKS_FILE])
    parser.add_argument("--plies", type=int, nargs="+", default=[0], help="throws that they look ahead")
    parser.add_argument("--gnubg", type=int, nargs="+", default=[], metavar="PLIES", help="that GNU Backgammon looks ahead")
    args = parser.parse_args()
    tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    players = [(str(path), BackgammonEvaluator(networks.read(path), tables)) for path in args.nets]
    for file in ROLLED_OUT_FILES:
        arrays = array_file.load(file, networks.VERSION, ("shares", "error"))
        with np.load(file) as opened:
            positions, kinds = opened["positions"], opened["kinds"]
        rolled_out, errors = arrays["shares"] @ MONEY_POINTS, arrays["error"]
        for name, evaluator in players:
            for plies in args.plies:
                differences = evaluator.ahead(positions, MONEY_POINTS, plies) @ MONEY_POINTS - rolled_out
                report(f"{file.name}, {name}, {plies} plies", differences, errors, kinds)
        for plies in args.gnubg:
            differences = judge(positions, plies) - rolled_out
            report(f"{file.name}, GNU Backgammon, {plies} plies", differences, errors, kinds)
    return 0


def report(name: str, differences: Floats, errors: NDArray[np.float32], kinds: NDArray[np.str_]) -> None:
    """Print the errors of equities, for each kind of position and for all."""
    print(f"{name}:")
    for kind in [*dict.fromkeys(kinds.tolist()), "all"]:
        selected = (kinds == kind) | (kind == "all")
        must = f" (must be {MAX_BACKGAME_ERROR_POINTS})" if kind == "backgame" else ""
        print(
            f"  {kind:10} {selected.sum():4} positions: off by {np.abs(differences[selected]).mean():.3f}{must}, "
            f"{differences[selected].mean():+.3f} on the mean; rollouts +-{errors[selected].mean():.3f}",
            flush=True,
        )


if __name__ == "__main__":
    raise SystemExit(main())
