"""Classifies TriDice cells as empty, or holding a red or blue tetrahedron, on a board of any two tones.

Only the hue (logarithms of red and blue against green) is used: a die's three sides differ in brightness, the figures on
them are white, and a shadow hardly changes the hue. Empty cells of the same tone have the same hue in any light.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Cell, Rectangle
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence, LogLikelihoods
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, Image
from fourth_seat.vision.tridice.appearance import TriDiceReference
from fourth_seat.vision.tridice.grid_lines import lattice_seen
from fourth_seat.words import Text, say

COLOURS = (1, 2)  # red, blue
CONTENTS = (None, *(Content(colour) for colour in COLOURS))
# Hues of red and of blue dice, as webcams show them in warm and cool light.
DICE_HUES = np.array([(1.0, -0.03), (-0.25, 0.65)])
DICE_SIGMAS = np.array([(0.22, 0.13), (0.35, 0.28)])
FADED_HUES = ((1.0, 0.85), (0.6, 0.12), (0.3, 0.03))  # part of its hue that a die keeps in a white board's light; how often
DIE_SHARE = 0.2  # how often a cell holds a die of one colour, before it is looked at
EMPTY_SIGMA = 0.05  # of empty cells of one tone in one picture
BOARD_SIGMA = 0.22  # of boards' hues about grey
TONE_SIGMA = 0.15  # of a known board's hue in another light
# The part of a cell's size that is looked at: any die on the cell covers it, and lines and neighbours lie outside.
LOW_SHARE = 0.55
# Where only a die on the cell itself can be seen: the height, and the part of its size.
HIGH_LEVELS = ((0.25, 0.33), (0.35, 0.24), (0.45, 0.14))
LOG_PRIORS = np.log([1 - 2 * DIE_SHARE, DIE_SHARE, DIE_SHARE])
HIDDEN_SHARE = 0.001  # how often a die in front of a cell hides it,
STILL_HIDDEN_SHARE, NEWLY_HIDDEN_SHARE = 0.5, 0.0002  # one that did so already, and one that did not
CHANGED_SHARE = 0.05  # how often an empty cell's hue has changed, such as by an object behind it
BACKGROUND_LOG_DENSITY = -2.2  # log density of the hue of whatever is seen behind an empty cell
DARK_LEVEL = 6.0  # added to each channel, so that black has no hue
# The negative logarithm of the likelihood of a cell's best content from which something else is taken to lie there.
STRANGE_LOSS = 12.0
MIN_MEDIAN_LEVEL = 22.0  # grey levels: the median of a board below which hues cannot be measured
CELL_WEIGHTS = np.array([(i, j, 10 - i - j) for i in range(11) for j in range(11 - i)]) / 10


class TriDiceClassifier:
    """The TriDice `Classifier`, which distinguishes empty cells, red dice and blue dice, but does not read the dice."""

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """Return the likelihoods of each cell's contents: nothing, or a die of either colour, without its faces."""
        cells = _cells(options)
        hues, above = _hues(image, view, cells), _hues_above(image, view, cells)
        dice = np.array(appearance.get("dice", DICE_HUES.tolist()))
        before = _memory(appearance, view, options).in_light(hues, above)
        tones = np.array([cell.tone == "dark" for cell in cells])
        logs = np.zeros((len(cells), len(CONTENTS)))
        for tone in (False, True):
            mine = np.nonzero(tones == tone)[0]
            known = appearance.get("dark" if tone else "light")
            of_tone = None if known is None else np.array(known)
            logs[mine] = _likelihoods(hues[mine], above[mine], before.only(mine), dice, of_tone)
        names = tuple(cell.name for cell in cells)
        strange = frozenset(name for name, best in zip(names, logs.max(axis=1), strict=True) if best < -STRANGE_LOSS)
        return Evidence(LogLikelihoods(names, CONTENTS, logs), strange)

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Learn the hues of both tones and of the dice on the board.

        The result also includes the hues of every empty cell, which are valid for this position only.
        """
        places = _cells(options)
        hues, above = _hues(image, view, places), _hues_above(image, view, places)
        dice = np.array(appearance.get("dice", DICE_HUES.tolist()))
        for colour in COLOURS:
            mine = [k for k, cell in enumerate(places) if (lies := cells.get(cell.name)) and lies.colour == colour]
            if mine:
                dice[colour - 1] = np.median(hues[mine], axis=0)
        learned = {**appearance, "dice": dice.round(3).tolist()}
        for tone in ("light", "dark"):
            mine = [k for k, cell in enumerate(places) if cell.tone == tone and cell.name not in cells]
            if mine:
                learned[tone] = np.median(hues[mine], axis=0).round(3).tolist()
        empty = np.array([cell.name not in cells for cell in places])
        memory = _memory(appearance, view, options).updated(hues, above, empty, view.corners(_area(options)))
        return {**learned, REFERENCE_KEY: memory.stored()}

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Reject dark pictures, and pictures without the board's lines."""
        straight = view.rectified(image, _area(options), 40)
        if float(np.median(straight)) < MIN_MEDIAN_LEVEL:
            return say("It is too dark to tell the colours of the dice.")
        if not lattice_seen(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), view):
            return say("There is no TriDice board within these corners.")
        return None


def _memory(appearance: Appearance, view: View, options: Options) -> TriDiceReference:
    return TriDiceReference.of(appearance.get(REFERENCE_KEY, {}), len(_cells(options)), view.corners(_area(options)))


def _area(options: Options) -> Rectangle:
    return find("tridice").geometry(options).area


@cache
def _cells(options: Options) -> tuple[Cell, ...]:
    return tuple(cell for cell in find("tridice").geometry(options).cells if cell.zone == "board")


def _hues(image: Image, view: View, cells: tuple[Cell, ...]) -> Floats:
    """Return the hues (logarithms of red and of blue against green) at the centre of each cell, shape (n, 2)."""
    return _hue(image, view.pixels(_places(cells, LOW_SHARE).reshape(-1, 2)), len(cells))


def _hues_above(image: Image, view: View, cells: tuple[Cell, ...]) -> Floats:
    """Return the hues where the upper part of a die on each cell would appear, shape (n, 2)."""
    levels = [
        view.pixels(_places(cells, part).reshape(-1, 2), height).reshape(len(cells), -1, 2) for height, part in HIGH_LEVELS
    ]
    return _hue(image, np.concatenate(levels, axis=1).reshape(-1, 2), len(cells))


def _places(cells: tuple[Cell, ...], part: float) -> Floats:
    outlines = np.array([cell.polygon for cell in cells])
    middles = outlines.mean(axis=1, keepdims=True)
    return np.asarray(middles + (CELL_WEIGHTS[None] @ outlines - middles) * part, np.float64)


def _hue(image: Image, pixels: Floats, cells: int) -> Floats:
    x, y = pixels.astype(np.float32).T[:, None]
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    logs = np.log(seen.reshape(cells, -1, 3).astype(np.float64) + DARK_LEVEL)
    return np.asarray(np.median(logs[..., [2, 0]] - logs[..., 1:2], axis=1), np.float64)


def _likelihoods(hues: Floats, above: Floats, before: TriDiceReference, dice: Floats, known: Floats | None) -> Floats:
    """Return the log-likelihoods of empty, red and blue for cells of one tone, shape (n, 3).

    The tone's hue is that of one of the cells, or the known hue, whichever explains all cells best.
    """
    of_dice, of_dice_above = _of_dice(hues, dice), _of_dice(above, dice)
    of_a_die, of_a_die_before = (np.logaddexp.reduce(_of_dice(each, dice), axis=1) for each in (hues, before.hues))
    anything = np.logaddexp(BACKGROUND_LOG_DENSITY, np.logaddexp.reduce(of_dice_above, axis=1) + np.log(0.25))
    as_before, above_before = (
        _likeliest(_alike(now, then, before.spread), _alike(now, then, EMPTY_SIGMA))
        for now, then in ((hues, before.hues), (above, before.above))
    )
    behind = np.where(before.known, _likeliest(above_before, anything), anything)
    best, chosen = -np.inf, np.zeros((len(hues), 3))
    for tone in list(hues) if known is None else [*hues, known]:
        of_tone, of_tone_before = (_density(each, tone[None], EMPTY_SIGMA)[:, 0] for each in (hues, before.hues))
        # What hid a cell when it was known to be empty most likely hides it still.
        hid = before.known & (of_a_die_before + np.log(HIDDEN_SHARE) > of_tone_before)
        hidden = of_a_die + np.log(
            np.where(before.known, np.where(hid, STILL_HIDDEN_SHARE, NEWLY_HIDDEN_SHARE), HIDDEN_SHARE)
        )
        plain = np.where(before.known & ~hid, as_before, of_tone)
        logs = np.column_stack(
            [np.logaddexp(plain, hidden) + behind, np.logaddexp(of_dice, hidden[:, None]) + of_dice_above]
        )
        apart, spread = (tone, BOARD_SIGMA) if known is None else (tone - known, TONE_SIGMA)
        total = np.logaddexp.reduce(logs + LOG_PRIORS, axis=1).sum() - (apart**2).sum() / (2 * spread**2)
        if total > best:
            best, chosen = total, logs
    return chosen


def _alike(hues: Floats, before: Floats, spread: float) -> Floats:
    """Return the log densities of hues around the previous hues, shape (n,)."""
    return _density(hues - before, np.zeros((1, 2)), spread)[:, 0]


def _likeliest(first: Floats, other: Floats) -> Floats:
    """Return the log densities of a mixture of a frequent first component and a rare second one."""
    return np.asarray(np.logaddexp(np.log(1 - CHANGED_SHARE) + first, np.log(CHANGED_SHARE) + other), np.float64)


def _of_dice(hues: Floats, dice: Floats) -> Floats:
    """Return the log densities of the hues of red and of blue dice, shape (n, 2)."""
    parts = [_density(hues, dice * faded, DICE_SIGMAS * max(faded, 0.5)) + np.log(often) for faded, often in FADED_HUES]
    return np.asarray(np.logaddexp.reduce(parts, axis=0), np.float64)


def _density(hues: Floats, middles: Floats, spreads: Floats | float) -> Floats:
    """Return log densities of normal distributions, shape (n, middles)."""
    spreads = np.broadcast_to(spreads, middles.shape)
    off = (hues[:, None] - middles[None]) / spreads[None]
    return np.asarray(-(off**2).sum(axis=2) / 2 - np.log(2 * np.pi * spreads.prod(axis=1)), np.float64)
