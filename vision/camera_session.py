"""A camera that watches a table, consisting of the vision process, its set-up for the board, and the bridge to the table.
The owner, such as a window with a timer, calls `step` regularly; no method blocks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from fourth_seat.boundary.marks import OWN
from fourth_seat.calibration.sight import Sight, load_sight, save_sight
from fourth_seat.inference.move_bridge import MoveBridge
from fourth_seat.inference.packing import unpack
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import Message
from fourth_seat.table.settings.folders import home
from fourth_seat.table.table import Table
from fourth_seat.vision.registry import require_camera
from fourth_seat.vision.setup.camera import SEEING_SIGHTS, CameraSetup, CameraStage
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import FourthSeatError, Text, say

WATCH_WORKER = "fourth_seat.vision.worker.session:follow"
STILL_REPEATS = 100  # repetitions of a single picture: ten seconds
MAX_RESTARTS, RESTARTS_S = 3, 60.0  # of a vision process that dies or hangs: at most this many in this many seconds
MAX_ADVISED_MOVES, MAX_PRAISED_MOVES = 0, 2  # moves and throws for which the result of a test stays, bad or good
Pixels = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The board's grid, in pixels of the camera's picture.

    Attributes:
        size: the size of the picture, (width, height).
        corners: the corners of the playing area, in the board's own order.
        known: whether this is the only possible orientation.
        cells: the outlines of the cells, keyed by name.
    """

    size: tuple[int, int]
    corners: Pixels
    known: bool
    cells: Mapping[str, Pixels]


@dataclass(frozen=True, slots=True)
class CellGuess:
    """The likeliest contents of a cell (colour and count are 0 if it appears empty), and their probability."""

    colour: int
    count: int
    probability: float


class CameraSession:
    """A session with a camera that watches a table, from its set-up to the last move.

    Attributes:
        source: the source of pictures, as given by the user.
        worker: the vision process.
        setup: the set-up, which tracks progress in finding and learning the board.
        bridge: the bridge between the table and the camera.
        grid: the cells' positions in the picture, or None until the board is found.
        guesses: the likeliest contents of each cell, while `diagnosing`.
        before: the grid before the last search for the board, kept until the next move.
        ended: the reason why the camera has stopped, or None while it watches.
        visibility: a message about how well the camera sees the table, and whether it advises a change; None before the
            first test. Advice is dropped at the next move and praise a few moves later; both are dropped when the board is
            lost, searched for or marked manually, or when the camera stops.
        share: the proportion of correct guesses in the last test, or None before the first test.
    """

    def __init__(
        self,
        table: Table,
        source: str,
        on_text: Callable[[Text, bool], None],
        process: Callable[..., VisionProcess] = VisionProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the camera, waiting for it to appear if it is missing.

        Args:
            source: the source of pictures, as for `open_source`.
            on_text: called with each message to show, and whether it reports a problem.
            process: a factory for the vision process.
            clock: a clock in seconds, for limiting restarts.

        Raises:
            GameNotSeen: the camera cannot see this game yet.
            MissingExtra: a package for reading pictures is missing.
            OSError: the process cannot be started.
        """
        require_camera(table.game)
        self.source = source
        self._table = table
        self.setup = CameraSetup(self._send)
        self.bridge = MoveBridge(table, self._send, on_text)
        self.grid: Grid | None = None
        self.guesses: Mapping[str, CellGuess] = {}
        self.diagnosing = False
        self.ended: Text | None = None
        self.visibility: tuple[Text, bool] | None = None
        self.share: float | None = None
        self._before, self._kept = self._earlier_sight(), Sight()  # what was kept of this game before, and last
        self.before: Grid | None = None
        self._was_marked = False  # whether a person had marked its corners
        self._given_up = 0  # how many moves and throws had been made when it was given up
        self._tested = table.history.at  # how many moves and throws had been made at the end of the test
        self._on_text = on_text
        self._make_process = process
        self._live = False  # a camera was opened, not a file
        # One that never opened its camera would not do so now, and a film would begin anew.
        self.worker = SupervisedWorker(
            self._start,
            restarts=MAX_RESTARTS,
            seconds=RESTARTS_S,
            worth_it=lambda: self._live and not self.ended,
            clock=clock,
        )

    def _start(self) -> VisionProcess:
        """Start the vision process with the game's position, and discard all results from earlier pictures."""
        self.grid, self.guesses, self.visibility = None, {}, None
        self._trouble: Text | None = None
        self._sight: Text | None = None
        self._clear = False  # nothing is in the way
        self._blind: Text | None = None  # why the board cannot be read at the moment
        self._recording = 0  # the number of the command whose reply is waited for
        settings = {
            "source": self.source,
            "game": self._table.game.name,
            "options": str(self._table.options),
            "position": self.bridge.position(),
            "patient": True,
            "pace": True,
            "linger": True,
            "still": STILL_REPEATS,
            "kept": True,
            "shown": True,
        }
        return self._make_process(settings, WATCH_WORKER)

    def _begin_again(self) -> None:
        """Replace a vision process that has died or hung, and restore its state."""
        self.setup.begin_again()
        self.bridge.begin_again()
        if self.diagnosing:
            self.diagnose(True)

    @property
    def status(self) -> tuple[Text, bool]:
        """The state as a message, and whether it reports a problem."""
        if self.ended:
            return self.ended, True
        if self._trouble:
            return self._trouble, True
        if not self.setup.ready:
            return self.setup.message, self.setup.trouble is not None
        if self._blind:
            return self._blind, True
        if self.bridge.wrong:
            return say("The board doesn't match the game."), True
        if self.bridge.question:
            return say("A move was made, but I can't tell which."), False
        if self._sight is None or (self.setup.ways > 1 and self._clear):
            return self.setup.message, False
        return self._sight, False

    def step(self) -> None:
        """Process pending messages from the camera."""
        for line in self.worker.lines():
            self._handle_event(line)
        self.bridge.step()  # also of a camera that has stopped: its question disappears once the game has gone on
        if self._table.history.at != self._given_up:
            self.before = None
        if self.visibility and self._outdated(advises=self.visibility[1]):
            self.visibility = None
        if self._table.result:
            self._keep_sight()

    def _outdated(self, *, advises: bool) -> bool:
        """Return whether the result of the last test (advice if `advises`, otherwise praise) no longer applies to the
        board.
        """
        played = abs(self._table.history.at - self._tested)
        return bool(
            self.ended
            or not self.setup.ready
            or self.grid is None
            or played > (MAX_ADVISED_MOVES if advises else MAX_PRAISED_MOVES)
        )

    def frame(self) -> SharedPicture | None:
        """Return the newest picture, or None if there is none since the last call."""
        return self.worker.process.frame()

    def _handle_event(self, line: Message) -> None:
        event = line.get("event")
        if "reply" in line:
            self._replied(line)
        elif event == "ready":
            self._live = bool(line["live"])
        elif event == "view":
            self.grid = read_grid(line)
        elif event == "evidence" and self.diagnosing:
            self.guesses = {name: CellGuess(*guess) for name, guess in line["cells"].items()}
        elif event == "visibility":
            self.visibility, self._tested = (unpack(line["text"]), not line["good"]), self._table.history.at
            self.share = line["share"]
        elif event == "found":
            self.visibility = None
        elif event == "trouble":
            self._trouble = unpack(line["text"])
        elif event == "sight":
            self._sight = unpack(line["text"])
            self._clear = line["sight"] in ("clear", "scenery", "two")
            if line["sight"] in SEEING_SIGHTS:
                self._blind = None
            if line["sight"] == "lost":
                self.grid = None
        elif event == "unseen":
            self._blind = unpack(line["text"])
        elif event == "error":
            self._on_text(unpack(line["text"]), True)
        elif event == "end":
            self.ended = say("That was the last picture.")
        elif event == "restarted":
            self._begin_again()
        elif event == "ended" and not self.ended:
            self.ended = say("The camera has stopped: {reason}", reason=line["reason"])
        self.setup.handle_event(line)
        if self.setup.ready:
            self.bridge.handle_event(line)

    def _replied(self, line: Message) -> None:
        if not line["ok"]:
            self._on_text(unpack(line["text"]), True)
        elif line["reply"] == self._recording:
            self._on_text(say("The last few seconds were saved to {file}", file=str(line["file"])), False)

    # -- commands of people ------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Search for the board again; `go_back` restores its previous position."""
        if self.grid:
            self.before, self._was_marked, self._given_up = self.grid, self.setup.by_hand, self._table.history.at
        self.setup.search()

    @property
    def can_go_back(self) -> bool:
        """Whether `go_back` is useful because the board had been marked manually, or is not currently found."""
        return self.before is not None and (self._was_marked or self.setup.stage is CameraStage.FINDING)

    def mark(self, corners: list[tuple[float, float]], *, known: bool) -> None:
        """Use corners marked by the user; see `CameraSetup.show_corners`."""
        self.before = None
        self.setup.show_corners(corners, known=known)

    def go_back(self) -> None:
        """Restore the board's corners from before the search."""
        if self.before:
            self.mark(list(self.before.corners), known=self.before.known)

    def test(self) -> None:
        """Repeat the test of how well the camera sees this table."""
        self.visibility = None
        self._send("test")

    def leave(self) -> None:
        """Dismiss the advice, leaving the table as it is."""
        self.visibility = None
        self._send("leave")

    def diagnose(self, on: bool) -> None:
        """Enable or disable reports of the likeliest contents of each cell."""
        self.diagnosing, self.guesses = on, {}
        self._send(f"diagnose {'on' if on else 'off'}")

    def record(self, now: datetime) -> Path:
        """Save the last few seconds of pictures to a file that `watch` can replay; a message confirms completion."""
        folder = home() / "problems"
        OWN.make(folder, above=1)
        path = folder / f"{self._table.game.name}-{now:%Y-%m-%d-%H%M%S}.zip"
        self._recording = self._send(f"record {path}")
        return path

    def close(self) -> None:
        """End the session. Learned data is kept."""
        if self.setup.ready and self.setup.ways == 1 and not self.ended:
            self._send("keep")
        self.worker.close()
        self._keep_sight()

    def _earlier_sight(self) -> Sight:
        """Return how well previous cameras saw this game, as far as is known."""
        with suppress(FourthSeatError):
            if self._table.record and (kept := load_sight(self._table.game.name, self._table.record.path.stem)):
                return kept
        return Sight()

    def _keep_sight(self) -> None:
        """Save how well the game was seen, for a report of the evening. Failure to save is ignored."""
        before, share = self._before, self._before.share if self.share is None else self.share
        sight = Sight(share, before.asked + self.bridge.asked, before.puzzled + self.bridge.puzzled)
        if self._table.record and sight not in (self._kept, before):
            self._kept = sight
            with suppress(FourthSeatError):
                save_sight(self._table.game.name, self._table.record.path.stem, sight)

    def _send(self, command: str) -> int:
        return self.worker.process.send(command)


def read_grid(line: Mapping[str, Any]) -> Grid:
    """Parse the grid in a message."""
    cells = {name: _pixels(points) for name, points in line["cells"].items()}
    width, height = line["size"]
    return Grid((width, height), _pixels(line["corners"]), bool(line["known"]), cells)


def _pixels(points: list[list[float]]) -> Pixels:
    return tuple((x, y) for x, y in points)
