"""`companion.py update [FILE]`: show the version and how to get a newer one, or install a newer one from a file."""

from __future__ import annotations

import argparse

from fourth_seat.boundary.given_path import given_path
from fourth_seat.commands import spoken
from fourth_seat.processes.installation import BUNDLE, CHECKOUT, FORM, bundle_folder, how_to_update, version
from fourth_seat.processes.installation.installer import install
from fourth_seat.words import FourthSeatError, say


class NoUpdate(FourthSeatError, ValueError):
    """Raised when this installation cannot be updated from the given file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    newer = f"a newer version: {' or '.join(FORM.comes_as)}" if FORM.comes_as else "not for a checkout: use git pull there"
    parser.add_argument("file", nargs="?", type=given_path, metavar="FILE", help=newer)


def run(args: argparse.Namespace) -> int:
    render = spoken().render
    if args.file is None:
        print(render(say("Fourth Seat {version}, {form}", version=version(), form=FORM.name)))
        print(render(how_to_update()))
        return 0
    if CHECKOUT:
        raise NoUpdate(how_to_update())
    if not any(map(args.file.match, FORM.comes_as)):
        raise NoUpdate(
            say("{file} is not the right file: this copy was {form}; get {name}",
                file=args.file.name, form=FORM.name, name=FORM.comes_as[0])
        )  # fmt: skip
    file = args.file.resolve(strict=True)
    newer = bundle_folder.replace(file) if FORM is BUNDLE else install(file)
    print(render(say("Fourth Seat has been updated to {version}. Games and settings are unchanged.", version=newer)))
    return 0
