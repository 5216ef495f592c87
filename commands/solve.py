"""`companion.py solve GAME`: read positions of a solved game, one per line, and print the value and best moves of each.

    4,4,4,4,4,4,0/4,4,4,4,4,4,0/s 10 c-f

A value that is not proven in time is printed as bounds, followed by the move that looks best: `-4..12 c-f`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable

from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments import decimal
from fourth_seat.commands.arguments.game import add_game, add_limits, read_game, read_limits
from fourth_seat.engines import engine_of
from fourth_seat.engines.errors import BadSolving
from fourth_seat.engines.solver import Solver
from fourth_seat.games import AnyGame, game_names
from fourth_seat.games.options import Options
from fourth_seat.words import FourthSeatError, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, solved_games())
    add_limits(parser)
    parser.add_argument(
        "--seconds", type=decimal, metavar="S", help="time for a position; if that is not enough, bounds are printed"
    )


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    make = engine_of(game.name).solver
    if make is None:
        solved = ", ".join(solved_games())
        raise BadSolving(say("{game} is not solved; these games are: {games}", game=game.name, games=solved))
    if args.seconds is not None and args.seconds <= 0:
        raise BadSolving(say("the time for a position must be more than {n} seconds", n=0))
    solver = make(options, read_limits(args))
    solver.prepare(lambda *_: None, lambda: False)
    for notice in solver.notices:
        notify(notice)
    unsolved = sum(not answer(line, n, game, options, solver, args.seconds) for n, line in lines(sys.stdin))
    return 1 if unsolved else 0


def solved_games() -> list[str]:
    """Return the names of the games that have a solver."""
    return [name for name in game_names() if engine_of(name).solver]


def lines(source: Iterable[str]) -> Iterable[tuple[int, str]]:
    """Return the non-empty lines with their numbers."""
    return ((n, line.strip()) for n, line in enumerate(source, 1) if line.strip())


def answer(line: str, number: int, game: AnyGame, options: Options, solver: Solver, seconds: float | None) -> bool:
    """Print the value and best moves of a position; return whether it was solved."""
    end = time.monotonic() + seconds if seconds else None
    try:
        state = game.parse_position(line, options)
        bounds, moves = solver.best(state, lambda: end is not None and time.monotonic() >= end, lambda *_: None)
    except FourthSeatError as error:
        print(spoken().render(say("line {line}: {reason}", line=number, reason=error.text)), file=sys.stderr)
        return False
    value = str(bounds.low) if bounds.exact else f"{bounds.low}..{bounds.high}"
    print(line, value, *(str(move).replace(" ", "-") for move in moves), flush=True)
    return bounds.exact
