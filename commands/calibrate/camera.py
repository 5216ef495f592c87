"""`companion.py calibrate camera GAME`: calibrate a camera for a game's board, step by step, and save the calibration.

    companion.py calibrate camera connect4 --source 0
    companion.py calibrate camera blokus --source table.mp4 --corners 428,214 1207,222 1209,1000 420,1001
    companion.py calibrate camera connect4 --source evening.jpg --position 7/7/7/7/1R5/RRYYY2

A file or folder of pictures can be used instead of a camera. Without `--position`, the board must show the start position.
While the command runs, it reads lines: `find`, `corners x,y x,y x,y x,y`, `turn`, `mirror`, `learn` (the board is correct),
`quit`. Once the calibration is saved (the exit status will then be 0), the command tests how well the camera sees the
board. At a terminal, you can then follow its advice; the test repeats, automatically or when you type `test`, until
everything is fine or you type `quit`.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
import time
from collections.abc import Mapping, Sized

from fourth_seat.calibration.camera import load_camera
from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings, save_camera_settings
from fourth_seat.commands import spoken
from fourth_seat.commands.arguments.corners import add_corners, read_corners
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.inference.packing import unpack
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.processes.worker import Message
from fourth_seat.vision.registry import require_vision
from fourth_seat.vision.setup.camera import CameraSetup
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.vision.worker.messages import plain
from fourth_seat.words import Text, say, sentence

WATCH = "fourth_seat.vision.worker.session:follow"
POLL_INTERVAL_S = 0.05  # between checks for events of the vision process
STILL_REPEATS = 50  # repetitions of a single picture: enough until the test of how well the board is seen has ended
TEST_TIMEOUT_S = 10.0  # that the test of how well the board is seen may take
MIN_COUNTED_VALUES = 6  # values from which on a list is counted instead of printed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--source", metavar="SOURCE", help="camera number, device, file, folder of pictures, or address")
    add_corners(parser)
    parser.add_argument("--position", metavar="TEXT", help="the position on the board (default: the start position)")


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    require_vision(game)
    source = args.source or load_camera_settings(game.name).source or "0"
    corners = read_corners(args)
    state = game.parse_position(args.position, options) if args.position else game.start(options)
    settings = {
        "source": source,
        "game": game.name,
        "options": str(options),
        "position": game.position(state),
        "corners": None if corners is None else plain(corners),
        "linger": True,
        "still": STILL_REPEATS,
    }
    process = VisionProcess(settings, WATCH)
    try:
        kept = _CameraSteps(process).run()
    finally:
        process.close()
    if not kept:
        return 1
    save_camera_settings(game.name, CameraSettings(source, load_camera_settings(game.name).on))
    report(game.name)
    return 0


class _CameraSteps:
    """Guides the user through the steps at the terminal."""

    def __init__(self, process: VisionProcess) -> None:
        self._process = process
        self._setup = CameraSetup(process.send)
        self._last_message: Text | None = None
        self._inbox = InputQueue(io.FileIO(sys.stdin.fileno(), closefd=False))
        self._kept = False
        self._rated = False  # how well the board is seen, and nothing more needs to be done
        self._tested = False  # and everything learned meanwhile is kept
        self._latest = 0.0  # when the test must be over

    def run(self) -> bool:
        """Run the dialogue and return whether a calibration was saved."""
        if sys.stdin.isatty():
            corners = "corners x,y x,y x,y x,y"
            print(
                spoken().render(
                    say(
                        "You can type find, turn, mirror, {corners}, learn (the board is correct), or quit.",
                        corners=corners,
                    )
                ),
                flush=True,
            )
        while not (self._kept and (self._tested or time.monotonic() > self._latest)):
            for line in self._process.lines():
                if line.get("event") == "ended":
                    if not self._kept:
                        _complain(line.get("reason"))
                    return self._kept
                if not self._handle_event(line):
                    return self._kept
            if self._setup.message != self._last_message:
                self._last_message = self._setup.message
                print(sentence(spoken().render(self._last_message)), flush=True)
            if (typed := self._inbox.take(POLL_INTERVAL_S)) is not None and not self._obey(typed):
                return self._kept
            if self._inbox.over:
                time.sleep(POLL_INTERVAL_S)
        return True

    def _handle_event(self, line: Message) -> bool:
        """Handle an event from the vision process; return False if the dialogue must end."""
        self._setup.handle_event(line)
        if "reply" in line:
            if line["ok"] and line["command"] == "keep":
                self._latest = self._latest if self._kept else time.monotonic() + TEST_TIMEOUT_S
                self._kept, self._tested = True, self._rated
            if not line["ok"]:
                _complain(unpack(line["text"]))
        elif line.get("event") == "error":
            _complain(unpack(line["text"]))
        elif line.get("event") == "visibility":
            self._rate(unpack(line["text"]), good=line["good"])
        elif line.get("event") == "end":
            if self._setup.ready:
                self._tested = self._rated = True
                return True
            _complain(self._setup.trouble or say("the pictures stopped before the board was recognised"))
            return False
        elif line.get("event") == "fits" and self._setup.ways > 1:
            print(
                spoken().render(
                    say(
                        "The board has {n} possible orientations: the first move will show which is right.",
                        n=self._setup.ways,
                    )
                ),
                flush=True,
            )
            self._process.send("keep")
        return True

    def _rate(self, rating: Text, *, good: bool) -> None:
        """Print the quality of the view of the board; if there is advice, wait for the user to follow it."""
        print(spoken().render(rating), flush=True)
        self._rated = good or not sys.stdin.isatty()
        self._process.send("keep")  # if it was learned again for the test
        if not self._rated:
            self._latest = math.inf
            choices = say(
                "The camera is tested again as soon as you change something. Type “test” to test it now, "
                "or “quit” to leave things as they are."
            )
            print(spoken().render(choices), flush=True)

    def _obey(self, typed: str) -> bool:
        """Carry out a typed line; return False if it ends the dialogue."""
        if typed in ("quit", "exit"):
            return False
        self._process.send(typed)
        return True


def _complain(reason: Text | str | None) -> None:
    if reason:
        print(spoken().render(reason), file=sys.stderr, flush=True)


def report(game: str) -> None:
    """Print the saved calibration of a game's camera."""
    kept = load_camera(game)
    assert kept is not None
    corners = " ".join(f"{x:g},{y:g}" for x, y in kept.corners)
    width, height = kept.size
    said = say("saved: {width} x {height} pixels, --corners {corners}", width=width, height=height, corners=corners)
    print(spoken().render(said))
    for name, value in kept.appearance.items():
        print(f"  {name}: {_short(value)}")


def _short(value: object) -> str:
    """Return a calibration value as text; long lists are replaced by their length."""
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{name} {_short(each)}" for name, each in value.items())
            if len(value) < MIN_COUNTED_VALUES
            else _many(value)
        )
    if isinstance(value, list):
        return str(value) if len(value) < MIN_COUNTED_VALUES else _many(value)
    return str(value)


def _many(values: Sized) -> str:
    return spoken().render(say("{n} values", n=len(values)))
