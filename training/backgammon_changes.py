"""Fits how the eye for backgammon tells points that changed from those that did not (vision/backgammon/memory.py).

    uv run python -m training.backgammon_changes FILMS...

Takes films by `benchmarks.vision.renders backgammon --whole`: each still board is compared with the one before it. Printed
are the logistic regression's coefficients, and how many points it tells. The ones in the tree come from eight films of ten
moves.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from games import find
from training.logistic import tell_changes
from vision.backgammon.memory import coarse, differences
from vision.backgammon.sight import WINDOW
from vision.look import seen_from
from vision.protocols import Image

STILL = 3  # pictures of a still board that are averaged, as the watcher weighs several


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.backgammon_changes", description=__doc__.split("\n")[0])
    parser.add_argument("films", type=Path, nargs="+")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tell_changes(np.array([sample for film in asked.films for sample in _samples(film)]), "points")


def _samples(film: Path) -> Iterator[tuple[float, float, float]]:
    """For each point how much it differs, how much the board does, and whether it changed."""
    for (before, cells), (now, others) in pairwise(_stills(film)):
        differing, noise = differences(before, now)
        for name, much in differing.items():
            yield much, noise, float(cells.get(name) != others.get(name))


def _stills(film: Path) -> Iterator[tuple[Image, dict[str, tuple[int, int]]]]:
    """The coarse window of each still board, and what lay there."""
    label = json.loads((film / "label.json").read_text())
    game = find("backgammon")
    options = game.options(label["options"])
    told = [json.loads(line) for line in (film / "game.jsonl").read_text().splitlines()]
    for position, lines in groupby((line for line in told if not line["moves"]), lambda line: line["before"]):
        pictures = [cv2.imread(str(film / line["file"])) for line in list(lines)[-STILL:]]
        image = np.asarray(np.mean(pictures, axis=0), np.uint8)
        view = seen_from(np.array(label["corners"]), game, options, image)
        contents: Any = game.parse_position(position, options).cells()
        yield (
            coarse(view.rectified(image, WINDOW[:4], WINDOW[4])),
            {name: (content.colour, content.count) for name, content in contents.items()},
        )


if __name__ == "__main__":
    main()
