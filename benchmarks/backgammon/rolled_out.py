"""Compare the equities of networks with rollouts to the end, in special positions that are rare in games from the start.

    python -m uv run --group dev python -m benchmarks.backgammon.rolled_out [--nets FILE ...]

The positions, with the results of `training.backgammon.rollouts`, are in `rolled_out.npz`: backgames, anchors against
bearing off, checkers hit late, prime against prime, blitzes and scattered boards, none of them from training. Prints for
each kind, and for all, the mean absolute difference in points, the mean difference (positive: too optimistic for the side
on roll), and the standard error of the rollouts.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from engines.backgammon import array_file, bearoff, networks
from engines.backgammon.evaluator import MONEY, BackgammonEvaluator
from table.settings.tables import table_cache

PATH = Path(__file__).with_suffix(".npz")
MUST = 0.05  # points, on the mean, in backgames


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nets", type=Path, nargs="+", default=[networks.PATH])
    parser.add_argument("--plies", type=int, default=0, help="throws that they look ahead")
    args = parser.parse_args()
    arrays = array_file.load(PATH, networks.VERSION, ("shares", "error"))
    with np.load(PATH) as file:
        positions, kinds = file["positions"], file["kinds"]
    rolled_out = arrays["shares"] @ MONEY
    tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    for path in args.nets:
        values = BackgammonEvaluator(networks.read(path), tables).ahead(positions, MONEY, args.plies) @ MONEY
        print(f"{path}, {args.plies} plies:")
        for kind in [*dict.fromkeys(kinds.tolist()), "all"]:
            selected = (kinds == kind) | (kind == "all")
            difference, error = (values - rolled_out)[selected], arrays["error"][selected].mean()
            must = f" (must be {MUST})" if kind == "backgame" else ""
            print(
                f"  {kind:10} {selected.sum():4} positions: off by {np.abs(difference).mean():.3f}{must}, "
                f"{difference.mean():+.3f} on the mean; rollouts +-{error:.3f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
