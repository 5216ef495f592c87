"""A test of a camera's view of a table, run during its set-up: for a few seconds, cells with known contents are guessed.

The board's contents are known at that time, so every guess can be checked. In each picture, the cells are read with the
appearance learned from other pictures. In every second pair of pictures, pieces from a random game are painted over empty
cells, in the board's light, and must be detected. Half of the pictures are darkened and reduced to half the resolution: if
cells are still read correctly, there is a margin for dimmer light in the evening.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Cells
from fourth_seat.games.geometry import Cell, Holds
from fourth_seat.games.options import Options
from fourth_seat.hardware.hues import HUES, UNKNOWN
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.protocols import Appearance, BoardVision, Image, Orientations, lasting
from fourth_seat.words import Text, say

PARTS = 3  # lengths of the random game whose pieces are painted
ROUNDS = 4 * PARTS  # pictures
MAX_PLAYED = 40  # moves and throws of that game
MAX_COUNT = 7  # pieces in a pile or stack that must be counted correctly; larger ones are not judged
MAX_NAMED = 2  # weak cells that are named one by one; more are reported as a part of the board
INTERVAL_S = 0.25  # between two pictures
HARD_SCALE, HARD_LIGHT = 0.5, 0.75  # of the size and the brightness of every second picture
PIECE_SCALE = 0.8  # of a cell, that a painted piece takes
SURROUNDINGS = 1.0  # around a cell, in cells, where the picture's blur is measured
DENOISE_PX, REBLUR_PX = 2.0, 4.0  # blurs whose edges are compared
EDGE_PERCENTILE = 97.0  # of the gradients, from which they are edges
MIN_BLUR_PX, MAX_BLUR_PX = 0.5, 12.0  # of a camera's picture
SUBPIXEL_BITS, SUBPIXELS = 4, 1 << 4  # of the corners of what is painted
WHITE_LEVEL = 235.0  # of the board's brightest parts in good light
LEAST_LIKELIHOOD = -1.0  # logarithm, of the known content beside the likeliest, for a guess to be right
SEEN_SHARE = 0.67  # of the guesses about a cell, that must be right
MAX_WEAK_SHARE, MAX_COARSE_SHARE = 0.02, 0.1  # of the cells, that may be weak in good pictures and in coarse ones
SIDE_SHARE = 0.6  # of the weak cells, that lie in one third of the picture where that is what is hard to see
MIN_CELL_PX = 14.0  # pixels across a cell, below which a camera is too far away
MIN_CONTRAST_LEVELS = 60.0  # grey levels between the board's dark and bright parts, below which light is missing


@dataclass(frozen=True, slots=True)
class Visibility:
    """A rating of the camera's view of the table.

    Attributes:
        share: the proportion of correct guesses, 0..1.
        weak: the cells that were too often guessed wrong.
        good: whether no action is needed.
        text: a message with the result and advice.
    """

    share: float
    weak: tuple[str, ...]
    good: bool
    text: Text


class SelfTest:
    """Checks guesses about a board with known contents, one picture at a time."""

    def __init__(self, game: AnyGame, options: Options, vision: BoardVision) -> None:
        self._game, self._options, self._vision = game, options, vision
        self._cells = {cell.name: cell for cell in game.geometry(options).cells}
        self._hues = [HUES.get(side.hue, UNKNOWN) for side in game.sides(options)]
        self._random = Random(0)  # any game will do
        self._guesses: dict[bool, defaultdict[str, list[bool]]] = {hard: defaultdict(list) for hard in (False, True)}
        self._begun: AnyState | None = None  # the position from which a random game was played,
        self._played: list[Cells] = []  # and its boards
        self._round = 0
        self._next = 0.0

    def see(self, image: Image, view: View, appearance: Appearance, state: AnyState, t: float) -> Visibility | None:
        """Guess the cells in a picture of a known position, taken at `t` seconds; return the result when complete."""
        if self._round and 0 <= t - self._next + INTERVAL_S < INTERVAL_S:
            return None
        self._next = t + INTERVAL_S
        hard, painting, part = self._round % 2 == 1, self._round // 2 % 2 == 1, self._round // 4
        known = lasting(appearance)
        lying = state.cells()
        hidden = self._pieces_to_come(state, part) if painting else {}
        if not painting or hidden:
            shown = self._painted(image, view, hidden) if hidden else image
            shown = _coarse(shown) if hard else shown
            evidence = self._vision.classifier.classify(shown, view, known, self._options)
            self._judge(evidence, lying, hidden, hard)
        self._round += 1
        return self._rate(image, view) if self._round == ROUNDS else None

    def _pieces_to_come(self, state: AnyState, part: int) -> Cells:
        """Return the single pieces on currently empty cells after a `part` of a random game; later parts are longer."""
        if self._begun is not state:
            self._begun, self._played = state, self._play_by_chance(state)
        after = self._played[len(self._played) * (part + 1) // PARTS - 1] if self._played else {}
        lying = state.cells()
        return {name: content for name, content in after.items() if name not in lying and self._takes_one(name)}

    def _takes_one(self, name: str) -> bool:
        cell = self._cells[name]
        return cell.zone == "board" and cell.holds in (Holds.PIECE, Holds.DIE)

    def _play_by_chance(self, state: AnyState) -> list[Cells]:
        """Return the successive boards of a random game, or none if no cell holds a single piece."""
        boards: list[Cells] = []
        while any(map(self._takes_one, self._cells)) and not state.over and len(boards) < MAX_PLAYED:
            state = state.play(self._random.choice(list(state.legal())))
            boards.append(state.cells())
        return boards

    def _painted(self, image: Image, view: View, pieces: Cells) -> Image:
        """Paint these pieces into the picture, in the light of the board."""
        light = min(1.2, float(np.percentile(_board(image, view, self._area), 95)) / WHITE_LEVEL)
        painted = image.copy()
        for name, content in sorted(pieces.items(), key=lambda item: self._cells[item[0]].foot[1]):
            hue = self._hues[content.colour - 1] if content.colour else UNKNOWN
            colour = [light * int(hue[place : place + 2], 16) for place in (5, 3, 1)]
            outline = np.round(_silhouette(self._cells[name], view) * SUBPIXELS).astype(np.int32)
            cv2.fillConvexPoly(painted, outline, colour, cv2.LINE_AA, shift=SUBPIXEL_BITS)
        out = image.copy()
        for name in pieces:  # as sharp as what lies around them
            _soften(painted, out, _silhouette(self._cells[name], view))
        return out

    @property
    def _area(self) -> tuple[float, float, float, float]:
        return self._game.geometry(self._options).area

    def _judge(self, evidence: Evidence, lying: Cells, hidden: Cells, hard: bool) -> None:
        guesses = self._guesses[hard]
        for name in hidden:
            guesses[name].append(name in evidence.strange or evidence.of(name, None) <= LEAST_LIKELIHOOD)
        for name in evidence.cells if not hidden else ():
            countable = name not in lying or lying[name].count <= MAX_COUNT
            if countable and self._cells[name].zone != "dice":
                guesses[name].append(
                    name not in evidence.strange and evidence.of(name, lying.get(name)) >= LEAST_LIKELIHOOD
                )

    # -- the result ------------------------------------------------------------------------------------------------------

    def _rate(self, image: Image, view: View) -> Visibility:
        every = [right for guesses in self._guesses.values() for cell in guesses.values() for right in cell]
        share = sum(every) / max(1, len(every))
        weak, coarse = (
            tuple(name for name, rights in self._guesses[hard].items() if sum(rights) < SEEN_SHARE * len(rights))
            for hard in (False, True)
        )
        count = len(self._guesses[False])
        percent = round(100 * share)
        if len(weak) > MAX_WEAK_SHARE * count:
            advice = self._remedy(weak, image, view)
        elif len(coarse) > MAX_COARSE_SHARE * count:
            little = say("Your camera can only just read this board: add light or move it closer.")
            advice = self._side(coarse, view) or self._overall_fault(image, view) or little
        else:
            well = say("Your camera sees this board well: it reads {percent} % of it correctly.", percent=percent)
            return Visibility(share, weak, True, well)
        text = say("{advice} {percent} % of the board was read correctly.", advice=advice, percent=percent)
        return Visibility(share, weak, False, text)

    def _remedy(self, weak: Sequence[str], image: Image, view: View) -> Text:
        if len(weak) <= MAX_NAMED:
            names = tuple(self._game.place_name(name, self._options) for name in weak)
            return say("Hard to see: {cells}. Check for glare, a shadow, or something in the way.", cells=names)
        return (
            self._side(weak, view)
            or self._overall_fault(image, view)
            or say("Much of the board is hard to see: use more light, or point the camera down more steeply.")
        )

    def _side(self, weak: Sequence[str], view: View) -> Text | None:
        """Name the side of the board with the most weak cells, and a remedy; return None if they are all over the board."""
        area = self._area
        corners = view.corners(area)
        low, high = corners.min(axis=0), corners.max(axis=0)
        feet = view.pixels(np.array([self._cells[name].foot for name in weak], np.float64))
        across, down = ((feet - low) / (high - low)).T
        upright = self._vision.orientations is Orientations.UPRIGHT
        most = SIDE_SHARE * len(weak)
        if (down < 1 / 3).sum() > most:
            if upright:
                return say("The top of the board is hard to see: lift the camera, or turn the lamp away.")
            return say("The far row is hard to see: tilt the camera down, or put it higher.")
        if (down > 2 / 3).sum() > most:
            return say("The part of the board near the camera is hard to see: move the camera back a little.")
        if (across < 1 / 3).sum() > most:
            return say("The left side of the picture is hard to see: look for a shadow or glare there.")
        if (across > 2 / 3).sum() > most:
            return say("The right side of the picture is hard to see: look for a shadow or glare there.")
        return None

    def _overall_fault(self, image: Image, view: View) -> Text | None:
        """Describe what is wrong with the picture of the whole board; return None if unknown."""
        across = [
            _least_width(view.pixels(np.array(cell.polygon, np.float64)))
            for cell in self._cells.values()
            if cell.zone == "board"
        ]
        if float(np.median(across)) < MIN_CELL_PX:
            return say("The board is small in the picture: move the camera closer.")
        levels = np.percentile(_board(image, view, self._area), (2, 98))
        if levels[1] - levels[0] < MIN_CONTRAST_LEVELS:
            return say("The board is hard to see in this light: switch on a lamp.")
        return None


def _coarse(image: Image) -> Image:
    """Degrade a picture, as if it had been taken from further away and in less light."""
    height, width = image.shape[:2]
    small = cv2.resize(image, None, fx=HARD_SCALE, fy=HARD_SCALE, interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(large, alpha=HARD_LIGHT), np.uint8)


def _silhouette(cell: Cell, view: View) -> np.ndarray:
    """Return the outline of a piece on a cell in pixels, shape (n, 2), including the top of a piece that stands up."""
    outline = np.array(cell.piece or cell.polygon, np.float64)
    middle = outline.mean(axis=0)
    foot = view.pixels(middle + PIECE_SCALE * (outline - middle))
    points = np.vstack([foot, view.pixels(middle[None], cell.height)]) if cell.height else foot
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def _soften(painted: Image, out: Image, outline: np.ndarray) -> None:
    """Copy the painted area within an outline into another picture, with the same blur as its surroundings."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    reach = np.maximum(SURROUNDINGS * (high - low), 2 * MAX_BLUR_PX) + 2
    first = np.maximum(low - reach, 0).astype(int)
    last = np.minimum(high + reach, out.shape[1::-1]).astype(int)
    if (last - first < 3).any():  # out of the picture
        return
    around = np.s_[first[1] : last[1], first[0] : last[0]]
    blur = _blur(np.asarray(cv2.cvtColor(out[around], cv2.COLOR_BGR2GRAY), np.uint8))
    soft = cv2.GaussianBlur(painted[around], (0, 0), max(blur, MIN_BLUR_PX))
    one = np.maximum(low - 2 * blur - 1 - first, 0).astype(int)
    other = np.ceil(high + 2 * blur + 1 - first).astype(int)
    inner = np.s_[one[1] : other[1], one[0] : other[0]]
    out[around][inner] = soft[inner]


def _blur(grey: Image) -> float:
    """Estimate the blur of a part of a picture: the standard deviation, in pixels, of the Gaussian at its sharpest edges.

    Blurring again by a known amount weakens a sharp edge more than a soft one (Zhuo and Sim, Defocus map estimation from a
    single image, 2011).
    """
    once, twice = (cv2.GaussianBlur(grey.astype(np.float32), (0, 0), blur) for blur in (DENOISE_PX, REBLUR_PX))
    steep, soft = (cv2.magnitude(cv2.Sobel(part, -1, 1, 0), cv2.Sobel(part, -1, 0, 1)) for part in (once, twice))
    edges = steep >= np.percentile(steep, EDGE_PERCENTILE)
    ratio = float(np.median(steep[edges] / np.maximum(soft[edges], 1e-3)))
    known = REBLUR_PX**2 - DENOISE_PX**2
    found = known / max(ratio**2 - 1, 1e-3) - DENOISE_PX**2
    return float(np.sqrt(min(max(found, 0.0), MAX_BLUR_PX**2)))


def _least_width(outline: np.ndarray) -> float:
    """Return the shorter side of the minimum-area rectangle around an outline, in pixels."""
    return float(min(cv2.minAreaRect(outline.astype(np.float32))[1]))


def _board(image: Image, view: View, area: tuple[float, float, float, float]) -> Image:
    """Return the board rectified to a view from above, in greyscale."""
    scale = 200 / max(area[2] - area[0], area[3] - area[1])
    return np.asarray(cv2.cvtColor(view.rectified(image, area, scale), cv2.COLOR_BGR2GRAY), np.uint8)
