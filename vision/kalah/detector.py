"""Find a Kalah board: pits in two rows."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.options import Options
from vision.kalah.finder import SEARCHED, FoundPits, find_pits
from vision.kalah.layout import SURE, PitsOnBoard, fitted, pits_on_board
from vision.kalah.pit_rows import Group, columns, two_rows
from vision.protocols import BoardNotFound, DetectedBoard, Image
from words import say

Floats = NDArray[np.float64]

SIZES = (SEARCHED, 2 * SEARCHED)  # pixels: the longer side of the pictures that are searched, one after the other
MOST_PITS = 40  # that are looked at, the likeliest
FEWEST = 4  # pits seen in a small picture, without which a larger one is not looked at
TRIES = 3  # groups whose boards are looked at more closely
REFINED = 2  # times that the view is fitted anew through the pits that it shows
LIKELY = 0.4  # mean probability of a board's pits in the whole picture, without which it is not looked at more closely
SEEN = 0.75  # share of the pits that must be seen at the last look
PROMISING = 0.45  # mean probability of a board's pits at a look, without which there is no further one
CLEAR, SURE_OF_IT = 0.55, 0.7  # the same at the last look, and from which on no other board is looked at
FURTHER = 0.4, 0.9  # share of the places beyond the rows, and of those at their ends, that show pits, at most
TOO_DARK = 40.0  # grey levels: of all but the brightest parts of a picture in which nothing is found


class FoundBoard(NamedTuple):
    """A board's view, and its pits in it."""

    view: View
    pits: PitsOnBoard

    @property
    def clearness(self) -> float:
        """Mean probability of its pits."""
        return self.pits.clearness


class KalahDetector:
    """Needs to see most of the pits."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """Find the board; the far row is the one farther up in the picture."""
        for longer in SIZES:
            seen = find_pits(image, longer)
            found = _found(image, seen, options)
            if found:
                area = find("kalah").geometry(options).area
                return DetectedBoard(found.view.corners(area), found.clearness, found.pits.layout().stored())
            if max(image.shape[:2]) < 2 * longer or (seen.chances > SURE).sum() < FEWEST:
                break
        if float(np.percentile(image[::8, ::8], 95)) < TOO_DARK:
            return BoardNotFound(say("The picture is too dark to find a board."))
        return BoardNotFound(say("No Kalah board is in the picture."))


def _found(image: Image, seen: FoundPits, options: Options) -> FoundBoard | None:
    """Return the likeliest board among those that groups of pits may belong to."""
    pits = int(options["pits"])
    places, chances = seen.pits[:MOST_PITS], seen.chances[:MOST_PITS]

    def likelihood(group: Group) -> float:
        return float(chances[list(group.values())].sum()) / (2 * pits)

    likely = [group for group in two_rows(places, pits) if likelihood(group) >= LIKELY]
    groups = sorted(likely, key=likelihood, reverse=True)
    best: FoundBoard | None = None
    for group in groups[:TRIES]:
        for view in _views(group, places[:, :2], pits, (image.shape[1], image.shape[0])):
            found = _refined(image, view, options)
            if found and found.pits.share >= SEEN and (best is None or found.clearness > best.clearness):
                best = found
        if best and best.clearness >= SURE_OF_IT:
            break
    if best is None or best.clearness < CLEAR or any(map(gt, best.pits.beyond, FURTHER)):
        return None
    return best


def _views(group: Group, middles: Floats, pits: int, size: tuple[int, int]) -> Iterator[View]:
    """Yield the view for each place on the board that a group may have."""
    left = min(column for column, _ in group)
    for shift in range(pits - columns(group) + 1):
        points = np.array([(1.5 + column - left + shift, 0.5 + row) for column, row in group])
        view = fitted(points, middles[list(group.values())], pits, size)
        if view:
            yield view


def _refined(image: Image, view: View, options: Options) -> FoundBoard | None:
    """Fit a view anew through the pits that it shows."""
    for _ in range(REFINED):
        seen = pits_on_board(image, view, options)
        anew = fitted(*seen.pixels(view), int(options["pits"]), view.size) if seen.clearness >= PROMISING else None
        if anew is None:
            return None
        view = anew
    return FoundBoard(view, pits_on_board(image, view, options))
