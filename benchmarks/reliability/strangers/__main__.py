"""Games in other programs' formats, read here and by those programs, with the same result.

    python -m uv run --group dev python -m benchmarks.reliability.strangers [--games 2000] [--asked 200] [--exported 100]
        [--of FAMILY] [--gnubg /usr/games/gnubg] [--pentobi PENTOBI-GTP]

One pool of random games is written in each dialect by a writer made from the dialect's description, with all its endings
and marks, in several encodings and with several ends of lines. Columns: the games and their files; files read here, and
equal to the games that they were made from; files that another program was asked to read, and how many of them it read
with the same result. A last row has games that the other program exported. The exit status is 0 only if nothing differs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping

from benchmarks.reliability.strangers import connect4
from benchmarks.reliability.strangers.backgammon import family as backgammon
from benchmarks.reliability.strangers.blokus import family as blokus
from benchmarks.reliability.strangers.row import HEADS, Row, line

FAMILIES: Mapping[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "backgammon": backgammon.rows,
    "blokus": blokus.rows,
    "connect4": connect4.rows,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="in the pool")
    parser.add_argument("--asked", type=int, default=200, help="files of a dialect that the other program reads; 0: none")
    parser.add_argument("--exported", type=int, default=100, help="games that the other program exports; 0: none")
    parser.add_argument("--of", choices=FAMILIES, action="append", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--seed", default="strangers")
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="path of GNU Backgammon (apt install gnubg)")
    parser.add_argument(
        "--pentobi", default="", help="path of Pentobi's engine, pentobi-gtp (its sources, PENTOBI_BUILD_GTP)"
    )
    args = parser.parse_args()
    print(line(HEADS))
    held = True
    for name in args.of or FAMILIES:
        for row in FAMILIES[name](args):
            print(line(row.cells), flush=True)
            held &= row.holds
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
