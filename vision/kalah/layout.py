"""The layout of a set: the positions of its pits relative to the standard drawing in the rules.

Folding boards have more wood in the middle, and others have wider rows. Since all boards have two rows of pits, a view is
fitted to these with the fold's width as an additional parameter, and any remaining offset is measured for each pit.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.boundary.json_forms import fits
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.options import Options
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.kalah.finder import find_pits
from fourth_seat.vision.memory import memoize_last
from fourth_seat.vision.protocols import Appearance, Image

LAYOUT_KEY = "layout"  # in a set's appearance
PITCH_PX = 32.0  # pixels a pit of the picture from above in which pits are measured
MARGIN_PITS = 1.5  # pits of the table that it shows around the board
STORE_MARGIN_PITS = 0.25  # pits: how far before and behind the rows the middle of a store may lie
MAX_PIT_DISTANCE = 0.42  # pits: distance from its place up to which a pit is that one
MIN_SEEN_PROBABILITY = 0.3  # probability from which on a pit counts as seen
FOLD_WIDTHS = np.arange(0, 1.3, 0.05)  # pits: widths of a fold that are tried
FOLD_COST = 3.0  # logarithm by which a board with a fold must be likelier than one without
FOLD_ROUNDS = 4  # times that the fit of each fold weighs its outliers anew
MIN_OUTLIER_DISTANCE = 0.08  # pits: distance from the view through all pits from which on one is left out of it
MIDDLE_SIGMA = 0.06  # pits: standard deviation of a pit's middle as it is seen, with seeds in it
FIT_ROUNDS = 8  # times that the fit of regular rows weighs its outliers anew
MIN_PITCH, MAX_PITCH = 0.75, 1.15  # of a board, in usual pitches
MAX_USUAL_OFFSET = 0.02  # pits: offsets up to which a set is built as the rules draw it


@dataclass(frozen=True, eq=False)
class PitLayout:
    """The positions of a set's pits.

    Attributes:
        offsets: the offset of each pit from its usual position in board units, far row first, from left to right, shape (2,
            pits, 2).
    """

    offsets: Floats

    @property
    def is_usual(self) -> bool:
        """Whether the set matches the drawing in the rules."""
        return not self.offsets.any()

    @property
    def pitch(self) -> float:
        """The distance between adjacent pits in a row, except across a fold, as a multiple of the usual distance."""
        steps = np.diff(self.offsets[..., 0], axis=1)
        beside = np.delete(steps, steps.shape[1] // 2, axis=1) if steps.shape[1] % 2 else steps
        return float(np.clip(1 + np.median(beside), MIN_PITCH, MAX_PITCH)) if beside.size else 1.0

    @classmethod
    def usual(cls, pits: int) -> PitLayout:
        """Return the layout of the drawing in the rules."""
        return cls(np.zeros((2, pits, 2)))

    @classmethod
    def of(cls, appearance: Appearance, pits: int) -> PitLayout | None:
        """Restore the layout from an appearance; return None if there is none, or if it belongs to a different board."""
        kept = appearance.get(LAYOUT_KEY)
        if kept is None:
            return None
        if not fits(kept, [[(float, float)]]) or [len(row) for row in kept] != [pits, pits]:
            return None
        offsets = np.asarray(kept, np.float64)
        return cls(offsets) if (np.abs(offsets) < 1).all() else None

    def stored(self) -> Appearance:
        """Serialise the layout as part of an appearance."""
        return {LAYOUT_KEY: self.offsets.round(3).tolist()}


@dataclass(frozen=True, eq=False)
class PitsOnBoard:
    """The pits found on and around a board in one view.

    Attributes:
        middles: the centres of the pits in board units, shape (2, pits, 2); NaN where no pit is found.
        chances: the probability of each pit, shape (2, pits); 0 if it is not found.
        beyond: the proportion of places beyond and between the rows, and of places in the columns of the stores, that also
            show pits.
        between: the same for places between the left and the right half; 0 if the number of columns is odd.
        stores: the probability of a store at the left and the right end.
    """

    middles: Floats
    chances: Floats
    beyond: tuple[float, float]
    between: float
    stores: tuple[float, float]

    @property
    def share(self) -> float:
        """The proportion of pits that are visible."""
        return float((self.chances > MIN_SEEN_PROBABILITY).mean())

    @property
    def lacks_column(self) -> bool:
        """The apparent fold must be an overlooked column: it has at least as many visible pits as the emptiest column.

        A hinge looks like a pit, too, but does not hide any.
        """
        return 0 < self.between >= float((self.chances > MIN_SEEN_PROBABILITY).mean(axis=0).min())

    @property
    def clearness(self) -> float:
        """The mean probability of the pits."""
        return float(self.chances.mean())

    def pixels(self, view: View) -> tuple[Floats, Points]:
        """Return the usual places of the visible pits in board units, and their positions in pixels, shape (n, 2) each."""
        seen = self.chances > MIN_SEEN_PROBABILITY
        return places(seen.shape[1])[seen], view.pixels(self.middles[seen])

    def layout(self) -> PitLayout:
        """Return the set's layout, with regular rows unless the pits' offsets are larger than seeds can explain.

        A pit that is not found is assumed to be placed like those in its row and column.
        """
        rows, pits = self.chances.shape
        offsets = self.middles - places(pits)
        offsets[self.chances <= MIN_SEEN_PROBABILITY] = np.nan
        for axis in range(2):
            part = offsets[..., axis]
            for row in range(rows):
                gone = np.isnan(part[row])
                if gone.any() and not gone.all():
                    there = np.nonzero(~gone)[0]
                    other = part[1 - row]
                    side = np.interp(np.nonzero(gone)[0], there, part[row, there])
                    across = other[gone]
                    part[row, gone] = np.where(np.isnan(across) | (axis == 1), side, across)
        offsets = _steadied(np.nan_to_num(offsets))
        return PitLayout(offsets) if np.abs(offsets).max() >= MAX_USUAL_OFFSET else PitLayout.usual(pits)


def _steadied(offsets: Floats) -> Floats:
    """Remove likely noise from the offsets of pits, shape (2, pits, 2).

    Regular rows, with a fold if the number of pits is even, are fitted by iteratively reweighted least squares with Cauchy
    weights. The residuals are shrunk with the James-Stein estimator (Estimation with quadratic loss, 1961).
    """
    rows, pits = offsets.shape[:2]
    row, column = np.mgrid[:rows, :pits].reshape(2, -1) - np.array([[(rows - 1) / 2], [(pits - 1) / 2]])
    out = np.empty_like(offsets)
    for axis in range(2):
        seen = offsets[..., axis].ravel()
        terms = [np.ones(len(seen)), column, row]
        if axis == 0 and pits % 2 == 0:
            terms.append(np.sign(column))
        design = np.column_stack(terms)
        fit = np.full(len(seen), np.median(seen))
        for _ in range(FIT_ROUNDS):
            weight = 1 / np.sqrt(1 + ((seen - fit) / MIDDLE_SIGMA) ** 2)
            fit = design @ np.linalg.lstsq(design * weight[:, None], seen * weight, rcond=None)[0]
        spread = 1.4826 * float(np.median(np.abs(seen - fit)))
        part = max(0.0, 1 - (MIDDLE_SIGMA / max(spread, MIDDLE_SIGMA)) ** 2)
        out[..., axis] = (fit + part * (seen - fit)).reshape(rows, pits)
    return out


def places(pits: int) -> Floats:
    """Return the usual places of the pits in board units, far row first, from left to right, shape (2, pits, 2)."""
    x, y = np.meshgrid(1.5 + np.arange(pits), (0.5, 1.5))
    return np.dstack([x, y])


@memoize_last
def pits_on_board(image: Image, view: View, options: Options, pitch_px: float = PITCH_PX) -> PitsOnBoard:
    """Find the pits of a board whose view is roughly known, using a rectified picture with this many pixels per pit."""
    pits = int(options["pits"])
    left, top, right, bottom = find("kalah").geometry(options).area
    window = (left - MARGIN_PITS, top - MARGIN_PITS, right + MARGIN_PITS, bottom + MARGIN_PITS)
    board = view.rectified(image, window, pitch_px)
    found = find_pits(board, max(board.shape[:2]))
    middles, stores = (each[:, :2] / pitch_px + np.array(window[:2]) for each in (found.pits, found.stores))
    usual = places(pits)
    seen, chances = np.full(usual.shape, np.nan), np.zeros(usual.shape[:2])
    for node in np.ndindex(*usual.shape[:2]):
        near = np.nonzero(np.hypot(*(middles - usual[node]).T) < MAX_PIT_DISTANCE)[0]
        if len(near):  # the likeliest, as they come in this order
            seen[node], chances[node] = middles[near[0]], found.chances[near[0]]
    clear = middles[found.chances > MIN_SEEN_PROBABILITY]

    def share(there: Floats) -> float:
        off = np.hypot(*(clear[None] - there[:, None]).transpose(2, 0, 1))
        return float((off < MAX_PIT_DISTANCE / 1.5).any(axis=1).mean()) if len(clear) else 0.0

    rows = max(share(usual[0] - (0, 1)), share(usual.mean(axis=0)), share(usual[1] + (0, 1)))
    ends = max(share(usual[:, 0] - (1, 0)), share(usual[:, -1] + (1, 0)))
    beside = (stores[:, 1] > top - STORE_MARGIN_PITS) & (stores[:, 1] < bottom + STORE_MARGIN_PITS)
    between = share(usual.mean(axis=1)) if pits % 2 == 0 else 0.0
    left_store, right_store = (
        float(found.store_chances[beside & there].max(initial=0))
        for there in (stores[:, 0] < left + 1, stores[:, 0] > right - 1)
    )
    return PitsOnBoard(seen, chances, (rows, ends), between, (left_store, right_store))


def fitted(points: Floats, pixels: Points, pits: int, size: tuple[int, int]) -> View | None:
    """Fit the view of a board to its pits, with the width of its fold as an additional parameter; return None if the pits
    do not determine a view.

    Outliers are left out, since heaps of seeds and reflections sometimes look like pits.

    Args:
        points: the usual places of the pits, shape (n, 2).
        pixels: the pits' centres in the picture, shape (n, 2).
        size: the width and height of the picture.
    """
    fold = _fold(points, pixels, pits) if pits % 2 == 0 else 0.0
    while enough(points[:, 1].tolist()):
        homography, _ = cv2.findHomography(_apart(points, fold, pits), pixels)
        if homography is None or abs(np.linalg.det(homography)) < 1e-12:
            return None
        off = np.hypot(*(_mapped(np.asarray(np.linalg.inv(homography), np.float64), pixels) - _apart(points, fold, pits)).T)
        stays = np.arange(len(points)) != off.argmax()
        if off.max() < MIN_OUTLIER_DISTANCE or not enough(points[stays, 1].tolist()):
            right = pits + 2
            corners = np.array([(0, 0), (right, 0), (right, 2), (0, 2)], np.float64)
            return View.through(corners, _mapped(np.asarray(homography, np.float64), _apart(corners, fold, pits)), size)
        points, pixels = points[stays], pixels[stays]
    return None


def enough(rows: list[float]) -> bool:
    """Return whether pits in these rows determine a board's plane, which takes at least two in each row and five in all."""
    return len(rows) >= 5 and len(set(rows)) == 2 and min(rows.count(row) for row in set(rows)) >= 2


def _fold(points: Floats, pixels: Points, pits: int) -> float:
    """Return the likeliest width of the fold, or 0 if there is none.

    For each width, a homography from the pixels to the places is computed by the direct linear transform (Hartley and
    Zisserman, Multiple View Geometry, 4.1), by iteratively reweighted least squares. Distances from the places are taken
    to follow a Cauchy distribution, since a single outlier would otherwise hide a fold.
    """
    boards = _apart(points, FOLD_WIDTHS, pits)
    spread = float(boards.std(axis=(0, 1)).max())
    scaled = (boards - boards.mean(axis=(0, 1))) / spread
    u, v = np.moveaxis(scaled, 2, 0)
    x, y = np.broadcast_to(((pixels - pixels.mean(axis=0)) / pixels.std(axis=0)).T[:, None], (2, *u.shape))
    one, no = np.ones_like(x), np.zeros_like(x)
    rows = [[x, y, one, no, no, no, -u * x, -u * y, -u], [no, no, no, x, y, one, -v * x, -v * y, -v]]
    equations = np.concatenate([np.stack(row, axis=2) for row in rows], axis=1)
    square = np.zeros_like(x)  # of the distances, in standard deviations
    for _ in range(FOLD_ROUNDS):
        weighted = equations / np.tile(np.sqrt(1 + square), 2)[..., None]
        _, vectors = np.linalg.eigh(weighted.swapaxes(1, 2) @ weighted)
        seen = np.stack([x, y, one], axis=2) @ vectors[..., 0].reshape(-1, 3, 3).swapaxes(1, 2)
        far = seen[..., :2] / np.where(np.abs(seen[..., 2:]) < 1e-9, 1e-9, seen[..., 2:]) - scaled
        square = ((far * spread / MIDDLE_SIGMA) ** 2).sum(axis=2)
    costs = 1.5 * np.log(1 + square).sum(axis=1) + FOLD_COST * (FOLD_WIDTHS > 0)
    return float(FOLD_WIDTHS[costs.argmin()])


def _apart(points: Floats, fold: float | Floats, pits: int) -> Floats:
    """Shift the right half of a board by the width of a fold, or of each fold in an array."""
    beyond = np.clip(points[:, 0] - (pits + 1) / 2, 0, 1).round()
    return points + np.asarray(np.multiply.outer(fold, np.outer(beyond, (1, 0))), np.float64)


def _mapped(homography: Floats, points: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), homography)[0], np.float64)
