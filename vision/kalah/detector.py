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
from vision.kalah.finder import SEARCH_SIDE_PX, FoundPits, find_pits
from vision.kalah.layout import MIN_SEEN_PROBABILITY, PitsOnBoard, fitted, pits_on_board
from vision.kalah.pit_rows import Group, columns, two_rows
from vision.protocols import BoardNotFound, DetectedBoard, Image
from words import say

Floats = NDArray[np.float64]

SEARCH_SIDES_PX = (SEARCH_SIDE_PX, 2 * SEARCH_SIDE_PX)  # longer sides of the pictures searched, one after the other
MAX_PITS = 40  # that are looked at, the likeliest
MIN_PITS = 4  # pits seen in a small picture, without which a larger one is not looked at
MAX_GROUPS = 3  # groups whose boards are looked at more closely
REFINEMENTS = 2  # times that the view is fitted anew through the pits that it shows
MIN_ROUGH_PROBABILITY = 0.4  # mean of a board's pits in the whole picture, without which there is no closer look
MIN_SEEN_SHARE = 0.75  # share of the pits that must be seen at the last look
MIN_LOOK_PROBABILITY = 0.45  # mean of a board's pits at a closer look, without which there is no further one
MIN_BOARD_PROBABILITY = 0.55  # the same at the last look
CERTAIN_BOARD_PROBABILITY = 0.7  # from there on no other board is looked at
MAX_OUTSIDE_SHARES = 0.4, 0.9  # share of the places beyond the rows, and of those at their ends, that show pits, at most
MIN_PICTURE_LEVEL = 40.0  # grey levels: of all but the brightest parts of a picture in which nothing is found


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
        for longer in SEARCH_SIDES_PX:
            seen = find_pits(image, longer)
            found = _found(image, seen, options)
            if found:
                area = find("kalah").geometry(options).area
                return DetectedBoard(found.view.corners(area), found.clearness, found.pits.layout().stored())
            if max(image.shape[:2]) < 2 * longer or (seen.chances > MIN_SEEN_PROBABILITY).sum() < MIN_PITS:
                break
        if float(np.percentile(image[::8, ::8], 95)) < MIN_PICTURE_LEVEL:
            return BoardNotFound(say("The picture is too dark to find a board."))
        return BoardNotFound(say("No Kalah board is in the picture."))


def _found(image: Image, seen: FoundPits, options: Options) -> FoundBoard | None:
    """Return the likeliest board among those that groups of pits may belong to."""
    pits = int(options["pits"])
    places, chances = seen.pits[:MAX_PITS], seen.chances[:MAX_PITS]

    def likelihood(group: Group) -> float:
        return float(chances[list(group.values())].sum()) / (2 * pits)

    likely = [group for group in two_rows(places, pits) if likelihood(group) >= MIN_ROUGH_PROBABILITY]
    groups = sorted(likely, key=likelihood, reverse=True)
    best: FoundBoard | None = None
    for group in groups[:MAX_GROUPS]:
        for view in _views(group, places[:, :2], pits, (image.shape[1], image.shape[0])):
            found = _refined(image, view, options)
            if found and found.pits.share >= MIN_SEEN_SHARE and (best is None or found.clearness > best.clearness):
                best = found
        if best and best.clearness >= CERTAIN_BOARD_PROBABILITY:
            break
    if best is None or best.clearness < MIN_BOARD_PROBABILITY or any(map(gt, best.pits.beyond, MAX_OUTSIDE_SHARES)):
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
    for _ in range(REFINEMENTS):
        seen = pits_on_board(image, view, options)
        anew = (
            fitted(*seen.pixels(view), int(options["pits"]), view.size) if seen.clearness >= MIN_LOOK_PROBABILITY else None
        )
        if anew is None:
            return None
        view = anew
    return FoundBoard(view, pits_on_board(image, view, options))
