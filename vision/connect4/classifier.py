"""Reads the contents of each hole of the grid."""

from __future__ import annotations

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games.connect4.rules import ahead
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence, LogLikelihoods
from fourth_seat.vision.connect4 import gravity, rejection
from fourth_seat.vision.connect4.appearance import Connect4Reference
from fourth_seat.vision.connect4.colour_model import contents
from fourth_seat.vision.connect4.likelihoods import is_blue, is_red
from fourth_seat.vision.connect4.sampling import HOLES, GridSamples
from fourth_seat.vision.memory import memoize_last
from fourth_seat.vision.protocols import Appearance, Image
from fourth_seat.words import Text

MIN_HIDDEN_LOG = -1.0  # the least logarithm for a hole that something else may hide,
MIN_DAZZLED_LOG = -4.0  # and for one under a reflection that was seen empty before: it changed


class Connect4Classifier:
    """Reads the discs in a Connect 4 grid through its holes."""

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        samples, memory, logs = _seen(image, view, appearance)
        likely = gravity.marginals(logs)
        dazzled = rejection.dazzled(samples)  # such a hole says too little to contradict its place
        strange = rejection.covered(samples, memory) | (rejection.floating(logs, likely) & ~dazzled)
        kinds = (None, Content(other_colour(options)), Content(3 - other_colour(options)))
        values = likely - likely.max(axis=1, keepdims=True)
        remembered = ~np.isnan(memory.empty[:, 0])
        least = np.select([strange | (dazzled & ~remembered), dazzled], [MIN_HIDDEN_LOG, MIN_DAZZLED_LOG], -np.inf)
        values = np.maximum(values, least[:, None])
        strange_names = frozenset(name for name, odd in zip(HOLES, strange, strict=True) if odd)
        other, yellow = (samples.holes[likely.argmax(axis=1) == kind] for kind in (1, 2))
        marks: dict[int, str] = {}
        if len(other) and is_blue(np.median(other, axis=0)):
            marks[other_colour(options)] = "B"
            if len(yellow) and memory.yellow is None and is_red(np.median(yellow, axis=0)):
                values = values[:, [0, 2, 1]]  # red discs are the red player's
                marks = {3 - other_colour(options): "B"}
        elif len(yellow) and is_blue(np.median(yellow, axis=0)):
            marks[3 - other_colour(options)] = "B"
        return Evidence(LogLikelihoods(HOLES, kinds, values), strange_names, marks)

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        colours = np.array([cells[name].colour if name in cells else 0 for name in HOLES])
        mine = other_colour(options)
        return (
            Connect4Reference.of(appearance)
            .updated(GridSamples.of(image, view), colours == 3 - mine, colours == mine)
            .stored()
        )

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        return rejection.refusal(*_seen(image, view, appearance), sum(ahead(options)))


@memoize_last
def _seen(image: Image, view: View, appearance: Appearance) -> tuple[GridSamples, Connect4Reference, gravity.Logs]:
    """Return the samples of a picture, the reference for them, and the log-likelihoods of each hole's contents."""
    samples, memory = GridSamples.of(image, view), Connect4Reference.of(appearance)
    return samples, memory, contents(samples, memory)


def other_colour(options: Options) -> int:
    """Return the colour of the discs that are not yellow."""
    return 1 if options["first"] == "red" else 2
