"""Kalah boards of unseen makes: whether they are found, the error of their pits, and the share of pits counted correctly.

    python -m benchmarks.vision.kalah_sets FOLDER... [--verbose]

Each folder has a `labels.json`, whose pictures of Kalah have `pit_centres` (far row, then near row, from left to right, or
turned with the board), `pits`, or are `negative`: without a whole board of this game. All other games' pictures must
be rejected, too. Nothing is known about a set before its picture. Times are processor time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.labels import Labelled, load
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.board_json import rows
from fourth_seat.vision.board_reading import detect_board, rejection
from fourth_seat.vision.kalah.layout import PitLayout, places
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, size_of
from fourth_seat.vision.registry import board_vision

GAME_NAME = "kalah"
MAX_PIT_ERROR_SHARE = 0.03  # of the row's length, by which pits may be off their labels and still count as found
MIN_SHARES = {"found": 0.8, "turned down": 0.98, "pits right": 0.97}

Floats = NDArray[np.float64]


@dataclass
class SetsTally:
    """Counts over all pictures."""

    boards: int = 0
    found: int = 0
    placed: int = 0
    pits: int = 0
    right: int = 0
    close: int = 0
    others: int = 0
    turned_down: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the figures."""
        found = f"boards found {self.found}/{self.boards} (bar {MIN_SHARES['found']:.0%})"
        yield f"{found}, pits within {MAX_PIT_ERROR_SHARE:.0%}: {self.placed}"
        counted = f"pits counted right, nothing known {self.right}/{self.pits} (bar {MIN_SHARES['pits right']:.0%})"
        yield f"{counted}, off by at most one {self.close}/{self.pits}"
        yield f"other pictures turned down {self.turned_down}/{self.others} (bar {MIN_SHARES['turned down']:.0%})"
        spent = sorted(self.milliseconds)
        yield f"search, CPU ms: median {spent[len(spent) // 2]:.0f}, at most {spent[-1]:.0f}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--verbose", action="store_true", help="print each picture")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    tally = SetsTally()
    for folder in args.folders:
        for picture in load(folder):
            note = measure(tally, picture)
            if args.verbose:
                print(f"{picture.path.name}: {note}")
    for line in tally.lines():
        print(line)


def measure(tally: SetsTally, picture: Labelled) -> str:
    """Look for a board in a picture; count the outcome and describe it."""
    image = picture.image()
    game = find(GAME_NAME)
    options = game.options()
    start = time.process_time()
    answer = detect_board(image, game, options)
    tally.milliseconds.append(1e3 * (time.process_time() - start))
    if isinstance(answer, DetectedBoard):
        view = View.of_corners(answer.corners, game.geometry(options).area, size_of(image))
        if reason := rejection(image, game, options, view, answer.shape):
            answer = BoardNotFound(reason)
    if picture.game != GAME_NAME or picture.label.get("negative") or picture.refuse:
        tally.others += 1
        tally.turned_down += isinstance(answer, BoardNotFound)
        return "turned down" if isinstance(answer, BoardNotFound) else "TAKEN FOR A BOARD"
    tally.boards += 1
    if isinstance(answer, BoardNotFound):
        return f"not found: {answer.reason}"
    tally.found += 1
    return f"found, confidence {answer.confidence:.2f}{_pits(tally, picture.label, image, view, answer)}"


def _pits(tally: SetsTally, label: Mapping[str, Any], image: Image, view: View, board: DetectedBoard) -> str:
    """Count pits at their places, and those with the right number of seeds, if the label gives it."""
    game = find(GAME_NAME)
    options = game.options()
    vision = board_vision(game)
    evidence = vision.classifier.classify(image, view, board.shape, options)
    best = evidence.best()
    cells = [cell for row in rows(game, options) for cell in row]
    seen = [best[cell.name].count if cell.name in best else 0 for cell in cells]
    if "pit_centres" in label:
        centres = np.array(label["pit_centres"], np.float64)[: len(cells)]
        length = np.hypot(*(centres[len(cells) // 2 - 1] - centres[0]))
        off = np.hypot(*(_middles(view, board)[:, None] - centres[None]).transpose(2, 0, 1)).min(axis=0)
        tally.placed += bool((off < MAX_PIT_ERROR_SHARE * length).all())
        note = f", pits off by at most {off.max() / length:.1%}"
    else:
        note = ""
    if "pits" not in label:
        return note
    wrong = np.abs(np.array(seen) - np.array(label["pits"]))
    tally.pits += len(cells)
    tally.right += int((wrong == 0).sum())
    tally.close += int((wrong <= 1).sum())
    return f"{note}, seeds {seen} of {label['pits']}"


def _middles(view: View, board: DetectedBoard) -> Floats:
    """Return the pixels of the pits' middles as the classifier looks at them."""
    pits = int(find(GAME_NAME).options()["pits"])
    layout = PitLayout.of(board.shape, pits) or PitLayout.usual(pits)
    return view.pixels((places(pits) + layout.offsets).reshape(-1, 2))


if __name__ == "__main__":
    main()
