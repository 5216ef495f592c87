"""`companion.py play GAME`: play a game, in the window or in the terminal."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from calibration.lights_settings import LightsSettings, load_lights_settings, save_lights_settings
from commands import WINDOW, notify, require, spoken
from commands.arguments.corners import add_corners, read_corners
from commands.terminal.terminal import Terminal
from engines.players.from_text import player
from games import find, game_names
from hardware.announcer import NO_TEXT_DISPLAY, Announcer
from hardware.complaints import Complaints
from hardware.lights.address import parse_lights_address
from hardware.text.factory import make_panel
from page.linked.links import TableLinks
from page.mqtt.broker import Broker, read_broker
from processes.standard_input import lines_as_typed
from table.analysis.review import Review
from table.errors import BadConfig, BadSeat, OutOfTurn
from table.record.saved import latest
from table.seats import HUMAN, Seat, read_seat
from table.settings import folders
from table.settings.engine_commands import EngineCommands
from table.table import Table
from table.turn_runner import TurnRunner
from vision.errors import BadCorners
from words import Catalogue, Text, say

if TYPE_CHECKING:
    from calibration.lens import Points
    from commands.terminal.phones import TerminalPhones
    from page.linked.client import TableLink
    from page.mqtt.publisher import MqttPublisher
    from setup.lighting import BoardLighting

OFF = "off"  # no lights, though some were chosen
LEVEL = "5"  # of computers that are not named more closely
ADVISER = "computer:8"  # who gives hints, whatever the level played


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
        metavar="URL",
        help="show the game on a text display, too: lcd://localhost, sparkfun:///dev/ttyUSB0, none, ...",
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
    parser.add_argument("--photo", type=Path, metavar="FILE", help="begin from the position in a picture")
    add_corners(parser)
    parser.add_argument(
        "--lights", metavar="URL", help="LEDs under the board: adalight:///dev/ttyUSB0, ddp://HOST, off, ..."
    )


def run(args: argparse.Namespace) -> int:
    _check(args)
    broker = read_broker(args.mqtt) if args.mqtt else None
    if not args.terminal:
        return _window(args, broker)
    catalogue = spoken()
    engines = EngineCommands.load(notify)
    links = TableLinks(notify)
    corners = read_corners(args)
    table = open_table(args.game, args.seats, args.level, args.options, args.resume, engines, notify, links.named)
    if args.photo and not _begun_from_photo(table, args.photo, corners, catalogue):
        return 0
    with ExitStack() as stack:
        stack.callback(table.close)
        host = host_of(table, engines)
        stack.callback(host.close)
        announcer = Announcer(catalogue)
        stack.callback(announcer.close)
        announcer.attach(args.text or NO_TEXT_DISPLAY, voice=bool(args.voice))
        table.displays.append(announcer)
        steps: list[Callable[[], None]] = []
        if lighting := _lighting(table, host, args.lights, notify):
            stack.callback(lighting.lights.strip.close)
            stack.callback(lighting.close)
            steps.append(lighting.step)
        if phones := _phones(table, host, args):
            stack.callback(phones.close)
            steps.append(phones.step)
        if link := links.open(table, lambda: host.waits):
            stack.callback(link.close)
            steps.append(_reporting(link))
        if publisher := _publisher(table, host, broker, catalogue) if broker else None:
            stack.callback(publisher.close)
            steps.append(_reporting(publisher))

        def beside() -> None:
            for step in steps:
                step()
            if trouble := announcer.news():
                notify(trouble)

        terminal = Terminal(
            table,
            host,
            Seat(computer=ADVISER),
            sys.stdout,
            engines=engines,
            as_json=args.json,
            catalogue=catalogue,
            beside=beside,
            invite=phones.invite if phones else None,
        )
        terminal.run(lines_as_typed(io.FileIO(0, closefd=False)) if phones or link or publisher else sys.stdin)
        beside()  # what went wrong in the last moment is said too
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what cannot be meant before anything is recorded.

    Raises:
        FourthSeatError: it is an address, or arguments that do not go together.
    """
    if args.lights not in (None, OFF):
        parse_lights_address(args.lights)
    if args.text not in (None, NO_TEXT_DISPLAY):
        make_panel(args.text)
    if args.photo and args.resume:
        raise OutOfTurn(say("--photo begins a new game, and --resume goes on with one: leave one of them out"))
    if args.corners and not (args.photo and args.terminal):
        raise BadCorners(
            say("--corners goes with --photo and --terminal; in the window, drag the corners on the photo instead")
        )


def _reporting(other: TableLink | MqttPublisher) -> Callable[[], None]:
    """Return a step of a connection that also reports its troubles."""
    complaints = Complaints()

    def step() -> None:
        other.step()
        if trouble := complaints.news(other.trouble):
            notify(trouble)

    return step


def _begun_from_photo(table: Table, photo: Path, corners: Points | None, catalogue: Catalogue) -> bool:
    """Let the game begin from the board of a photo; where it does not, remove its record.

    Returns:
        Whether it has begun: a person may have given up at a question.
    """
    from commands.terminal.photo import TerminalPhoto

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
    """Return what asks the person at the keyboard; None where nobody is there."""
    if not sys.stdin.isatty():
        return None

    def ask(question: Text) -> str:
        print(catalogue.render(question), end="\n> ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise OutOfTurn(say("the questions about the photo were not answered"))
        return line

    return ask


def _phones(table: Table, host: TurnRunner, args: argparse.Namespace) -> TerminalPhones | None:
    """Return the page for phones at a table in a terminal, if it is asked for."""
    if not (args.phones or args.https):
        return None
    from commands.terminal.phones import TerminalPhones  # the server is loaded only then

    out = sys.stderr if args.json else sys.stdout
    return TerminalPhones(table, lambda: host.thinking is not None, out, notify, https=args.https)


def _publisher(table: Table, host: TurnRunner, broker: Broker, catalogue: Catalogue) -> MqttPublisher:
    """Return a publisher of a table in a terminal."""
    from page.hosted import HostedTable
    from page.mqtt.publisher import MqttPublisher  # only for those who have one

    publisher = MqttPublisher(broker, catalogue)
    publisher.attach(HostedTable(table, Review(table), thinking=lambda: host.thinking is not None))
    return publisher


def _lighting(table: Table, host: TurnRunner, url: str | None, notify: Callable[[Text], None]) -> BoardLighting | None:
    """Return the lights of a table in a terminal: those that were asked for, else those that were chosen for this game, if
    any. Saved settings that cannot be used are reported, and the game goes on without lights.

    Raises:
        FourthSeatError: they cannot be meant.
    """
    try:
        chosen = _chosen(table.game.name, url)
    except BadConfig as error:
        notify(error.text)
        return None
    if not chosen.on:
        return None
    from calibration.lights.panel import BadLayout
    from hardware.lights.board_lights import BoardLights  # only for those who own some
    from hardware.lights.errors import BadLights
    from hardware.lights.strip import ScreenStrip
    from setup.lighting import BoardLighting, layout_of, open_strip

    try:
        layout = layout_of(table.game, table.game.geometry(table.options))
        strip = open_strip(chosen, layout.count)
    except (BadConfig, BadLayout, BadLights) as error:
        if url is not None:
            raise
        notify(error.text)
        return None
    lighting = BoardLighting(table, BoardLights(strip, layout), lambda: host.thinking, notify)
    if isinstance(lighting.lights.strip, ScreenStrip):
        notify(say("These lights are drawn, which only the window does: leave --terminal out to see them."))
    table.displays.append(lighting)
    host.waits = table.people_play  # a move would not be seen if the next one followed at once
    return lighting


def _chosen(game: str, url: str | None) -> LightsSettings:
    chosen = load_lights_settings(game)
    if url is None:
        return chosen
    return replace(chosen, on=False) if url == OFF else replace(chosen, url=url, on=True)


def _window(args: argparse.Namespace, broker: Broker | None) -> int:
    require(WINDOW)
    from ui.launch import main  # Tk is loaded only for the window

    game = find(args.game)
    if args.lights:
        save_lights_settings(game.name, _chosen(game.name, args.lights))
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
    """Return the host of a table in a terminal: what it prints is taken as set down, unless lights show it; it rolls only
    where nobody sits who could.
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
    engines: EngineCommands,
    notify: Callable[[Text], None] = lambda _: None,
    named: Callable[[Seat], Seat] = lambda seat: seat,
) -> Table:
    """Return the table that a command line asks for: a new one, or the newest unfinished game of this kind; `notify` is
    called with what there is to say about files that were left aside.

    Raises:
        FourthSeatError: what is wrong with the game, its options or seats.
    """
    game = find(name)
    if resume:
        table = Table.resume(latest(folders.records(), game.name, notify), now)
        for vacancy in engines.vacate(table):
            notify(vacancy.text)
        return table
    chosen = game.options(options)
    typed = seated(seats, level, game.seats(chosen))
    players = [named(engines.named(seat)) for seat in typed]
    for seat in players:
        if seat.computer and not seat.elsewhere:
            # A level that does not exist is refused before anything is recorded.
            player(engines.player(seat), game, chosen).close()
    if players != typed:
        engines.save(notify)
    return Table.begin(game, chosen, players, folders.records(), now)


def seated(text: str | None, level: str | None, seats: int) -> list[Seat]:
    """Return the seats of a command line; without any, people sit everywhere but in the last."""
    try:
        parts: Sequence[str] = next(csv.reader([text])) if text else [HUMAN] * (seats - 1) + ["computer"]
    except csv.Error:  # an end of line in the middle, or more characters than any seat has
        parts = []
    if len(parts) != seats:
        raise BadSeat(say("there are {wanted} seats to fill, not {n}: separate them by commas", wanted=seats, n=len(parts)))
    return [read_seat(f"computer:{level or LEVEL}" if part.strip() == "computer" else part) for part in parts]


def now() -> datetime:
    """Return the clock on the wall."""
    return datetime.now().astimezone()
