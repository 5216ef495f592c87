"""Six-sided dice in pictures with labels, read as those on a board are: in a picture in which they have the size of dice.

    uv run python -m benchmarks.vision.dice FOLDER... [--ignore 6]

A folder holds a `labels.json`, or a JSON file beside each picture. For each labelled die the picture is brought to the size
in which a board's dice are read. A die counts as read if one is found within half a box of it, and as right if that one
shows its value; a die found where none is labelled is false.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fourth_seat.vision.dice.detector import DICE_EDGE_PX, read_dice

FACE_SHARE = 0.8  # of a box around a turned upper face, that the face's edge takes, by and large
SURROUNDINGS = 3.0  # sides of its box, on each side of a die's middle, that are looked at together
EDGE_RANGE = (0.6, 1.6)  # of `DICE_EDGE_PX`


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vision.dice", description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--ignore", type=int, nargs="*", default=[], help="values that these dice do not show in pips")
    parser.add_argument("-v", "--verbose", action="store_true", help="each die that is read wrong")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen: Counter[str] = Counter()
    for path, dice in (entry for folder in args.folders for entry in labels(folder)):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        boxes = np.array([die["box"] for die in dice], np.float64)
        false: set[tuple[int, int]] = set()
        for die, (x, y, width, height) in zip(dice, boxes, strict=True):
            side = float(np.sqrt(width * height))
            left, top = max(0, round(x - SURROUNDINGS * side)), max(0, round(y - SURROUNDINGS * side))
            part = image[top : round(y + SURROUNDINGS * side), left : round(x + SURROUNDINGS * side)]
            size = [round(length * DICE_EDGE_PX / FACE_SHARE / side / 8) * 8 for length in part.shape[1::-1]]
            small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            found = read_dice(small, (EDGE_RANGE[0] * DICE_EDGE_PX, EDGE_RANGE[1] * DICE_EDGE_PX))
            scale = np.array(part.shape[1::-1]) / size
            middles = np.array([answer.middle for answer in found]).reshape(-1, 2) * scale + (left, top)
            inside = (np.abs(middles[:, None] - boxes[:, :2]) < boxes[:, 2:] / 2).all(axis=2)
            false |= {(round(u / side), round(v / side)) for u, v in middles[~inside.any(axis=1)]}
            if die["value"] in args.ignore:
                continue
            own = np.nonzero((np.abs(middles - (x, y)) < (width / 2, height / 2)).all(axis=1))[0]
            values = [found[k].value for k in sorted(own, key=lambda k: float(np.abs(middles[k] - (x, y)).sum()))[:1]]
            seen.update(dice=1, read=len(values), right=values == [die["value"]])
            if args.verbose and values != [die["value"]]:
                print(f"{path.name} {die['box']}: {die['value']}, read {values}")
        seen["false"] += len(false)
    if not seen["dice"]:
        print("no labelled dice", file=sys.stderr)
        return 1
    print(f"{seen['read']} of {seen['dice']} dice read, {seen['right']} right; {seen['false']} read where none lies")
    return 0


def labels(folder: Path) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield pictures with their dice."""
    together = folder / "labels.json"
    entries = (
        json.loads(together.read_text())["photos"]
        if together.exists()
        else [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    )
    for entry in entries:
        if entry.get("dice"):
            yield folder / entry["file"], entry["dice"]


if __name__ == "__main__":
    raise SystemExit(main())
