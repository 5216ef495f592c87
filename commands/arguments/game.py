"""The arguments that name a game and its options, the same for every command that takes a game."""

from __future__ import annotations

import argparse

from games import AnyGame, find, game_names
from games.options import Options


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds GAME and `--options`."""
    parser.add_argument("game", metavar="GAME", help=", ".join(game_names()))
    parser.add_argument("--options", default="", metavar="K=V,...", help="the game's options")


def read_game(args: argparse.Namespace) -> tuple[AnyGame, Options]:
    """The game and its options.

    Raises:
        UnknownGame, BadOption: with what there is.
    """
    game = find(args.game)
    return game, game.options(args.options)
