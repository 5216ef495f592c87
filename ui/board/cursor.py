"""The keyboard's way over a board: which place lies next in a direction, as the board lies on the screen."""

from __future__ import annotations

from calibration.mapping import Mapping
from games.geometry import Geometry, Point, centre

Direction = tuple[int, int]
"""(right, down) on the screen; one of the two is 0."""

ASIDE = 2.5  # how much farther a place seems for each unit that it lies off the straight way


def places(geometry: Geometry) -> dict[str, Point]:
    """All that can be tapped, with the middle of each: tap areas, and the cells that lie under none."""
    covered = {name for area in geometry.taps for name in area.cells}
    found = {area.name: centre(area.polygon) for area in geometry.taps}
    found.update((cell.name, centre(cell.polygon)) for cell in geometry.cells if cell.name not in covered)
    return found


def first(geometry: Geometry) -> str:
    """Where the cursor begins: the place nearest to the middle of the board."""
    left, top, right, bottom = geometry.area
    middle = (left + right) / 2, (top + bottom) / 2
    return min(places(geometry).items(), key=lambda place: (place[1][0] - middle[0]) ** 2 + (place[1][1] - middle[1]) ** 2)[
        0
    ]


def step(geometry: Geometry, mapping: Mapping, here: str, way: Direction) -> str:
    """The place next to `here` in this direction; `here` itself at the edge."""
    found = places(geometry)
    x0, y0 = mapping.pixel(found[here])
    best, least = here, float("inf")
    for name, point in found.items():
        x, y = mapping.pixel(point)
        ahead = (x - x0) * way[0] + (y - y0) * way[1]
        aside = abs((x - x0) * way[1]) + abs((y - y0) * way[0])
        if ahead > 0.05 * mapping.scale and ahead + ASIDE * aside < least:
            best, least = name, ahead + ASIDE * aside
    return best
