"""Pictures with known boards: the photos' `labels.json`, and the same form beside renders, as views and cells.

A label's corners have their names in the picture (top left, top right, bottom right, bottom left), and its board is written
as seen there, so all games are read as if they were in front of the camera in the orientation of the rules' drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.games.options import Options
from fourth_seat.vision.protocols import Image

BLOKUS_COLOURS = {"B": 1, "Y": 2, "R": 3, "G": 4}
CONNECT4_COLOURS = {"R": 1, "Y": 2, "B": 1}  # blue discs are the first player's if there are no red ones


@dataclass(frozen=True)
class Labelled:
    """A picture and its label.

    Attributes:
        label: its form in `labels.json`.
        cells: the contents of the board, empty cells left out; None if they are not labelled.
        ignored: cells that cannot be read from the picture.
    """

    path: Path
    label: Mapping[str, Any]
    options: Options
    cells: Mapping[str, Content] | None
    ignored: frozenset[str] = frozenset()

    @property
    def refuse(self) -> str | None:
        """The reason why this must not be mistaken for a board of the game; None for a board."""
        return self.label.get("refuse")

    @property
    def game(self) -> str:
        """The registered name; `dice` for pictures of dice alone; empty if the picture shows none of our games."""
        return str(self.label.get("game", ""))

    def image(self) -> Image:
        """Return the picture."""
        image = cv2.imread(str(self.path))
        if image is None:
            raise FileNotFoundError(self.path)
        return np.asarray(image, np.uint8)

    def view(self) -> View | None:
        """Return the view from the labelled corners; None if there are none."""
        width, height = self.label["size"]
        if "corner_cell_centres" in self.label:
            centres = np.array([(0.5, 0.5), (6.5, 0.5), (6.5, 5.5), (0.5, 5.5)])
            return View.through(centres, np.array(self.label["corner_cell_centres"], np.float64), (width, height))
        if "corners" not in self.label:
            return None
        area = find(self.game).geometry(self.options).area
        return View.of_corners(np.array(self.label["corners"], np.float64), area, (width, height))


def load(folder: Path) -> Iterator[Labelled]:
    """Yield all labelled pictures of a folder: those in its `labels.json` except videos, and those with their own JSON
    file.
    """
    listed = folder / "labels.json"
    labels = json.loads(listed.read_text())["photos"] if listed.exists() else []
    labels += [json.loads(path.read_text()) for path in sorted(folder.glob("*.json")) if path != listed]
    for label in labels:
        if label.get("kind") != "video":
            yield labelled(folder, label)


def labelled(folder: Path, label: Mapping[str, Any]) -> Labelled:
    """Read an entry of a `labels.json`."""
    game = label.get("game")
    if game in (None, "dice"):
        return Labelled(folder / label["file"], label, find("backgammon").options(), None)
    options = find(game).options(label.get("options", ""))
    cells, ignored = (
        _READERS[game](label) if any(key in label for key in ("board", "points", "pits")) else (None, frozenset())
    )
    return Labelled(folder / label["file"], label, options, cells, ignored)


Read = tuple[dict[str, Content], frozenset[str]]


def _blokus(label: Mapping[str, Any]) -> Read:
    rows = label["board"]
    names = {
        (row, column): f"{chr(97 + column)}{len(rows) - row}" for row in range(len(rows)) for column in range(len(rows))
    }
    cells = {
        names[row, column]: Content(BLOKUS_COLOURS[sign])
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in BLOKUS_COLOURS
    }
    return cells, frozenset(names[row, column] for row, column in label.get("ignore_cells", ()))


def _connect4(label: Mapping[str, Any]) -> Read:
    rows = label["board"]
    colours = CONNECT4_COLOURS | ({"B": 2} if "R" in "".join(rows) else {})
    return {
        f"{'abcdefg'[column]}{6 - row}": Content(colours[sign])
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in colours
    }, frozenset()


def _backgammon(label: Mapping[str, Any]) -> Read:
    order = [*range(13, 25), *range(12, 0, -1)]  # as the picture shows them: the far row, then the near one
    cells = {
        str(point): Content(1 if count > 0 else 2, abs(count))
        for point, count in zip(order, label["points"], strict=True)
        if count
    }
    for name, count in zip(("bar:white", "bar:black"), label.get("bar", (0, 0)), strict=True):
        if count:
            cells[name] = Content(1 if name == "bar:white" else 2, count)
    return cells, frozenset()


def _kalah(label: Mapping[str, Any]) -> Read:
    pits = label["pits"]
    half = len(pits) // 2
    names = [*reversed("ABCDEFGHI"[:half]), *"abcdefghi"[:half]]
    cells = {name: Content(0, count) for name, count in zip(names, pits, strict=True) if count}
    stores = find("kalah").geometry(find("kalah").options(f"pits={half}")).cells
    right, left = stores[half].name, stores[-1].name
    cells.update({name: Content(0, count) for name, count in zip((left, right), label["stores"], strict=True) if count})
    return cells, frozenset()


def _tridice(label: Mapping[str, Any]) -> Read:
    """Return the cells of a label, whose `board` maps cells to colours: `{"33": "R"}`."""
    return {name: Content("RB".index(sign) + 1) for name, sign in label["board"].items()}, frozenset()


_READERS = {"blokus": _blokus, "connect4": _connect4, "backgammon": _backgammon, "kalah": _kalah, "tridice": _tridice}
