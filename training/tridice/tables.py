"""Build the tables of TriDice's endings where level 9 looks for them, so that its first game need not wait.

    uv run python -m training.tridice.tables [--threads 1]

Existing tables are kept, so that an interrupted run goes on with the stage that it had reached.
"""

from __future__ import annotations

import argparse
import sys
import time

from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tables import STAGES, TriDiceTables
from fourth_seat.table.settings.tables import table_cache


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    start = time.monotonic()
    endings = TriDiceTableStore(table_cache(), TriDiceTables().size, args.threads)
    endings.load()
    endings.build(lambda done: print(f"\r{done:.0%} of the positions", end="", file=sys.stderr, flush=True))
    print(file=sys.stderr)
    for notice in endings.notices:
        print(notice)
    size = sum(path.stat().st_size for path in table_cache().folder.glob("tridice-*.table"))
    print(f"{size / 1e6:.0f} MB in {table_cache()}, {time.monotonic() - start:.0f} s")
    return 0 if endings.tables.ready == len(STAGES) else 1


if __name__ == "__main__":
    raise SystemExit(main())
