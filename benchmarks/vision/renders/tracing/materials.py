"""Materials: colours in linear light, textures, gloss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.solids import Solid

Colour = tuple[float, float, float]
"""Linear red, green, blue, 0..1."""
Texture = NDArray[np.float32]
"""Linear red, green, blue; shape (height, width, 3)."""


@dataclass(frozen=True)
class SurfaceMaterial:
    """Material of a surface.

    Attributes:
        colour: its reflectance, unless it has a texture.
        rough: roughness of its gloss, from 0.02 (polished) to 0.5 (satin); None for matt ones such as cloth and paper.
        texture: mapped by the solid's `uv`, or projected from above.
        span: board units that one copy of a texture covers if it is projected from above.
        clear: share of light that it transmits, 0..1, as of coloured glass or translucent plastic.
    """

    colour: Colour = (0.5, 0.5, 0.5)
    rough: float | None = 0.15
    texture: Texture | None = None
    span: float = 10.0
    clear: float = 0.0


@dataclass(frozen=True)
class ScenePart:
    """A solid and its material."""

    solid: Solid
    material: SurfaceMaterial


def srgb(red: int, green: int, blue: int) -> Colour:
    """Return an sRGB colour (0..255) in linear light."""
    value = np.array([red, green, blue]) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return float(linear[0]), float(linear[1]), float(linear[2])


def varied(rng: np.random.Generator, colour: Sequence[float], by: float = 0.12) -> Colour:
    """Return a colour near this one: brighter or darker as a whole, and each channel a little."""
    light = rng.uniform(1 - by, 1 + by)
    red, green, blue = (float(np.clip(c * light * rng.uniform(1 - by / 2, 1 + by / 2), 0.003, 0.92)) for c in colour)
    return red, green, blue


def one_of(rng: np.random.Generator, colours: Sequence[Colour], by: float = 0.12) -> Colour:
    """Return one of these colours, a little varied."""
    return varied(rng, colours[int(rng.integers(len(colours)))], by)
