"""`companion.py calibrate camera|lens|lights ...`: calibrate what a table has, each in a module of its own."""

from __future__ import annotations

import argparse

from fourth_seat.commands import spoken
from fourth_seat.commands.calibrate import camera, lens, lights
from fourth_seat.words import say

KINDS = {
    "camera": (camera, say("find the board in the camera's picture, and learn what the set looks like")),
    "lens": (lens, say("measure how a camera's lens bends straight lines")),
    "lights": (lights, say("find out which LED is under which cell of a board")),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    render = spoken().render
    for name, (module, summary) in KINDS.items():
        below = kinds.add_parser(name, help=render(summary), description=render(summary), allow_abbrev=False)
        module.add_arguments(below)
        below.set_defaults(run=module.run)


def run(args: argparse.Namespace) -> int:
    status: int = args.run(args)
    return status
