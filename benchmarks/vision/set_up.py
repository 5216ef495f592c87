"""A simulated person setting up a camera in front of an unseen set: the seconds, and the requests to the person.

    python -m benchmarks.vision.set_up PHOTOS... [--game GAME] [--only PART] [--kept] [--turns TURN...] [--under NAME...]
                                       [--verbose]

Each photo with a known position is filmed unchanged, and drives the steps of `vision.setup.camera`. The person reads each
sentence and does what it asks for, looking at the outline on the picture: wait, turn or mirror the grid, turn the camera,
confirm the board, or drag its corners, with hands that are slightly inaccurate. Time is that of the pictures, and of the
processor if it needs longer for one. A set is set up when the camera is ready and the outline is right.

`--turns`: how the camera is held, as in `benchmarks.vision.found`; upright unless given.

`--under`: the light is bad in this way when the camera is set up. If the program then gives advice, the person corrects the
light; the program must notice that, learn the set again, and show the effect in its rating.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import tempfile
import time
import zlib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.composites.disturbances import DISTURBANCES
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import Photo, photos
from benchmarks.vision.found import TURNS, share, turned
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from fourth_seat.calibration.lens import Points
from fourth_seat.games import game_names
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.processes.worker import Message
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.camera_session import Grid, read_grid
from fourth_seat.vision.memory import retain_freed_memory
from fourth_seat.vision.setup.camera import CameraSetup, CameraStage
from fourth_seat.vision.worker.session import VisionSession
from fourth_seat.words import FourthSeatError, Text

MAX_SETUP_S, MAX_REQUESTS = 30.0, 1  # the bar
SETUP_TIMEOUT_S = 60.0
READ_S = 3.0  # to read a sentence and look at the outline
PRESS_S, DRAG_S, TURN_S = 1.0, 10.0, 5.0  # for a button; for four corners; to turn the camera
SEARCH_PATIENCE_S = 3.0  # a search may take this long before a person does something about it
PUT_RIGHT_S = 8.0  # to go to a lamp and correct it
DRAG_SIGMA = 0.01  # of the board's side: of a corner that is dragged
MAX_OUTLINE_ERROR_SHARE = 0.03  # of the board's side: outlines within it are right


@dataclass
class SetUp:
    """The set-up of one photo's set.

    Attributes:
        seconds: until the camera was ready; None if it never was.
        requests: the person's actions, in order: `turn`, `mirror`, `confirm`, `corners`, `camera`.
        right: whether the outline is right at the end.
        ratings: visibility of the table: the share of right guesses, whether it suffices, and the second of the film.
    """

    seconds: float | None = None
    requests: list[str] = field(default_factory=list)
    right: bool = False
    ratings: list[tuple[float, bool, float]] = field(default_factory=list)

    @property
    def within(self) -> bool:
        """Whether the bar is met."""
        return (
            self.right and self.seconds is not None and self.seconds <= MAX_SETUP_S and len(self.requests) <= MAX_REQUESTS
        )


class Person:
    """A person in front of the window, who sees the sentence and the outline, and has two hands."""

    def __init__(self, photo: Photo, rng: np.random.Generator) -> None:
        self.photo, self._rng = photo, rng
        self._session = VisionSession(
            {"game": photo.game.name, "options": str(photo.options), "position": photo.position, "shown": True}
        )
        self.setup = CameraSetup(self._obey)
        self.grid: Grid | None = None
        self.done: list[str] = []
        self.ratings: list[tuple[float, bool, float]] = []
        self._shown: tuple[CameraStage, Text | None] = CameraStage.OPENING, None
        self._free = 0.0  # when hands and eyes are free again

    def _obey(self, command: str) -> None:
        name, _, rest = command.partition(" ")
        if name != "keep":  # nothing is left behind for the next set
            self._session.handle_command(name, rest)

    def see(self, frame: CameraFrame) -> None:
        """Let the program look at a picture."""
        for line in self._session.see(frame):
            self._handle(line)
            if line.get("event") == "visibility":
                self.ratings.append((line["share"], line["good"], frame.t))

    def _handle(self, line: Message) -> None:
        if line.get("event") == "view":
            self.grid = read_grid(line)
        elif line.get("event") == "sight" and line["sight"] == "lost":
            self.grid = None
        self.setup.handle_event(line)

    def act(self, now: float) -> None:
        """Read the sentence and follow it."""
        shown = self.setup.stage, self.setup.trouble
        if shown != self._shown:
            self._shown, self._free = shown, now + (READ_S if self.setup.trouble else SEARCH_PATIENCE_S)
        if now < self._free or self.setup.ready:
            return
        asked = str(self.setup.trouble or "")
        if "turn the camera by 90 degrees" in asked:
            self.done.append("camera")
            self._free, self._shown = now + TURN_S, shown
        elif self.setup.stage is CameraStage.FINDING or (self.grid is not None and not self._around()):
            self._do("corners", now + DRAG_S)
        elif self.setup.trouble and self.grid is not None:
            button = "mirror" if "mirror the grid" in asked else "turn"
            self._do("confirm" if self.right() else button, now + PRESS_S)

    def _do(self, what: str, free: float) -> None:
        self.done.append(what)
        try:
            if what == "corners":
                truth = self.photo.corners
                self.setup.show_corners(
                    (truth + self._rng.normal(0, DRAG_SIGMA * self._side(), truth.shape)).tolist(), known=True
                )
            elif what == "turn":
                self.setup.turn()
            elif what == "mirror":
                self.setup.mirror()
            else:
                self.setup.lies_right()
        except FourthSeatError as error:
            self.done[-1] += f" ({error})"
        self._free, self._shown = free, (self.setup.stage, self.setup.trouble)

    def _side(self) -> float:
        corners = self.photo.corners
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max())

    def _off(self, corners: Points) -> float:
        """Return the farthest corner's distance from its true place, as a share of the board's side."""
        return float(np.linalg.norm(corners - self.photo.corners, axis=1).max()) / self._side()

    def _around(self) -> bool:
        """Return whether the outline is around the board, in any orientation."""
        corners = np.array(self.grid.corners) if self.grid else np.zeros((4, 2))
        orders = [np.roll(each, n, axis=0) for each in (corners, corners[::-1]) for n in range(4)]
        return min(map(self._off, orders)) <= MAX_OUTLINE_ERROR_SHARE

    def right(self) -> bool:
        """Return whether each cell is outlined in its place; if several orientations are still possible, whether any cell
        is.
        """
        if self.grid is None:
            return False
        seen = {name: np.mean(outline, axis=0) for name, outline in self.grid.cells.items()}
        cells = self.photo.game.geometry(self.photo.options).cells
        true = {cell.name: np.mean([self.photo.at(place) for place in cell.polygon], axis=0) for cell in cells}
        outlined = [name for name, cell in zip(true, cells, strict=True) if cell.zone == "board" and name in seen]
        return all(
            min(np.linalg.norm(seen[other] - true[name]) for other in ([name] if self.setup.ways == 1 else outlined))
            <= MAX_OUTLINE_ERROR_SHARE * self._side()
            for name in outlined
        )


def set_up(photo: Photo, under: str = "", limit: float = SETUP_TIMEOUT_S, turn: str = "0") -> SetUp:
    """Set up a camera in front of one photo's set, within a time limit.

    It is held in this `turn`, until the person is asked to turn it; `under` a disturbance, until advice is followed.
    """
    rng = np.random.default_rng(zlib.crc32(photo.name.encode()))
    person = Person(turned(photo, turn), rng)
    camera = camera_of(person.photo, DISTURBANCES[under or "fair"], rng)
    now, number = 0.0, 0
    ready = put_right = None
    while now <= limit:
        if person.done[-1:] == ["camera"] and person.photo is not photo:
            person.photo = photo
            camera = camera_of(photo, DISTURBANCES[under or "fair"], rng)
        image = camera.see(person.photo.light)
        taken = time.process_time()
        person.see(CameraFrame(image, now, number))
        now, number = now + max(1 / FRAME_RATE_HZ, time.process_time() - taken), number + 1
        ready = now if ready is None and person.setup.ready else ready
        if ready is not None and (not under or (person.ratings and (person.ratings[-1][1] or len(person.ratings) > 1))):
            break
        if put_right is None and person.ratings and now > person.ratings[0][2] + READ_S + PUT_RIGHT_S:
            put_right, camera = now, camera_of(person.photo, DISTURBANCES["fair"], rng)
        person.act(now)
    return SetUp(ready, person.done, person.right(), person.ratings)


def main() -> int:
    """Print a line for each game and kind of set; the exit status is 1 if a set could not be set up within the bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--only", default="", metavar="PART", help="only photos whose name contains this")
    parser.add_argument("--kept", action="store_true", help="only sets that nothing was tuned on")
    parser.add_argument("--turns", nargs="+", choices=TURNS, default=["0"])
    parser.add_argument("--under", nargs="+", choices=sorted(DISTURBANCES), default=[""], metavar="NAME")
    parser.add_argument("--verbose", action="store_true", help="a line for each photo")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    retain_freed_memory(usable_memory())  # as the vision process does
    tallies: dict[tuple[str, str], list[SetUp]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as home:
        os.environ["FOURTH_SEAT_HOME"] = home  # without earlier knowledge
        for photo in photos(args.photos, args.game):
            if photo.position is None or args.only not in photo.name or (args.kept and not photo.kept):
                continue
            for turn, under in itertools.product(args.turns, args.under):
                found = set_up(photo, under, turn=turn)
                tallies[photo.game.name, "kept" if photo.kept else "tuning"].append(found)
                if args.verbose:
                    print(f"{photo.name} {turn} {under}: {found}", flush=True)
    for (game, sets), each_found in sorted(tallies.items()):
        print(f"{game:10} {sets:6}: {_summary(each_found)}{_advice(each_found)}", flush=True)
    return 0 if tallies and all(each.within for found in tallies.values() for each in found) else 1


def _summary(found: list[SetUp]) -> str:
    seconds = sorted(each.seconds for each in found if each.seconds is not None)
    requests = [len(each.requests) for each in found]
    took = f"{statistics.median(seconds):.1f} s, at most {seconds[-1]:.1f}" if seconds else "-"
    kept = sum(each.within for each in found)
    wrong = sum(each.seconds is not None and not each.right for each in found)
    return (
        f"{share(kept, len(found))} within {MAX_SETUP_S:.0f} s and {MAX_REQUESTS} request; "
        f"ready: {len(seconds)}, in {took}; requests: none for {requests.count(0)}, {max(requests)} at most; "
        f"outline wrong: {wrong}"
    )


def _advice(found: list[SetUp]) -> str:
    """Describe the effect of the advice where visibility was poor; empty where the light was good."""
    rated = [each.ratings for each in found if each.ratings]
    advised = [ratings for ratings in rated if not ratings[0][1]]
    again = [ratings for ratings in advised if len(ratings) > 1]
    if not rated:
        return ""
    before, after = (statistics.mean(ratings[n][0] for ratings in again) if again else 0.0 for n in (0, -1))
    took = max((ratings[-1][2] for ratings in again), default=0.0)
    return (
        f"; {len(advised)} of {len(rated)} advised, {len(again)} tested again, all well then "
        f"{sum(ratings[-1][1] for ratings in again)}, "
        f"guesses right {before:.1%} before, {after:.1%} after; at most {took:.1f} s in all"
    )


if __name__ == "__main__":
    raise SystemExit(main())
