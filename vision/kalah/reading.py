"""How many seeds lie in each pit and, roughly, in the stores."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.contents import Cells, Content
from games.geometry import Cell
from games.options import Options
from vision.evidence import LEAST, Evidence, floored
from vision.kalah import counter
from vision.protocols import Image, Look
from words import Text, say

HEIGHT = -0.08  # of the plane in which seeds are looked at, in pits: they lie below the board's surface
TOO_DARK = 18.0  # grey levels: the median of a board on which seeds can still be counted
HALVES = (0.55, 1.45)  # y of the middles of the windows through which a store is looked at
WIDE, WIDEST = 1.5, 0.25  # standard deviation of a store's count: seeds, and part of the count
NO_BOARD = 0.5  # share of pits that look like none, from which on this is no board
SMOOTH = 0.7  # pixels: pits are mostly shrunk to be counted, and noise is not to pass for seeds
TEMPERATURE = 1.0  # by which logarithms are divided: above 1 where pictures are less clear than they seem


class KalahReader:
    """Counts seeds pit by pit; contents are piles that belong to nobody."""

    def read(self, image: Image, view: View, look: Look, options: Options) -> Evidence:
        """Exact for few seeds, broad for many."""
        pits, stores = _cells(options)
        logs = counter.log_likelihoods(_pictures(image, view, [cell.foot for cell in pits]))
        softer = logs / float(look.get("temperature", TEMPERATURE))
        out: dict[str, Mapping[Content | None, float]] = {}
        most = 2 * int(options["pits"]) * int(options["seeds"])
        for cell, row in zip(pits, softer, strict=True):
            out[cell.name] = floored((_pile(n), _of_pit(row, n)) for n in range(most + 1))
        for cell in stores:
            seen = counter.log_likelihoods(_pictures(image, view, [(cell.foot[0], y) for y in HALVES]))[:, : counter.NO_PIT]
            usual = float((np.exp(seen) / np.exp(seen).sum(axis=1, keepdims=True) @ np.arange(counter.NO_PIT)).sum())
            out[cell.name] = floored((_pile(n), -(((n - usual) / (WIDE + WIDEST * n)) ** 2) / 2) for n in range(most + 1))
        strange = {cell.name for cell, row in zip(pits, logs, strict=True) if row.argmax() == counter.NO_PIT}
        return Evidence(out, frozenset(strange))

    def learn(self, image: Image, view: View, look: Look, cells: Cells, options: Options) -> Look:
        """How far this set's pits can be counted: the temperature at which a known position is likeliest."""
        pits, _ = _cells(options)
        logs = counter.log_likelihoods(_pictures(image, view, [cell.foot for cell in pits]))
        counts = [min(cells[cell.name].count, counter.MOST) if cell.name in cells else 0 for cell in pits]
        seen = logs[:, : counter.NO_PIT]
        return {**look, "temperature": min(TEMPERATURES, key=lambda t: _surprise(seen, counts, t))}

    def refuse(self, image: Image, view: View, look: Look, options: Options) -> Text | None:
        """Dark pictures, and what has no pits where the board has them."""
        left, top, right, bottom = find("kalah").geometry(options).area
        if float(np.median(view.rectified(image, (left, top, right, bottom), 24))) < TOO_DARK:
            return say("It is too dark to count seeds.")
        if pit_share(image, view, options) <= 1 - NO_BOARD:
            return say("There is no Kalah board within these corners.")
        return None


def pit_share(image: Image, view: View, options: Options) -> float:
    """The share of the board's pits in whose places pits are seen."""
    pits, _ = _cells(options)
    logs = counter.log_likelihoods(_pictures(image, view, [cell.foot for cell in pits]))
    return float((logs.argmax(axis=1) != counter.NO_PIT).mean())


TEMPERATURES = (1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0)


def _surprise(logs: NDArray[np.float64], counts: list[int], temperature: float) -> float:
    logs = logs / temperature
    return float((np.logaddexp.reduce(logs, axis=1) - logs[np.arange(len(counts)), counts]).sum())


def _pile(count: int) -> Content | None:
    return Content(0, count) if count else None


def _of_pit(logs: NDArray[np.float64], count: int) -> float:
    """The logarithm for so many seeds; above what is told apart, each further seed is a little less likely."""
    if count < counter.MOST:
        return float(logs[count])
    return max(LEAST, float(logs[counter.MOST]) - 0.1 * (count - counter.MOST))


def _cells(options: Options) -> tuple[list[Cell], list[Cell]]:
    cells = find("kalah").geometry(options).cells
    return [cell for cell in cells if cell.zone == "board"], [cell for cell in cells if cell.zone == "store"]


def _pictures(image: Image, view: View, middles: list[tuple[float, float]]) -> NDArray[np.uint8]:
    """Pits straight from above, shape (n, SIDE, SIDE, 3)."""
    line = (np.arange(counter.SIDE) + 0.5) / counter.SIDE - 0.5
    window = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    places = (np.array(middles)[:, None] + window[None]).reshape(-1, 2)
    pixels = view.pixels(places, HEIGHT).astype(np.float32).reshape(len(middles) * counter.SIDE, counter.SIDE, 2)
    seen = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    pits = np.asarray(seen, np.uint8).reshape(len(middles), counter.SIDE, counter.SIDE, 3)
    return np.array([cv2.GaussianBlur(pit, (0, 0), SMOOTH) for pit in pits], np.uint8)
