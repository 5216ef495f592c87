"""Keyboard navigation on a board. Directions are relative to the screen."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.geometry import Geometry, Point, centre

Way = tuple[int, int]
"""A direction on the screen as (right, down). One of the two is 0."""

ASIDE_PENALTY = 1.5  # how much farther away a place counts for each unit that it is off the straight line


Places = Mapping[str, Point]
"""The centres of cells and tap areas in board units, keyed by name."""


def tap_places(geometry: Geometry) -> dict[str, Point]:
    """Return all tap areas, and all cells that are not covered by tap areas."""
    covered = {name for area in geometry.tap_areas for name in area.cells}
    found = {area.name: centre(area.polygon) for area in geometry.tap_areas}
    found.update((cell.name, centre(cell.polygon)) for cell in geometry.cells if cell.name not in covered)
    return found


def first(geometry: Geometry, places: Places) -> str:
    """Return the initial place of the cursor, which is the one nearest to the middle of the board."""
    left, top, right, bottom = geometry.area
    middle = (left + right) / 2, (top + bottom) / 2
    return min(places, key=lambda name: math.dist(places[name], middle))


def step(places: Places, projection: Projection, here: str, way: Way) -> str:
    """Return the next place in this direction, or `here` if there is none."""
    x0, y0 = projection.pixel(places[here])
    best, least = here, float("inf")
    for name, point in places.items():
        x, y = projection.pixel(point)
        ahead = (x - x0) * way[0] + (y - y0) * way[1]
        aside = abs((x - x0) * way[1]) + abs((y - y0) * way[0])
        if ahead > 0.05 * projection.scale and ahead + ASIDE_PENALTY * aside < least:
            best, least = name, ahead + ASIDE_PENALTY * aside
    return best
