"""`companion.py play GAME`: play a game, in the window or in the terminal."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from fourth_seat.boundary.given_path import given_path
from fourth_seat.commands import WINDOW, notify, require, spoken
from fourth_seat.commands.arguments import LIGHTS, IdleArgument, no_device, refuse_beside, refuse_without
from fourth_seat.commands.arguments.corners import add_corners, read_corners
from fourth_seat.commands.terminal.admission import LEVEL, Admission, seated
from fourth_seat.commands.terminal.surroundings import (
    NO_LIGHTS,
    Surroundings,
    check_board,
    check_lights,
    keep_board,
    keep_lights,
)
from fourth_seat.commands.terminal.terminal import Terminal
from fourth_seat.commands.terminal.typed import TypedLines
from fourth_seat.engines.players.from_text import player
from fourth_seat.games import find, game_names
from fourth_seat.hardware.announcer import NO_TEXT_DISPLAY
from fourth_seat.hardware.text.drivers import make_panel
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.page.mqtt.broker import Broker, read_broker
from fourth_seat.processes.standard_input import lines_as_typed
from fourth_seat.table.analysis.session import next_game
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.record.saved import latest
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings import folders
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.vision.errors import BadCorners
from fourth_seat.words import Catalogue, FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.calibration.lens import Points

ADVISER = "computer:8"  # the level that gives hints, whatever the level played


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(game_names()))
    parser.add_argument("--terminal", action="store_true", help="play in this terminal, one move a line")
    parser.add_argument(
        "--json", action="store_true", help="with --terminal: print each event of the record as one JSON line"
    )
    parser.add_argument(
        "--seats",
        metavar="SEAT,...",
        help="who plays: human, human:NAME, computer:7, seed, engine:NAME, gtp:COMMAND, table:LINK",
    )
    parser.add_argument(
        "--level", metavar="N", help=f"level of computers whose seat names none: 1 to 9, seed, ... (default {LEVEL})"
    )
    parser.add_argument(
        "--options", metavar="K=V,...", default="", help="the game's options; an unknown one prints a list of all"
    )
    parser.add_argument(
        "--text",
        type=no_device(NO_TEXT_DISPLAY),
        metavar="URL",
        help="show the game on a text display, too: its address (an unknown one prints a list), or none",
    )
    parser.add_argument("--voice", action=argparse.BooleanOptionalAction, help="announce the game with a voice, too")
    parser.add_argument("--phones", action="store_true", help="open the page for phones in this network")
    parser.add_argument(
        "--https", action="store_true", help="open it over HTTPS, too, which a phone needs to be the camera"
    )
    parser.add_argument(
        "--mqtt",
        metavar="URL",
        help="publish the game over MQTT: mqtt://HOST, mqtts://USER@HOST:PORT/PREFIX",
    )
    parser.add_argument("--resume", action="store_true", help="continue the newest unfinished game of this kind")
    parser.add_argument("--photo", type=given_path, metavar="FILE", help="begin from the position in a picture")
    add_corners(parser)
    parser.add_argument(
        *LIGHTS,
        type=no_device(NO_LIGHTS),
        metavar="URL",
        help="LEDs under the board: their address (an unknown one prints a list), or off",
    )
    parser.add_argument(
        "--board",
        type=no_device(NO_LIGHTS),
        metavar="URL",
        help="a board with sensors: serial:PORT or tcp://HOST:PORT, or off",
    )


def run(args: argparse.Namespace) -> int:
    _check(args)
    broker = read_broker(args.mqtt) if args.mqtt else None
    if not args.terminal:
        return _window(args, broker)
    catalogue = spoken()
    admission = Admission(EngineCommands.load(notify), TableLinks(notify), notify)
    corners = read_corners(args)
    table = open_table(args.game, args.seats, args.level, args.options, args.resume, admission, notify)
    if args.photo and not _begun_from_photo(table, args.photo, corners, catalogue):
        return 0
    try:
        with closing(Surroundings(args, broker, admission.links, catalogue, notify)) as around:
            _play(table, admission, around, catalogue, as_json=args.json)
    finally:
        table.close()  # even if nothing could be opened beside it
    return 0


def _play(first: Table, admission: Admission, around: Surroundings, catalogue: Catalogue, *, as_json: bool) -> None:
    """Play a game in the terminal, and further ones on request."""
    typed = TypedLines(lines_as_typed(io.FileIO(0, closefd=False)), overtake=sys.stdin.isatty())
    table: Table | None = first
    while table:
        with closing(table), closing(host_of(table, admission.engines)) as host:
            terminal = Terminal(
                table,
                host,
                Seat(computer=ADVISER),
                sys.stdout,
                admission=admission,
                as_json=as_json,
                catalogue=catalogue,
                beside=around.step,
                invite=around.phones.invite if around.phones else None,
                another=partial(following_table, table, around),
            )
            around.attach(table, host, terminal.next_game, terminal.obey)
            terminal.run(typed)
            around.step()  # errors of the last moment are reported, too
            around.leave()
        table = terminal.following


def following_table(table: Table, around: Surroundings) -> Table:
    """Begin another game of the evening; everybody moves along one seat, unless somebody plays from elsewhere.

    Raises:
        FourthSeatError: the match has been decided, or the record cannot be written.
    """
    following = next_game(table, stay=around.keeps_seats)
    if following is None:
        raise OutOfTurn(say("the match is over: start a new one to play another game"))
    options, seats = following
    evening = table.begun.evening or (table.record.path.stem if table.record else "")
    return Table.begin(table.game, options, seats, folders.records(), now, evening)


def _check(args: argparse.Namespace) -> None:
    """Refuse invalid arguments before anything is recorded.

    Raises:
        FourthSeatError: an address is invalid, or the arguments cannot be combined.
    """
    check_lights(args.lights)
    check_board(args.board)
    if args.text not in (None, NO_TEXT_DISPLAY):
        make_panel(args.text)
    if args.photo and args.resume:
        raise OutOfTurn(say("--photo begins a new game, and --resume continues one: leave one of them out"))
    refuse_without(args, json="terminal")
    refuse_beside(args, options="resume")
    if args.resume and args.seats and not args.terminal:
        raise IdleArgument(
            say("--seats works with --resume only in the terminal: leave it out, and change the players at the table")
        )
    if args.resume and not args.seats:
        refuse_beside(args, level="resume")
    if args.level and args.seats and "computer" not in map(str.strip, args.seats.split(",")):
        raise IdleArgument(
            say("--level sets the level of seats given simply as “computer”, and there are none: leave it out")
        )
    if args.corners and not (args.photo and args.terminal):
        raise BadCorners(
            say("--corners works with --photo and --terminal; in the window, drag the corners on the photo instead")
        )


def _begun_from_photo(table: Table, photo: Path, corners: Points | None, catalogue: Catalogue) -> bool:
    """Begin the game from the board of a photo; if that fails, remove its record.

    Returns:
        Whether the game has begun: the user may have given up at a question.
    """
    from fourth_seat.commands.terminal.photo import TerminalPhoto

    begun = False
    try:
        begun = TerminalPhoto(table, notify, _asker(catalogue)).read(photo, corners)
    finally:
        if not begun:
            table.close()
            if table.record:
                table.record.path.unlink(missing_ok=True)
    return begun


def _asker(catalogue: Catalogue) -> Callable[[Text], str] | None:
    """Return a function that asks the user at the keyboard, or None if nobody can answer."""
    if not sys.stdin.isatty():
        return None

    def ask(question: Text) -> str:
        print(catalogue.render(question), end="\n> ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise OutOfTurn(say("the questions about the photo were not answered"))
        return line

    return ask


def _window(args: argparse.Namespace, broker: Broker | None) -> int:
    require(WINDOW)
    from fourth_seat.ui.launch import main  # Tk is loaded only for the window

    game = find(args.game)
    keep_lights(game.name, args.lights)
    keep_board(game.name, args.board)
    seats = None
    if args.seats or args.photo:
        seats = [str(seat) for seat in seated(args.seats, args.level, game.seats(game.options(args.options)))]
    return main(
        game.name,
        seats,
        args.level,
        args.options,
        args.resume,
        args.text,
        args.voice,
        args.phones,
        args.https,
        broker,
        photo=args.photo,
    )


def host_of(table: Table, engines: EngineCommands) -> TurnRunner:
    """Return the turn runner for a terminal table. It does not wait for the computer's moves to be set down, and lets
    the program roll the dice only if no people are playing.
    """
    people = table.people_play
    return TurnRunner(
        table,
        lambda seat: player(engines.player(seat), table.game, table.options),
        waits=False,
        dice=None if people else Random(),
    )


def open_table(
    name: str,
    seats: str | None,
    level: str | None,
    options: str,
    resume: bool,
    admission: Admission,
    notify: Callable[[Text], None] = lambda _: None,
) -> Table:
    """Open the table requested on the command line: a new one, or the newest unfinished game of this kind, with other
    players if any are given. `notify` is called with notices about skipped files.

    Raises:
        FourthSeatError: the game, its options or its seats are invalid.
    """
    game = find(name)
    if resume:
        table = Table.resume(latest(folders.records(), game.name, notify), now)
        try:
            if seats:
                admission.change(table, seats, level)
            for vacancy in admission.engines.vacate(table):
                notify(vacancy.text)
        except FourthSeatError:
            table.close()
            raise
        return table
    chosen = game.options(options)
    return Table.begin(game, chosen, admission.all_of(seats, level, game, chosen), folders.records(), now)


def now() -> datetime:
    """Return the current date and time."""
    return datetime.now().astimezone()
