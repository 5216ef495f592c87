"""Arguments for the game, its options, and an engine's resource limits."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fourth_seat.commands.arguments import whole
from fourth_seat.engines.limits import EngineLimits, memory_on
from fourth_seat.games import AnyGame, find, game_names
from fourth_seat.games.options import Options
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.table.settings.tables import table_cache


def add_game(parser: argparse.ArgumentParser, games: Sequence[str] = game_names()) -> None:
    """Add the GAME argument, with `games` as its choices, and the `--options` option."""
    parser.add_argument("game", metavar="GAME", help=", ".join(games))
    parser.add_argument(
        "--options", default="", metavar="K=V,...", help="the game's options; an unknown one prints a list of all"
    )


def read_game(args: argparse.Namespace) -> tuple[AnyGame, Options]:
    """Return the game and its options.

    Raises:
        UnknownGame, BadOption: the game or an option does not exist; the message lists the choices.
    """
    game = find(args.game)
    return game, game.options(args.options)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options `--threads` and `--memory`."""
    parser.add_argument("--threads", type=whole, default=1, metavar="N", help="threads that a search may use (default 1)")
    fitting = memory_on(usable_memory())
    parser.add_argument(
        "--memory", type=whole, default=fitting, metavar="MB", help=f"memory limit in MB (default here {fitting})"
    )


def read_limits(args: argparse.Namespace) -> EngineLimits:
    """Return the limits given by the arguments; raise `BadCommand` if they are impossible."""
    cache = table_cache()
    return EngineLimits(cache if cache.limit else None, args.memory, args.threads)
