"""`companion.py print GAME board.pdf`: a board on paper, at exact size."""

from __future__ import annotations

import argparse
from pathlib import Path

from commands import spoken
from games import all_games, find
from hardware.paper.board_sheet import write_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    printable = [game.name for game in all_games() if game.sheet]
    parser.add_argument("game", metavar="GAME", choices=printable, help=", ".join(printable))
    parser.add_argument("file", metavar="FILE", type=Path, help="a PDF file, to be printed at 100 %%")


def run(args: argparse.Namespace) -> int:
    write_board(find(args.game), args.file, spoken())
    return 0
