"""Finds a Kalah board: ovals of one size in two rows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.options import Options
from vision.edges import edges
from vision.kalah.reading import pit_share
from vision.kalah.rims import rims
from vision.protocols import Found, Image, NotFound
from words import say

Floats = NDArray[np.float64]
Node = tuple[int, int]
"""A pit: its column and its row, counted from some pit."""

WORKING = 960  # pixels: the longer side of the picture that is searched
EDGES = ((1.0, 0.5), (1.5, 0.25), (2.5, 0.25))  # blur in pixels; contrast of edges against the picture's own
AROUND = 61  # pixels about a place whose mean it is compared with
SMALLEST, LARGEST = 0.0006, 0.03  # area of a pit, in pictures
FILLED = (0.93, 1.07)  # area of a pit's hull, in ellipses fitted to it
FLATTEST = 0.4  # shorter against longer axis
ALIKE = 1.7  # ratio of the areas of two pits side by side, at most
APART = (0.75, 1.9)  # distance of pits side by side, in roots of their area
NEAR = 0.25  # how far a pit may lie off its place as its neighbours tell it, in steps
FEWEST = 5  # pits that must be seen side by side
ROUNDS = 3  # of looking for further ovals where pits are expected
REFINED = 2  # times that the rims are looked for where a view has them
OFF = 0.05  # how far a pit's middle may lie off the view through all of them, in pits
SURE = 0.6  # share of pits that must look like pits
TOO_DARK = 16.0  # grey levels: the median of a picture in which nothing is found


class KalahFinder:
    """Needs to see most of the pits' rims."""

    def find(self, image: Image, options: Options) -> Found | NotFound:
        """The far row is the one farther up in the picture."""
        scale = min(1.0, WORKING / max(image.shape[:2]))
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        if float(np.median(small)) < TOO_DARK:
            return NotFound(say("The picture is too dark to find a board."))
        ovals = _ovals(small)
        view, share = _board(small, _rows(ovals, int(options["pits"])), ovals, options)
        if view is None or share < SURE or _goes_on(view, ovals[:, :2], int(options["pits"])):
            return NotFound(say("No Kalah board is in the picture."))
        for _ in range(REFINED):
            view = _fitted(*rims(small, view, options), view.size)
        return Found(view.corners(find("kalah").geometry(options).area) / scale, share)


def _ovals(image: Image) -> Floats:
    """Middles and areas of ovals, shape (n, 3)."""
    out: list[Floats] = []
    size = image.shape[0] * image.shape[1]
    for mask in _regions(image):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            area = cv2.contourArea(hull)
            if len(hull) < 8 or not SMALLEST * size < area < LARGEST * size:
                continue
            (x, y), (a, b), _ = cv2.fitEllipseDirect(hull)
            if min(a, b) > FLATTEST * max(a, b) and FILLED[0] < area / (np.pi * a * b / 4) < FILLED[1]:
                oval = np.array([x, y, area])
                if all(np.hypot(*(oval - other)[:2]) > 0.3 * np.sqrt(min(area, other[2])) for other in out):
                    out.append(oval)
    return np.array(out).reshape(-1, 3)


def _regions(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Masks whose outlines are rims: of what has no edges, and of what is lighter or darker than around it."""
    for blur, weight in EDGES:
        yield edges(image, blur, weight)
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 2)
    for sign, kind in ((4, cv2.THRESH_BINARY), (4, cv2.THRESH_BINARY_INV)):
        yield np.asarray(cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, AROUND, sign), np.uint8)


def _rows(ovals: Floats, pits: int) -> dict[Node, Floats]:
    """The largest group of ovals that lie in two rows of so many pits, columns from left to right, rows downwards."""
    best: dict[Node, Floats] = {}
    middles, roots = ovals[:, :2], np.sqrt(ovals[:, 2])
    for first in range(len(ovals)):
        off = middles - middles[first]
        distance = np.hypot(*off.T) / np.sqrt(roots * roots[first])
        alike = np.abs(np.log(ovals[:, 2] / ovals[first, 2])) < np.log(ALIKE)
        beside = np.nonzero(alike & (distance > APART[0]) & (distance < APART[1]))[0]
        for side in beside:
            for other in beside:
                step, fall = off[side] * np.sign(off[side][0]), off[other]
                turn = step[0] * fall[1] - step[1] * fall[0]
                if abs(turn) < 0.5 * np.hypot(*step) * np.hypot(*fall):
                    continue
                begin = ((0, 0), fall) if turn > 0 else ((0, 1), -fall)
                group = _grown(middles[alike], middles[first], step, *begin)
                if len(group) > len(best) and _columns(group) <= pits:
                    best = group
    return best


def _columns(group: dict[Node, Floats]) -> int:
    columns = [column for column, _ in group]
    return max(columns) - min(columns) + 1


def _grown(middles: Floats, first: Floats, step: Floats, start: Node, fall: Floats) -> dict[Node, Floats]:
    """What lies on the lattice of two rows that is begun so; steps follow the perspective, over single gaps too."""
    nodes = {start: first}
    gaps: set[Node] = set()
    ways = deque([(start, first, step, fall)])
    while ways:
        (column, row), here, across, down = ways.popleft()
        for move, towards in (((1, 0), across), ((-1, 0), -across), ((0, 1), down), ((0, -1), -down)):
            node = (column + move[0], row + move[1])
            if node in nodes or node[1] not in (0, 1):
                continue
            off = np.hypot(*(middles - here - towards).T)
            near = int(off.argmin())
            if off[near] < NEAR * np.hypot(*towards):
                nodes[node] = middles[near]
                seen = (middles[near] - here) * (1 if sum(move) > 0 else -1)
                ways.append((node, middles[near], seen if move[0] else across, seen if move[1] else down))
            elif (column, row) in nodes and node not in gaps:
                gaps.add(node)
                ways.append((node, here + towards, across, down))
    return nodes


def _board(image: Image, nodes: dict[Node, Floats], ovals: Floats, options: Options) -> tuple[View | None, float]:
    """The view in which most pits look like pits, and the share that does."""
    pits = int(options["pits"])
    if len(nodes) < FEWEST or len({row for _, row in nodes}) < 2:
        return None, 0.0
    first = min(column for column, _ in nodes)
    size = (image.shape[1], image.shape[0])
    places = np.array([cell.foot for cell in find("kalah").geometry(options).cells if cell.zone == "board"])
    best: View | None = None
    most = 0.0
    for shift in range(pits - _columns(nodes) + 1):
        points = np.array([(1.5 + column - first + shift, 0.5 + row) for column, row in nodes])
        view = _fitted(points, np.array(list(nodes.values())), size)
        for _ in range(ROUNDS):
            view = _completed(view, places, ovals[:, :2])
        share = pit_share(image, view, options)
        if share > most:
            best, most = view, share
    return best, most


def _goes_on(view: View, middles: Floats, pits: int) -> bool:
    """Whether there are further rows above or below: then these are the holes of another board."""
    places = np.array([(1.5 + pit, y) for y in (-0.5, 2.5) for pit in range(pits)])
    off = np.hypot(*(view.units(middles)[None] - places[:, None]).transpose(2, 0, 1)).min(axis=1)
    return int((off < NEAR).sum()) * 2 >= pits


def _completed(view: View, places: Floats, middles: Floats) -> View:
    """The view through all ovals that lie where a pit is expected."""
    off = np.hypot(*(view.units(middles)[None] - places[:, None]).transpose(2, 0, 1))
    seen = off.min(axis=1) < NEAR
    if seen.sum() < FEWEST or len({float(y) for y in places[seen, 1]}) < 2:
        return view
    return _fitted(places[seen], middles[off.argmin(axis=1)[seen]], view.size)


def _fitted(points: Floats, pixels: Floats, size: tuple[int, int]) -> View:
    """The view through these pits, those left out that lie off it: heaps of seeds look like rims at times."""
    while True:
        view = View.through(points, pixels, size)
        off = np.hypot(*(view.units(pixels) - points).T)
        if len(points) <= FEWEST or off.max() < OFF:
            return view
        stays = np.arange(len(points)) != off.argmax()
        points, pixels = points[stays], pixels[stays]
