"""Number of the project's files that run from a click on a Blokus square to the LEDs that show the computer's answer.

    python -m uv run --group dev python -m benchmarks.walk_files [--all]

A game is played in a window on a virtual screen, against an engine in its own process, with lights on a serial port at
whose other end a receiver answers as our firmware does. Every call is recorded, in both processes, from the click that
sets a piece down until the frame that shows the answer has arrived. What is counted:

- files on the path: those on the stack of at least one of `STATIONS`, the calls in which the click is hit-tested, checked,
  recorded, sent to the engine, searched, answered and shown; and the kernels that the search is compiled from, which the
  interpreter does not see (they are found by what compiled functions call);
- files that run: also those used on the way (rules, notation, sentences), and those that repaint the window and the card.

Clicks are the X server's, and Tk's own loop handles them, as when people play.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from benchmarks.call_recorder import ROOT, Recorder, record
from benchmarks.start_up import screen
from fourth_seat.games import find
from fourth_seat.games.geometry import centre
from fourth_seat.hardware.lights.drivers.adalight import FIRMWARE_GREETING, MAGIC
from fourth_seat.hardware.lights.settings import LightsSettings, save_lights_settings
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.board.canvas import DOUBLE_CLICK_MS
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.theme.typeface import open_root
from tests.hardware.emulation.serial_lines import HEADER, other_end

MAX_PATH_FILES = 25
SEATS = ("human:Anna?help=none", "computer:6", "human:Ben?help=none", "human:Cleo?help=none")
MAX_ROUNDS = 6  # until the engine, which plays by other means in the meantime, has loaded its kernels
ANSWER_TIMEOUT_S = 60.0  # its kernels may have to be compiled
SETTLE_S = 0.5  # in which the window finishes its pending work
LOADING_S = 10.0  # between two rounds; kernels that are not cached take some ten seconds to compile
SEARCH_STATION = "engines/blokus/search.py:BlokusTree._search"
STATIONS = (
    "games/geometry.py:Geometry.hit",
    "table/game_state.py:GameState.prepare",
    "table/record/record_file.py:Record.append",
    "processes/child.py:ChildProcess.send",
    "engines/gtp/server.py:read_request",
    SEARCH_STATION,
    "engines/gtp/server.py:write_answer",
    "engines/process/engine_process.py:EngineProcess._read_line",
    "hardware/lights/strip.py:DeviceStrip.play",
    "hardware/lights/serial_port.py:SerialPort.write",
)


class Receiver:
    """The other end of the serial line: takes frames and acknowledges them as our firmware does."""

    def __init__(self) -> None:
        self.colours = b""
        self._buffer = b""

    def answer(self, received: bytes) -> bytes:
        """Return the firmware's answer to these bytes."""
        self._buffer += received
        answer = b""
        while self._buffer:
            if self._buffer.startswith(MAGIC):
                size = HEADER + 3 * (int.from_bytes(self._buffer[3:5], "big") + 1)
                if len(self._buffer) < max(size, HEADER):
                    return answer
                self.colours, self._buffer = self._buffer[HEADER:size], self._buffer[size:]
                answer += self._acknowledged()
            elif MAGIC.startswith(self._buffer):
                return answer
            else:
                answer += {b"v": FIRMWARE_GREETING + b" 1\n", b"?": self._acknowledged()}.get(self._buffer[:1], b"")
                self._buffer = self._buffer[1:]
        return answer

    def _acknowledged(self) -> bytes:
        return b"K%d %04x\n" % (len(self.colours) // 3, crc_hqx(self.colours, 0))


class Walk:
    """A window with a game of Blokus whose lights are on."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self.root = open_root()
        self.window = MainWindow(self.root, replace(Settings(), chime=False, awake=False))
        self.root.geometry("1280x800+0+0")
        game = find("blokus")
        self.table = Table.begin(game, game.options(), list(map(read_seat, SEATS)), records(), datetime.now)
        sit_down(self.window, self.table)
        assert isinstance(self.window.page, TablePage)
        self.page = self.window.page
        self.page.stage.advice.busy = True  # the review of the game uses its own engine, which is not part of the walk
        self._display: Any = Display(os.environ["DISPLAY"])

    def pump(self, until: Callable[[], object]) -> None:
        """Let Tk's own loop run until a condition holds."""
        end = time.monotonic() + ANSWER_TIMEOUT_S

        def look() -> None:
            if until() or time.monotonic() > end:
                self.root.quit()
            else:
                self.root.after(1, look)

        self.root.after(1, look)
        self.root.mainloop()
        if time.monotonic() > end:
            raise TimeoutError("the lights did not show the computer's move")

    def settle(self, seconds: float = SETTLE_S) -> None:
        """Let the window finish its pending work."""
        end = time.monotonic() + seconds
        self.pump(lambda: time.monotonic() > end)

    def click(self, name: str) -> None:
        """Click on a cell."""
        board, cell = self.page.stage.board, self.page.stage.geometry[name]
        spots = map(board.projection.pixel, (cell.foot, centre(cell.polygon)))
        x, y = next(spot for spot in spots if board.place_at(*spot) == name)
        self.press(round(x), round(y))

    def press(self, x: int, y: int) -> None:
        """Click at a place of the board, in pixels, by the X server's pointer."""
        board = self.page.stage.board
        xtest.fake_input(self._display, X.MotionNotify, x=board.winfo_rootx() + x, y=board.winfo_rooty() + y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, 1)
        self._display.sync()

    def play(self, recorder: Recorder, stretch: int) -> None:
        """Take a piece and lay it on the board, then record how it is played by a click on it, until the answer is lit."""
        piece, square = self._placement()
        for place in (piece, square):
            self.click(place)
            self.settle(DOUBLE_CLICK_MS / 1000 + SETTLE_S)  # or it would count as a double click
        laid = self.table.move_input.laid
        assert laid and laid.move is not None
        before = self.table.history.at
        recorder.switch(stretch)
        self.click(laid.cells[0])
        self.pump(lambda: self.table.history.at > before and self.table.pending)
        self.pump(lambda: any(self._receiver.colours))
        recorder.switch(0)
        self.settle()

    def go_round(self) -> None:
        """Set the computer's piece down and play for the others until the first person's turn."""
        self.page.stage.set_down()
        for _ in SEATS[2:]:
            self.table.play(min(map(str, self.table.state.legal())))
        self.settle()

    def _placement(self) -> tuple[str, str]:
        """Return a piece in its tray and a square over which it may be set down in its current orientation."""
        table = self.table
        cells = [cell.name for cell in self.page.stage.geometry.cells if cell.zone == "board"]
        for piece in sorted(table.move_input.partial.next):
            for square in cells if piece not in cells else ():
                held = table.game.hold(table.state, piece, 0, False, square)
                if held and held.move is not None:
                    return piece, square
        raise AssertionError("no piece fits in its current orientation")


def compiled_files(kernel: object) -> set[str]:
    """Return the files of the functions that a compiled function consists of."""
    found: set[str] = set()
    seen: set[int] = set()
    left = [kernel]
    while left:
        kernel = left.pop()
        function = getattr(kernel, "__wrapped__", None) or getattr(kernel, "py_func", None)  # ready, or compiled here
        if function is None or id(function) in seen:
            continue
        seen.add(id(function))
        path = Path(function.__code__.co_filename)
        if path.is_relative_to(ROOT):
            found.add(path.relative_to(ROOT).as_posix())
            left.extend(function.__globals__.get(name) for name in function.__code__.co_names)
    return found


def walk(folder: Path) -> tuple[set[str], dict[str, set[str]]]:
    """Play until the search has answered a click; return the files that ran then, and those of each station."""
    recorder = record(folder, STATIONS)
    receiver = Receiver()
    with other_end(receiver.answer) as port, screen() as display:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_HOME=str(folder / "home"))
        save_lights_settings("blokus", LightsSettings(f"adalight://{port}", True))
        played = Walk(receiver)
        for number in range(1, MAX_ROUNDS + 1):
            played.settle()
            played.play(recorder, number)
            ran, stations = recorder.files(number)
            if number > 1 and SEARCH_STATION in stations:  # the first round includes the imports
                break
            played.go_round()
            played.settle(LOADING_S)
            played.pump(lambda: not any(receiver.colours))
        played.window.close()
    return ran, stations


def main() -> int:
    """Print the files and their number."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="print every file that runs, too")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ran, stations = walk(Path(folder))
    from fourth_seat.engines.blokus.kernels.tree import search

    missing = set(STATIONS) - stations.keys()
    kernels = compiled_files(search)
    path = set().union(*stations.values()) | kernels
    for station in STATIONS:
        print(f"{station}\n    " + " ".join(sorted(stations.get(station, ()))))
    print("kernels of the search\n    " + " ".join(sorted(kernels)))
    if args.all:
        print("asked on the way, or repainting\n    " + " ".join(sorted(ran - path)))
    if missing:
        print(f"not passed: {', '.join(sorted(missing))}")
    print(
        f"files on the path: {len(path)} (bar {MAX_PATH_FILES}), {len(kernels)} of them kernels; "
        f"files that run: {len(ran | kernels)}"
    )
    return 0 if len(path) <= MAX_PATH_FILES and not missing else 1


if __name__ == "__main__":
    sys.exit(main())
