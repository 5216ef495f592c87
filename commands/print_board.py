"""`companion.py print GAME board.pdf`: make a board to print at actual size."""

from __future__ import annotations

import argparse

from fourth_seat.boundary.given_path import given_path
from fourth_seat.commands import spoken
from fourth_seat.commands.arguments.output import add_force, check_free
from fourth_seat.games import all_games, find
from fourth_seat.hardware.paper.board_sheet import write_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    printable = [game.name for game in all_games() if game.sheet]
    parser.add_argument("game", metavar="GAME", choices=printable, help=", ".join(printable))
    parser.add_argument("file", metavar="FILE", type=given_path, help="a PDF file; print it at 100 %%")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    check_free(args.file, args.force)
    write_board(find(args.game), args.file, spoken())
    return 0
