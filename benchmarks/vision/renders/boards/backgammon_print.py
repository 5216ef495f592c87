"""The playing field of a backgammon board: triangles on felt, leather, cork or wood."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.materials import Colour, Texture, srgb, varied
from benchmarks.vision.renders.tracing.textures import cloth, speckled, wood

POINT_WIDTH_PX = 100  # of the print
SCHEMES: tuple[tuple[str, Colour, Colour, Colour], ...] = (  # material, field, dark points, light points
    ("felt", srgb(30, 90, 60), srgb(120, 25, 30), srgb(225, 215, 190)),
    ("felt", srgb(45, 55, 95), srgb(150, 30, 35), srgb(215, 215, 215)),
    ("felt", srgb(150, 140, 120), srgb(60, 40, 35), srgb(225, 215, 195)),
    ("leather", srgb(60, 40, 30), srgb(150, 60, 40), srgb(205, 175, 130)),
    ("leather", srgb(25, 26, 30), srgb(110, 112, 118), srgb(200, 200, 195)),
    ("leather", srgb(190, 60, 45), srgb(40, 30, 30), srgb(230, 215, 190)),
    ("cork", srgb(190, 150, 105), srgb(110, 55, 40), srgb(230, 215, 185)),
    ("wood", srgb(205, 165, 115), srgb(95, 55, 35), srgb(235, 215, 175)),
    ("wood", srgb(130, 80, 50), srgb(50, 30, 22), srgb(215, 175, 120)),
    ("wood", srgb(225, 195, 150), srgb(150, 45, 35), srgb(60, 70, 55)),
)


@dataclass(frozen=True)
class FieldShape:
    """Shape of a board, in widths of a point.

    Attributes:
        bar: its width.
        length: of a point.
        gap: between the tips of the rows.
    """

    bar: float
    length: float
    gap: float

    @property
    def width(self) -> float:
        """The width of the playing area."""
        return 12 + self.bar

    @property
    def height(self) -> float:
        """The height of the playing area."""
        return 2 * self.length + self.gap

    def middle(self, column: int) -> float:
        """Return the x of a column of points, 0 on the left to 11 on the right."""
        return column + 0.5 + (self.bar if column >= 6 else 0)


def field(rng: np.random.Generator, shape: FieldShape) -> tuple[Texture, str]:
    """Return the print of the whole playing area, and its material and style in words."""
    material, ground, dark, light = SCHEMES[int(rng.integers(len(SCHEMES)))]
    width, height = round(shape.width * POINT_WIDTH_PX), round(shape.height * POINT_WIDTH_PX)
    page = _material(rng, material, ground, width, height)
    dark, light = varied(rng, dark), varied(rng, light)
    foot, inset = float(rng.uniform(0.4, 0.5)), float(rng.uniform(0, 0.12))
    style = str(rng.choice(["plain", "plain", "outlined", "striped", "round"]))
    for column in range(12):
        for far in (False, True):
            outline = _triangle(shape, column, far, foot, inset, style == "round")
            colour, other = (dark, light) if (column + far) % 2 else (light, dark)
            _inked(page, outline, colour)
            if style == "striped":
                tip = outline.mean(0)
                _inked(page, (outline - tip) * 0.45 + tip, other)
            if style == "outlined":
                _outlined(page, outline, varied(rng, srgb(230, 200, 130)))
    return page, f"{material} {style}"


def _material(rng: np.random.Generator, material: str, ground: Colour, width: int, height: int) -> Texture:
    made = {
        "felt": lambda: cloth(rng, varied(rng, ground), 1024, 400),
        "leather": lambda: speckled(rng, varied(rng, ground), 0.08, 1024),
        "cork": lambda: speckled(rng, varied(rng, ground), 0.16, 700),
        "wood": lambda: wood(rng, varied(rng, ground), along="y"),
    }[material]()
    return np.asarray(cv2.resize(made, (width, height)), np.float32)


def _triangle(shape: FieldShape, column: int, far: bool, foot: float, inset: float, round_tip: bool) -> NDArray[np.float64]:
    """Return a point's outline in pixels of the print."""
    x, length = shape.middle(column), shape.length - inset
    outline = [(x - foot, 0.0), (x + foot, 0.0), (x, length)]
    if round_tip:
        arc = np.linspace(0.25, np.pi - 0.25, 9)
        outline = [
            (x - foot, 0.0),
            (x + foot, 0.0),
            *((x + 0.16 * np.cos(a), length - 0.2 + 0.16 * np.sin(a)) for a in arc),
        ]
    points = np.array(outline)
    if not far:
        points[:, 1] = shape.height - points[:, 1]
    return points * POINT_WIDTH_PX


def _inked(page: Texture, outline: NDArray[np.float64], colour: Colour) -> None:
    share = np.zeros(page.shape[:2], np.uint8)
    cv2.fillPoly(share, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    _blend(page, share, colour)


def _outlined(page: Texture, outline: NDArray[np.float64], colour: Colour) -> None:
    share = np.zeros(page.shape[:2], np.uint8)
    cv2.polylines(share, [np.round(outline * 16).astype(np.int32)], True, 255, 4, cv2.LINE_AA, 4)
    _blend(page, share, colour)


def _blend(page: Texture, share: NDArray[np.uint8], colour: Colour) -> None:
    """Blend an inlay or ink into the page; a quarter of the grain under it stays."""
    rows = np.flatnonzero(share.any(1))
    columns = np.flatnonzero(share.any(0))
    window = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    part = page[window]
    grain = part / part.mean((0, 1))
    ink = np.asarray(colour, np.float32) * (0.75 + 0.25 * grain)
    weight = share[window][..., None].astype(np.float32) / 255
    page[window] = part * (1 - weight) + ink * weight
