"""Six-sided dice in pictures with labels: read where their boxes are given, and found by themselves.

    uv run python -m benchmarks.vision.dice FOLDER... [--ignore 6]

A folder holds a `labels.json`, or a JSON file beside each picture. A die is found where one is answered within half a box
of it, and right where that one shows its value.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fourth_seat.vision.dice import DieReading, read_dice, read_die


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vision.dice", description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--ignore", type=int, nargs="*", default=[], help="values that these dice do not show in pips")
    parser.add_argument("-v", "--verbose", action="store_true", help="each die that is read wrong")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen: Counter[str] = Counter()
    spent = 0.0
    for path, dice in (entry for folder in args.folders for entry in labels(folder)):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        start = time.process_time()
        found = read_dice(image)
        spent += time.process_time() - start
        seen["pictures"] += 1
        answered: set[int] = set()
        for die in dice:
            value, box = die["value"], tuple(die["box"])
            near = _nearest(found, box)
            answered |= {near} if near is not None else set()
            if value in args.ignore:
                continue
            given = read_die(image, box)
            seen["dice"] += 1
            seen["given"] += given is not None and given.value == value
            seen["found"] += near is not None
            seen["right"] += near is not None and found[near].value == value
            if args.verbose and (given is None or given.value != value or near is None or found[near].value != value):
                inside, outside = given and given.value, None if near is None else found[near].value
                print(f"{path.name} {box}: {value}, in its box {inside}, found {outside}")
        seen["false"] += len(found) - len(answered)
    if not seen["dice"]:
        print("no labelled dice", file=sys.stderr)
        return 1
    share = {
        name: f"{seen[name]}/{seen['dice']} ({100 * seen[name] / seen['dice']:.1f}%)"
        for name in ("given", "found", "right")
    }
    print(f"boxes given: {share['given']} right; by itself: {share['found']} found, {share['right']} found and right,")
    each = 1000 * spent / seen["pictures"]
    print(f"{seen['false']} found where none lies; {each:.0f} ms for each of {seen['pictures']} pictures")
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


def _nearest(found: list[DieReading], box: tuple[float, ...]) -> int | None:
    x, y, width, height = box
    near = [
        (abs(die.box[0] - x) + abs(die.box[1] - y), k)
        for k, die in enumerate(found)
        if abs(die.box[0] - x) < width / 2 and abs(die.box[1] - y) < height / 2
    ]
    return min(near)[1] if near else None


if __name__ == "__main__":
    raise SystemExit(main())
