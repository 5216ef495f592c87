"""Finds a Kalah board: ovals of one size in two rows."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.options import Options
from vision.kalah.classifier import pit_share
from vision.kalah.ovals import ovals
from vision.kalah.pit_rows import NEAR, WHOLE, Group, columns, enough, two_rows
from vision.kalah.rims import rims
from vision.protocols import BoardNotFound, DetectedBoard, Image
from words import say

Floats = NDArray[np.float64]

WORKING = 960  # pixels: the longer side of the picture that is searched
PLAIN = 0.9  # share of the pits that must look like pits where further ovals may be found
TRIES, MOST = 3, 12  # groups that are looked at, and among which these are sought that do not go on
ROUNDS = 3  # of looking for further ovals where pits are expected
REFINED = 2  # times that the rims are looked for where a view has them
OFF = 0.05  # how far a pit's middle may lie off the view through all of them, in pits
SURE = 0.6  # share of pits that must look like pits
BEYOND = 0.4  # share of what looks like pits in the two rows above or below, from which on this is no board of two rows,
RIMMED = 0.5  # and how clear their rims are then, at least, in those of the board
TOO_DARK = 16.0  # grey levels: the median of a picture in which nothing is found


class KalahDetector:
    """Needs to see most of the pits' rims."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """The far row is the one farther up in the picture."""
        scale = min(1.0, WORKING / max(image.shape[:2]))
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        if float(np.median(small[::4, ::4])) < TOO_DARK:
            return BoardNotFound(say("The picture is too dark to find a board."))
        found = _found(small, options)
        if found is None:
            return BoardNotFound(say("No Kalah board is in the picture."))
        view, share = found
        for _ in range(REFINED):
            view = _fitted(*rims(small, view, options)[:2], view.size)
        return DetectedBoard(view.corners(find("kalah").geometry(options).area) / scale, share)


def _found(image: Image, options: Options) -> tuple[View, float] | None:
    """The board's view, and the share of its pits that look like pits: as soon as nearly all are seen."""
    pits = int(options["pits"])
    before = 0
    groups: list[Group] = []
    for seen in ovals(image):
        if len(seen) == before:
            continue
        before, groups = len(seen), two_rows(seen, pits)
        whole = [group for group in groups[:TRIES] if len(group) >= WHOLE * 2 * pits and columns(group) == pits]
        board = _board(image, whole, seen[:, :2], options)
        if board and board[1] >= PLAIN:
            return board
    return _board(image, groups, seen[:, :2], options)


def _board(image: Image, groups: list[Group], middles: Floats, options: Options) -> tuple[View, float] | None:
    """The view in which the first of these groups that can be are pits of a board, and the share of the board's that look
    like pits. Where a group may lie in several places, the one with the clearest rims.
    """
    pits, size = int(options["pits"]), (image.shape[1], image.shape[0])
    tries = 0
    for group in groups[:MOST]:
        views = [view for view in _views(group, middles, options, size) if not _goes_on(view, middles, pits)]
        if not views:
            continue
        shares = [pit_share(image, view, options) for view in views]
        sure = [one for one in zip(views, shares, strict=True) if one[1] >= SURE]
        if len(sure) > 1:
            sure = [max(sure, key=lambda one: one[1] * rims(image, one[0], options)[2])]
        if sure and not _looks_on(image, sure[0][0], options):
            return sure[0]
        tries += 1
        if tries == TRIES:
            break
    return None


def _views(group: Group, middles: Floats, options: Options, size: tuple[int, int]) -> Iterator[View]:
    """For each place on the board that a group may have the view through all ovals that fit it. A single oval in an end
    column may be a store's.
    """
    pits = int(options["pits"])
    places = np.array([cell.foot for cell in find("kalah").geometry(options).cells if cell.zone == "board"])
    left, right = (end(column for column, _ in group) for end in (min, max))
    alone = [sum(column == end for column, _ in group) == 1 for end in (left, right)]
    spare = pits - (right - left + 1)
    for shift in range(-alone[0], spare + alone[1] + 1):
        inside = {node: oval for node, oval in group.items() if 0 <= node[0] - left + shift < pits}
        if not enough([row for _, row in inside]):
            continue
        points = np.array([(1.5 + column - left + shift, 0.5 + row) for column, row in inside])
        view = _fitted(points, middles[list(inside.values())], size)
        for _ in range(ROUNDS):
            view = _completed(view, places, middles)
        yield view


def _goes_on(view: View, middles: Floats, pits: int) -> bool:
    """Whether there are further rows above or below: then these are the holes of another board."""
    places = np.array([(1.5 + pit, y) for y in (-0.5, 2.5) for pit in range(pits)])
    off = np.hypot(*(view.units(middles)[None] - places[:, None]).transpose(2, 0, 1)).min(axis=1)
    return int((off < NEAR).sum()) * 2 >= pits


def _looks_on(image: Image, view: View, options: Options) -> bool:
    """Whether there are further rows without ovals: pits are seen there, and rims, as a bare table has none."""
    beside = [View(view.homography @ np.array([(1, 0, 0), (0, 1, by), (0, 0, 1)]), view.lens, view.size) for by in (-2, 2)]
    further = [moved for moved in beside if pit_share(image, moved, options) >= BEYOND]
    if not further:
        return False
    clear = rims(image, view, options)[2]
    return any(rims(image, moved, options)[2] >= RIMMED * clear for moved in further)


def _completed(view: View, places: Floats, middles: Floats) -> View:
    """The view through all ovals that lie where a pit is expected."""
    off = np.hypot(*(view.units(middles)[None] - places[:, None]).transpose(2, 0, 1))
    seen = off.min(axis=1) < NEAR
    if not enough(places[seen, 1].tolist()):
        return view
    return _fitted(places[seen], middles[off.argmin(axis=1)[seen]], view.size)


def _fitted(points: Floats, pixels: Floats, size: tuple[int, int]) -> View:
    """The view through these pits, those left out that lie off it: heaps of seeds look like rims at times."""
    while True:
        view = View.through(points, pixels, size)
        off = np.hypot(*(view.units(pixels) - points).T)
        stays = np.arange(len(points)) != off.argmax()
        if off.max() < OFF or not enough(points[stays, 1].tolist()):
            return view
        points, pixels = points[stays], pixels[stays]
