"""Grows a board's lattice from any part of the picture that is full of lines.

The Fourier spectrum of the edges in a window has peaks at the lattice's two frequencies. They determine the lattice there
except for its perspective. It is then grown square by square as long as lines are visible, and refined at each step.
Objects around the board, loose pieces, a hand or poor contrast between frame and table do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import Matrix
from fourth_seat.vision.blokus.grid import MARGIN_SQUARES, Field, GridPart, aligned
from fourth_seat.vision.protocols import Image

WINDOW_PX = 128  # pixels, each side: 5 to 12 squares
MIN_LINE_GAP_PX, MAX_LINE_GAP_PX = 6, 34  # from line to line
MAX_PEAKS = 6  # of the spectrum that are paired
MIN_STRENGTH = 0.12  # strength of a lattice worth growing
MIN_ROW_SHARE = 0.35  # of the lattice's strength that its next row must have
FIRST_SQUARES = 6  # squares, each way, to begin with
MAX_STEPS = 14
WINDOW_GAP_PX = 60  # from the middle of one window to the next


@dataclass(frozen=True)
class GrownGrid:
    """A lattice grown from one square to the next.

    Attributes:
        homography: lattice to pixels; the lattice's origin is arbitrary.
        part: the visible part.
        strength: the strength of its lines.
    """

    homography: Matrix
    part: GridPart
    strength: float


def edges_of(image: Image) -> Field:
    """Return the edge strength at each pixel, 0..1, where the strongest tenth is 1."""
    smooth = cv2.GaussianBlur(image, (3, 3), 0)
    most = None
    for channel in cv2.split(smooth):
        change = cv2.add(
            cv2.convertScaleAbs(cv2.Sobel(channel, cv2.CV_16S, 1, 0)),
            cv2.convertScaleAbs(cv2.Sobel(channel, cv2.CV_16S, 0, 1)),
        )
        most = change if most is None else cv2.max(most, change)
    field = np.asarray(most, np.float32)
    cap = max(float(np.quantile(field[::4, ::4], 0.9)), 1.0)
    return np.asarray(np.minimum(field / cap, 1), np.float32)


def windows(edges: Field, count: int) -> Iterator[tuple[int, int]]:
    """Yield the centres (x, y) of the windows with the most edges."""
    tall, wide = edges.shape
    if min(tall, wide) < WINDOW_PX:
        return
    density = cv2.boxFilter(edges, -1, (91, 91), borderType=cv2.BORDER_CONSTANT)
    half = WINDOW_PX // 2
    for _ in range(count):
        y, x = (int(k) for k in np.unravel_index(int(density.argmax()), density.shape))
        yield min(max(x, half), wide - half), min(max(y, half), tall - half)
        density[max(0, y - WINDOW_GAP_PX) : y + WINDOW_GAP_PX, max(0, x - WINDOW_GAP_PX) : x + WINDOW_GAP_PX] = 0


def lattices(edges: Field, middle: tuple[int, int]) -> Iterator[Matrix]:
    """Yield the lattices that the window around a pixel may show, as affine homographies to pixels, the likeliest first."""
    x, y = middle[0] - WINDOW_PX // 2, middle[1] - WINDOW_PX // 2
    window = edges[y : y + WINDOW_PX, x : x + WINDOW_PX]
    taper = np.hanning(WINDOW_PX).astype(np.float32)
    spectrum = np.fft.rfft2((window - window.mean()) * taper * taper[:, None], (2 * WINDOW_PX, 2 * WINDOW_PX))
    peaks = _peaks(spectrum)
    for first, second in sorted(combinations(peaks, 2), key=lambda pair: -_fitness(*pair)):
        if _fitness(first, second) > 0:
            yield _lattice(first, second, (x, y))


@dataclass(frozen=True)
class _Peak:
    x: float
    y: float
    height: float
    phase: float

    @property
    def frequency(self) -> float:
        return float(np.hypot(self.x, self.y))


def _peaks(spectrum: NDArray[np.complex128]) -> list[_Peak]:
    rows, columns = np.fft.fftfreq(spectrum.shape[0]), np.arange(spectrum.shape[1]) / spectrum.shape[0]
    frequency = np.hypot(rows[:, None], columns)
    height = np.where((frequency > 1 / MAX_LINE_GAP_PX) & (frequency < 1 / MIN_LINE_GAP_PX), np.abs(spectrum), 0)
    peaks = []
    for _ in range(MAX_PEAKS):
        row, column = (int(k) for k in np.unravel_index(int(height.argmax()), height.shape))
        value = spectrum[row, column]
        peaks.append(_Peak(float(columns[column]), float(rows[row]), float(height[row, column]), float(np.angle(value))))
        for sign in (1, -1):  # near the zero column a peak's mirror image is seen too
            near = (np.arange(len(rows)) - sign * row + len(rows) // 2) % len(rows) - len(rows) // 2
            height[np.abs(near)[:, None] + 0 * columns < 5 * (np.abs(np.arange(len(columns)) - sign * column) < 5)] = 0
    return peaks


def _fitness(first: _Peak, second: _Peak) -> float:
    """Return how well two peaks form a lattice: they should be high, at right angles, of similar spacing, and not
    overtones.
    """
    long, short = max(first.frequency, second.frequency), min(first.frequency, second.frequency)
    if short == 0 or long / short > 2.2:
        return 0.0
    sine = abs(first.x * second.y - first.y * second.x) / (long * short)
    return min(first.height, second.height) * sine / np.sqrt(long) if sine > 0.6 else 0.0


def _lattice(first: _Peak, second: _Peak, corner: tuple[int, int]) -> Matrix:
    if abs(first.x) < abs(second.x):
        first, second = second, first
    to_lattice = np.array([(first.x, first.y), (second.x, second.y)])
    offset = np.array([first.phase, second.phase]) / (2 * np.pi)
    signs = np.where(np.diag(to_lattice) < 0, -1.0, 1.0)
    to_lattice, offset = to_lattice * signs[:, None], offset * signs
    matrix = np.eye(3)
    matrix[:2, :2] = np.linalg.inv(to_lattice)
    matrix[:2, 2] = corner - matrix[:2, :2] @ offset
    return matrix


def grow(image: Image, lattice: Matrix, middle: tuple[int, int], size: int) -> GrownGrid | None:
    """Grow the lattice from the squares around a pixel as far as possible; return None if there is no lattice."""
    at = np.linalg.inv(lattice) @ (*middle, 1.0)
    left, top = np.rint(at[:2] / at[2]).astype(int) - FIRST_SQUARES // 2
    part = GridPart(int(left), int(top), FIRST_SQUARES, FIRST_SQUARES)
    for reach in (0.3, 0.25):
        lattice, edges = aligned(image, lattice, part, reach, affine=True)
    strength = 0.0
    for step in range(MAX_STEPS):
        lattice, edges = aligned(image, lattice, part, 0.25 if step < 5 else 0.2, affine=step < 1)
        clear = edges.clearness()
        strength = clear.strength
        if strength < MIN_STRENGTH:
            return None
        enough = MIN_ROW_SHARE * strength
        (top, bottom), (left, right) = _more(clear.rows, enough), _more(clear.columns, enough)
        wider, taller = part.wide < size + 2, part.tall < size + 2
        part = part.widened(left * wider, top * taller, right * wider, bottom * taller)
        if not _sound(lattice, part):
            return None
        if not (wider * (left + right) + taller * (top + bottom)):
            break
    return GrownGrid(lattice, part, strength)


def _more(squares: Field, enough: float) -> tuple[int, int]:
    """Return the number of additional rows on either side."""
    before = next((k for k in range(MARGIN_SQUARES) if squares[MARGIN_SQUARES - 1 - k] < enough), MARGIN_SQUARES)
    after = next((k for k in range(MARGIN_SQUARES) if squares[len(squares) - MARGIN_SQUARES + k] < enough), MARGIN_SQUARES)
    return before, after


def _sound(lattice: Matrix, part: GridPart) -> bool:
    """Return whether all of the part lies in front of the camera."""
    corners = np.column_stack(
        [part.widened(MARGIN_SQUARES, MARGIN_SQUARES, MARGIN_SQUARES, MARGIN_SQUARES).corners, np.ones(4)]
    )
    return bool((corners @ lattice[2] > 1e-3).all())
