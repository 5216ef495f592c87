"""`companion.py tables`: list or remove the lookup tables that engines have built and cached on disk."""

from __future__ import annotations

import argparse

from fourth_seat.commands import spoken
from fourth_seat.engines.table_cache import MB, removed
from fourth_seat.games import find, game_names
from fourth_seat.table.settings.tables import table_cache
from fourth_seat.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    games = ", ".join(game_names())
    parser.add_argument(
        "--remove", nargs="?", const="", metavar="GAME", help=f"remove the tables of a game ({games}), or of all"
    )


def run(args: argparse.Namespace) -> int:
    cache, render = table_cache(), spoken().render
    if args.remove is not None:
        print(render(removed(cache.remove(find(args.remove).name if args.remove else ""))))
        return 0
    for table in cache.tables():
        print(f"{table.size / MB:8.1f} MB  {table.path}")
    print(
        render(
            say(
                "{size} MB of at most {limit} MB, in {folder}",
                size=f"{cache.size / MB:.1f}", limit=round(cache.limit / MB), folder=str(cache.folder),
            )
        )
    )  # fmt: skip
    return 0
