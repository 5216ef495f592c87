"""`companion.py calibrate camera|lens|lights ...`: calibrate a table's devices, each of which has its own module."""

from __future__ import annotations

import argparse
from typing import Any

from fourth_seat.commands import Command, Parser, spoken
from fourth_seat.words import say

KINDS = {
    "camera": Command(
        "commands.calibrate.camera", say("find the board in the camera's picture, and learn what the set looks like")
    ),
    "lens": Command("commands.calibrate.lens", say("measure how a camera's lens bends straight lines")),
    "lights": Command("commands.calibrate.lights", say("find out which LED is under which cell of a board")),
}


class KindParser(Parser):
    """An argument parser for one kind of device, whose module is imported only when the parser is used."""

    kind: Command

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        module = self.kind.load()
        module.add_arguments(self)
        self.set_defaults(run=module.run)
        return super().parse_known_args(*args, **options)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=KindParser)
    render = spoken().render
    for name, kind in KINDS.items():
        summary = render(kind.summary)
        kinds.add_parser(name, help=summary, description=summary, allow_abbrev=False).kind = kind


def run(args: argparse.Namespace) -> int:
    status: int = args.run(args)
    return status
