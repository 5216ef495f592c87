"""A classifier that is told the boards instead of seeing them: it misreads as often as it is asked to."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from fourth_seat.calibration.lens import Lens
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Holds
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence, floored
from fourth_seat.vision.protocols import Appearance, Image
from fourth_seat.words import Text

ROUGHLY = 2.5  # by how much what is seen stands out, as a logarithm, in a set never seen before
VIEW = View(np.eye(3), Lens(1000.0, (500, 500)), (1000, 1000))


def contents(game: AnyGame, options: Options) -> Mapping[str, tuple[Content | None, ...]]:
    """Return what may lie on each cell of the board."""
    colours = range(1, len(game.sides(options)) + 1)
    may: dict[str, tuple[Content | None, ...]] = {}
    for cell in game.geometry(options).cells:
        if cell.is_on_board:
            match cell.holds:
                case Holds.STACK:
                    may[cell.name] = (None, *(Content(colour, n) for colour in colours for n in range(1, 16)))
                case Holds.PILE:
                    may[cell.name] = (None, *(Content(0, n) for n in range(1, 73)))
                case _:
                    may[cell.name] = (None, *(Content(colour) for colour in colours))
    return may


@dataclass
class ScriptedClassifier:
    """Pictures are numbers: the index in `boards` of the board that lies there. Some cells are misread in each."""

    game: AnyGame
    options: Options
    boards: list[Cells] = field(default_factory=list)
    wrong: float = 0.0  # the fraction of cells misread in a picture
    unsure: float = 7.0  # by how much the truth stands out at least, as a logarithm
    strange: frozenset[str] = frozenset()  # cells that look like nothing possible until the set is learned
    first: Cells | None = None  # how every board is read, roughly, until the set is learned
    random: random.Random = field(default_factory=lambda: random.Random(1))

    def show(self, board: Cells) -> Image:
        self.boards.append({name: replace(content, faces=()) for name, content in board.items()})
        return np.full((1, 1, 3), len(self.boards) - 1, np.uint8)

    def classify(self, image: Image, view: View, look: Appearance, options: Options) -> Evidence:
        provisional = self.first is not None and not look
        board = self.first if self.first is not None and provisional else self.boards[int(image[0, 0, 0])]
        cells = {}
        for name, may in contents(self.game, self.options).items():
            shown = board.get(name)
            if self.random.random() < self.wrong:
                shown = self.random.choice(may)
            sure = ROUGHLY if provisional else self.unsure + self.random.expovariate(0.3)
            cells[name] = floored((content, 0.0 if content == shown else -sure) for content in may)
        return Evidence(cells, frozenset() if look else self.strange, provisional=provisional)

    def learn(self, image: Image, view: View, look: Appearance, cells: Cells, options: Options) -> Appearance:
        return {"learned": look.get("learned", 0) + 1}

    def rejection_reason(self, image: Image, view: View, look: Appearance, options: Options) -> Text | None:
        return None
