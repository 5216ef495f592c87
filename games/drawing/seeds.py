"""The positions of the seeds in a pile. They form rings around the middle, which leaves room for the count."""

from __future__ import annotations

import bisect
import itertools
import math

from fourth_seat.games.geometry import Point

SEED_RINGS = ((0.40, 14), (0.30, 10))  # radius as part of the pile's width, seeds in it
MAX_DRAWN_SEEDS = sum(seeds for _, seeds in SEED_RINGS)
SEED_RADIUS = 0.065  # as part of the pile's width


def seed_places(width: float, height: float, count: int) -> list[Point]:
    """Return the centres of up to `MAX_DRAWN_SEEDS` seeds, relative to the top left corner of a pile of this size."""
    places: list[Point] = []
    for ring, room in SEED_RINGS:
        here = min(count - len(places), room)
        inset = (0.5 - ring) * min(width, height)
        places += _along_ellipse(width / 2, height / 2, width / 2 - inset, height / 2 - inset, here, turn=ring)
    return places


def _along_ellipse(x: float, y: float, across: float, down: float, count: int, turn: float) -> list[Point]:
    """Return evenly spaced points along an ellipse. `turn` is the position of the first point as a fraction of a full turn
    from the top.
    """
    angles = [math.tau * n / 180 for n in range(181)]
    line = [(x + across * math.sin(angle), y - down * math.cos(angle)) for angle in angles]
    lengths = [0.0, *itertools.accumulate(math.dist(*ends) for ends in itertools.pairwise(line))]
    wanted = (lengths[-1] * ((n / max(1, count) + turn) % 1) for n in range(count))
    return [line[bisect.bisect_left(lengths, length)] for length in wanted]
