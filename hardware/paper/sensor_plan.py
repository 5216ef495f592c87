"""A full-size plan of a board's sensors for printing or laser cutting, which shows their positions and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame
from fourth_seat.games.drawing.outline import around
from fourth_seat.games.geometry import Geometry, Point, extent, rectangle
from fourth_seat.games.options import Options
from fourth_seat.hardware.paper.board_drawing import INK, MUTED, BoardPart
from fourth_seat.hardware.paper.board_sheet import MILLIMETRE, draw_ruler
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import save, sheet_for
from fourth_seat.words import ENGLISH, Catalogue

MARGIN = 12 * MILLIMETRE
RULER_HEIGHT = 22 * MILLIMETRE
HOLE_MM = 3.0  # across a sensor's place: a light barrier's LED, or a mark for the middle of a reed contact
NUMBER_SIZE = 2.6 * MILLIMETRE
ABOVE_COLUMN = 0.06  # board units below the upper edge of a column: whatever falls in passes there first


def place_of(geometry: Geometry, place: str) -> Point:
    """Return the position of the sensor of a cell or column; a column's sensor is at its top."""
    if place in geometry:
        return geometry[place].foot
    column = next(area for area in geometry.tap_areas if area.name == place)
    left, top, right, _ = extent(column.polygon)
    return (left + right) / 2, max(top, geometry.area[1]) + ABOVE_COLUMN


def write_plan(
    game: AnyGame,
    options: Options,
    places: Sequence[str],
    pitch_mm: float,
    path: Path,
    catalogue: Catalogue = ENGLISH,
) -> None:
    """Write the plan to an SVG, PDF or PNG file, depending on the suffix.

    Args:
        places: cells and columns with sensors, in order of sensor number.
        pitch_mm: the distance between adjacent cells, in millimetres.

    Raises:
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    geometry, unit = game.geometry(options), pitch_mm * MILLIMETRE
    left, top, right, bottom = geometry.area
    width, height = (right - left) * unit + 2 * MARGIN, (bottom - top) * unit + 2 * MARGIN
    sheet = sheet_for(path, (width, height + RULER_HEIGHT), script_of(catalogue), game.title)
    centre = (left + right) / 2, (top + bottom) / 2
    projection = Projection((1.0, 0.0), (0.0, 1.0), unit, centre, (width / 2, height / 2))
    BoardPart(geometry, game.sides(options), {}, geometry.area, ()).draw(sheet, projection)
    for start, end in around([projection.pixels(rectangle(*geometry.area))]):
        sheet.line(start, end, INK, 1.0)
    radius = HOLE_MM / 2 * MILLIMETRE
    for number, place in enumerate(places):
        x, y = projection.pixel(place_of(geometry, place))
        sheet.circle((x, y), radius, "", INK, 0.4)
        sheet.centred((x, y + radius + NUMBER_SIZE * 0.7), str(number), NUMBER_SIZE, MUTED)
    draw_ruler(sheet, height)
    save(sheet, path)
