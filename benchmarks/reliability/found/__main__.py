"""Faults found from outside, tried again on any checkout: here all cases must hold.

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.found [--before PATH] [--of KIND] [CASE ...]

PATH is a checkout of an earlier edition with its own `.venv`. Each line is one case: the source of the report, its name,
whether that checkout held, whether this one does, and a description.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.reliability.checkout import ROOT
from benchmarks.reliability.found.every_case import KINDS


def main() -> int:
    """Print each case's outcome; the exit status is 1 if this checkout did not hold in one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, metavar="PATH")
    parser.add_argument("--of", choices=KINDS, action="append", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("cases", nargs="*", metavar="CASE")
    args = parser.parse_args()
    cases = {name: case for kind in args.of or KINDS for name, case in KINDS[kind].items()}
    if unknown := set(args.cases) - set(cases):
        parser.error(f"there is no case {sorted(unknown)[0]}; there are: {', '.join(cases)}")
    chosen = {name: cases[name] for name in args.cases or cases}
    fallen = fell = 0
    for name, case in chosen.items():
        before = None if args.before is None else case.tried(args.before.resolve())
        held = case.tried(ROOT)
        fell += before is False
        fallen += not held
        words = {None: "", True: "held", False: "fell"}[before]
        print(f"{case.report:12}  {name:24}  {words:4}  {'holds' if held else 'FALLS':5}  {case.summary}", flush=True)
    print(f"{fallen} of {len(chosen)} fall" + ("" if args.before is None else f"; {fell} fell before"))
    return 1 if fallen else 0


if __name__ == "__main__":
    raise SystemExit(main())
