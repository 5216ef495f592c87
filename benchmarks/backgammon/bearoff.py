"""Compare the exact bear-off tables with those of GNU Backgammon, position by position.

    python -m uv run python -m benchmarks.backgammon.bearoff [--positions 300] [--one-sided FILE] [--two-sided FILE]

Needs the program bearoffdump, and the files that come with GNU Backgammon (Debian: `apt install gnubg`). At random
positions it compares the distributions of the number of throws that one side needs to bear off all its checkers, and the
first, and the equities of two sides with six checkers at most. It prints the median and the maximum over positions of the
largest difference, and exits with 1 if these exceed 1e-4 and 2e-4: GNU Backgammon stores 16 bits of each number, and its
rounding errors add up from position to position.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import numpy as np

from fourth_seat.engines.backgammon import bearoff
from fourth_seat.engines.backgammon.kernels.bearoff import FEW, WHOLE_FROM, rank_of
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, LAST_HOME_POINT, Checkers
from fourth_seat.games.backgammon.formats.gnuid import position_id
from fourth_seat.table.settings.tables import table_cache

DEBIAN_PROGRAM = "/usr/games/bearoffdump"
ONE_SIDED_FILE, TWO_SIDED_FILE = Path("/usr/share/gnubg/gnubg_os0.bd"), Path("/var/lib/gnubg/gnubg_ts0.bd")
MAX_MEDIAN_GAP, MAX_GAP = 1e-4, 2e-4
ROW = re.compile(r"^ *(\d+)\t *([\d.]+)\t *[\d.]+\t\t *([\d.]*)", re.MULTILINE)
"""A number of throws, with the player's chances to have borne off all their checkers, and to have borne off the first."""
CUBELESS = re.compile(r"Cubeless equity\s*: ([+-][\d.]+)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300, help="of each kind")
    parser.add_argument("--one-sided", type=Path, default=ONE_SIDED_FILE)
    parser.add_argument("--two-sided", type=Path, default=TWO_SIDED_FILE)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    program = shutil.which("bearoffdump") or DEBIAN_PROGRAM
    tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    rng = random.Random(args.seed)
    gaps: dict[str, list[float]] = {"all off": [], "the first off": [], "equity of two sides": []}
    for _ in range(args.positions):
        side = at_random(rng, CHECKERS_EACH)
        rows = ROW.findall(dump(program, args.one_sided, side, all_borne_off()))
        number = rank(side)
        throws = np.zeros(len(tables.ends[number]))
        first = np.zeros(len(tables.starts[0]))
        for row, of_all, of_first in rows:
            throws[int(row)] = float(of_all) / 100
            if of_first and int(row) < len(first):
                first[int(row)] = float(of_first) / 100
        gaps["all off"].append(float(abs(throws - tables.ends[number]).max()))
        if number >= WHOLE_FROM:
            gaps["the first off"].append(float(abs(first - tables.starts[number - WHOLE_FROM]).max()))
        own, other = at_random(rng, FEW), at_random(rng, FEW)
        equity = CUBELESS.search(dump(program, args.two_sided, own, other))
        assert equity, "bearoffdump prints the equity"
        gaps["equity of two sides"].append(abs(2 * float(tables.pairs[rank(own), rank(other)]) - 1 - float(equity[1])))
    for name, each in gaps.items():
        print(f"{name}: {len(each)} positions, median {median(each):.6f}, largest {max(each):.6f}")
    return 0 if all(median(each) <= MAX_MEDIAN_GAP and max(each) <= MAX_GAP for each in gaps.values()) else 1


def all_borne_off() -> Checkers:
    """Return a side that has borne off everything."""
    return (CHECKERS_EACH, *[0] * BAR)


def at_random(rng: random.Random, most: int) -> Checkers:
    """Return a side with one checker up to a maximum, all at home; half of the sides have the maximum."""
    count = most if rng.random() < 0.5 else rng.randint(1, most)
    points = [rng.randint(1, LAST_HOME_POINT) for _ in range(count)]
    return (CHECKERS_EACH - count, *(points.count(point) for point in range(1, BAR + 1)))


def rank(side: Checkers) -> int:
    """Return a side's number in the tables."""
    return int(rank_of(np.array(side, np.int64)))


def dump(program: str, file: Path, own: Checkers, other: Checkers) -> str:
    """Dump the entry of GNU Backgammon's table for a position; `own` is on roll."""
    command = [program, "-p", position_id((own, other)), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    raise SystemExit(main())
