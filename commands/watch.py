"""`companion.py watch GAME SOURCE`: follow a game through a camera (its number or device file), a file or an address.

    companion.py watch connect4 0
    companion.py watch blokus game.mp4 --corners 428,214 1207,222 1209,1000 420,1001 --json

The command prints each move as it is seen; with `--json`, it prints a JSON line for each move, and further lines that have
an `event`. Type whatever a picture cannot show: `play 4` answers a question, `play 4/1` enters a throw, and `position TEXT`
enters a whole board.
The recording of a problem contains the calibration and the initial position.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from fourth_seat.boundary.streams import silenced_libraries, write_json_line
from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments.corners import add_corners, read_corners
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.inference.packing import unpack
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.registry import require_vision
from fourth_seat.vision.worker.loop import WorkerCommand
from fourth_seat.vision.worker.session import VisionSession, follow
from fourth_seat.words import FourthSeatError, Text, say

POLL_INTERVAL_S = 0.5  # between checks whether the input has ended


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    watched = parser.add_mutually_exclusive_group(required=True)
    about = "camera number, device, file, folder of pictures, or address"
    watched.add_argument("source", metavar="SOURCE", nargs="?", help=about)
    watched.add_argument("--source", metavar="SOURCE", dest="named_source", help="the same, as in other commands")
    add_corners(parser)
    parser.add_argument("--position", metavar="TEXT", help="the position at first, as look --json prints it")
    parser.add_argument("--json", action="store_true", help="print one JSON line for each move")


@silenced_libraries()
def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    require_vision(game)
    chosen = args.source or args.named_source
    settings = {
        "source": chosen,
        "game": game.name,
        "options": str(options) if args.options else None,  # a recorded problem has its own
        "corners": read_corners(args),
        "position": args.position,
    }
    source = open_source(chosen)
    session = follow(settings, source)
    inbox = InputQueue(io.FileIO(sys.stdin.fileno(), closefd=False))
    held = sys.stdin.isatty() and not source.live  # a film can wait for a typed answer, while people at a table play on
    trouble: Text | None = None
    any_picture = False
    try:
        while not source.over:
            obey(session, inbox, held)
            frame = read_frame(source)
            if source.trouble != trouble:
                trouble = source.trouble
                notify(trouble or say("the camera is sending pictures again"))
            if frame is not None:
                any_picture = True
                report(session.see(frame), args.json)
    finally:
        source.close()
    if any_picture and not session.seen:
        notify(
            say("the board could not be read within these corners: check them, or give the position with --position")
            if args.corners
            else say("no board was found: give the board's corners with --corners")
        )
    return 0 if session.seen else 1


def read_frame(source: FrameSource) -> CameraFrame | None:
    """Return the next frame, or None if none is available at the moment or if it is damaged, which is reported."""
    try:
        return source.read()
    except CameraError as error:  # the next call continues after it
        notify(error.text)
        return None


def obey(session: VisionSession, inbox: InputQueue, held: bool) -> None:
    """Execute the typed lines, printing a line for each that cannot be executed. With `held`, which delays the next
    picture, wait until a required throw has been typed.
    """
    while True:
        line = inbox.take(POLL_INTERVAL_S if held and session.awaits_throw else 0.0)
        if line is None:
            if held and session.awaits_throw and not inbox.over:
                continue
            return
        command = WorkerCommand.parse(line)
        try:
            session.handle_command(command.name, command.rest)
        except FourthSeatError as error:
            print(spoken().render(error.text), file=sys.stderr, flush=True)


def report(lines: Iterable[Mapping[str, Any]], as_json: bool) -> None:
    """Print the camera's events."""
    for line in lines:
        if as_json:
            write_json_line(line, sys.stdout)
        else:
            print(in_words(line), flush=True)


def in_words(line: Mapping[str, Any]) -> str:
    """Return an event as a human-readable line."""
    sentence = _sentence_of(line)
    return f"{line['t']:8.2f}  {spoken().render(sentence) if isinstance(sentence, Text) else sentence}"


def _sentence_of(line: Mapping[str, Any]) -> Text | str:
    if "ask" in line:
        one, other = sorted(line["ask"], key=lambda move: not move)
        if not other:
            return say("was {move} played, or nothing? If it was played, type play {move}", move=one)
        return say("was it {one} or {other}? Type play and the move that was made", one=one, other=other)
    if "move" in line:
        if line.get("instead"):
            return say("played instead: {move}", move=line["move"]) if line["move"] else say("taken back")
        if "throw" in line:
            return say("{move}: what was thrown? Type play 4/1 for 4 on top and 1 at the left corner", move=line["move"])
        return str(line["move"])
    match line["event"]:
        case "found":
            return say("the board has been found")
        case "began":
            return say("position of the game: {position}", position=line["positions"][0])
        case "set":
            return say("set down correctly")
        case "fits":
            return say("the board is as it should be")
        case "right":
            return say("the board is correct again")
        case "moved":
            return say("the camera or the board was moved; the board is still being tracked")
        case _:
            text: Text = unpack(line["text"])
            return text
