"""Places labels on a drawn board and computes the border around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fourth_seat.games.geometry import Cell, Geometry, Point, Polygon, Rectangle, extent, widened
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Game
from fourth_seat.words import Text, Value

LABELLED_ZONES = ("board", "bar", "home", "store")  # elsewhere labels are on the places to tap
LABEL_DISTANCE_UNITS = 0.3  # between the board's edge and the middle of a label beside it
PLATE_MARGIN_UNITS = 0.15  # of board around the playing area of a game that draws no ground of its own


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """A label drawn on or beside the board.

    Attributes:
        place: its centre, in board units.
        cell: the name of the labelled cell; empty for row and column labels.
    """

    text: str
    place: Point
    cell: str = ""


def labels(geometry: Geometry) -> tuple[BoardLabel, ...]:
    """Return the labels of the board's cells, followed by its column and row labels. Cell labels are placed beside the
    board if all labelled cells are at its edge, otherwise in the cells.
    """
    cells = [cell for cell in geometry.cells if cell.label and cell.zone in LABELLED_ZONES]
    outside = [_beside(geometry, cell) for cell in cells]
    places = [place or _within(cell) if all(outside) else _within(cell) for cell, place in zip(cells, outside, strict=True)]
    of_cells = (BoardLabel(cell.label, place, cell.name) for cell, place in zip(cells, places, strict=True))
    return (*of_cells, *_along_edges(geometry))


def _along_edges(geometry: Geometry) -> Iterator[BoardLabel]:
    left, top, right, bottom = geometry.area
    out = outer_edge(geometry)
    for number, text in enumerate(geometry.column_labels):
        x = left + (number + 0.5) * (right - left) / len(geometry.column_labels)
        yield BoardLabel(text, (x, out[3] + LABEL_DISTANCE_UNITS))
    for number, text in enumerate(geometry.row_labels):
        y = top + (number + 0.5) * (bottom - top) / len(geometry.row_labels)
        yield BoardLabel(text, (out[0] - LABEL_DISTANCE_UNITS, y))


def _within(cell: Cell) -> Point:
    """Return the position of a label within a cell, away from the middle, where a dot may be drawn."""
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
    places: list[tuple[float, Point]] = [  # among equally near places, the first: numbers of columns are in one line
        (bottom - y1, (x, out[3] + LABEL_DISTANCE_UNITS)),
        (y0 - top, (x, out[1] - LABEL_DISTANCE_UNITS)),
        (x0 - left, (out[0] - LABEL_DISTANCE_UNITS, y)),
        (right - x1, (out[2] + LABEL_DISTANCE_UNITS, y)),
    ]
    gap, place = min(places, key=lambda place: max(0.0, round(place[0], 3)))
    return place if gap < 0.5 else None


def outer_edge(geometry: Geometry) -> Rectangle:
    """Return the board's outer edge, which is the edge of the ground below it."""
    ground = outermost(geometry)
    return extent(ground) if ground else widened(geometry.area, PLATE_MARGIN_UNITS)


def window_with_labels(geometry: Geometry) -> Rectangle:
    """Return a window that shows everything and leaves room for the labels."""
    left, top, right, bottom = geometry.bounds
    places = [label.place for label in labels(geometry)]
    half = LABEL_DISTANCE_UNITS * 0.8
    return (
        min([left, *(x - half for x, _ in places)]),
        min([top, *(y - half for _, y in places)]),
        max([right, *(x + half for x, _ in places)]),
        max([bottom, *(y + half for _, y in places)]),
    )


def outermost(geometry: Geometry) -> Polygon | None:
    """Return the ground below the whole board, or None if there is none."""
    left, top, right, bottom = geometry.area
    for ground in geometry.grounds:
        x0, y0, x1, y1 = extent(ground.polygon)
        if x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
            return ground.polygon
    return None


def printed_names(
    game: Game[Any, Any], geometry: Geometry, colour: int, options: Options, text: Callable[[Text], str]
) -> dict[str, str]:
    """Return the names of labelled cells from a colour's point of view, keyed by cell. Names identical to their labels are
    omitted.
    """

    def written(name: Value) -> str:
        return text(name) if isinstance(name, Text) else str(name)

    names = {cell.name: written(game.cell_name(cell.name, colour, options)) for cell in geometry.cells if cell.label}
    return {cell: name for cell, name in names.items() if name not in (cell, geometry[cell].label)}
