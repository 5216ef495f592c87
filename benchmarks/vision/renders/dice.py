"""Pictures of six-sided dice alone: a few of one or two sets on a table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.vision.renders.shapes.d6 import die, die_box, die_face, die_look
from benchmarks.vision.renders.shapes.hand import hand
from benchmarks.vision.renders.shapes.room import clutter, sky, table
from benchmarks.vision.renders.still import Still
from benchmarks.vision.renders.tracing.camera import above
from benchmarks.vision.renders.tracing.materials import ScenePart
from benchmarks.vision.renders.tracing.tracer import RenderScene

EDGE_RANGE_CM = (1.2, 1.6)  # least and greatest of dice; scenes are in centimetres


def dice_still(rng: np.random.Generator, size: tuple[int, int], with_hand: bool) -> Still:
    """Return a still of thrown dice: mostly two, and ten at most."""
    count = int(rng.choice([1, 2, 2, 2, 3, 4, 5, 6, 10]))
    reach = 4.0 + 1.5 * math.sqrt(count) + float(rng.uniform(0, 6))
    corner = reach + 2.0
    must = np.array([(x, y, 0.0) for x in (-corner, corner) for y in (-corner * 0.7, corner * 0.7)])
    camera = above(rng, must, size, 45)
    looks = [die_look(rng, float(rng.uniform(*EDGE_RANGE_CM))) for _ in range(int(rng.choice([1, 1, 2])))]
    dice, labels = [], []
    for x, y in _apart(rng, count, reach):
        value = int(rng.integers(1, 7))
        dice.append(die(looks[int(rng.integers(len(looks)))], value, x, y, 0.0, rng))
        labels.append({"value": value, "box": die_box(dice[-1], camera), "face": die_face(dice[-1], camera)})
    keep = (-corner, -corner, corner, corner)
    parts: list[ScenePart] = [*dice, table(rng, 0.0, 1.0), *clutter(rng, keep, 0.0, 1.0)]
    if with_hand:
        parts += hand(rng, (corner, float(rng.uniform(-3, 3)), 0.5), float(rng.normal(-0.3, 0.4)), 1.0)
    return Still(RenderScene(parts, sky(rng)), camera, {"game": "dice", "dice": labels, "look": {"hand": with_hand}})


def _apart(rng: np.random.Generator, count: int, reach: float) -> Iterator[tuple[float, float]]:
    """Yield places of dice about the origin, too far from each other for dice to overlap."""
    placed: list[tuple[float, float]] = []
    while len(placed) < count:
        x, y = float(rng.uniform(-reach, reach)), float(rng.uniform(-reach * 0.6, reach * 0.6))
        if all(math.hypot(x - a, y - b) > EDGE_RANGE_CM[1] * 1.45 for a, b in placed):
            placed.append((x, y))
            yield x, y
