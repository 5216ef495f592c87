"""Backgrounds of drawn dice, and objects beside them: wood, cloth, prints, points of a backgammon board, checkers."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from training.vision.clutter import Thing, eyes, gleams, knots, small_objects, weave

Floats = NDArray[np.float32]


def ground(rng: np.random.Generator, size: int, edge: float, upright: float) -> tuple[Floats, list[Thing]]:
    """Return linear light of a square, shape (size, size, 3), and the objects on it.

    Args:
        edge: of a die, in pixels.
        upright: the cosine of the camera's elevation, by which round things are flattened.
    """
    light = _surface(rng, size, edge)
    if rng.random() < 0.45:
        _patterned(rng, light, edge)
    if rng.random() < 0.15:
        weave(rng, light, edge)
    things: list[Thing] = []
    flat = max(0.5, float(np.sqrt(max(0.0, 1 - upright**2))))
    if rng.random() < 0.35:
        things += _checkers(rng, light, edge, flat)
    if rng.random() < 0.25:
        things += small_objects(rng, light, edge, flat)
    if rng.random() < 0.12:
        gleams(rng, light, edge)
    slope = np.linspace(-1, 1, size, dtype=np.float32)
    across, down = rng.normal(0, 0.12, 2)
    light *= np.exp(across * slope[None, :] + down * slope[:, None])[..., None]
    return light, things


def _surface(rng: np.random.Generator, size: int, edge: float) -> Floats:
    """Draw a surface: plain, grained or speckled, in one colour and another."""
    one, other = _colour(rng), _colour(rng)
    if rng.random() < 0.7:
        other = np.clip(one * rng.uniform(0.5, 1.5), 0, 1)
    kind = rng.random()
    if kind < 0.15:
        share = np.zeros((size, size), np.float32)
    elif kind < 0.5:  # wood
        share = _grain(rng, size, rng.uniform(0.03, 0.4) * edge, rng.uniform(2, 12) * edge)
    elif kind < 0.75:  # cloth or stone
        share = _grain(rng, size, *(np.exp(rng.uniform(-3, 0.7)) * edge,) * 2)
    else:
        share = 0.6 * _grain(rng, size, *(0.05 * edge,) * 2) + 0.4 * _grain(rng, size, *(rng.uniform(0.3, 2) * edge,) * 2)
    return np.asarray(one * (1 - share[..., None]) + other * share[..., None], np.float32)


def _colour(rng: np.random.Generator) -> Floats:
    if rng.random() < 0.45:  # browns
        return np.asarray(rng.uniform(0.02, 0.5) * np.array([1, rng.uniform(0.4, 0.8), rng.uniform(0.15, 0.6)]), np.float32)
    if rng.random() < 0.4:
        return np.asarray(rng.uniform(0.01, 0.8) * rng.uniform(0.9, 1.1, 3), np.float32)
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.2, 1), rng.uniform(0.02, 0.7)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], np.float32)


def _grain(rng: np.random.Generator, size: int, across: float, along: float) -> Floats:
    """Return noise of 0..1 with this grain in pixels, turned any way."""
    coarse = max(1.0, min(across, along) / 2)
    side = int(1.5 * size / coarse) + 4
    even = rng.standard_normal((side, side)).astype(np.float32)
    noise = cv2.GaussianBlur(even, (0, 0), sigmaX=max(0.3, along / coarse / 2), sigmaY=max(0.3, across / coarse / 2))
    noise = noise / (noise.std() + 1e-6)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.choice([0, 90, rng.uniform(0, 180)])), coarse)
    turn = turn + np.array([[0, 0, 1], [0, 0, 1]]) * (size - side) / 2
    noise = cv2.warpAffine(noise, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(0.5 + rng.uniform(0.1, 0.4) * noise, 0, 1), np.float32)


def _patterned(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Print something on it."""
    kinds: tuple[Callable[[np.random.Generator, Floats, float], None], ...]
    kinds = (_points, _points, _dots, _shapes, _writing, eyes, eyes, knots)
    kinds[int(rng.integers(len(kinds)))](rng, light, edge)


def _points(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw the points of a backgammon board: long triangles beside each other, their tips towards the middle."""
    size = len(light)
    width, length = rng.uniform(1.7, 2.9) * edge, rng.uniform(3, 12) * edge
    colours = _colour(rng), _colour(rng)
    foot = rng.uniform(-0.5, 1.2) * size
    way = 1 if foot < size / 2 else -1
    for k in range(-1, int(size / width) + 2):
        left = (k + rng.uniform(0, 0.05)) * width
        corners = np.array([(left, foot), (left + width * 0.95, foot), (left + width / 2, foot + way * length)])
        cv2.fillConvexPoly(light, np.round(corners).astype(np.int32), colours[k % 2].tolist(), cv2.LINE_AA)
    if rng.random() < 0.5:
        light[:] = light.transpose(1, 0, 2).copy()


def _dots(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw spots in rows, or anywhere, as cloth and holes have them."""
    size = len(light)
    colour = _colour(rng).tolist()
    radius, pitch = rng.uniform(0.06, 0.5) * edge, rng.uniform(0.25, 2.5) * edge
    for x in np.arange(0, size, max(pitch, 2.2 * radius)):
        for y in np.arange(0, size, max(pitch, 2.2 * radius)):
            if rng.random() < 0.8:
                cv2.circle(light, (round(x), round(y)), max(1, round(radius)), colour, -1, cv2.LINE_AA)


def _shapes(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw patches, frames, rings and bars of any colour; some have a die's size and a spot in it."""
    size = len(light)
    for _ in range(int(rng.integers(3, 25))):
        x, y = rng.uniform(0, size, 2)
        side = float(np.exp(rng.uniform(-1, 1.2))) * edge
        turn, long = rng.uniform(0, 180), rng.uniform(0.6, 4) * side
        colour = _colour(rng).tolist()
        box = cv2.boxPoints(((x, y), (side, side if rng.random() < 0.4 else long), turn))
        if rng.random() < 0.6:
            cv2.fillConvexPoly(light, np.round(box).astype(np.int32), colour, cv2.LINE_AA)
        else:
            cv2.circle(light, (round(x), round(y)), max(1, round(side / 2)), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.circle(light, (round(x), round(y)), max(1, round(side * 0.3)), _colour(rng).tolist(), -1, cv2.LINE_AA)


def _writing(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw lines of letters."""
    size = len(light)
    scale = rng.uniform(0.015, 0.08) * edge
    ink = np.zeros((size, size), np.uint8)
    letters = np.array(list("ABCDEFGHKMNOPRSTabcdeghmnorstu8963510.:;   "))
    for y in np.arange(0, size, 25 * scale + 4):
        text = "".join(rng.choice(letters, 60))
        cv2.putText(ink, text, (0, round(y)), cv2.FONT_HERSHEY_DUPLEX, scale, 255, max(1, round(1.5 * scale)), cv2.LINE_AA)
    share = ink[..., None].astype(np.float32) / 255
    light[:] = light * (1 - share) + _colour(rng) * share


def _checkers(rng: np.random.Generator, light: Floats, edge: float, flat: float) -> list[Thing]:
    """Draw round pieces with rims and grooves, in rows or alone, with their shadows."""
    size = len(light)
    radius = rng.uniform(0.75, 1.4)
    colours = _colour(rng), _colour(rng)
    things: list[Thing] = []
    x, y = rng.uniform(0, size / edge, 2)
    for _ in range(int(rng.integers(1, 9))):
        things.append((float(x), float(y), radius))
        if rng.random() < 0.6:
            y += 2 * radius * flat
        else:
            x, y = rng.uniform(0, size / edge, 2)
    for a, b, r in things:
        at, colour = (round(a * edge), round(b * edge)), colours[int(rng.integers(2))]
        for aside, wide, shade in ((0.12, 1.0, 0.35), (0.06, 1.0, 0.6), (0, 1.0, 1.0)):
            if shade < 1 and aside == 0.12:
                continue
            where = (at[0], round(at[1] + aside * edge * 2))
            axes = (max(1, round(r * wide * edge)), max(1, round(r * wide * edge * flat)))
            cv2.ellipse(light, where, axes, 0, 0, 360, (colour * shade).tolist(), -1, cv2.LINE_AA)
        for ring in rng.uniform(0.2, 0.95, int(rng.integers(0, 4))):
            axes = (max(1, round(r * ring * edge)), max(1, round(r * ring * edge * flat)))
            tone = (colour * rng.uniform(0.5, 1.5)).tolist()
            thick = max(1, round(0.06 * edge)) if rng.random() < 0.8 else -1
            cv2.ellipse(light, at, axes, 0, 0, 360, tone, thick, cv2.LINE_AA)
    return things
