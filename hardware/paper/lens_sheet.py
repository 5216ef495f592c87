"""A chessboard with markers on an A4 sheet, which is shown to a camera from several angles to measure lens distortion.

It is one of OpenCV's ChArUco boards. The markers next to each chessboard corner identify it, so the camera need not see the
whole sheet.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.hardware.paper.board_drawing import INK
from fourth_seat.hardware.paper.corner_markers import draw_marker
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import A4, PaperSheet, save, sheet_for
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.words import ENGLISH, Catalogue, say

if TYPE_CHECKING:
    import cv2

WIDTH, HEIGHT = A4[::-1]  # on its side
COLUMNS, ROWS = 9, 6  # squares
SQUARE_SIDE = 82.0  # points
MARKER_SHARE = 0.72  # of a square
MARKER_BITS = 6  # across a marker, including its black edge
MARKER_DICTIONARY = 0  # cv2.aruco.DICT_4X4_50: the fewest, so the largest bits; unlike the corner markers'
BODY_SIZE = 11.0  # points
MARGIN = 42.0


def charuco() -> cv2.aruco.CharucoBoard:
    """Return the board as an OpenCV object, with one unit per square."""
    need("camera")
    import cv2

    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), 1.0, MARKER_SHARE, dictionary)


def write_lens_sheet(path: Path, catalogue: Catalogue = ENGLISH) -> None:
    """Write the sheet to a PDF, PNG or SVG file, depending on the suffix. It can be printed at any size.

    Raises:
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    sheet = sheet_for(path, (WIDTH, HEIGHT), script_of(catalogue), say("The lens"))
    draw_lens_sheet(sheet)
    save(sheet, path)


def draw_lens_sheet(sheet: PaperSheet) -> None:
    """Draw the whole sheet."""
    from fourth_seat.calibration.lens import ENOUGH_VIEWS

    how = say(
        "Keep this sheet flat, for example on a book, and show it to the camera from {n} angles, close up and tilted.",
        n=ENOUGH_VIEWS,
    )
    sheet.begin((MARGIN, WIDTH - MARGIN), MARGIN, sheet.script.catalogue.render(how), BODY_SIZE, INK)
    left, top = (WIDTH - COLUMNS * SQUARE_SIDE) / 2, MARGIN + 2 * BODY_SIZE
    number, quiet = 0, (1 - MARKER_SHARE) / 2 * SQUARE_SIDE
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = left + column * SQUARE_SIDE, top + row * SQUARE_SIDE
            if (row + column) % 2 == 0:
                sheet.box(x, y, x + SQUARE_SIDE, y + SQUARE_SIDE, "#000000")
            else:
                side = MARKER_SHARE * SQUARE_SIDE
                draw_marker(sheet, MARKER_DICTIONARY, number, MARKER_BITS, x + quiet, y + quiet, side)
                number += 1
