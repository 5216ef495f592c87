"""What an engine may use of the machine, on the command line."""

from __future__ import annotations

import argparse

from engines.means import MEMORY, Means
from table.home import tables


def add_means(parser: argparse.ArgumentParser) -> None:
    """Adds `--threads` and `--memory`."""
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="for solvers (default 1)")
    parser.add_argument("--memory", type=int, default=MEMORY, metavar="MB", help=f"at most (default {MEMORY})")


def read_means(args: argparse.Namespace) -> Means:
    """What was asked for; raises `BadCommand` where that cannot be."""
    return Means(tables(), args.memory, args.threads)
