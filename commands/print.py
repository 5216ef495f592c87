"""`companion.py print tridice board.pdf`: a board on paper, at exact size."""

from __future__ import annotations

import argparse
from pathlib import Path

from commands import spoken
from hardware.paper.boards import BOARDS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", choices=BOARDS, help=", ".join(BOARDS))
    parser.add_argument("file", metavar="FILE", type=Path, help="a PDF file, to be printed at 100 %%")


def run(args: argparse.Namespace) -> int:
    BOARDS[args.game](args.file, spoken())
    return 0
