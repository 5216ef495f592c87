"""A set in a photo, on which any position can be laid with its own pieces."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np

from benchmarks.vision.composites.disturbances import Disturbance
from benchmarks.vision.composites.photos import Photo
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Cell, Geometry

T = TypeVar("T")


class PhotographedPieces(Protocol):
    """A game's way to cut pieces out of a photo and to paste them elsewhere.

    Attributes:
        bare: the board without anything on it.
    """

    bare: Light

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay something on an empty cell, in place."""


class PlayedSet:
    """A photographed set, on which positions are laid; pieces common to two of them do not move.

    Attributes:
        photo: as the film's camera sees it.
    """

    def __init__(self, photo: Photo, pieces: PhotographedPieces, disturbance: Disturbance, seed: int = 0) -> None:
        """`pieces` of the `photo` as it was taken; `seed` of where in their cells they lie."""
        self.photo, self._taken, self._pieces, self._disturbance = disturbance.seen(photo), photo, pieces, disturbance
        self._seed = seed
        self._around: Light | None = None  # the picture of the first position
        self.geometry: Geometry = photo.game.geometry(photo.options)

    def light(self, cells: Cells) -> Light:
        """Return the picture's light with these contents; those beside the board are not shown."""
        light = self._pieces.bare.copy()
        lying = on_board(self.geometry, cells)
        for name in sorted(lying, key=lambda name: self._taken.at(self.geometry[name].foot)[1]):  # nearer pieces hide more
            content = lying[name]
            place = zlib.crc32(f"{name} {content.colour}".encode())  # one more leaves those that are there where they are
            self._pieces.lay(light, self.geometry[name], content, np.random.default_rng(place + self._seed))
        seen = self._disturbance.seen(replace(self._taken, light=light), self._around).light
        self._around = seen if self._around is None else self._around
        return seen

    def at(self, cell: str) -> tuple[float, float]:
        """Return the pixel of a hand that reaches for a cell."""
        return self.photo.at(self.geometry[cell].foot)


def on_board(geometry: Geometry, cells: Mapping[str, T]) -> dict[str, T]:
    """Return the contents of the board itself: no trays, no dice, and nothing beside it."""
    return {name: content for name, content in cells.items() if geometry[name].is_on_board}
