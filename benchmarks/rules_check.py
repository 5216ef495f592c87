"""Compare the rules with independent references, position by position.

    uv run --with gnubg-nn python -m benchmarks.rules_check [--games backgammon,kalah] [--positions N]

Each game that can be compared has a module here, named like the game, with `check(arguments) -> Outcome`. The exit status
is 0 only if every requested game was compared and no position differed.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec

from fourth_seat.games import game_names
from tests.references.outcome import NoReference, Outcome

POSITION_COUNT = 100_000


def main(arguments: list[str] | None = None) -> int:
    """Print one line per game and a total; return the exit status."""
    asked = _read(arguments)
    total = Outcome(0, 0, "all references")
    sound = True
    for game in asked.games:
        try:
            outcome = _check(game, asked)
        except NoReference as error:
            print(f"{game}: not compared: {error}", file=sys.stderr, flush=True)
            sound = False
            continue
        print(_line(game, outcome), flush=True)
        total = Outcome(total.positions + outcome.positions, total.differences + outcome.differences, total.reference)
    print(_line("total", total))
    return 0 if sound and total.positions and not total.differences else 1


def _check(game: str, args: argparse.Namespace) -> Outcome:
    outcome: Outcome = import_module(f"tests.references.{game}").check(args)
    return outcome


def _line(name: str, outcome: Outcome) -> str:
    return f"{name}: {outcome.positions:,} positions, {outcome.differences:,} differences ({outcome.reference})"


def _read(arguments: list[str] | None) -> argparse.Namespace:
    comparable = [game for game in game_names() if find_spec(f"tests.references.{game}")]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules_check", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--games",
        type=lambda text: text.split(","),
        default=comparable,
        help=f"which games, joined by commas; all of them are {','.join(comparable)}",
    )
    parser.add_argument(
        "--positions", type=int, default=POSITION_COUNT, help="how many positions to make where a reference generates moves"
    )
    parser.add_argument(
        "--blokus-engine", metavar="CMD", help="a GTP engine that lists legal Blokus moves, such as pentobi-gtp"
    )
    parser.add_argument(
        "--connect4-sets", metavar="DIR", help="the folder of the public Connect 4 test sets, Test_L3_R1.txt and so on"
    )
    args = parser.parse_args(arguments)
    for game in args.games:
        if game not in comparable:
            parser.error(f"{game} has no comparison here; choose among {','.join(comparable)}")
    if args.positions < 1:
        parser.error("--positions must be at least 1")
    return args


if __name__ == "__main__":
    sys.exit(main())
