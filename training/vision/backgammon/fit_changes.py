"""Fit the test that distinguishes points that have changed from those that have not (vision/backgammon/appearance.py).

    uv run python -m training.vision.backgammon.fit_changes FILMS...

Takes films by `benchmarks.vision.renders backgammon --whole`: each still board is compared with those after it, up to the
next that differs. It prints the logistic regressions' coefficients, and how well they tell whether a point changed, whether
one changed where only what lies on top of five could have changed, which of its checkers changed if it did, and whether
half of the bar changed. Those in the tree come from 23 films of ten moves, those for what lies on top from 40.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.backgammon.appearance import WindowDifferences, around, coarse, compared
from fourth_seat.vision.backgammon.classifier import BARS, BackgammonSighting
from fourth_seat.vision.backgammon.colour_model import CHECKERS_EACH
from fourth_seat.vision.backgammon.stacks import POINTS, ROW, tops
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.protocols import Image
from training.vision.change_models import print_change_model

AVERAGED_FRAMES = 3  # of a still board, since the watcher weighs several
FREE_PLACES_SEEN = 3  # beyond the topmost checker, that are examined

Pile = tuple[int, int]
"""The colour and the number of checkers; (0, 0) if there are none."""
Sample = tuple[float, float, float]
"""Difference of a point, that of its reference, and whether the point changed."""


@dataclass
class StillBoard:
    """A still board of a film, and its contents; `squeezed`: its sixth checkers do not go on top."""

    above: Image
    places: NDArray[np.float64]
    piles: dict[str, Pile]
    thrown: bool
    squeezed: bool


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.backgammon.fit_changes", description=__doc__.split("\n")[0]
    )
    parser.add_argument("films", type=Path, nargs="+")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    samples: dict[str, list[Sample]] = {"points": [], "layered points": [], "checkers": [], "halves of the bar": []}
    for film in args.films:
        boards = list(_stills(film))
        for index, before in enumerate(boards):
            for now in () if before.thrown else boards[index + 1 :]:
                _compare(before, now, samples)
                if now.piles != before.piles:
                    break
    for what, found in samples.items():
        print_change_model(np.array(found), what)


def _compare(before: StillBoard, now: StillBoard, samples: dict[str, list[Sample]]) -> None:
    differing = WindowDifferences.between(before.above, now.above)
    at = dict(zip(POINTS, differing.at(now.places), strict=True))
    for name in POINTS:
        held, holds = before.piles.get(name, (0, 0)), now.piles.get(name, (0, 0))
        if before.squeezed and max(held[1], holds[1]) > ROW:
            continue
        most = around(at[name], held[1])
        samples["points"].append((most, differing.noise, float(held != holds)))
        least, top = sorted((held[1], holds[1]))
        if held[0] == holds[0] and least >= ROW:
            samples["layered points"].append((most, differing.noise, float(held != holds)))
        if held == holds:
            continue
        if held[1] and holds[1] and held[0] != holds[0]:
            least = 0  # all were taken, and others came
        against = compared(at[name], held[1])
        for n in range(min(CHECKERS_EACH, top + FREE_PLACES_SEEN)):
            if n != top:  # the next place is in the shadow of the change
                samples["checkers"].append((float(at[name][n]), float(against[n]), float(least <= n < top)))
    for name in BARS:
        changed = before.piles.get(name) != now.piles.get(name)
        samples["halves of the bar"].append((differing.on_bar(name), differing.noise, float(changed)))


def _stills(film: Path) -> Iterator[StillBoard]:
    label = json.loads((film / "label.json").read_text())
    game = find("backgammon")
    options = game.options(label["options"])
    events = [json.loads(line) for line in (film / "game.jsonl").read_text().splitlines()]
    for position, lines in groupby((line for line in events if not line["moves"]), lambda line: line["before"]):
        pictures = [np.asarray(cv2.imread(str(film / line["file"]))) for line in list(lines)[-AVERAGED_FRAMES:]]
        image = np.asarray(np.mean(pictures, axis=0), np.uint8)
        view: View = view_of_board(np.array(label["corners"]), game, options, image)
        contents: Any = game.parse_position(position, options).cells()
        sighting = BackgammonSighting.of(image, view, {})
        yield StillBoard(
            coarse(sighting.taken),
            tops(sighting.ground, view, sighting.size, 0.0),
            {name: (content.colour, content.count) for name, content in contents.items() if name in (*POINTS, *BARS)},
            any(name.startswith("die:") for name in contents),
            label["look"]["crowd"] == "squeezed",
        )


if __name__ == "__main__":
    main()
