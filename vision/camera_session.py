"""A camera that watches a table: the vision process, its set-up for the board, and the bridge to the table. Its owner calls
`step` regularly (a window on its timer); nothing here blocks.
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
        known: whether no other orientation is possible.
        cells: the outlines of the cells, by name.
    """

    size: tuple[int, int]
    corners: Pixels
    known: bool
    cells: Mapping[str, Pixels]


@dataclass(frozen=True, slots=True)
class CellGuess:
    """The likeliest contents of a cell (number 0 and colour 0 if it looks empty), and their probability."""

    colour: int
    count: int
    probability: float


class CameraSession:
    """A camera that watches a table, from its set-up to the last move.

    Attributes:
        source: the source of pictures, as it was chosen.
        worker: its vision process.
        setup: the set-up, which knows how far the board has been found and learned.
        bridge: between the table and the camera.
        grid: where the cells are seen; None while the board is not found.
        guesses: what each cell looks like, while `diagnosing`.
        before: the grid before the board was looked for again, kept until the next move.
        ended: why the camera has stopped; None while it watches.
        visibility: a sentence about how well the table is seen, and whether it advises a change; None before the first
            test. Advice ends with the next move, praise a few moves later, and both when the board is lost, searched for or
            marked by hand, or when the camera stops.
        share: the share of guesses in the last test that were right; None before the first one.
    """

    def __init__(
        self,
        table: Table,
        source: str,
        on_text: Callable[[Text, bool], None],
        process: Callable[..., VisionProcess] = VisionProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the camera; if it is not there, wait for it to appear.

        Args:
            source: as `open_source` reads it.
            on_text: called with each sentence to show, and whether it is a complaint.
            process: starts the vision process.
            clock: seconds, for the limit on restarts.

        Raises:
            GameNotSeen: the camera cannot see this game yet.
            MissingExtra: a package that reads pictures is missing.
            OSError: no process can be started.
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
        """Start the vision process with the game's position, and forget what was known of earlier pictures."""
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
        """Start another vision process in place of one that has died or hung, and tell it what that one knew."""
        self.setup.begin_again()
        self.bridge.begin_again()
        if self.diagnosing:
            self.diagnose(True)

    @property
    def status(self) -> tuple[Text, bool]:
        """Return the state in one sentence, and whether it is a complaint."""
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
        """Handle a report from the camera."""
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
        """Return whether the result of the last test, which `advises` a change or praises, no longer says anything about
        the board."""
        played = abs(self._table.history.at - self._tested)
        return bool(
            self.ended
            or not self.setup.ready
            or self.grid is None
            or played > (MAX_ADVISED_MOVES if advises else MAX_PRAISED_MOVES)
        )

    def frame(self) -> SharedPicture | None:
        """Return the newest picture; None if none has come since the last one."""
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
            self._on_text(say("The last seconds were saved to {file}", file=str(line["file"])), False)

    # -- commands of people ------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Look for the board again; `go_back` returns to the place where it was seen before."""
        if self.grid:
            self.before, self._was_marked, self._given_up = self.grid, self.setup.by_hand, self._table.history.at
        self.setup.search()

    @property
    def can_go_back(self) -> bool:
        """Whether `go_back` is useful: a person had marked the board, or no board is found now."""
        return self.before is not None and (self._was_marked or self.setup.stage is CameraStage.FINDING)

    def mark(self, corners: list[tuple[float, float]], *, known: bool) -> None:
        """Use the corners that a person has marked; see `CameraSetup.show_corners`."""
        self.before = None
        self.setup.show_corners(corners, known=known)

    def go_back(self) -> None:
        """Go back to the corners within which the board was seen before the search."""
        if self.before:
            self.mark(list(self.before.corners), known=self.before.known)

    def test(self) -> None:
        """Test again how well this table can be seen."""
        self.visibility = None
        self._send("test")

    def leave(self) -> None:
        """Dismiss the advice: the table stays as it is."""
        self.visibility = None
        self._send("leave")

    def diagnose(self, on: bool) -> None:
        """Switch on or off the reports of what each cell looks like."""
        self.diagnosing, self.guesses = on, {}
        self._send(f"diagnose {'on' if on else 'off'}")

    def record(self, now: datetime) -> Path:
        """Save the last few seconds of pictures to a file that `watch` can replay; a message will say when this is done."""
        folder = home() / "problems"
        OWN.make(folder, above=1)
        path = folder / f"{self._table.game.name}-{now:%Y-%m-%d-%H%M%S}.zip"
        self._recording = self._send(f"record {path}")
        return path

    def close(self) -> None:
        """End the session. What has been learned is kept."""
        if self.setup.ready and self.setup.ways == 1 and not self.ended:
            self._send("keep")
        self.worker.close()
        self._keep_sight()

    def _earlier_sight(self) -> Sight:
        """Return how well this game was seen by cameras before this one, as far as that is known."""
        with suppress(FourthSeatError):
            if self._table.record and (kept := load_sight(self._table.game.name, self._table.record.path.stem)):
                return kept
        return Sight()

    def _keep_sight(self) -> None:
        """Keep how well the game was seen, for a report of the evening; where that is not possible, it is not reported."""
        before, share = self._before, self._before.share if self.share is None else self.share
        sight = Sight(share, before.asked + self.bridge.asked, before.puzzled + self.bridge.puzzled)
        if self._table.record and sight not in (self._kept, before):
            self._kept = sight
            with suppress(FourthSeatError):
                save_sight(self._table.game.name, self._table.record.path.stem, sight)

    def _send(self, command: str) -> int:
        return self.worker.process.send(command)


def read_grid(line: Mapping[str, Any]) -> Grid:
    """Read the grid in a message."""
    cells = {name: _pixels(points) for name, points in line["cells"].items()}
    width, height = line["size"]
    return Grid((width, height), _pixels(line["corners"]), bool(line["known"]), cells)


def _pixels(points: list[list[float]]) -> Pixels:
    return tuple((x, y) for x, y in points)
