"""What lies in each hole of the grid."""

from __future__ import annotations

import numpy as np

from calibration.view import View
from games.contents import Cells, Content
from games.options import Options
from vision.connect4 import doubts, gravity
from vision.connect4.memory import Memory
from vision.connect4.paint import is_blue
from vision.connect4.palette import contents
from vision.connect4.samples import HOLES, Samples
from vision.evidence import Evidence
from vision.latest import latest
from vision.logs import Logs
from vision.protocols import Image, Look
from words import Text

COVERED = -1.0  # the least logarithm for a hole that something else may hide


class GridReader:
    """Reads a Connect 4 grid: discs seen through holes."""

    def read(self, image: Image, view: View, look: Look, options: Options) -> Evidence:
        samples, memory, logs = _seen(image, view, look)
        likely = gravity.marginals(logs)
        strange = doubts.covered(samples, memory) | doubts.floating(logs, likely)
        kinds = (None, Content(other(options)), Content(3 - other(options)))
        values = likely - likely.max(axis=1, keepdims=True)
        values[strange] = np.maximum(values[strange], COVERED)
        strange_names = frozenset(name for name, odd in zip(HOLES, strange, strict=True) if odd)
        theirs = samples.holes[likely.argmax(axis=1) == 1]
        blue = len(theirs) > 0 and is_blue(np.median(theirs, axis=0))
        return Evidence(Logs(HOLES, kinds, values), strange_names, {other(options): "B"} if blue else None)

    def learn(self, image: Image, view: View, look: Look, cells: Cells, options: Options) -> Look:
        colours = np.array([cells[name].colour if name in cells else 0 for name in HOLES])
        mine = other(options)
        return Memory.of(look).learnt(Samples.of(image, view), colours == 3 - mine, colours == mine).look()

    def refuse(self, image: Image, view: View, look: Look, options: Options) -> Text | None:
        return doubts.refusal(*_seen(image, view, look))


@latest
def _seen(image: Image, view: View, look: Look) -> tuple[Samples, Memory, gravity.Logs]:
    """What the picture shows, what is known, and how likely that makes each hole's contents."""
    samples, memory = Samples.of(image, view), Memory.of(look)
    return samples, memory, contents(samples, memory)


def other(options: Options) -> int:
    """The colour of the discs that are not yellow."""
    return 1 if options["first"] == "red" else 2
