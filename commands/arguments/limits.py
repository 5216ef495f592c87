"""What an engine may use of the machine, on the command line."""

from __future__ import annotations

import argparse

from engines.limits import DEFAULT_MEMORY_MB, EngineLimits
from table.settings.folders import tables


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Adds `--threads` and `--memory`."""
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="for solvers (default 1)")
    parser.add_argument(
        "--memory", type=int, default=DEFAULT_MEMORY_MB, metavar="MB", help=f"at most (default {DEFAULT_MEMORY_MB})"
    )


def read_limits(args: argparse.Namespace) -> EngineLimits:
    """What was asked for; raises `BadCommand` where that cannot be."""
    return EngineLimits(tables(), args.memory, args.threads)
