"""Corner markers on an A4 sheet, which are placed at a board's four corners to show the playing area to a camera.

The markers are ArUco markers (Garrido-Jurado and others, Automatic generation and detection of highly reliable fiducial
markers under occlusion, 2014). Each marker is cut out so that one corner of its paper can be placed on a corner of the
playing area.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fourth_seat.hardware.paper.board_drawing import INK, MUTED
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import A4, PaperSheet, save, sheet_for
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.words import ENGLISH, Catalogue, Text, say

WIDTH, HEIGHT = A4
MILLIMETRE = 72 / 25.4
MARKER_SIDE = 56 * MILLIMETRE  # of a marker
MARKER_BITS = 7  # across a marker, including its black edge
# White paper around it, without which it is not seen; also from the marker to the paper's corner.
QUIET_ZONE = MARKER_SIDE / MARKER_BITS
CAPTION_HEIGHT = 13 * MILLIMETRE  # of paper for the words, on the side away from the board
MARGIN = 42.0
TITLE_SIZE, BODY_SIZE, SMALL_SIZE = 17.0, 10.5, 9.0
LEADING = 1.4
DASH_LENGTH = 5.0  # points
MARKER_DICTIONARY = 4  # cv2.aruco.DICT_5X5_50: few, large bits that differ much


@dataclass(frozen=True, slots=True)
class MarkerCorner:
    """A corner of the playing area in the picture, and its marker.

    Attributes:
        name: the corner's name, such as "top left".
        right, bottom: the corner of the marker's paper that is placed on it, each 0 or 1.
    """

    name: Text
    right: int
    bottom: int


CORNERS = (  # in the order of a playing area's corners; a marker's number is its place here
    MarkerCorner(say("top left"), 1, 1),
    MarkerCorner(say("top right"), 0, 1),
    MarkerCorner(say("bottom right"), 0, 0),
    MarkerCorner(say("bottom left"), 1, 0),
)


def write_markers(path: Path, catalogue: Catalogue = ENGLISH) -> None:
    """Write the sheet to a PDF, PNG or SVG file, depending on the suffix. It can be printed at any size.

    Raises:
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    sheet = sheet_for(path, (WIDTH, HEIGHT), script_of(catalogue), say("Corner markers"))
    draw_markers(sheet)
    save(sheet, path)


def marker_position(number: int) -> tuple[float, float]:
    """Return the upper left corner of a marker's black square on the sheet, in points."""
    corner = CORNERS[number]
    column, row = 1 - corner.right, 1 - corner.bottom
    left = WIDTH / 2 + (column - 1) * (MARKER_SIDE + 2 * QUIET_ZONE) + (2 * column - 1) * 12 + QUIET_ZONE
    top = (
        150
        + row * (MARKER_SIDE + 2 * QUIET_ZONE + CAPTION_HEIGHT + 40)
        + QUIET_ZONE
        + (CAPTION_HEIGHT if corner.bottom else 0)
    )
    return left, top


def draw_markers(sheet: PaperSheet) -> None:
    """Draw the whole sheet."""
    render, margins = sheet.script.catalogue.render, (MARGIN, WIDTH - MARGIN)
    sheet.begin(margins, MARGIN + TITLE_SIZE, render(say("Corner markers")), TITLE_SIZE, INK, bold=True)
    how = say(
        "Cut along the dashed lines. Lay each marker outside the playing area, so that the camera "
        "sees its text upright and the corner with the dot touches the corner of the playing area "
        "named on the marker. Once the board has been found, put the markers away."
    )
    for line, words in enumerate(sheet.break_lines(render(how), BODY_SIZE, WIDTH - 2 * MARGIN)):
        sheet.begin(margins, MARGIN + 2.6 * TITLE_SIZE + line * BODY_SIZE * LEADING, words, BODY_SIZE, INK)
    for number, corner in enumerate(CORNERS):
        _marker(sheet, number, corner, render(corner.name))


def _marker(sheet: PaperSheet, number: int, corner: MarkerCorner, words: str) -> None:
    left, top = marker_position(number)
    draw_marker(sheet, MARKER_DICTIONARY, number, MARKER_BITS, left, top, MARKER_SIDE)
    first, last = (left - QUIET_ZONE, top - QUIET_ZONE), (left + MARKER_SIDE + QUIET_ZONE, top + MARKER_SIDE + QUIET_ZONE)
    upper, lower = (first[1] - CAPTION_HEIGHT, last[1]) if corner.bottom else (first[1], last[1] + CAPTION_HEIGHT)
    for start, end in (
        ((first[0], upper), (last[0], upper)),
        ((first[0], lower), (last[0], lower)),
        ((first[0], upper), (first[0], lower)),
        ((last[0], upper), (last[0], lower)),
    ):
        _dashed(sheet, start, end)
    baseline = upper + CAPTION_HEIGHT / 2 if corner.bottom else lower - CAPTION_HEIGHT / 2
    sheet.centred(((first[0] + last[0]) / 2, baseline), words, TITLE_SIZE, INK, bold=True)
    dot = (last if corner.right else first)[0], (last if corner.bottom else first)[1]
    inwards = 0.3 * QUIET_ZONE
    sheet.circle((dot[0] + (1 - 2 * corner.right) * inwards, dot[1] + (1 - 2 * corner.bottom) * inwards), 2.2, INK)


def draw_marker(sheet: PaperSheet, dictionary: int, number: int, bits: int, left: float, top: float, side: float) -> None:
    """Draw an ArUco marker; `bits` is its width in bits, including the black edge."""
    need("camera")
    import cv2

    sheet.box(left, top, left + side, top + side, "#000000")
    bit = side / bits
    image = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, bits)
    for row, line in enumerate(image):
        for column, white in enumerate(line):
            if white:
                x, y = left + column * bit, top + row * bit
                sheet.box(x, y, x + bit, y + bit, "#ffffff")


def _dashed(sheet: PaperSheet, start: tuple[float, float], end: tuple[float, float]) -> None:
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    way = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    at = 0.0
    while at < length:
        to = min(at + DASH_LENGTH, length)
        begin, stop = ((start[0] + way[0] * k, start[1] + way[1] * k) for k in (at, to))
        sheet.line(begin, stop, MUTED, 0.6)
        at += 2 * DASH_LENGTH
