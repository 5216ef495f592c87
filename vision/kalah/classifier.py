"""Counts the seeds in each pit and, roughly, in the stores."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Cell, Rectangle
from fourth_seat.games.kalah.rules import seeds_in_all
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import LOG_FLOOR, Evidence, floored
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.kalah import seed_counter
from fourth_seat.vision.kalah.appearance import KalahReference, PitChanges, coarse, dazzled
from fourth_seat.vision.kalah.layout import PitLayout, pits_on_board
from fourth_seat.vision.kalah.seed_total import together
from fourth_seat.vision.kalah.set_code import SetCode, learned
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, Image
from fourth_seat.words import Text, say

SEED_HEIGHT = -0.08  # of the plane in which seeds are looked at, in pits: they lie below the board's surface
MIN_BOARD_LEVEL = 18.0  # grey levels: the median of a board on which seeds can still be counted
STORE_SIGMA_FACTOR = 1.7  # standard deviations of stores' counts in sets never seen, in those the network tells
STORE_SIGMA_SHARE = 0.2  # of a store's count: the standard deviation that is added in sets never seen
FURTHER_SEED_COST = 0.1  # logarithm by which a pit with one seed more is less likely, where seeds cannot be counted
MIN_OVERSAMPLING_RATIO = 1.3  # pixels of the picture for one of a window, which is then drawn twice as large first
MIN_SETTLED_LOG_ODDS = 2.0  # of an unchanged pit, beyond which its seeds need not be counted mirrored as well
MAX_MISSING_SHARE = 0.5  # share of pits that are not seen, from which on this is not a board
# Share of the wood around a pit that looks different from before, from which on something lies over it: of what looks
# like a pit, and of what does not.
MIN_HIDDEN_SHARES = 0.6, 0.25


class KalahClassifier:
    """Counts the seeds in each pit. The contents are piles without an owner."""

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """Return the likelihoods of the counts, which are sharp for few seeds and broad for many. Cells that look as they
        did in the reference are assumed to be unchanged, and the counts must add up to the game's number of seeds.
        """
        pits, stores = _cells(options)
        seen = pictures(image, view, options, layout_of(image, view, appearance, options))
        code, changes = SetCode.of(appearance), _compared(appearance, coarse(seen), view.corners(_area(options)))
        settled = changes[1].unchanged.ravel() > MIN_SETTLED_LOG_ODDS if changes else False
        side = seed_counter.SIDE_PX
        counted = seed_counter.counter_input(seen).reshape(-1, side, side, 3)
        others = (seed_counter.counter_input(seen, size).reshape(-1, side, side, 3) for size in seed_counter.OTHER_SIZES)
        answers = seed_counter.counted(counted, code.numbers if code else None, settled, others)
        windows, halves = (answer.reshape(*seen.shape[:2], -1) for answer in answers)
        logits = np.array([windows[_place(cell)] for cell in pits])
        logs = seed_counter.log_likelihoods(logits)
        total = seeds_in_all(options)
        columns = [_place(cell)[1] for cell in stores]
        counts = seed_counter.stored(halves[0, columns] + halves[1, columns])
        apart = np.vstack([_of_pits(logs, total), _of_stores(counts, total)])
        if changes:
            _remember(apart, [*pits, *stores], *changes)
        apart *= np.array([[1 - dazzled(seen[_place(cell)])] for cell in (*pits, *stores)])
        piles = [_pile(n) for n in range(total + 1)]
        out = {
            cell.name: floored(zip(piles, row.tolist(), strict=True))
            for cell, row in zip((*pits, *stores), together(apart), strict=True)
        }
        looks_like_none = logits.argmax(axis=1) == seed_counter.NO_PIT
        strange = {cell.name for cell, none in zip(pits, looks_like_none, strict=True) if none}
        if changes:  # an emptied pit may not look like one in this set; things over a pit hide the wood around it too
            strange = {
                cell.name for cell in pits if changes[1].hidden[_place(cell)] > MIN_HIDDEN_SHARES[cell.name in strange]
            }
        return Evidence(out, frozenset(strange), provisional=code is None)

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Learn this set's code from a known position, and store the appearance of its pits."""
        layout = layout_of(image, view, appearance, options)
        seen = pictures(image, view, options, layout)
        held = {cell.name: _count(cells.get(cell.name)) for cell in find("kalah").geometry(options).cells}
        pits = _cells(options)[0]
        counts = [min(held[cell.name], seed_counter.MAX_COUNT) for cell in pits]
        counted = seed_counter.counter_input(seen)
        code = learned(SetCode.of(appearance), np.array([counted[_place(cell)] for cell in pits]), counts)
        memory = KalahReference(coarse(seen), held, view.corners(_area(options)))
        return {**appearance, **layout.stored(), **code.stored(), REFERENCE_KEY: memory.stored()}

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Reject dark pictures, and pictures without pits in the expected places."""
        if float(np.median(view.rectified(image, _area(options), 24))) < MIN_BOARD_LEVEL:
            return say("It is too dark to count seeds.")
        if pits_on_board(image, view, options).share <= 1 - MAX_MISSING_SHARE:
            return say("There is no Kalah board within these corners.")
        return None


def _count(content: Content | None) -> int:
    return content.count if content else 0


def _pile(count: int) -> Content | None:
    return Content(0, count) if count else None


def _of_pits(logs: Floats, total: int) -> Floats:
    """Return log-likelihoods for 0..total seeds. Beyond the counts that the network can distinguish, each additional seed
    is slightly less likely.
    """
    counts = np.arange(total + 1)
    beyond = np.maximum(counts - seed_counter.MAX_COUNT, 0)
    return np.maximum(LOG_FLOOR, logs[:, np.minimum(counts, seed_counter.MAX_COUNT)] - FURTHER_SEED_COST * beyond)


def _of_stores(counts: Floats, total: int) -> Floats:
    """Return the log-likelihoods of the stores' counts, given their expected counts and standard deviations."""
    mean = np.maximum(counts[:, :1], 0)
    spread = np.hypot(STORE_SIGMA_FACTOR * counts[:, 1:], STORE_SIGMA_SHARE * mean)
    return np.maximum(LOG_FLOOR, -(((np.arange(total + 1) - mean) / spread) ** 2) / 2)


def _compared(
    appearance: Appearance, windows: NDArray[np.uint8], corners: Points
) -> tuple[KalahReference, PitChanges] | None:
    """Return the reference for the pits and their current differences from it, or None if they cannot be compared."""
    memory = KalahReference.of(appearance.get(REFERENCE_KEY, {}))
    if memory is None or not memory.serves(windows, corners):
        return None
    return memory, memory.compared(windows)


def _remember(apart: Floats, cells: list[Cell], memory: KalahReference, changes: PitChanges) -> None:
    """Add the evidence from the reference to the log-likelihoods of the counts, in place; shape (cells, total + 1)."""
    unchanged = changes.unchanged
    for row, cell in enumerate(cells):
        held = memory.counts.get(cell.name)
        if held is not None and held < apart.shape[1]:
            apart[row, held] += unchanged[_place(cell)]


def _area(options: Options) -> Rectangle:
    return find("kalah").geometry(options).area


def _cells(options: Options) -> tuple[list[Cell], list[Cell]]:
    cells = find("kalah").geometry(options).cells
    return [cell for cell in cells if cell.zone == "board"], [cell for cell in cells if cell.zone == "store"]


def _place(cell: Cell) -> tuple[int, int]:
    """Return the row and column of a cell's window."""
    return int(cell.foot[1]), int(cell.foot[0])


def layout_of(image: Image, view: View, appearance: Appearance, options: Options) -> PitLayout:
    """Return the learned layout of this set, or else the layout measured in this picture."""
    return PitLayout.of(appearance, int(options["pits"])) or pits_on_board(image, view, options).layout()


def pictures(image: Image, view: View, options: Options, layout: PitLayout) -> NDArray[np.uint8]:
    """Return the board from above, as windows around its pits; the outermost columns show the halves of the stores.

    The shape is (2, pits + 2, PITCH_PX, PITCH_PX, 3), and each window is as wide as the distance between pits in this
    layout. A large board is rendered at twice the size and then downscaled, so that noise averages out.
    """
    left, top, right, bottom = area = find("kalah").geometry(options).area
    rows, columns, side = round(bottom - top), round(right - left), seed_counter.PITCH_PX
    ends = view.pixels(np.array([(left, (top + bottom) / 2), (right, (top + bottom) / 2)]))
    times = 2 if np.hypot(*(ends[1] - ends[0])) > MIN_OVERSAMPLING_RATIO * columns * side else 1
    if layout.is_usual:
        board = view.rectified(image, area, times * side, SEED_HEIGHT)
    else:
        board = _laid_out(image, view, layout, times * side)
    if times > 1:
        board = np.asarray(cv2.resize(board, (columns * side, rows * side), interpolation=cv2.INTER_AREA), np.uint8)
    return board.reshape(rows, side, columns, side, 3).swapaxes(1, 2)


def _laid_out(image: Image, view: View, layout: PitLayout, side: int) -> NDArray[np.uint8]:
    """Return windows of this many pixels around each pit and each half of a store, arranged as on the board."""
    offsets = np.pad(layout.offsets, ((0, 0), (1, 1), (0, 0)), mode="edge")  # stores are moved with the pits beside them
    rows, columns = offsets.shape[:2]
    pitches = np.array([1.0, *[layout.pitch] * (columns - 2), 1.0])  # stores are as long as both rows in any case
    line = ((np.arange(side) + 0.5) / side - 0.5) * pitches[:, None]
    x = np.arange(columns)[None, :, None] + 0.5 + offsets[..., :1] + line
    y = np.arange(rows)[:, None, None] + 0.5 + offsets[..., 1:] + line
    points = np.empty((rows, side, columns, side, 2))
    points[..., 0] = x[:, None]
    points[..., 1] = y.transpose(0, 2, 1)[..., None]
    pixels = view.pixels(points.reshape(-1, 2), SEED_HEIGHT).astype(np.float32).reshape(rows * side, columns * side, 2)
    return np.asarray(cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), np.uint8)
