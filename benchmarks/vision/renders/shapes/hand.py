"""A hand with its arm: flesh as the smooth union of round cones around bones, skin and a sleeve."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.isosurface import Field, isosurface
from benchmarks.vision.renders.shapes.solids import Solid, Vectors, turn, upright_turn
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, one_of, srgb, varied
from benchmarks.vision.renders.tracing.textures import cloth, speckled

SKIN_COLOURS = (
    srgb(241, 200, 175),
    srgb(224, 172, 140),
    srgb(198, 140, 105),
    srgb(150, 98, 68),
    srgb(105, 66, 46),
    srgb(70, 45, 34),
)
SLEEVE_COLOURS = (
    srgb(40, 50, 80),
    srgb(200, 200, 205),
    srgb(120, 30, 40),
    srgb(45, 45, 48),
    srgb(70, 95, 75),
    srgb(170, 130, 90),
    srgb(60, 90, 150),
)
GRID_STEP_CM = 0.32  # on which the flesh's distance field is sampled
BLEND_WIDTH_CM = 0.55  # of the transition between the flesh of two bones
Bone = tuple[Sequence[float], Sequence[float], float, float]
"""Both ends (forwards, to the right, up; cm from where the finger tips meet) and the radius at each."""

INDEX = ((-6.0, -2.2, 7.0), (-2.2, -1.9, 5.3), (-0.6, -1.0, 2.7), (0.0, -0.4, 0.7))
MIDDLE = ((-5.8, -0.4, 7.3), (-1.6, 0.3, 5.5), (0.3, 0.4, 2.9), (0.6, 0.3, 0.8))
RING = ((-6.2, 1.4, 7.0), (-2.6, 2.1, 5.0), (-1.6, 1.9, 2.7), (-2.0, 1.4, 1.2))
LITTLE = ((-6.8, 3.0, 6.4), (-3.9, 3.8, 4.4), (-3.2, 3.4, 2.6), (-3.6, 3.0, 1.5))
THUMB = ((-10.5, -2.4, 6.6), (-6.2, -4.2, 4.8), (-2.8, -3.1, 2.4), (-0.7, -1.3, 0.7))
WRIST = (-13.5, 0.6, 8.2)
ELBOW = (-42.0, 1.5, 15.0)
SHOULDER = (-130.0, 3.0, 32.0)


def hand(rng: np.random.Generator, tip: Sequence[float], towards: float, cm: float, rising: float = 0.0) -> list[ScenePart]:
    """Return the parts of a hand that is about to take something or to set it down.

    Args:
        tip: the place where thumb and fingers meet, in board units (x, y, height).
        towards: the direction it points in, radians: 0 away from the near side, positive to the right.
        cm: centimetres in a board unit.
        rising: elevation of an arm that comes from below, radians, as in front of an upright board; 0: over the table.
    """
    skin = one_of(rng, SKIN_COLOURS, 0.1)
    size = rng.uniform(0.88, 1.08)
    flip = -1.0 if rng.random() < 0.2 else 1.0  # some are left-handed
    lean = turn((0, 1, 0), rng.normal(-rising, 0.12)) @ turn((1, 0, 0), rng.normal(0, 0.15))
    flesh = _flesh(_bones(rng))
    long = rng.random() < 0.75
    cuff = rng.uniform(-17, -15) if long else rng.uniform(-40, -34)
    axes = np.array([(0, -1, 0), (flip, 0, 0), (0, 0, 1.0)])  # forwards, right and up in board directions

    def placed(solid: Solid) -> Solid:
        flat = (solid.vertices @ lean.T * size / cm) @ axes
        turned = flat @ upright_turn(towards).T + np.asarray(tip)
        return Solid(turned, solid.faces)

    stuff = cloth(rng, one_of(rng, SLEEVE_COLOURS, 0.15), 512, 128)
    return [
        ScenePart(placed(flesh), SurfaceMaterial(rough=0.42, texture=speckled(rng, skin, 0.035), span=9 / cm)),
        ScenePart(placed(_sleeve(rng, cuff)), SurfaceMaterial(varied(rng, skin), None, stuff, 14 / cm)),
    ]


def _bones(rng: np.random.Generator) -> list[Bone]:
    """Return the bones of a hand in a pinching grip, varied at random."""
    bones: list[Bone] = []
    spread = rng.uniform(-0.1, 0.5)
    for n, finger in enumerate((THUMB, INDEX, MIDDLE, RING, LITTLE)):
        joints = np.array(finger) + rng.normal(0, 0.22, (4, 3))
        joints[:, 1] += spread * (n - 2) * np.linspace(0, 0.4, 4)
        joints[3, 2] = max(joints[3, 2], 0.6)
        radii = np.array((1.15, 0.98, 0.86, 0.72) if n else (1.5, 1.2, 1.0, 0.85)) * (0.85 if n == 4 else 1)
        bones += [(joints[k], joints[k + 1], radii[k], radii[k + 1]) for k in range(3)]
        if n:
            bones.append((WRIST, joints[0], 1.75, 1.3))
    bones += [((-11.5, -1.2, 7.2), THUMB[1], 1.6, 1.3), (WRIST, ELBOW, 2.35, 3.9)]
    return bones


def _flesh(bones: Sequence[Bone]) -> Solid:
    """Return the surface of the flesh around bones; the arm ends within the sleeve."""
    low, high = np.array((-46.0, -8.5, -1.0)), np.array((3.5, 8.5, 21.0))
    counts = np.ceil((high - low) / GRID_STEP_CM).astype(int)
    grid = np.stack(np.meshgrid(*(low[k] + GRID_STEP_CM * np.arange(counts[k]) for k in range(3)), indexing="ij"), -1)
    field = np.full(tuple(counts), 9.0)
    for start, end, first, last in bones:
        a, b = np.asarray(start, np.float64), np.asarray(end, np.float64)
        reach = max(first, last) + 2 * BLEND_WIDTH_CM + GRID_STEP_CM
        box = tuple(
            slice(
                max(0, int((min(a[k], b[k]) - reach - low[k]) / GRID_STEP_CM)),
                int((max(a[k], b[k]) + reach - low[k]) / GRID_STEP_CM) + 2,
            )
            for k in range(3)
        )
        field[box] = _smooth_union(field[box], _round_cone(grid[box], a, b, first, last))
    field[0], field[-1], field[:, 0], field[:, -1], field[:, :, 0], field[:, :, -1] = (9.0,) * 6
    return isosurface(field, low, GRID_STEP_CM)


def _round_cone(points: NDArray[np.float64], a: Vectors, b: Vectors, first: float, last: float) -> Field:
    """Return the signed distance of points from a rod whose radius changes evenly from one end to the other."""
    along = b - a
    share = np.clip((points - a) @ along / (along @ along), 0, 1)
    distance: Field = np.linalg.norm(points - a - share[..., None] * along, axis=-1) - (first + (last - first) * share)
    return distance


def _smooth_union(one: Field, other: Field) -> Field:
    """Return the smooth union of two distance fields (polynomial minimum, Quilez)."""
    share = np.clip(0.5 + 0.5 * (other - one) / BLEND_WIDTH_CM, 0, 1)
    union: Field = other + (one - other) * share - BLEND_WIDTH_CM * share * (1 - share)
    return union


def _sleeve(rng: np.random.Generator, cuff: float) -> Solid:
    """Return a wrinkled tube around the arm, from the cuff to beyond the elbow."""
    corners, layers = 28, 44
    wrist, elbow, shoulder = (np.array(point) for point in (WRIST, ELBOW, SHOULDER))
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    rings_of = []
    for n, x in enumerate(np.linspace(cuff, SHOULDER[0], layers)):
        start, end = (wrist, elbow) if x > ELBOW[0] else (elbow, shoulder)
        middle = start + (end - start) * (x - start[0]) / (end[0] - start[0])
        loose = 0.9 if n else 0.75
        radius = (
            2.6 + loose + 0.045 * min(40.0, abs(x - WRIST[0])) + 0.12 * math.sin(n * 1.9) + rng.normal(0, 0.07, corners)
        )
        rings_of.append(middle + np.column_stack([np.zeros(corners), np.cos(angle) * radius, np.sin(angle) * radius]))
    i = np.arange(corners)
    j = (i + 1) % corners
    faces = [
        np.vstack(
            [np.column_stack([k + i, k + corners + j, k + j]), np.column_stack([k + i, k + corners + i, k + corners + j])]
        )
        for k in range(0, corners * (layers - 1), corners)
    ]
    return Solid(np.vstack(rings_of), np.vstack(faces))
