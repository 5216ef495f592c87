"""Kalah's pits and TriDice's cells in labelled renders: how a single picture is read, with given corners.

    uv run python -m benchmarks.vision.cells FOLDER...

A folder holds a JSON file beside each picture. Nothing is known about a set beforehand.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.labels import labelled
from fourth_seat.games import find
from fourth_seat.vision.kalah.classifier import KalahClassifier
from fourth_seat.vision.protocols import DetectedBoard
from fourth_seat.vision.tridice import VISION as TRIDICE

CLASSIFIERS = {"kalah": KalahClassifier(), "tridice": TRIDICE.classifier}
MAX_EXACT_SEEDS = 7  # that must be counted exactly
MAX_CORNER_ERROR_SHARE = 0.02  # of the board's width, by which corners may be off and still count as found


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vision.cells", description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    folders = parser.parse_args().folders
    cv2.setNumThreads(1)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seconds: defaultdict[str, float] = defaultdict(float)
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        entry = json.loads(path.read_text())
        if entry.get("game") not in CLASSIFIERS:
            continue
        picture = labelled(path.parent, entry)
        image, view = picture.image(), picture.view()
        if view is None or picture.cells is None:
            continue
        game, seen = picture.game, counts[picture.game]
        start = time.process_time()
        best = CLASSIFIERS[game].classify(image, view, {}, picture.options).best()
        seconds[game] += time.process_time() - start
        names = [cell.name for cell in find(game).geometry(picture.options).cells if cell.zone == "board"]
        asked = [name for name in names if name not in picture.cells or picture.cells[name].count <= MAX_EXACT_SEEDS]
        right = sum(best.get(name) == picture.cells.get(name) for name in asked)
        seen.update(pictures=1, cells=len(asked), right=right, boards=right == len(asked))
        if game == "tridice":
            found = TRIDICE.detector.detect(image, picture.options)
            corners = np.array(entry["corners"], np.float64)
            width = float(np.hypot(*(corners[2] - corners[3])))
            seen["found"] += isinstance(found, DetectedBoard) and bool(
                np.hypot(*(found.corners - corners).T).max() < MAX_CORNER_ERROR_SHARE * width
            )
    for game, seen in counts.items():
        share = 100 * seen["right"] / seen["cells"]
        each = 1000 * seconds[game] / seen["pictures"]
        exact = f"{seen['right']}/{seen['cells']} cells ({share:.2f}%), {seen['boards']}/{seen['pictures']} boards"
        print(f"{game}: {exact}, {each:.0f} ms")
        if game == "tridice":
            print(f"  corners found by itself: {seen['found']}/{seen['pictures']}")
    if not counts:
        print("no labelled pictures of Kalah or TriDice", file=sys.stderr)
    return 0 if counts else 1


if __name__ == "__main__":
    raise SystemExit(main())
