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
WIDE, WIDEST = 1.5, 0.25  # standard deviation of a store's count: seeds, and part of the count
LARGE = 1.3  # pixels of the picture for one of a window: from there on a window is drawn twice as large first
NO_BOARD = 0.5  # share of pits that look like none, from which on this is no board
TEMPERATURE = 1.0  # by which logarithms are divided: above 1 where pictures are less clear than they seem


class KalahReader:
    """Counts seeds pit by pit; contents are piles that belong to nobody."""

    def read(self, image: Image, view: View, look: Look, options: Options) -> Evidence:
        """Exact for few seeds, broad for many."""
        pits, stores = _cells(options)
        seen = pictures(image, view, options)
        judged = counter.log_likelihoods(seen.reshape(-1, *seen.shape[2:])).reshape(*seen.shape[:2], -1)
        logs = np.array([judged[_place(cell)] for cell in pits])
        softer = logs / float(look.get("temperature", TEMPERATURE))
        out: dict[str, Mapping[Content | None, float]] = {}
        most = 2 * int(options["pits"]) * int(options["seeds"])
        for cell, row in zip(pits, softer, strict=True):
            out[cell.name] = floored((_pile(n), _of_pit(row, n)) for n in range(most + 1))
        for cell in stores:
            halves = np.exp(judged[:, _place(cell)[1], : counter.NO_PIT])
            usual = float((halves / halves.sum(axis=1, keepdims=True) @ np.arange(counter.NO_PIT)).sum())
            out[cell.name] = floored((_pile(n), -(((n - usual) / (WIDE + WIDEST * n)) ** 2) / 2) for n in range(most + 1))
        strange = {cell.name for cell, row in zip(pits, logs, strict=True) if row.argmax() == counter.NO_PIT}
        return Evidence(out, frozenset(strange))

    def learn(self, image: Image, view: View, look: Look, cells: Cells, options: Options) -> Look:
        """How far this set's pits can be counted: the temperature at which a known position is likeliest."""
        pits, _ = _cells(options)
        logs = counter.log_likelihoods(_of_pits(image, view, options))
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
    logs = counter.log_likelihoods(_of_pits(image, view, options))
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


def _place(cell: Cell) -> tuple[int, int]:
    """Row and column of the window in which a cell is seen."""
    return int(cell.foot[1]), int(cell.foot[0])


def _of_pits(image: Image, view: View, options: Options) -> NDArray[np.uint8]:
    """Pictures of the pits in the order of their cells, shape (n, SIDE, SIDE, 3)."""
    seen = pictures(image, view, options)
    return np.array([seen[_place(cell)] for cell in _cells(options)[0]], np.uint8)


def pictures(image: Image, view: View, options: Options) -> NDArray[np.uint8]:
    """The board straight from above in windows of one by one pit, the outermost columns showing the stores' halves.

    Shape (2, pits + 2, SIDE, SIDE, 3). A large board is drawn twice as large and then shrunk, so that noise averages out.
    """
    left, top, right, bottom = area = find("kalah").geometry(options).area
    rows, columns, side = round(bottom - top), round(right - left), counter.SIDE
    ends = view.pixels(np.array([(left, (top + bottom) / 2), (right, (top + bottom) / 2)]))
    times = 2 if np.hypot(*(ends[1] - ends[0])) > LARGE * columns * side else 1
    board = view.rectified(image, area, times * side, HEIGHT)
    if times > 1:
        board = np.asarray(cv2.resize(board, (columns * side, rows * side), interpolation=cv2.INTER_AREA), np.uint8)
    return board.reshape(rows, side, columns, side, 3).swapaxes(1, 2)
