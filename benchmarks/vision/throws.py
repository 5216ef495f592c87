"""Throws on backgammon boards: the number read in rendered pictures and films, and false ones on boards without dice.

    uv run python -m benchmarks.vision.throws FOLDER...

A folder holds pictures with labels, or is a film, of which two frames of each position are read. Corners are given.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.backgammon.dice import throw
from fourth_seat.vision.protocols import size_of

LOOK_FRAMES = (3, 6)  # of the frames in which a position lies still
Throw = tuple[int, ...]


def main() -> int:
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vision.throws", description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("-v", "--verbose", action="store_true", help="each throw that is read wrong or not at all")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen: Counter[str] = Counter()
    spent = []
    for path, corners, dice in (picture for folder in args.folders for picture in pictures(folder)):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        view = View.of_corners(np.array(corners, np.float64), geometry(False).area, size_of(image))
        start = time.process_time()
        evidence = Evidence(throw(image, view))
        spent.append(1000 * (time.process_time() - start))
        found = likeliest(evidence)
        seen["thrown"] += bool(dice)
        seen["empty"] += not dice
        outcome = "silent" if found is None else "right" if found == dice else "wrong" if dice else "false"
        seen[outcome if dice or found else "none"] += 1
        if args.verbose and found != (dice or None):
            print(f"{path.parent.name}/{path.name}: {dice or 'no throw'}, read {found}")
    if not seen["thrown"]:
        print("no throws", file=sys.stderr)
        return 1
    print(
        f"{seen['thrown']} throws: {seen['right']} read right, {seen['wrong']} wrong, {seen['silent']} missed; "
        f"{seen['false']} read on {seen['empty']} boards without; {statistics.median(spent):.1f} CPU ms each"
    )
    return 0


def likeliest(evidence: Evidence) -> Throw | None:
    """Return the likeliest throw, the higher die first; None if there is none."""
    if not evidence.cells:
        return None
    faces = [{face: value for face, value in die.items() if face} for _, die in sorted(evidence.cells.items())]
    return tuple(max(die, key=die.__getitem__).faces[0] for die in faces)


def pictures(folder: Path) -> Iterator[tuple[Path, Any, Throw]]:
    """Yield pictures with the corners of their boards and the dice on them."""
    film = folder / "game.jsonl"
    if not film.exists():
        for path in sorted(folder.glob("backgammon_*.json")):
            label = json.loads(path.read_text())
            yield folder / label["file"], label["corners"], _sorted(die["value"] for die in label["dice"])
        return
    label = json.loads((folder / "label.json").read_text())
    game = find("backgammon")
    options, before, still = game.options(label["options"]), "", 0
    for line in film.read_text().splitlines():
        frame = json.loads(line)
        still = still + 1 if frame["before"] == before == frame["after"] else 0
        before = frame["after"]
        if still in LOOK_FRAMES:
            cells = game.parse_position(before, options).cells()
            dice = [content.faces[0] for name, content in cells.items() if name.startswith("die:")]
            yield folder / frame["file"], label["corners"], _sorted(dice)


def _sorted(dice: Any) -> Throw:
    return tuple(sorted(dice, reverse=True))


if __name__ == "__main__":
    raise SystemExit(main())
