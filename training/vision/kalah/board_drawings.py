"""Draw whole Kalah boards of any make, on any table, from which the network that finds pits learns.

A board is a relief: pits, stores and seeds are heights over its surface, which the camera's rays meet at an angle, and
which the lights reach or do not reach. Everything that differs between makers and rooms is drawn at random: rows and
columns, the gap where a board folds, the form of pits and stores, the wood or its paint, the seeds, the lights, the table
and what is on it.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from training.vision.backgrounds import ground
from training.vision.kalah.relief import DEEPEST, SCALE, BoardPlan, Relief, plan
from training.vision.sensor import developed

Floats = NDArray[np.float64]
Single = NDArray[np.float32]

RAY_STEPS, LIGHT_STEPS = 14, 10
WITHOUT = 0.12  # share of pictures without a board
HAND = 0.12  # share of pictures with a hand over the board


class DrawnBoard(NamedTuple):
    """A picture, blue, green, red, with its pits and stores: x, y and radius in pixels; shape (n, 3)."""

    image: NDArray[np.uint8]
    pits: Floats
    stores: Floats


def picture(rng: np.random.Generator, width: int, height: int) -> DrawnBoard:
    """Draw a board on a table, or a table alone."""
    side = max(width, height)
    table = ground(rng, side, float(np.exp(rng.uniform(np.log(8), np.log(60)))), rng.uniform(0.1, 0.9))[0]
    light = np.ascontiguousarray(table[:height, :width])
    if rng.random() < 0.25:  # as in shops' photos: on white, or on black
        light[:] = light * 0.04 + rng.choice([0.01, 0.9])
    pits = stores = np.zeros((0, 3))
    if rng.random() >= WITHOUT:
        light, pits, stores = _with_board(rng, light)
    if rng.random() < 0.3:
        light = light * _half_shadow(rng, width, height)[..., None]
    image = developed(light, rng, rng.uniform(0, 2.5) if rng.random() < 0.2 else 0.0)
    return DrawnBoard(image, pits, stores)


def _with_board(rng: np.random.Generator, table: Single) -> tuple[Single, Floats, Floats]:
    """Lay a board on the table; return the light, and the pits and stores in view."""
    board = plan(rng)
    height, width = table.shape[:2]
    size = np.array(board.size)
    matrix, view = _camera(rng, size, width, height)
    relief = Relief(rng, board)
    thick = rng.uniform(0.1, 0.7)
    light = _grounded(rng, table, board, relief, matrix, thick)
    shaded = _shaded(rng, relief, view)
    onto = matrix @ np.diag([1 / SCALE, 1 / SCALE, 1])
    mask = _outline(board, relief.shape)
    both = cv2.warpPerspective(np.dstack([shaded, mask]), onto, (width, height), flags=cv2.INTER_AREA)
    share = both[..., 3:]
    light = light * (1 - share) + both[..., :3]
    if rng.random() < HAND:
        light = _hand(rng, light, matrix, size)
    return (
        np.asarray(light, np.float32),
        _in_view(board.pits, matrix, width, height),
        _in_view(board.stores, matrix, width, height),
    )


def _camera(rng: np.random.Generator, size: Floats, width: int, height: int) -> tuple[Floats, Floats]:
    """Return the homography from pitches on the board to pixels, and the direction to the camera (x, y, height)."""
    focal = rng.uniform(0.75, 2.2) * width
    slant = np.radians(rng.uniform(0, 68) if rng.random() < 0.65 else rng.uniform(0, 25))
    way = rng.random()
    turn = np.radians(rng.normal(0, 12) if way < 0.35 else rng.uniform(0, 360) if way < 0.8 else rng.normal(90, 20))
    if way >= 0.8:  # rows that run away from the camera
        slant = np.radians(rng.uniform(35, 70))
    roll = np.radians(rng.normal(0, 6))
    away = np.array([np.sin(slant) * np.sin(turn), np.sin(slant) * np.cos(turn), np.cos(slant)])
    forward = -away
    side = np.array([np.cos(turn), -np.sin(turn), 0.0])
    down = np.cross(forward, side)
    axes = np.array([side * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - side * np.sin(roll), forward])
    wanted = width * (rng.uniform(0.55, 1.1) if rng.random() < 0.8 else rng.uniform(0.3, 0.55))
    distance = focal * np.hypot(*size) / wanted
    middle = np.append(size / 2, 0)
    eye = middle + away * distance
    pose = np.column_stack([axes, -axes @ eye])
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    matrix = inner @ pose[:, [0, 1, 3]]
    corners = cv2.perspectiveTransform(np.array([[(0, 0), (size[0], 0), tuple(size), (0, size[1])]]), matrix)[0]
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = np.array([width, height]) - (high - low)
    stay = np.where(room > 0, rng.uniform(0.05, 0.95, 2) * room, room / 2 + rng.normal(0, 0.08, 2) * (width, height))
    if rng.random() < 0.08:  # partly outside the picture
        stay += rng.normal(0, 0.35, 2) * (width, height)
    shift = np.eye(3)
    shift[:2, 2] = stay - low
    return np.asarray(shift @ matrix, np.float64), away


def _grounded(
    rng: np.random.Generator, table: Single, board: BoardPlan, relief: Relief, matrix: Floats, thick: float
) -> Single:
    """Return the table with the board's shadow and its edges, which have this thickness."""
    height, width = table.shape[:2]
    wide, tall = board.size
    aside = rng.normal(0, 0.25, 2)
    shadow = np.zeros((height, width), np.float32)
    corners = np.array([[(0, 0), (wide, 0), (wide, tall), (0, tall)]], np.float64)
    _fill(shadow, np.asarray(cv2.perspectiveTransform(corners + aside, matrix)[0], np.float64), 1.0)
    unit = float(np.sqrt(abs(np.linalg.det(matrix / matrix[2, 2])[()]))) if abs(matrix[2, 2]) > 1e-9 else 10.0
    soft = cv2.GaussianBlur(shadow, (0, 0), float(np.clip(rng.uniform(0.05, 0.4) * unit, 0.5, 30)))
    light = table * (1 - rng.uniform(0.2, 0.8) * np.asarray(soft, np.float32))[..., None]
    top = cv2.perspectiveTransform(corners, matrix)[0]
    fall = np.array([0.0, rng.uniform(0.0, 0.9) * thick * np.hypot(*(top[3] - top[0])) / max(tall, 1e-6)])
    side = np.vstack([top, top + fall])
    edge = (relief.colour.mean(axis=(0, 1)) * rng.uniform(0.3, 1.0)).tolist()
    light = np.asarray(light, np.float32)
    _fill(light, np.asarray(cv2.convexHull(side.astype(np.float32))[:, 0], np.float64), edge)
    return light


def _fill(picture: Single, corners: Floats, value: float | list[float]) -> None:
    cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), value, cv2.LINE_AA, 4)


def _outline(board: BoardPlan, shape: tuple[int, int]) -> Single:
    """Return the board's outline with its round corners, 0..1."""
    radius = min(board.corner * SCALE, min(shape) / 2 - 1)
    mask = np.zeros(shape, np.float32)
    inner = int(radius)
    cv2.rectangle(mask, (inner, inner), (shape[1] - 1 - inner, shape[0] - 1 - inner), 1.0, -1)
    if inner:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inner + 1, 2 * inner + 1))
        return np.asarray(cv2.dilate(mask, disc), np.float32)
    return mask


def _shaded(rng: np.random.Generator, relief: Relief, view: Floats) -> Single:
    """Return the relief's linear light as the camera's rays meet it, shape (height, width, 3)."""
    rows, columns = relief.shape
    x, y = relief.x, relief.y
    slope = view[:2] / max(view[2], 0.3)
    meet_x, meet_y = x.copy(), y.copy()
    open_ = np.ones(relief.shape, bool)
    for level in np.linspace(0.15, -DEEPEST, RAY_STEPS):  # rays go down, away from the camera
        at_x, at_y = x - slope[0] * -level, y - slope[1] * -level
        met = _sample(relief.height, at_x, at_y)
        here = open_ & (met >= level)
        meet_x[here], meet_y[here] = at_x[here], at_y[here]
        open_ &= ~here
    height = _sample(relief.height, meet_x, meet_y)
    colour = _sample(relief.colour, meet_x, meet_y)
    gloss = _sample(relief.gloss, meet_x, meet_y)
    dy, dx = np.gradient(cv2.GaussianBlur(relief.height, (0, 0), 0.7), 1 / SCALE)
    normal = np.dstack([-_sample(dx.astype(np.float32), meet_x, meet_y), -_sample(dy.astype(np.float32), meet_x, meet_y)])
    normal = np.dstack([normal, np.ones((rows, columns), np.float32)])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    light = np.full((rows, columns, 3), rng.uniform(0.1, 0.45), np.float32)
    light *= np.clip(1 + height / rng.uniform(0.6, 1.5), 0.3, 1.15)[..., None]
    shine = np.zeros((rows, columns), np.float32)
    for weight in rng.dirichlet(np.full(int(rng.integers(1, 4)), 0.8)):
        towards = np.append(rng.normal(0, 0.6, 2), rng.uniform(0.4, 1))
        towards /= np.linalg.norm(towards)
        facing = np.maximum(normal @ towards, 0) * _reached(relief.height, meet_x, meet_y, height, towards)
        light += (weight * facing)[..., None].astype(np.float32) * (1 + 0.1 * rng.normal(0, 1, 3)).astype(np.float32)
        half = towards + view
        shine += weight * np.maximum(normal @ (half / np.linalg.norm(half)), 0) ** float(np.exp(rng.uniform(2, 5)))
    out = colour * light + (rng.uniform(0.2, 1.5) * gloss * shine)[..., None]
    return np.asarray(np.clip(out, 0, 3), np.float32)


def _sample(field: Single, x: Single, y: Single) -> Single:
    return np.asarray(
        cv2.remap(
            field,
            (x * SCALE - 0.5).astype(np.float32),
            (y * SCALE - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


def _reached(heights: Single, x: Single, y: Single, height: Single, towards: Floats) -> Single:
    """Return how far each place is reached by a light, 0..1."""
    reach = np.geomspace(0.03, 0.8, LIGHT_STEPS)
    least = np.ones_like(height)
    for step in reach:
        over = _sample(heights, (x + step * towards[0]).astype(np.float32), (y + step * towards[1]).astype(np.float32))
        clear = (height + step * towards[2] + 0.015 - over) / (0.05 + 0.15 * step)
        least = np.minimum(least, np.clip(clear + 0.5, 0, 1))
    return least


def _in_view(places: Floats, matrix: Floats, width: int, height: int) -> Floats:
    """Return the x, y and radius of those places whose middles are in the picture."""
    if not len(places):
        return np.zeros((0, 3))
    middle = cv2.perspectiveTransform(places[None, :, :2].copy(), matrix)[0]
    aside = cv2.perspectiveTransform(places[None, :, :2] + np.array([0.01, 0]), matrix)[0] - middle
    below = cv2.perspectiveTransform(places[None, :, :2] + np.array([0, 0.01]), matrix)[0] - middle
    area = np.abs(aside[:, 0] * below[:, 1] - aside[:, 1] * below[:, 0]) / 1e-4
    radius = np.sqrt(area * places[:, 2] * places[:, 3])
    inside = (middle > 0).all(axis=1) & (middle[:, 0] < width) & (middle[:, 1] < height)
    found: Floats = np.column_stack([middle, radius])[inside]
    return found


def _hand(rng: np.random.Generator, light: Single, matrix: Floats, size: Floats) -> Single:
    """Lay an arm with a hand over part of the board."""
    height, width = light.shape[:2]
    mask = np.zeros((height, width), np.float32)
    tip = cv2.perspectiveTransform(np.array([[rng.uniform(0, 1, 2) * size]]), matrix)[0, 0]
    edge = (
        np.array([rng.uniform(0, width), height * 1.1])
        if rng.random() < 0.6
        else np.array([width * 1.1, rng.uniform(0, height)])
    )
    thick = max(3, round(rng.uniform(0.05, 0.12) * width))
    cv2.line(
        mask, tuple(np.round(tip).astype(int).tolist()), tuple(np.round(edge).astype(int).tolist()), 1.0, thick, cv2.LINE_AA
    )
    skin = rng.uniform(0.08, 0.7) * np.array([1.0, 0.65, 0.5])
    share = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5), np.float32)[..., None]
    return np.asarray(light * (1 - share) + share * skin, np.float32)


def _half_shadow(rng: np.random.Generator, width: int, height: int) -> Single:
    """Return the light that is left where something blocks the lamp: from half of the picture, from a bar, or behind a
    window's frame.
    """
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn)
    soft = rng.uniform(1, 0.1 * width)
    at = rng.uniform(float(along.min()), float(along.max()))
    share = 1 / (1 + np.exp(-np.clip((along - at) / soft, -30, 30)))
    if rng.random() < 0.4:
        wide = rng.uniform(0.05, 0.4) * width
        share = share * (1 - 1 / (1 + np.exp(-np.clip((along - at - wide) / soft, -30, 30))))
    return np.asarray(1 - rng.uniform(0.3, 0.8) * share, np.float32)
