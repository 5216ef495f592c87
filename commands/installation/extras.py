"""`companion.py extras`: list the extras with their sizes, add one, or remove it."""

from __future__ import annotations

import argparse
import sys

from fourth_seat.commands import spoken
from fourth_seat.processes.extras.adding import Adding
from fourth_seat.processes.extras.catalogue import EXTRAS, MB, Extra, unsafe, unsafe_folder
from fourth_seat.processes.extras.contents import is_damaged
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.processes.installation import PROGRAM
from fourth_seat.table.settings.folders import home
from fourth_seat.words import Text, say

LOOK_S = 0.5  # between checks of the progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    known = ", ".join(EXTRAS)
    chosen.add_argument("--add", nargs="+", choices=EXTRAS, metavar="NAME", default=[], help=f"download and add: {known}")
    chosen.add_argument("--remove", nargs="+", choices=EXTRAS, metavar="NAME", default=[], help="remove again")


def run(args: argparse.Namespace) -> int:
    folder, render = ExtrasFolder(home()), spoken().render
    for name in args.add:
        print(render(_add(EXTRAS[name], folder)))
    for name in args.remove:
        extra = EXTRAS[name]
        if extra not in folder.added():
            print(render(say("{feature}: there is nothing here to remove", feature=extra.title)))
        else:
            freed = f"{folder.remove(extra) / MB:.1f}"
            print(render(say("{feature}: removed, {size} MB freed", feature=extra.title, size=freed)))
    if not args.add and not args.remove:
        width = max(map(len, EXTRAS))
        for name, extra in EXTRAS.items():
            print(f"{name:{width}}  {render(_state(extra, folder))}  {render(extra.purpose)}")
    return 0


def _state(extra: Extra, folder: ExtrasFolder) -> Text:
    """Describe whether an extra has been added, and how large it is."""
    if extra in folder.added() and (extra.damaged or is_damaged(folder.of(extra))):
        return say("damaged: add it again with {command}", command=f"{PROGRAM} extras --add {extra.name}")
    if extra in folder.added() and extra.name in unsafe:
        return unsafe_folder(folder.of(extra))
    if extra in folder.added():
        return say("added, {size} MB on disk", size=f"{folder.size(extra) / MB:.1f}")
    return say("installed with the program") if extra.there else extra.size


def _add(extra: Extra, folder: ExtrasFolder) -> Text:
    """Add an extra, and show the progress on standard error; return the sentence to print afterwards."""
    if extra.there and not (extra in folder.added() and is_damaged(folder.of(extra))):
        return say("{feature}: already installed", feature=extra.title)
    adding = Adding(extra, folder)
    shown = sys.stderr.isatty()
    try:
        while not adding.wait(LOOK_S):
            if shown:
                sys.stderr.write(f"\r{extra.name}: {adding.progress:.0%} ")
                sys.stderr.flush()
    except KeyboardInterrupt:
        adding.cancel()
        adding.wait(LOOK_S)
        raise
    finally:
        if shown:
            sys.stderr.write("\r\033[K")
    adding.check()
    return say("{feature}: added", feature=extra.title)
