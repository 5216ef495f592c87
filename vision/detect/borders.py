"""Finds straight edges around a board, and the quadrilaterals they form: a sheet, a screen or a box with the board printed
on it, but also the tray or the table under it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.protocols import Image

WORKING_SIDE_PX = 640  # of the longer side of the picture that is looked at; all lengths below are pixels of it
MIN_SEGMENT_PX = 10.0  # of a segment
MIN_SEED_PX = 25.0  # of a segment from which a line is begun
MIN_LINE_PX = 50.0  # of all segments on a line
MAX_OFFSET_PX = 2.5  # by which a segment's ends may be off its line
MAX_LEAN_SHARE = 0.12  # by how much of its length a segment may lean against its line
MAX_LINES = 18  # that are put together, those with the longest segments
MAX_INTRUSION_PX = 3.0  # that a line may reach into the board
TURN_RANGE_RAD = 0.6, 2.5  # radians by which a quadrilateral turns at each corner
MIN_AREA_RATIO = 1.05  # its area at least, in boards
MIN_VISIBLE_SHARE = 0.5  # part of each of its sides that lies within the picture


@dataclass(frozen=True)
class BorderLines:
    """A set of n straight lines that are at least partly visible.

    Attributes:
        normals: the normals, pointing away from the board, shape (n, 2); the line's points p satisfy normal @ p = offset.
        offsets: their distances from the origin, shape (n,).
        seen: the cumulative number of visible pixels at each place along the line, from -reach to reach in the direction of
            the normal turned by a quarter, shape (n, 2 * reach + 1).
        ends: the places along the line where it enters and leaves the picture, shape (n, 2).
    """

    normals: Floats
    offsets: Floats
    seen: Floats
    ends: Floats

    @property
    def directions(self) -> Floats:
        """The directions of the lines, shape (n, 2)."""
        return np.column_stack([-self.normals[:, 1], self.normals[:, 0]])


def borders(image: Image, corners: Points) -> tuple[Floats, Floats]:
    """Return the quadrilaterals formed by straight edges around a board.

    Args:
        corners: the corners of the board, in pixels, shape (4, 2).

    Returns:
        The corners in pixels, shape (n, 4, 2), and the visible fraction of the least visible side, counting only its part
        within the picture, shape (n,).
    """
    scale = WORKING_SIDE_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lines = _lines(_segments(np.asarray(small, np.uint8)), (corners + 0.5) * scale - 0.5, small.shape[:2])
    around, seen = _around(lines, cv2.contourArea((corners * scale).astype(np.float32)))
    return (around + 0.5) / scale - 0.5, seen


def _segments(image: Image) -> Floats:
    """Return straight edges (x, y, x, y) found by a line segment detector (von Gioi et al., LSD, 2010), longest first,
    shape (n, 4).

    Edges may be in brightness, in red against blue, or in green against both: a box need not be lighter or darker than the
    table.
    """
    blue, green, red = (np.asarray(channel, np.int16) for channel in cv2.split(image))
    kinds = (blue + 2 * green + red) // 4, (red - blue) // 2 + 128, (2 * green - red - blue) // 4 + 128
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE)
    found = [detector.detect(np.asarray(kind, np.uint8))[0] for kind in kinds]
    segments = np.concatenate([np.zeros((0, 4)), *(lines.reshape(-1, 4) for lines in found if lines is not None)])
    length = _length(segments)
    order = np.argsort(-length)
    return segments[order[length[order] > MIN_SEGMENT_PX]]


def _lines(segments: Floats, board: Points, shape: tuple[int, ...]) -> BorderLines:
    """Join collinear segments into lines that have the board entirely on one side."""
    length = _length(segments)
    free = np.ones(len(segments), np.bool_)
    found: list[tuple[float, Floats, float, Floats]] = []
    for seed in range(int((length > MIN_SEED_PX).sum())):
        if not free[seed]:
            continue
        on = np.array([seed])
        for _ in range(2):
            normal, offset = _fitted(segments[on], length[on])
            on = np.nonzero(_on(segments, length, normal, offset))[0]
            if not len(on):
                break
        if not len(on):
            continue
        free[on] = False
        off = board @ normal - offset
        if off.mean() > 0:
            normal, offset, off = -normal, -offset, -off
        if length[on].sum() > MIN_LINE_PX and off.max() < MAX_INTRUSION_PX:
            found.append((float(length[on].sum()), normal, offset, segments[on]))
    found.sort(key=lambda line: -line[0])
    reach = int(np.hypot(shape[0], shape[1])) + 1
    kept = found[:MAX_LINES]
    normals = np.array([normal for _, normal, _, _ in kept]).reshape(-1, 2)
    offsets = np.array([offset for _, _, offset, _ in kept])
    seen = [_seen(parts, np.array([-normal[1], normal[0]]), reach) for _, normal, _, parts in kept]
    ends = [np.clip(_ends(normal, offset, shape), -reach, reach) for _, normal, offset, _ in kept]
    return BorderLines(normals, offsets, np.array(seen).reshape(-1, 2 * reach + 1), np.array(ends).reshape(-1, 2))


def _fitted(segments: Floats, length: Floats) -> tuple[Floats, float]:
    """Fit a line to segments weighted by length; return its normal and offset."""
    points, weights = segments.reshape(-1, 2), np.repeat(length, 2)[:, None]
    middle = (points * weights).sum(axis=0) / weights.sum()
    (xx, xy), (_, yy) = ((points - middle) * weights).T @ (points - middle)
    angle = np.arctan2(2 * xy, xx - yy) / 2
    normal = np.array([-np.sin(angle), np.cos(angle)])
    return normal, float(normal @ middle)


def _on(segments: Floats, length: Floats, normal: Floats, offset: float) -> Mask:
    first, second = segments[:, :2] @ normal - offset, segments[:, 2:] @ normal - offset
    near = np.maximum(np.abs(first), np.abs(second)) < MAX_OFFSET_PX
    return np.asarray(near & (np.abs(first - second) < MAX_LEAN_SHARE * length + 0.5))


def _seen(segments: Floats, way: Floats, reach: int) -> Floats:
    steps = np.zeros(2 * reach + 2)
    ends = np.sort(np.column_stack([segments[:, :2] @ way, segments[:, 2:] @ way]), axis=1)
    first, last = np.clip(np.rint(ends) + reach, 0, 2 * reach).astype(int).T
    np.add.at(steps, first, 1)
    np.add.at(steps, last, -1)
    return np.asarray(np.cumsum(np.cumsum(steps[:-1]) > 0), np.float64)


def _ends(normal: Floats, offset: float, shape: tuple[int, ...]) -> tuple[float, float]:
    """Return the places where a line enters and leaves the picture, excluding the outermost pixels."""
    way, foot = np.array([-normal[1], normal[0]]), normal * offset
    low, high = -np.inf, np.inf
    for axis, size in ((0, shape[1]), (1, shape[0])):
        if abs(way[axis]) > 1e-9:
            one, other = sorted([(2 - foot[axis]) / way[axis], (size - 3 - foot[axis]) / way[axis]])
            low, high = max(low, one), min(high, other)
    return low, max(low, high)


def _around(lines: BorderLines, board: float) -> tuple[Floats, Floats]:
    """Return the quadrilaterals, and the visible fraction of each one's least visible side; `board` is the board's area."""
    none = np.zeros((0, 4, 2)), np.zeros(0)
    if len(lines.offsets) < 4:
        return none
    angle = np.arctan2(lines.normals[:, 1], lines.normals[:, 0])
    order = np.argsort(angle)
    sides = order[np.array(list(combinations(range(len(order)), 4)))]  # around the board
    turns = np.diff(angle[sides], axis=1, append=angle[sides[:, :1]] + 2 * np.pi)
    sides = sides[(turns.min(axis=1) > TURN_RANGE_RAD[0]) & (turns.max(axis=1) < TURN_RANGE_RAD[1])]
    after = np.roll(sides, -1, axis=1)
    one, other = lines.normals[sides], lines.normals[after]
    a, b = lines.offsets[sides], lines.offsets[after]
    sine = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    x, y = (a * other[..., 1] - b * one[..., 1]) / sine, (b * one[..., 0] - a * other[..., 0]) / sine
    corners = np.stack([x, y], axis=-1)  # where each side meets the next
    start, end = np.roll(corners, 1, axis=1), corners
    directions = lines.directions[sides]
    first, last = (directions * start).sum(axis=2), (directions * end).sum(axis=2)
    low, high = (np.clip((first, last), *lines.ends[sides].transpose(2, 0, 1))).astype(np.float64)
    reach = lines.seen.shape[1] // 2
    covered = lines.seen[sides, np.rint(high).astype(int) + reach] - lines.seen[sides, np.rint(low).astype(int) + reach]
    visible = high - low
    area = (start[..., 0] * end[..., 1] - start[..., 1] * end[..., 0]).sum(axis=1) / 2
    fine = (
        (last > first).all(axis=1)
        & (visible > MIN_VISIBLE_SHARE * (last - first)).all(axis=1)
        & (area > MIN_AREA_RATIO * board)
    )
    seen = (covered / np.maximum(visible, 1)).min(axis=1)
    return corners[fine], np.minimum(seen[fine], 1)


def _length(segments: Floats) -> Floats:
    return np.asarray(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]), np.float64)
