"""Two rows of pits are found among other spots, in any orientation."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.vision.kalah.pit_rows import columns, two_rows

SLANTED = np.array([(90, 8, 120), (-14, 60, 200), (-0.02, 0.05, 1)])  # columns and rows to pixels


def seen(places: list[tuple[float, float]]) -> NDArray[np.float64]:
    """Return the pits at these columns and rows of a board that lies askew."""
    points = np.array(places, np.float64).reshape(-1, 1, 2)
    middles = cv2.perspectiveTransform(points, SLANTED).reshape(-1, 2)
    return np.column_stack([middles, np.full(len(places), 32.0)])


def lattice(wide: int, rows: int = 2) -> list[tuple[float, float]]:
    return [(column, row) for row in range(rows) for column in range(wide)]


@pytest.mark.parametrize("missing", [(), (3,), (0, 7, 10), (1, 4, 8)])
def test_rows_are_found_with_pits_missing(missing: tuple[int, ...]) -> None:
    places = [place for n, place in enumerate(lattice(6)) if n not in missing]
    best = two_rows(seen(places), 6)[0]
    left = min(column for column, _ in best)
    first = min(column for column, _ in places)
    assert {node: places[place] for node, place in best.items()} == {
        (int(column - first) + left, int(row)): (column, row) for column, row in places
    }


def test_rows_that_are_too_long_are_none() -> None:
    assert two_rows(seen(lattice(7)), 7)
    assert not any(len(group) > 10 for group in two_rows(seen(lattice(7)), 5))
    assert all(columns(group) <= 5 for group in two_rows(seen(lattice(7)), 5))


def test_places_that_tell_no_plane_are_none() -> None:
    assert two_rows(seen([*((column, 0) for column in range(5)), (2, 1)]), 6) == []
    assert two_rows(np.empty((0, 3)), 6) == []
