"""`companion.py kiosk`: show nothing but the window on the screen; with `--install`, do so at every start."""

from __future__ import annotations

import argparse

from fourth_seat.commands import spoken
from fourth_seat.processes.installation import PROGRAM, autostart
from fourth_seat.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--install", action="store_true", help="start it with the desktop from now on")
    ways.add_argument("--remove", action="store_true", help="no longer start it with the desktop")


def run(args: argparse.Namespace) -> int:
    render = spoken().render
    if args.install:
        path = autostart.install(["kiosk"])
        print(
            render(
                say(
                    "Fourth Seat now starts with your desktop ({path}). To stop that, run: {program} kiosk --remove",
                    path=str(path), program=PROGRAM,
                )
            )
        )  # fmt: skip
        return 0
    if args.remove:
        removed = autostart.remove()
        print(render(say("It no longer starts by itself.") if removed else say("It was not set to start by itself.")))
        return 0
    from fourth_seat.ui.launch import main  # Tk is loaded only for the window

    return main(kiosk=True)
