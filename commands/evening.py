"""`companion.py evening [--to FILE]`: print a report of the last evening, and save it; nothing is sent."""

from __future__ import annotations

import argparse

from fourth_seat.boundary.given_path import given_path
from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments.output import add_force, check_free
from fourth_seat.setup.evening_report import evening_report, save_report, written
from fourth_seat.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", metavar="FILE", type=given_path, help="a text file to save it to, once it has been printed")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    if args.to:
        check_free(args.to, args.force)
    text = written(evening_report(), spoken().render)
    print(text, end="", flush=True)
    if args.to:
        save_report(args.to, text)
        notify(say("Saved: {file}", file=str(args.to)))
    return 0
