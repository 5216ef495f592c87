"""Single pictures: the cells and boards that are read correctly, the error of the corners, and the processor time.

`python -m benchmarks.vision.single GAME FOLDER... [--find] [--width PIXELS] [--verbose]`

Each folder has a `labels.json`. Boards are read with the labelled corners; with `--find` the program also searches for
them, and reads the boards with the corners found. Pictures of other games must be rejected. Times are processor time on one
core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

import cv2
import numpy as np

from benchmarks.vision.labels import Labelled, load
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find, game_names
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.board_reading import printed, rejection
from fourth_seat.vision.memory import retain_freed_memory
from fourth_seat.vision.protocols import BoardNotFound, BoardVision, Image
from fourth_seat.vision.registry import board_vision
from fourth_seat.words import Text

MAX_CORNER_ERROR_SHARE = 0.02  # of the board's width, by which found corners may be off and still count as right
SEARCH_REPEATS = 3  # for one board, of which the quickest counts
T = TypeVar("T")
LABELLED_ZONES = frozenset({"board", "store", "bar"})  # labels have the contents of these, but not of trays and dice


@dataclass
class TimedStage:
    """Times of finding, refusing or reading, in milliseconds."""

    name: str
    spent: list[float] = field(default_factory=list)

    def timed(self, work: Callable[[], T], times: int = 1) -> T:
        """Do the work and count its processor time: the least of several runs, to exclude other work on the machine."""
        spent = []
        for _ in range(times):
            before = time.process_time()
            done = work()
            spent.append((time.process_time() - before) * 1e3)
        self.spent.append(min(spent))
        return done

    def __str__(self) -> str:
        if not self.spent:
            return f"{self.name} -"
        return f"{self.name} {median(self.spent):.1f} (at most {max(self.spent):.1f})"


@dataclass
class PictureTally:
    """Boards read in one way (corners given, or found)."""

    title: str
    cells: int = 0
    wrong: int = 0
    boards: int = 0
    spoilt: int = 0
    turned_down: int = 0

    def add(self, mistakes: int, cells: int) -> None:
        """Count a board that was read."""
        self.boards, self.cells = self.boards + 1, self.cells + cells
        self.wrong, self.spoilt = self.wrong + mistakes, self.spoilt + (mistakes > 0)

    def __str__(self) -> str:
        if not self.boards:
            return f"{self.title}: no boards"
        return (
            f"{self.title}: cells {self.cells - self.wrong}/{self.cells} ({1 - self.wrong / self.cells:.2%}), boards"
            f" {self.boards - self.spoilt}/{self.boards} ({1 - self.spoilt / self.boards:.1%}), refused {self.turned_down}"
        )


def labelled_cells(geometry: Geometry, ignored: frozenset[str]) -> frozenset[str]:
    """Return the names of the cells whose content a label gives; `ignored`: those that cannot be read."""
    return frozenset(cell.name for cell in geometry.cells if cell.zone in LABELLED_ZONES) - ignored


def mistakes(seen: Cells, cells: Cells, names: frozenset[str]) -> list[str]:
    """Return the cells read wrong, as `cell read/true`."""
    return [
        f"{name} {_brief(seen.get(name))}/{_brief(cells.get(name))}"
        for name in sorted(names)
        if seen.get(name) != cells.get(name)
    ]


def _brief(content: Content | None) -> str:
    return f"{content.colour}x{content.count}" if content else "."


def offset(corners: Points, true: Points) -> float:
    """Return the offset of the worst corner, in widths of the board."""
    width = (np.linalg.norm(true[1] - true[0]) + np.linalg.norm(true[2] - true[3])) / 2
    return float(np.linalg.norm(corners - true, axis=1).max() / width)


def scaled(picture: Labelled, width: int | None) -> tuple[Image, View | None]:
    """Return the picture and its view at this width."""
    image, view = picture.image(), picture.view()
    if not width:
        return image, view
    factor = width / image.shape[1]
    size = (width, round(image.shape[0] * factor))
    shrunk = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR), np.uint8)
    if view:
        area = find(picture.game).geometry(picture.options).area
        view = View.of_corners(view.corners(area) * factor, area, size)
    return shrunk, view


@dataclass
class PictureMeasurement:
    """A measurement of one game's vision."""

    game: str
    verbose: bool
    finding: bool
    given: PictureTally = field(default_factory=lambda: PictureTally("corners given"))
    found: PictureTally = field(default_factory=lambda: PictureTally("corners found"))
    offsets: list[float] = field(default_factory=list)
    strangers: int = 0
    taken_in: int = 0
    stages: Mapping[str, TimedStage] = field(
        default_factory=lambda: {name: TimedStage(name) for name in ("find", "refuse", "read")}
    )

    @property
    def eye(self) -> BoardVision:
        return board_vision(find(self.game))

    def measure(self, picture: Labelled, image: Image, view: View | None) -> None:
        """Measure a picture."""
        if picture.game != self.game:
            self._stranger(picture, image)
            return
        area = find(self.game).geometry(picture.options).area
        if view:
            self._read(picture, image, view, self.given)
        if not self.finding:
            return
        answer = self.stages["find"].timed(lambda: self.eye.detector.detect(image, picture.options), SEARCH_REPEATS)
        if isinstance(answer, BoardNotFound):
            self.offsets.append(float("inf"))
            self._say(picture, f"not found: {answer.reason}")
            return
        if view:
            self.offsets.append(offset(answer.corners, view.corners(area)))
            self._say(picture, f"corners off by {self.offsets[-1]:.2%}, confidence {answer.confidence:.2f}")
        height, width = image.shape[:2]
        self._read(picture, image, View.of_corners(answer.corners, area, (width, height)), self.found)

    def _read(self, picture: Labelled, image: Image, view: View, tally: PictureTally) -> None:
        options, classifier = picture.options, self.eye.classifier
        reason = self.stages["refuse"].timed(lambda: self._refused(image, options, view))
        if reason:
            tally.turned_down += 1
            self._say(picture, f"{tally.title}, refused: {reason}")
        evidence: Evidence = self.stages["read"].timed(lambda: classifier.classify(image, view, {}, options))
        if picture.cells is None:
            return
        names = labelled_cells(find(self.game).geometry(options), picture.ignored)
        wrong = mistakes(evidence.best(), picture.cells, names)
        tally.add(len(wrong), len(names))
        if wrong or evidence.strange:
            self._say(picture, f"{tally.title}, {len(wrong)} wrong: {' '.join(wrong)}; strange: {sorted(evidence.strange)}")

    def _refused(self, image: Image, options: Options, view: View) -> Text | None:
        game = find(self.game)
        corners = view.corners(game.geometry(options).area)
        return rejection(image, game, options, view, {}) or printed(image, game, options, corners)

    def _stranger(self, picture: Labelled, image: Image) -> None:
        """Count a picture of another game: anything found in it must then be refused."""
        if not self.finding:
            return
        self.strangers += 1
        options = find(self.game).options()
        answer = self.stages["find"].timed(lambda: self.eye.detector.detect(image, options), SEARCH_REPEATS)
        if isinstance(answer, BoardNotFound):
            return
        height, width = image.shape[:2]
        view = View.of_corners(answer.corners, find(self.game).geometry(options).area, (width, height))
        if self._refused(image, options, view) is None:
            self.taken_in += 1
            self._say(picture, f"taken for this game's board, confidence {answer.confidence:.2f}")

    def _say(self, picture: Labelled, text: str) -> None:
        if self.verbose:
            print(f"{picture.path.name}: {text}")

    def lines(self) -> Iterator[str]:
        """Yield the figures."""
        yield str(self.given)
        if self.finding:
            yield str(self.found)
        if self.offsets:
            near = sum(off <= MAX_CORNER_ERROR_SHARE for off in self.offsets)
            yield (
                f"corners within {MAX_CORNER_ERROR_SHARE:.0%} of the width: "
                f"{near}/{len(self.offsets)} ({near / len(self.offsets):.0%}), "
                f"median {median(self.offsets):.2%}, worst {max(self.offsets):.2%}"
            )
        if self.strangers:
            yield f"pictures of other games turned down: {self.strangers - self.taken_in}/{self.strangers}"
        yield "CPU ms, one core: " + "; ".join(map(str, self.stages.values()))


def main() -> None:
    """Print the figures of one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(game_names()))
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--find", action="store_true", help="look for the corners, too")
    parser.add_argument("--width", type=int, help="make the pictures so wide")
    parser.add_argument("--verbose", action="store_true", help="print what is wrong, picture by picture")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    retain_freed_memory(usable_memory())  # as the vision process does
    for folder in args.folders:
        measuring = PictureMeasurement(args.game, args.verbose, args.find)
        for picture in load(folder):
            measuring.measure(picture, *scaled(picture, args.width))
        print(f"{folder}:")
        for line in measuring.lines():
            print(f"  {line}")


if __name__ == "__main__":
    main()
