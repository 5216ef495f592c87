"""Frames of a hand that makes a move: it enters the picture, goes from cell to cell, and leaves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.tracing.sprite import Sprite

REACH_FRAMES = 5  # in which a hand enters or leaves
TRAVEL_FRAMES = 2  # from one cell to the next
MERGE_SHARE = 0.04  # of the picture's width: stops nearer to each other than this are merged

Pixel = tuple[float, float]


def passing(
    places: Sequence[Pixel], player: Sprite, before: Light, after: Light
) -> Iterator[tuple[Light, NDArray[np.float32]]]:
    """Yield pictures of a hand that makes a move, each with the share of every pixel that the hand covers, shape (h, w).

    The pixels nearest to a stop change from `before` to `after` when the hand is there.

    Args:
        places: pixels that the hand goes to, in order; without any, nothing is yielded.
    """
    height, width = before.shape[:2]
    stops = _stops(places, MERGE_SHARE * width)
    if not stops:
        return
    nearest = _nearest(stops, width, height)
    for tip, visited in _path(stops, player, width, height):
        changed = (nearest < visited)[..., None]
        yield player.over(np.where(changed, after, before), tip)


def _stops(places: Sequence[Pixel], near: float) -> list[Pixel]:
    """Return the places without those that are near the stop before."""
    stops: list[Pixel] = []
    for place in places:
        if not stops or math.dist(stops[-1], place) > near:
            stops.append(place)
    return stops


def _nearest(stops: Sequence[Pixel], width: int, height: int) -> NDArray[np.int64]:
    """Return the index of the stop nearest to each pixel, shape (height, width)."""
    x, y = np.meshgrid(np.arange(0, width + 4, 4), np.arange(0, height + 4, 4))
    distance = [(x - stop[0]) ** 2 + (y - stop[1]) ** 2 for stop in stops]
    coarse: NDArray[np.int64] = np.argmin(distance, 0)
    return coarse.repeat(4, 0).repeat(4, 1)[:height, :width]


def _path(stops: Sequence[Pixel], player: Sprite, width: int, height: int) -> Iterator[tuple[Pixel, int]]:
    """Yield for each frame the pixel of the finger tips, and the number of stops that they have reached."""

    def outside(stop: Pixel) -> Pixel:
        """Return a place back along the arm from a stop, from which the hand is outside the picture."""
        far = 0.0
        margin = 0.1 * width
        while True:
            x, y = stop[0] + player.away[0] * far, stop[1] + player.away[1] * far
            if not (-margin < x < width + margin and -margin < y < height + margin):
                return x, y
            far += 0.05 * width

    def between(start: Pixel, end: Pixel, frames: int) -> Iterator[Pixel]:
        for n in range(1, frames + 1):
            share = 0.5 - 0.5 * math.cos(math.pi * n / (frames + 1))
            yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    yield from ((tip, 0) for tip in between(outside(stops[0]), stops[0], REACH_FRAMES))
    for n, stop in enumerate(stops):
        yield stop, n
        yield stop, n + 1
        if n + 1 < len(stops):
            yield from ((tip, n + 1) for tip in between(stop, stops[n + 1], TRAVEL_FRAMES))
    yield from ((tip, len(stops)) for tip in between(stops[-1], outside(stops[-1]), REACH_FRAMES))
