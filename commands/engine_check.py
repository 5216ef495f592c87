"""`companion.py engine-check COMMAND`: play games with an engine over the protocol, and print its faults, one per line."""

from __future__ import annotations

import argparse

from fourth_seat.commands import spoken
from fourth_seat.engines.errors import UnknownPlayer
from fourth_seat.engines.players.check import EngineCheck
from fourth_seat.games import find, game_names
from fourth_seat.processes.command_line import program_name, split_command
from fourth_seat.words import say, say_many, sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("engine", metavar="COMMAND", help="what starts the engine, in quotation marks if it has spaces")
    parser.add_argument(
        "--game",
        metavar="GAME",
        help=f"the game to play: {', '.join(game_names())} (default: all that it takes with set_game)",
    )


def run(args: argparse.Namespace) -> int:
    try:
        command = split_command(args.engine)
    except ValueError:
        command = []
    if not command:
        example = 'engine-check "python3 engine.py" --game connect4'
        raise UnknownPlayer(
            say("this is not a command that starts an engine; enter a command such as {example}", example=example)
        )
    check = EngineCheck(command, find(args.game) if args.game else None)
    render = spoken().render
    number = 0
    for fault in check.faults():
        number += 1
        print(sentence(render(fault)), flush=True)
    engine = check.name or program_name(args.engine)
    if number:
        print(render(say_many("{engine}: one fault found.", "{engine}: {n} faults found.", number, engine=engine)))
        return 1
    played = tuple(game.title for game in check.games)
    print(render(say("{engine}: no faults found; it has played {games}.", engine=engine, games=played)))
    return 0
