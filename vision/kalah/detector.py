"""Finds a Kalah board: pits in two rows."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt
from typing import NamedTuple

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.options import Options
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.kalah.finder import SEARCH_SIDE_PX, FoundPits, find_pits
from fourth_seat.vision.kalah.layout import MIN_SEEN_PROBABILITY, PitsOnBoard, fitted, pits_on_board, places
from fourth_seat.vision.kalah.pit_rows import Group, columns, two_rows
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, size_of
from fourth_seat.words import say

SEARCH_SIDES_PX = (SEARCH_SIDE_PX, 512)  # longer sides of the pictures searched, one after the other
MIN_LARGER_SIDE_PX = 640  # of a picture in which the second search may see more
MAX_PITS = 40  # that are looked at, the likeliest
MIN_PITS = 4  # pits that must be seen in a small picture for a larger one to be looked at
MAX_GROUPS = 2  # groups whose boards are looked at more closely
MAX_LOOKS = 3  # closer looks at a picture after which no further view of a board is tried
LOOK_PITCH_PX = 35.0  # pixels a pit at a closer look: with 32 a tenth fewer boards are found, with 38 no more
REFINEMENTS = 2  # times that the view is fitted anew through the pits that it shows, at most
MAX_SETTLED_DISTANCE = 0.04  # in pitches: moves of the pits up to which a fitted view is as good as the one before
MIN_ROUGH_PROBABILITY = 0.4  # mean probability of a board's pits in the whole picture that is needed for a closer look
MIN_SEEN_SHARE = 0.75  # share of the pits that must be seen at the last look
MIN_LOOK_PROBABILITY = 0.45  # mean probability of a board's pits at a closer look that is needed for a further one
MIN_BOARD_PROBABILITY = 0.55  # the same at the last look
# Sum of that probability and of a part of the stores', at least: two rows of round things alone are not a board of this
# game.
MIN_BOARD_SCORE, STORE_SHARE = 0.77, 0.5
CERTAIN_BOARD_PROBABILITY = 0.7  # from there on, no other board is looked at
MAX_OUTSIDE_SHARES = 0.4, 0.9  # share of the places beyond the rows, and of those at their ends, that show pits, at most
MIN_PICTURE_LEVEL = 40.0  # grey levels: of all but the brightest parts of a picture in which nothing is found


class FoundBoard(NamedTuple):
    """A view of a board, and the pits found in it."""

    view: View
    pits: PitsOnBoard

    @property
    def is_board(self) -> bool:
        """Whether it has the features of a Kalah board rather than of another object."""
        score = self.pits.clearness + STORE_SHARE * sum(self.pits.stores) / len(self.pits.stores)
        return (
            self.pits.clearness >= MIN_BOARD_PROBABILITY
            and score >= MIN_BOARD_SCORE
            and not any(map(gt, self.pits.beyond, MAX_OUTSIDE_SHARES))
            and not self.pits.lacks_column
        )


class KalahDetector:
    """The `Detector` of Kalah boards. Most of the pits must be visible."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """Find the board; the far row is the upper one in the picture."""
        for longer in SEARCH_SIDES_PX:
            seen = find_pits(image, longer)
            found = _found(image, seen, options)
            if found:
                area = find("kalah").geometry(options).area
                return DetectedBoard(found.view.corners(area), found.pits.clearness, found.pits.layout().stored())
            if max(image.shape[:2]) < MIN_LARGER_SIDE_PX or (seen.chances > MIN_SEEN_PROBABILITY).sum() < MIN_PITS:
                break
        if float(np.percentile(image[::8, ::8], 95)) < MIN_PICTURE_LEVEL:
            return BoardNotFound(say("The picture is too dark to find a board."))
        return BoardNotFound(say("There is no Kalah board in the picture."))


def _found(image: Image, seen: FoundPits, options: Options) -> FoundBoard | None:
    """Return the likeliest board that a group of pits may belong to."""
    pits = int(options["pits"])
    found_pits, chances = seen.pits[:MAX_PITS], seen.chances[:MAX_PITS]

    def likelihood(group: Group) -> float:
        return float(chances[list(group.values())].sum()) / (2 * pits)

    likely = [group for group in two_rows(found_pits, pits) if likelihood(group) >= MIN_ROUGH_PROBABILITY]
    groups = sorted(likely, key=likelihood, reverse=True)
    best: FoundBoard | None = None
    looks = 0
    for group in groups[:MAX_GROUPS]:
        for view in _views(group, found_pits[:, :2], pits, size_of(image)):
            if looks >= MAX_LOOKS:
                break
            found, used = _refined(image, view, options)
            looks += used
            if (
                found
                and found.pits.share >= MIN_SEEN_SHARE
                and (best is None or found.pits.clearness > best.pits.clearness)
            ):
                best = found
        if best and best.pits.clearness >= CERTAIN_BOARD_PROBABILITY:
            break
    return best if best and best.is_board else None


def _views(group: Group, middles: Floats, pits: int, size: tuple[int, int]) -> Iterator[View]:
    """Yield the view for each possible place of a group on the board."""
    left = min(column for column, _ in group)
    for shift in range(pits - columns(group) + 1):
        points = np.array([(1.5 + column - left + shift, 0.5 + row) for column, row in group])
        view = fitted(points, middles[list(group.values())], pits, size)
        if view:
            yield view


def _refined(image: Image, view: View, options: Options) -> tuple[FoundBoard | None, int]:
    """Refit a view to its visible pits until it converges; also return the number of closer looks taken."""
    pits = int(options["pits"])
    for look in range(1, REFINEMENTS + 1):
        seen = pits_on_board(image, view, options, LOOK_PITCH_PX)
        anew = fitted(*seen.pixels(view), pits, view.size) if seen.clearness >= MIN_LOOK_PROBABILITY else None
        if anew is None:
            return None, look
        if _moved(view, anew, pits) < MAX_SETTLED_DISTANCE:
            return FoundBoard(view, seen), look
        view = anew
    return FoundBoard(view, pits_on_board(image, view, options, LOOK_PITCH_PX)), REFINEMENTS + 1


def _moved(view: View, anew: View, pits: int) -> float:
    """Return the largest distance between the pits of two views, in pitches of the first."""
    usual = places(pits).reshape(-1, 2)
    before = view.pixels(usual)
    pitch = float(np.hypot(*(before[pits - 1] - before[0]))) / (pits - 1)
    return float(np.hypot(*(anew.pixels(usual) - before).T).max()) / pitch
