"""Reads the contents of the squares: empty, or the colour of a piece."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games.blokus.geometry import geometry
from fourth_seat.games.blokus.variants import setting
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import centre
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence, LogLikelihoods
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.blokus.appearance import BlokusReference
from fourth_seat.vision.blokus.chromaticity import colours_seen
from fourth_seat.vision.blokus.grid import GridEdges, GridPart, aligned
from fourth_seat.vision.blokus.sampling import samples
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, Image
from fourth_seat.words import Text, say

MIN_LEVEL = 40  # of 255: where not even one pixel in twenty is lighter, tints are noise
# Contrast of the lattice of lines; boards have more, also with a hand over them, other pictures less.
MIN_GRID_CONTRAST = 0.27
BOARD_SIZES = (14, 20)  # Duo's and the classic board's; of the two, the right one has more contrast
MAX_STRANGE_SHARE = 0.4  # of the squares may fit nothing: a hand and its arm hide no more
UNNOTICED_LOSS = 3.0  # logarithm: how much rarer it is that something strange goes unnoticed than that it is noticed,
UNNOTICED_LOSS_COMPARED = 5.0  # and where it is known how the squares looked before
GLARE_LOSS_SHARE = 0.95  # of what a square says is lost where a lamp is reflected in all of it
MIN_COLOUR_SQUARES = 5  # squares of a colour from which its tint is learned


class BlokusClassifier:
    """Classifies squares by the direction of their tint relative to the board's tint."""

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """Return evidence for all squares. Squares that look as they did in the reference position count as unchanged."""
        fitted = colours_seen(image, view, appearance, options)
        names = _names(options)
        contents = (None, *(Content(colour) for colour in range(1, len(setting(options).sides) + 1)))
        memory = BlokusReference.of(appearance.get(REFERENCE_KEY, {}))
        comparable = memory is not None and memory.is_comparable(fitted, view.corners(geometry(options).area))
        logs = memory.weighed(fitted) if memory and comparable else fitted.logs
        odd = logs[:, -1] - np.where(fitted.strange, 0, UNNOTICED_LOSS_COMPARED if comparable else UNNOTICED_LOSS)
        logs = np.logaddexp(logs[:, :-1], odd[:, None]) * (1 - GLARE_LOSS_SHARE * fitted.glare[:, None])
        strange = frozenset(name for name, covered in zip(names, fitted.strange, strict=True) if covered)
        return Evidence(LogLikelihoods(names, contents, logs), strange)

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Learn the board's tint, the direction and distance of each colour with enough squares, and the appearance of all
        squares in this position.
        """
        fitted = colours_seen(image, view, appearance, options)
        contents = [cells.get(name) for name in _names(options)]
        colours = np.array([content.colour if content else 0 for content in contents])
        usual = ~fitted.strange
        learned = dict(appearance)
        empty = (colours == 0) & usual
        if empty.any():
            learned["board"] = _rounded(fitted.ground.tint[empty].mean(axis=0))
        for number, side in enumerate(setting(options).sides, 1):
            here = fitted.offsets[colours == number]
            if len(here) >= MIN_COLOUR_SQUARES:
                far = np.linalg.norm(here, axis=1)
                purest = here[far >= np.median(far)]  # on the others there may be glare
                learned[side.hue] = _rounded(np.median(purest, axis=0))
        memory = BlokusReference(fitted.tints, fitted.light, colours, view.corners(geometry(options).area))
        return {**learned, REFERENCE_KEY: memory.stored()}

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Reject pictures that are dark, lack a lattice of the right size, or have other colours."""
        size = setting(options).size
        if np.quantile(samples(image, view, size), 0.95) < MIN_LEVEL:
            return say("It is too dark to see the board.")
        contrasts = {squares: _contrast(image, view, size, squares) for squares in BOARD_SIZES}
        if contrasts[size] < max(MIN_GRID_CONTRAST, *contrasts.values()):
            return say("There is no Blokus board of {size} by {size} squares between these corners.", size=size)
        if colours_seen(image, view, appearance, options).strange.mean() > MAX_STRANGE_SHARE:
            return say("The area between these corners does not have the colours of a Blokus board.")
        return None


def _contrast(image: Image, view: View, size: int, squares: int) -> float:
    """Return the contrast of a lattice of `squares` by `squares` squares near these corners, which may be slightly off."""
    lattice, part = view.homography @ np.diag([size / squares, size / squares, 1]), GridPart(0, 0, squares, squares)
    for reach in (0.3, 0.2):
        lattice, _ = aligned(image, lattice, part, reach)
    return GridEdges.seen(image, lattice, part).clearness().contrast


@lru_cache(maxsize=16)
def _names(options: Options) -> tuple[str, ...]:
    """Return the squares' names, row by row from the top."""
    squares = [(centre(cell.polygon), cell.name) for cell in geometry(options).cells if cell.zone == "board"]
    return tuple(name for (x, y), name in sorted(squares, key=lambda square: (square[0][1], square[0][0])))


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 4) for value in values]
