"""A set in a photo, on which any position can be laid with its own pieces."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from benchmarks.vision.composites.photos import Photo
from benchmarks.vision.renders.tracing.sensor import Light
from calibration.lens import Points
from games.contents import Cells, Content
from games.geometry import Cell, Geometry


class PhotographedPieces(Protocol):
    """A game's way to cut pieces out of a photo and to paste them elsewhere.

    Attributes:
        bare: the board without anything on it.
    """

    bare: Light

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay something on an empty cell, in place."""

    def outline(self, cell: Cell) -> Points:
        """Return the pixels around all that can be seen of what lies on a cell, shape (n, 2), convex."""


class PlayedSet:
    """A photographed set; each position is laid on the one before, where the two differ."""

    def __init__(self, photo: Photo, pieces: PhotographedPieces) -> None:
        self.photo, self._pieces = photo, pieces
        self.geometry: Geometry = photo.game.geometry(photo.options)
        self._light, self._lying = pieces.bare.copy(), dict[str, Content]()

    def light(self, cells: Cells) -> Light:
        """Return the picture's light where these lie; what lies beside the board is not shown."""
        wanted = _on_board(self.geometry, cells)
        light = self._light.copy()
        differing = [name for name in wanted.keys() | self._lying.keys() if wanted.get(name) != self._lying.get(name)]
        for name in sorted(differing, key=lambda name: self.at(name)[1]):  # what is nearer hides what is farther
            cell = self.geometry[name]
            if name in self._lying:
                self._clear(light, cell)
            if content := wanted.get(name):
                seed = zlib.crc32(f"{name} {content.colour}".encode())  # one more leaves those that lie there as they lie
                self._pieces.lay(light, cell, content, np.random.default_rng(seed))
        self._light, self._lying = light, wanted
        return light

    def at(self, cell: str) -> tuple[float, float]:
        """Return the pixel of a hand that reaches for a cell."""
        return self.photo.at(self.geometry[cell].foot)

    def _clear(self, light: Light, cell: Cell) -> None:
        outline = self._pieces.outline(cell)
        low = np.maximum(np.floor(outline.min(axis=0)) - 4, 0).astype(int)
        high = np.ceil(outline.max(axis=0)).astype(int) + 5
        part = slice(low[1], high[1]), slice(low[0], high[0])
        light[part] = self._pieces.bare[part]


def _on_board(geometry: Geometry, cells: Mapping[str, Content]) -> dict[str, Content]:
    return {name: content for name, content in cells.items() if geometry[name].zone in ("board", "bar", "store")}
