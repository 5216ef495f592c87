"""`companion.py engine GAME`: the engine process, for any program that speaks GTP.

This program's own players start it as a module because it needs none of the command line's setup.
"""

from __future__ import annotations

import argparse
import gc
import io
import sys

from fourth_seat.commands.arguments.game import add_game, add_limits, read_game, read_limits
from fourth_seat.engines.gtp import GtpSession, serve
from fourth_seat.engines.levels import DEFAULT_LEVEL, level


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--level",
        default=DEFAULT_LEVEL,
        metavar="N",
        help=f"1 to 9, or a named player such as seed (default {DEFAULT_LEVEL})",
    )
    add_limits(parser)


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    gc.disable()  # a search tree has no cycles, and tracing it would cost the search a sixth of its speed
    session = GtpSession(game, options, level(args.level, game.name), read_limits(args))
    serve(session, io.FileIO(0, closefd=False), sys.stdout.buffer, sys.stderr.buffer)
    return 0


def main() -> int:
    """Run the engine process with the arguments of `companion.py engine`."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
