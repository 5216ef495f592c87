"""Unseen backgammon sets, without and with one known position: `python -m benchmarks.vision.backgammon_sets FOLDER...`.

The known position is another labelled picture of the same set (the label's `set`); without one, the same picture turned by
180 degrees, in which every checker is elsewhere on the board. With `--disturbed N` each picture is also shown N times from
another viewpoint, in another light, and the program searches for the corners.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.single import MAX_CORNER_ERROR_SHARE, offset
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import Appearance, BoardNotFound, Image
from fourth_seat.vision.registry import board_vision

POINT_CELLS = [str(point) for point in range(1, 25)]
BAR_CELLS = ["bar:white", "bar:black"]


@dataclass
class SetTally:
    """Number of points that were right; seconds of processor time."""

    points: int = 0
    boards: int = 0
    pictures: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        most = max(1, self.pictures)
        return (
            f"{self.points}/{24 * self.pictures} points ({self.points / 24 / most:.1%}), "
            f"{self.boards}/{self.pictures} boards with bar ({self.boards / most:.1%}), "
            f"{1000 * float(np.mean(self.seconds or [0])):.0f} ms a picture"
        )


def turned(picture: Labelled) -> tuple[Image, View, dict[str, Content]]:
    """Return the picture turned by 180 degrees, with its view and contents."""
    image = np.asarray(cv2.rotate(picture.image(), cv2.ROTATE_180), np.uint8)
    height, width = image.shape[:2]
    corners = np.array([width, height]) - 1 - np.roll(np.array(picture.label["corners"], float), 2, axis=0)
    cells = {str((int(n) + 11) % 24 + 1) if n.isdigit() else n: content for n, content in (picture.cells or {}).items()}
    return image, View.of_corners(corners, geometry(False).area, (width, height)), cells


def learned(picture: Labelled, others: Iterable[Labelled]) -> Appearance:
    """Return the appearance of the picture's set after one known position."""
    name = picture.label.get("set")
    same = next((other for other in others if name and other.label.get("set") == name and other.path != picture.path), None)
    classifier = board_vision(find("backgammon")).classifier
    if same is not None:
        view = same.view()
        assert view is not None
        return classifier.learn(same.image(), view, {}, same.cells or {}, same.options)
    image, view, cells = turned(picture)
    return classifier.learn(image, view, {}, cells, picture.options)


def score(picture: Labelled, appearance: Appearance, tally: SetTally) -> None:
    """Read one picture and count."""
    image, view = picture.image(), picture.view()
    assert view is not None and picture.cells is not None
    start = time.process_time()
    evidence = board_vision(find("backgammon")).classifier.classify(image, view, appearance, picture.options)
    tally.seconds.append(time.process_time() - start)
    read = evidence.best()
    right = sum(read.get(cell) == picture.cells.get(cell) for cell in POINT_CELLS)
    bars = all(read.get(cell) == picture.cells.get(cell) for cell in BAR_CELLS)
    tally.pictures += 1
    tally.points += right
    tally.boards += right == len(POINT_CELLS) and bars
    tally.wrong += [
        f"{picture.path.name} {cell}: read {_text(read.get(cell))}, is {_text(picture.cells.get(cell))}"
        for cell in POINT_CELLS + BAR_CELLS
        if read.get(cell) != picture.cells.get(cell)
    ]


def disturbed(picture: Labelled, rng: np.random.Generator) -> tuple[Image, Points]:
    """Return the picture smaller, leaning, cut at its edges, in another light and with noise; and its new corners."""
    image, view = picture.image(), picture.view()
    assert view is not None
    corners = view.corners(geometry(False).area)
    width, height = 1280, 720
    shape, room = np.ptp(corners, axis=0), np.array([width, height])
    scale = rng.uniform(0.45, 0.95) * (room / shape).min()
    middle = room / 2 + rng.uniform(-0.5, 0.5, 2) * np.maximum(room - scale * shape * 1.05, 0)
    turn = rng.normal(0, 0.12)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    placed = scale * (corners - corners.mean(axis=0)) @ turned.T
    lean = rng.uniform(-0.2, 0.2, 2)
    placed = placed / (1 + placed @ (lean / (scale * shape)))[:, None] + middle
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), placed.astype(np.float32))
    out = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    cast = rng.uniform(0.8, 1.2, 3) * rng.uniform(0.5, 1.2)
    noisy = out * cast + rng.normal(0, rng.uniform(0, 8), out.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), placed


def corners_found(pictures: Iterable[Labelled], times: int) -> str:
    """Describe the errors of corners in disturbed pictures, in widths of the board."""
    rng = np.random.default_rng(1)
    offs = []
    for picture in pictures:
        for _ in range(times):
            image, corners = disturbed(picture, rng)
            found = board_vision(find("backgammon")).detector.detect(image, picture.options)
            offs.append(np.inf if isinstance(found, BoardNotFound) else offset(found.corners, corners))
    near = sum(off <= MAX_CORNER_ERROR_SHARE for off in offs)
    within = f"{near}/{len(offs)} within {MAX_CORNER_ERROR_SHARE:.0%} of the width ({near / max(1, len(offs)):.0%})"
    return f"{within}, median {np.median(offs):.2%}"


def _text(content: Content | None) -> str:
    return f"{content.count} {'light' if content.colour == 1 else 'dark'}" if content else "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--errors", action="store_true", help="tell every cell that was read wrong")
    parser.add_argument(
        "--disturbed", type=int, metavar="N", help="look for the corners in so many disturbed pictures of each"
    )
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in arguments.folders:
        pictures = [one for one in load(folder) if one.game == "backgammon" and one.cells is not None and one.view()]
        if arguments.disturbed:
            print(f"{folder}: corners, disturbed: {corners_found(pictures, arguments.disturbed)}")
        for title, known in (("never seen", False), ("one position known", True)):
            tally = SetTally()
            for picture in pictures:
                score(picture, learned(picture, pictures) if known else {}, tally)
            print(f"{folder}: {title}: {tally.line()}")
            if arguments.errors:
                print("".join(f"    {line}\n" for line in tally.wrong), end="")


if __name__ == "__main__":
    main()
