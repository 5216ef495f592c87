"""`play GAME`: a game at the table, in the window or in the terminal."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from datetime import datetime
from random import Random

from commands import WINDOW, require, spoken
from commands.terminal import Terminal
from engines.players import player
from games import find
from hardware.told import Told
from table import home
from table.errors import BadSeat
from table.host import Host
from table.saved import latest
from table.seats import HUMAN, Seat, read_seat
from table.table import Table
from words import say

LEVEL = "5"  # of computers that are not named more closely
ADVISER = "computer:8"  # who gives hints, whatever the level played


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--terminal", action="store_true", help="play here, one move a line")
    parser.add_argument(
        "--json", action="store_true", help="with --terminal: print each event of the record as one JSON line"
    )
    parser.add_argument("--seats", metavar="SEAT,...", help="who plays: human, human:NAME, computer:7, seed, gtp:COMMAND")
    parser.add_argument("--level", metavar="N", help="level of computers without one of their own: 1 to 9, seed, ...")
    parser.add_argument("--options", metavar="K=V,...", default="", help="the game's options")
    parser.add_argument(
        "--text",
        metavar="URL",
        help="a text display that tells it too: lcd://localhost, sparkfun:///dev/ttyUSB0, none, ...",
    )
    parser.add_argument("--voice", action=argparse.BooleanOptionalAction, help="a voice that tells it too")
    parser.add_argument("--resume", action="store_true", help="go on with the newest unfinished game")


def run(args: argparse.Namespace) -> int:
    if not args.terminal:
        return _window(args)
    table = open_table(args.game, args.seats, args.level, args.options, args.resume)
    host, catalogue = host_of(table), spoken()
    told = Told(catalogue)
    told.attach(args.text or "", voice=bool(args.voice))
    table.displays.append(told)
    try:
        terminal = Terminal(table, host, Seat(computer=ADVISER), sys.stdout, as_json=args.json, catalogue=catalogue)
        terminal.heard = told.news
        terminal.run(sys.stdin)
    finally:
        told.close()
        host.close()
        table.close()
    return 0


def _window(args: argparse.Namespace) -> int:
    require(WINDOW)
    from ui.app import main  # Tk is loaded only for the window

    game = find(args.game)
    seats = None
    if args.seats:
        seats = [str(seat) for seat in seated(args.seats, args.level, game.seats(game.options(args.options)))]
    return main(game.name, seats, args.level, args.options, args.resume, args.text, args.voice)


def host_of(table: Table) -> Host:
    """The host of a table in a terminal: what it prints is taken as set down; it rolls only where nobody sits who could."""
    people = any(seat.people for seat in table.course.seats)
    return Host(
        table,
        lambda seat: player(seat.computer, table.game, table.options),
        waits=False,
        dice=None if people else Random(),
    )


def open_table(name: str, seats: str | None, level: str | None, options: str, resume: bool) -> Table:
    """The table that a command line asks for: a new one, or the newest unfinished game of this kind.

    Raises:
        FourthSeatError: what is wrong with the game, its options or seats.
    """
    game = find(name)
    if resume:
        return Table.resume(latest(home.records(), game.name), now)
    chosen = game.options(options)
    who = seated(seats, level, game.seats(chosen))
    for seat in who:
        if seat.computer:
            player(
                seat.computer, game, chosen
            ).close()  # a level that does not exist is refused before anything is recorded
    return Table.begin(game, chosen, who, home.records(), now)


def seated(text: str | None, level: str | None, seats: int) -> list[Seat]:
    """The seats of a command line; without any, people sit everywhere but in the last."""
    parts: Sequence[str] = next(csv.reader([text])) if text else [HUMAN] * (seats - 1) + ["computer"]
    if len(parts) != seats:
        raise BadSeat(say("there are {wanted} seats to fill, not {n}: separate them by commas", wanted=seats, n=len(parts)))
    return [read_seat(f"computer:{level or LEVEL}" if part.strip() == "computer" else part) for part in parts]


def now() -> datetime:
    """The clock on the wall."""
    return datetime.now().astimezone()
