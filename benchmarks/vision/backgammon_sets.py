"""Backgammon sets never seen, and with one position known: `python -m benchmarks.vision.backgammon_sets FOLDER...`.

The known position is another labelled picture of the same set (the label's `set`); where there is none, the same picture
turned by half, in which every checker lies elsewhere on the board.
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
from calibration.view import View
from games.backgammon.board import geometry
from games.contents import Content
from vision.eyes import eye_of
from vision.protocols import Image, Look

POINTS = [str(point) for point in range(1, 25)]
BARS = ["bar:white", "bar:black"]


@dataclass
class Tally:
    """How many were right; seconds of processor time."""

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
    """The picture turned by half, with what lies where then."""
    image = np.asarray(cv2.rotate(picture.image(), cv2.ROTATE_180), np.uint8)
    height, width = image.shape[:2]
    corners = np.array([width, height]) - 1 - np.roll(np.array(picture.label["corners"], float), 2, axis=0)
    cells = {str((int(n) + 11) % 24 + 1) if n.isdigit() else n: content for n, content in (picture.cells or {}).items()}
    return image, View.of_corners(corners, geometry(False).area, (width, height)), cells


def learned(picture: Labelled, others: Iterable[Labelled]) -> Look:
    """The look after one known position of the picture's set."""
    name = picture.label.get("set")
    same = next((other for other in others if name and other.label.get("set") == name and other.path != picture.path), None)
    reader = eye_of("backgammon").reader
    if same is not None:
        view = same.view()
        assert view is not None
        return reader.learn(same.image(), view, {}, same.cells or {}, same.options)
    image, view, cells = turned(picture)
    return reader.learn(image, view, {}, cells, picture.options)


def score(picture: Labelled, look: Look, tally: Tally) -> None:
    """Reads one picture and counts."""
    image, view = picture.image(), picture.view()
    assert view is not None and picture.cells is not None
    start = time.process_time()
    evidence = eye_of("backgammon").reader.read(image, view, look, picture.options)
    tally.seconds.append(time.process_time() - start)
    read = evidence.best()
    right = sum(read.get(cell) == picture.cells.get(cell) for cell in POINTS)
    bars = all(read.get(cell) == picture.cells.get(cell) for cell in BARS)
    tally.pictures += 1
    tally.points += right
    tally.boards += right == len(POINTS) and bars
    tally.wrong += [
        f"{picture.path.name} {cell}: read {_text(read.get(cell))}, is {_text(picture.cells.get(cell))}"
        for cell in POINTS + BARS
        if read.get(cell) != picture.cells.get(cell)
    ]


def _text(content: Content | None) -> str:
    return f"{content.count} {'light' if content.colour == 1 else 'dark'}" if content else "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--errors", action="store_true", help="tell every cell that was read wrong")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in arguments.folders:
        pictures = [one for one in load(folder) if one.game == "backgammon" and one.cells is not None and one.view()]
        for title, known in (("never seen", False), ("one position known", True)):
            tally = Tally()
            for picture in pictures:
                score(picture, learned(picture, pictures) if known else {}, tally)
            print(f"{folder}: {title}: {tally.line()}")
            if arguments.errors:
                print("".join(f"    {line}\n" for line in tally.wrong), end="")


if __name__ == "__main__":
    main()
