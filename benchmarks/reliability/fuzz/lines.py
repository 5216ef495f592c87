"""The parsers of what people type: lines, arguments, addresses."""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path

from benchmarks.reliability.fuzz.inputs import Parse, clock, game_of


def terminal(home: Path) -> Parse:
    from fourth_seat.commands.terminal.admission import Admission
    from fourth_seat.commands.terminal.terminal import Terminal
    from fourth_seat.commands.terminal.typed import TypedLines
    from fourth_seat.engines.levels import level
    from fourth_seat.engines.players.from_text import player
    from fourth_seat.engines.players.inline import InlinePlayer
    from fourth_seat.engines.players.tasks import Task, TaskThread
    from fourth_seat.page.linked.links import TableLinks
    from fourth_seat.table.seats import Person, Seat
    from fourth_seat.table.settings.engine_commands import EngineCommands
    from fourth_seat.table.table import Table
    from fourth_seat.table.turn_runner import TurnRunner
    from fourth_seat.words import Text, say

    def not_tried(command: str) -> Task[Text]:  # nothing is started here
        thread = TaskThread()
        task = thread.start(Task(lambda _: say("{program}", program=command)))
        thread.close()
        return task

    def type_lines(data: bytes) -> None:
        game, text = game_of(data)
        lines = [line for line in text.splitlines()[:30] if not _names_file(line)]
        people = [Seat((Person(),))] * game.seats(game.options())
        table = Table.begin(game, game.options(), people, None, clock)
        engines, players = EngineCommands(), []
        admission = Admission(engines, TableLinks(lambda _: None), lambda _: None, not_tried)

        def seated(seat: Seat) -> InlinePlayer:
            player(
                engines.player(seat), game, table.options
            ).close()  # refused as usual; a random one plays, because it is quick
            players.append(InlinePlayer(game, level("random", game.name)))
            return players[-1]

        host = TurnRunner(table, seated, waits=False)
        shown = io.StringIO()
        as_json = data[:1].isupper()
        try:
            terminal = Terminal(table, host, Seat(computer="random"), shown, admission=admission, as_json=as_json)
            terminal.run(TypedLines(lines))
        finally:
            for one in players:
                one.close()
        assert "\x1b" not in shown.getvalue()
        if as_json:
            [json.loads(line) for line in shown.getvalue().splitlines()]

    def _names_file(line: str) -> bool:
        # A person may write to any file, and a card takes as long as a thousand other lines.
        word, _, rest = line.strip().lower().partition(" ")
        return word == "card" or (word in ("export", "report", "import") and ("/" in rest or ".." in rest))

    os.chdir(home)
    return type_lines


def arguments(_: Path) -> Parse:
    from argparse import ArgumentTypeError
    from contextlib import redirect_stderr, redirect_stdout, suppress

    from fourth_seat.boundary.json_forms import parse_json
    from fourth_seat.boundary.text import has_controls, printable, well_formed
    from fourth_seat.commands import COMMANDS, Parser
    from fourth_seat.commands.arguments import decimal, whole
    from fourth_seat.commands.arguments.corners import read_corners
    from fourth_seat.commands.arguments.game import read_game
    from fourth_seat.commands.terminal.admission import seated
    from fourth_seat.engines.levels import level
    from fourth_seat.games import all_games
    from fourth_seat.hardware.lights.layout import format_number_list, parse_number_list
    from fourth_seat.table.seats import read_seat
    from fourth_seat.words import FourthSeatError

    parsers = []
    for name, command in COMMANDS.items():
        parsers.append(Parser(name, allow_abbrev=False))
        command.load().add_arguments(parsers[-1])

    def read(data: bytes) -> None:
        text = os.fsdecode(data)
        words = text.split("\0")
        for parser in parsers:
            with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()), suppress(SystemExit, FourthSeatError):
                args = parser.parse_args(words)
                if hasattr(args, "options"):
                    read_game(args)
                if hasattr(args, "corners"):
                    read_corners(args)
        for parse in (whole, decimal, parse_number_list, parse_json):
            with suppress(ArgumentTypeError, ValueError):
                parse(text)
        with suppress(ValueError):
            assert parse_number_list(format_number_list(parse_number_list(text))) == parse_number_list(text)
        assert not has_controls(printable(well_formed(text)))
        for game in all_games():
            with suppress(FourthSeatError):
                game.options(text)
            with suppress(FourthSeatError):
                level(text, game.name)
            with suppress(FourthSeatError):
                seated(text, None, game.seats(game.options()))
        with suppress(FourthSeatError):
            seat = read_seat(text)
            assert seat.computer or read_seat(str(seat)) == seat

    return read


def addresses(_: Path) -> Parse:
    from fourth_seat.boundary.addresses import (
        NoAddress,
        bare,
        join_login,
        masked,
        read_address,
        shown,
        split_login,
        without_login,
    )
    from fourth_seat.boundary.text import has_controls
    from fourth_seat.hardware.lights.errors import BadLights
    from fourth_seat.hardware.lights.factory import opening
    from fourth_seat.hardware.text.drivers import BadTextDisplay, make_panel
    from fourth_seat.page.linked.client import check_seat
    from fourth_seat.page.mqtt.broker import BadBroker, read_broker
    from fourth_seat.table.errors import BadSeat
    from fourth_seat.table.seats import Seat
    from fourth_seat.vision.camera.devices import device_file, number_of
    from fourth_seat.vision.camera.http_answer import encoded_path
    from fourth_seat.vision.camera.ip_camera import is_address

    def read(data: bytes) -> None:
        text = os.fsdecode(data)
        number_of(text)
        if not has_controls(text):
            device_file(text)
        is_address(text)
        rest, login = split_login(text)
        assert without_login(rest) == rest and shown(shown(text)) == shown(text)
        if login:
            assert split_login(join_login(rest, login)) == (rest, login)
        masked(text)
        with contextlib.suppress(NoAddress):
            encoded_path(read_address(bare(text))).encode("ascii")
        for parse, error in (
            (opening, BadLights),
            (make_panel, BadTextDisplay),
            (read_broker, BadBroker),
            (lambda typed: check_seat(Seat(computer=typed)), BadSeat),
        ):
            try:
                parse(text)
            except error:
                continue

    return read
