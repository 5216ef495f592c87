"""`companion.py calibrate camera|lens|lights ...`: the calibrations of a table, each in a file of its own."""

from __future__ import annotations

import argparse

from commands.calibrate import camera, lens, lights
from words import say

KINDS = {
    "camera": (camera, say("where a game's board is in the camera's picture, and what the set looks like")),
    "lens": (lens, say("how a camera's lens bends lines")),
    "lights": (lights, say("which LED is under which cell of a game's board")),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, (module, summary) in KINDS.items():
        below = kinds.add_parser(name, help=str(summary), description=str(summary), allow_abbrev=False)
        module.add_arguments(below)
        below.set_defaults(run=module.run)


def run(args: argparse.Namespace) -> int:
    status: int = args.run(args)
    return status
