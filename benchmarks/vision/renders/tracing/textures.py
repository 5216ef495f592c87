"""Grain, weave and print: textures in linear light."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.materials import Colour, Texture

Grey = NDArray[np.float32]


def fractal(rng: np.random.Generator, size: int, coarse: tuple[int, int] = (4, 4), octaves: int = 6) -> Grey:
    """Return noise of several scales, standard deviation 1, shape (size, size); `coarse` is the grid of the largest
    scale.
    """
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        grid = (min(size, coarse[0] << octave), min(size, coarse[1] << octave))
        layer = rng.standard_normal(grid).astype(np.float32)
        total += 0.6**octave * np.asarray(cv2.resize(layer, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray((total - total.mean()) / total.std(), np.float32)


def painted(base: Colour, factor: Grey) -> Texture:
    """Return a texture of one colour, multiplied by a factor at each pixel."""
    return np.asarray(np.clip(np.asarray(base, np.float32) * factor[..., None], 0.004, 0.93), np.float32)


def wood(rng: np.random.Generator, base: Colour, size: int = 1024, contrast: float = 0.18, along: str = "x") -> Texture:
    """Return a grain: rings cut lengthwise, bent by coarse noise, with fine pores."""
    v = np.linspace(0, 1, size, dtype=np.float32)[:, None]
    bend = fractal(rng, size, (3, 1), 4) * 0.035
    rings = np.sin(2 * np.pi * rng.uniform(9, 20) * (v + bend) + fractal(rng, size, (8, 1), 3) * 0.8)
    pores = np.minimum(fractal(rng, size, (128, 4), 3), 0)
    factor = 1 + contrast * (0.55 * rings + 0.25 * fractal(rng, size, (6, 2), 4) + 0.35 * pores)
    grain = painted(base, np.asarray(factor, np.float32))
    return grain if along == "x" else np.ascontiguousarray(grain.transpose(1, 0, 2))


def planks(rng: np.random.Generator, base: Colour, count: int = 6, size: int = 1024) -> Texture:
    """Return the texture of boards side by side with dark joints."""
    texture = wood(rng, base, size, rng.uniform(0.12, 0.25))
    edges = np.linspace(0, size, count + 1).astype(int)
    for top, bottom in pairwise(edges):
        texture[top:bottom] = np.roll(texture[top:bottom], int(rng.integers(size)), axis=1) * rng.uniform(0.85, 1.1)
        texture[top : top + 2] = 0.35 * texture[top : top + 2]
    return np.asarray(np.clip(texture, 0.004, 0.93), np.float32)


def cloth(rng: np.random.Generator, base: Colour, size: int = 1024, threads: int = 256) -> Texture:
    """Return a weave with broad creases."""
    phase = np.arange(size, dtype=np.float32) * (2 * np.pi * threads / size)
    weave = np.maximum(np.sin(phase)[:, None], np.sin(phase + np.pi / 2)[None, :])
    factor = 1 + 0.09 * weave + 0.05 * fractal(rng, size, (3, 3), 5) + 0.05 * rng.standard_normal((size, size))
    return painted(base, np.asarray(factor, np.float32))


def checked(rng: np.random.Generator, base: Colour, other: Colour, size: int = 1024) -> Texture:
    """Return a tablecloth: stripes both ways over a weave."""
    period, width = int(rng.choice([64, 128, 256])), rng.uniform(0.25, 0.5)
    stripe = ((np.arange(size) % period) < period * width).astype(np.float32)
    share = ((stripe[:, None] + stripe[None, :]) / 2)[..., None]
    under, over = cloth(rng, base, size), cloth(rng, other, size)
    return np.asarray(under * (1 - share) + over * share, np.float32)


def speckled(rng: np.random.Generator, base: Colour, amount: float = 0.08, size: int = 512) -> Texture:
    """Return the texture of felt, leather or stone: fine noise on coarse noise."""
    factor = 1 + amount * (0.5 * fractal(rng, size, (4, 4), 6) + 0.8 * rng.standard_normal((size, size)))
    return painted(base, np.asarray(factor, np.float32))


def printed(rng: np.random.Generator, size: int = 512, shapes: int = 24) -> Texture:
    """Return the cover of a book or a box: patches, discs and lines of text in a few colours."""
    palette = rng.uniform(0.02, 0.85, (5, 3))
    cover = np.empty((size, size, 3), np.float32)
    cover[:] = palette[0]
    for _ in range(shapes):
        colour = tuple(map(float, palette[int(rng.integers(5))]))
        x, y, w, h = (int(v) for v in rng.integers(0, size, 4))
        kind = rng.random()
        if kind < 0.4:
            cv2.rectangle(cover, (x, y), (x + w // 3, y + h // 4), colour, -1)
        elif kind < 0.6:
            cv2.circle(cover, (x, y), 8 + w // 8, colour, -1, cv2.LINE_AA)
        else:
            lines_of_text(rng, cover, (x, y, x + w // 2, y + h // 4), colour)
    return cover


def lines_of_text(
    rng: np.random.Generator,
    page: NDArray[np.float32],
    window: tuple[int, int, int, int],
    ink: tuple[float, ...],
    line: int = 14,
) -> None:
    """Print dashes as long as words, line by line, within (left, top, right, bottom)."""
    left, top, right, bottom = window
    for y in range(top, bottom, line):
        x = left
        while x < right:
            word = int(rng.integers(line // 2, line * 4))
            cv2.rectangle(page, (x, y), (min(x + word, right), y + line // 3), ink, -1)
            x += word + line // 2


def paper(rng: np.random.Generator, size: int = 512) -> Texture:
    """Return a written sheet."""
    page = np.full((size, size, 3), rng.uniform(0.7, 0.85), np.float32)
    ink = tuple(map(float, rng.uniform(0.02, 0.15, 3)))
    lines_of_text(rng, page, (40, 40, size - 60, int(rng.integers(150, size - 40))), ink, int(rng.integers(14, 30)))
    return page


def lettering(
    page: Texture,
    text: str,
    place: tuple[float, float],
    tall: float,
    ink: Colour,
    clockwise: float = 0.0,
    bold: float = 0.14,
) -> None:
    """Print a text on a page.

    Args:
        place: of its middle, x and y in pixels.
        tall: height of capitals, pixels.
        clockwise: its rotation, degrees.
        bold: width of strokes, as a share of the height.
    """
    scale, weight, font = tall / 22, max(1, round(tall * bold)), cv2.FONT_HERSHEY_SIMPLEX
    (width, height), _ = cv2.getTextSize(text, font, scale, weight)
    side = 2 * max(width, height, 8)
    stamp = np.zeros((side, side), np.uint8)
    cv2.putText(stamp, text, ((side - width) // 2, (side + height) // 2), font, scale, 255, weight, cv2.LINE_AA)
    matrix = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), -clockwise, 1.0), np.float64)
    matrix[:, 2] += np.asarray(place) - side / 2
    share = cv2.warpAffine(stamp, matrix, (page.shape[1], page.shape[0])).astype(np.float32)[..., None] / 255
    page[:] = page * (1 - share) + np.asarray(ink, np.float32) * share
