"""Draws cell names on a printed board, in the same places as in the window."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells
from fourth_seat.games.drawing.labels import BoardLabel, labels
from fourth_seat.games.geometry import Geometry, Rectangle, centre, contains, extent, rectangle
from fourth_seat.hardware.paper.sheet import PaperSheet

NAME_UNITS, MIN_SIZE, MAX_SIZE = 0.3, 6.0, 10.0  # of a name in units, and in points at least and at most
SIZE_ON_PIECE = 0.13
EDGE_DISTANCE = 9.0  # points from a picture's edge to the middle of a name beside it
MIN_VISIBLE_UNITS = 0.4  # units of a row or column that must be in the picture on both sides of its middle
NEAR_FOOT = -0.42  # of the way from a triangle's middle to its tip: the name of one on which a piece lies
INK_COLOUR, PLATE_COLOUR, PLATE_INK_COLOUR = "#6b6b6b", "#1c1c1c", "#ffffff"


def draw_names(
    sheet: PaperSheet,
    projection: Projection,
    geometry: Geometry,
    window: Rectangle,
    cells: Cells,
    needed: Collection[str],
    renamed: Mapping[str, str],
) -> None:
    """Draw the names in part of a board, with the row and column names beside it if it does not extend to the board's edge.

    Args:
        cells: the board's contents, which cover the names beneath them.
        needed: the cells whose names are drawn over their contents.
        renamed: cell names to print instead of the labels.
    """
    size = max(MIN_SIZE, min(NAME_UNITS * projection.scale, MAX_SIZE))
    left, _, right, _ = extent(projection.pixels(rectangle(*window)))
    for label in labels(geometry):
        text = renamed.get(label.cell, label.text)
        place = _place(geometry, label, window, EDGE_DISTANCE / projection.scale)
        if place is None:
            continue
        covered = label.cell in cells and contains(geometry[label.cell].polygon, label.place)
        if not covered:
            half = 0.5 * sheet.width_of(text, size) + 2
            x, y = projection.pixel(place)
            if x < left:
                x = min(x, left - half)
            elif x > right:
                x = max(x, right + half)
            else:
                x = min(max(x, left + half), right - half)
            sheet.centred((x, y), text, size, INK_COLOUR)
        elif label.cell in needed and len(geometry[label.cell].polygon) == 3:
            _on_plate(sheet, projection, geometry, label.cell, text)


def _on_plate(sheet: PaperSheet, projection: Projection, geometry: Geometry, cell: str, text: str) -> None:
    triangle = geometry[cell].polygon
    tip, middle = sorted(triangle)[1], centre(triangle)
    foot = middle[0] + NEAR_FOOT * (tip[0] - middle[0]), middle[1] + NEAR_FOOT * (tip[1] - middle[1])
    x, y = projection.pixel(foot)
    size = max(MIN_SIZE, SIZE_ON_PIECE * projection.scale)
    half = 0.5 * sheet.width_of(text, size, bold=True) + 1.5
    sheet.box(x - half, y - 0.6 * size, x + half, y + 0.6 * size, PLATE_COLOUR)
    sheet.centred((x, y), text, size, PLATE_INK_COLOUR, bold=True)


def _place(geometry: Geometry, label: BoardLabel, window: Rectangle, beside: float) -> tuple[float, float] | None:
    """Return the place of a name: as in the window, or beside the picture; None if its cells are not in the picture."""
    (x, y), (left, top, right, bottom) = label.place, window
    if left <= x <= right and top <= y <= bottom:
        return x, y
    edge = geometry.area
    if label.cell:
        x0, y0, x1, y1 = extent(geometry[label.cell].polygon)
        if contains(geometry[label.cell].polygon, label.place) or not (
            x0 < right and x1 > left and y0 < bottom and y1 > top
        ):
            return None
    if edge[0] <= x <= edge[2] and left + MIN_VISIBLE_UNITS <= x <= right - MIN_VISIBLE_UNITS:
        return x, (top - beside if y < top else bottom + beside)
    if edge[1] <= y <= edge[3] and top + MIN_VISIBLE_UNITS <= y <= bottom - MIN_VISIBLE_UNITS:
        return (left - beside if x < left else right + beside), y
    return None
