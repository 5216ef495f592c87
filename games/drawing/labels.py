"""Where the labels of a board's cells stand when the board is drawn, and where the board ends."""

from __future__ import annotations

from games.geometry import Cell, Geometry, Point, Polygon, Rectangle, extent, widened

LABEL_DISTANCE = 0.3  # units between the board's edge and the middle of a label beside it
PLATE_MARGIN = 0.15  # units of board around the playing area of a game that draws no ground of its own


def labels(geometry: Geometry) -> dict[str, Point]:
    """Where the labels of the board's cells stand: beside it if all those cells lie along its edge, else in the cells."""
    cells = [cell for cell in geometry.cells if cell.label and cell.zone == "board"]
    beside = {cell.name: _beside(geometry, cell) for cell in cells}
    outside = {name: place for name, place in beside.items() if place}
    return outside if len(outside) == len(cells) else {cell.name: _within(cell) for cell in cells}


def _within(cell: Cell) -> Point:
    """In a cell, away from its middle, where a small dot may stand."""
    if len(cell.polygon) != 3:
        return cell.foot
    x, y = cell.foot
    tip = sorted(cell.polygon)[1]
    return x + 0.38 * (tip[0] - x), y + 0.38 * (tip[1] - y)


def _beside(geometry: Geometry, cell: Cell) -> Point | None:
    left, top, right, bottom = geometry.area
    x0, y0, x1, y1 = extent(cell.polygon)
    out = outer_edge(geometry)
    x, y = cell.foot
    places: list[tuple[float, Point]] = [  # of places as near, the first: numbers of columns stand in one line
        (bottom - y1, (x, out[3] + LABEL_DISTANCE)),
        (y0 - top, (x, out[1] - LABEL_DISTANCE)),
        (x0 - left, (out[0] - LABEL_DISTANCE, y)),
        (right - x1, (out[2] + LABEL_DISTANCE, y)),
    ]
    gap, place = min(places, key=lambda place: round(place[0], 3))
    return place if gap < 0.5 else None


def outer_edge(geometry: Geometry) -> Rectangle:
    """The board's outer edge: that of the ground it lies on."""
    ground = outermost(geometry)
    return extent(ground) if ground else widened(geometry.area, PLATE_MARGIN)


def window_with_labels(geometry: Geometry) -> Rectangle:
    """All there is to show, with room for labels beside the board."""
    left, top, right, bottom = geometry.bounds
    places = list(labels(geometry).values())
    half = LABEL_DISTANCE * 0.8
    return (
        min([left, *(x - half for x, _ in places)]),
        min([top, *(y - half for _, y in places)]),
        max([right, *(x + half for x, _ in places)]),
        max([bottom, *(y + half for _, y in places)]),
    )


def outermost(geometry: Geometry) -> Polygon | None:
    """The ground that has the whole board on it."""
    left, top, right, bottom = geometry.area
    for ground in geometry.grounds:
        x0, y0, x1, y1 = extent(ground.polygon)
        if x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
            return ground.polygon
    return None
