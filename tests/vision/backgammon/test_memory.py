"""Points on which something changed are told from those that were not touched."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.backgammon.board import geometry
from games.contents import Content
from vision.backgammon.memory import Memory
from vision.backgammon.sight import WINDOW
from vision.protocols import Image

CORNERS = np.array([(0, 0), (600, 0), (600, 500), (0, 500)], np.float64)
HELD = {"6": Content(1, 5), "8": Content(1, 3), "13": Content(1, 5), "19": Content(2, 5)}
MAY = (None, *(Content(colour, n) for colour in (1, 2) for n in range(1, 16)))
UNKNOWN = {cell.name: dict.fromkeys(MAY, 0.0) for cell in geometry(False).cells if cell.zone in ("board", "bar")}


def above(held: dict[str, Content], seed: int, light: float = 1.0) -> Image:
    """The reader's window: a board with its checkers in columns, from straight above."""
    left, top, right, bottom, scale = WINDOW
    image = np.full((round((bottom - top) * scale), round((right - left) * scale), 3), (70, 110, 140), np.uint8)
    for cell in geometry(False).cells:
        for n in range(held[cell.name].count if cell.name in held else 0):
            x, y = cell.foot[0] - left, cell.foot[1] - top + n * 0.9 * (1 if cell.foot[1] < 5 else -1)
            tone = (220, 225, 230) if held[cell.name].colour == 1 else (40, 35, 30)
            cv2.circle(image, (round(x * scale), round(y * scale)), round(0.42 * scale), tone, -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) * light + noise, 0, 255).astype(np.uint8)


def remembered() -> Memory:
    taken = Memory.taken(above(HELD, 1), HELD, CORNERS)
    again = Memory.of(taken.passing())  # as a look keeps it
    assert again is not None and again.held == taken.held
    return again


@pytest.mark.parametrize("light", [0.7, 1.0, 1.1])
def test_untouched_points_hold_what_they_held(light: float) -> None:
    weighed = remembered().weighed(UNKNOWN, above(HELD, 2, light))
    for name, values in weighed.items():
        assert max(values, key=lambda content: values[content]) == HELD.get(name), name


def test_a_checker_that_moved_changed_two_points() -> None:
    moved = {**HELD, "8": Content(1, 2), "5": Content(1, 1)}
    weighed = remembered().weighed(UNKNOWN, above(moved, 2))
    changed = {name for name, values in weighed.items() if values[HELD.get(name)] < max(values.values())}
    assert changed == {"8", "5"}


def test_from_elsewhere_nothing_is_compared() -> None:
    assert remembered().serves(CORNERS + 5)
    assert not remembered().serves(CORNERS + 40)
