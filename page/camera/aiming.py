"""Advice on placing a phone that films the board, based on the board's position in its picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.games.geometry import Rectangle
    from fourth_seat.vision.camera_session import Grid

MIN_MARGIN = 0.01  # of the picture's shorter side, between a corner of the board and the picture's edge
MIN_SHARE = 0.09  # of the picture that the board takes
# The part of a length on the board that is left where it is seen shortest, beside where it is seen longest: 25 degrees.
MIN_SLANT = 0.42


def aiming_advice(grid: Grid, area: Rectangle) -> Text | None:
    """Return advice on how to move the camera, based on the corners of the playing area in its picture, or None if it is
    well placed.
    """
    (width, height), corners = grid.size, grid.corners
    margin = MIN_MARGIN * min(width, height)
    if any(not (margin <= x <= width - margin and margin <= y <= height - margin) for x, y in corners):
        return say("Move the phone back a little: the board reaches the edge of the picture.")
    if slant(grid, area) < MIN_SLANT:
        return say(
            "The camera sees the board from the side: put the phone higher or, if the board is "
            "upright, straight in front of it."
        )
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    if abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2 < MIN_SHARE * width * height:
        return say("Move the phone closer: the board is small in the picture.")
    return None


def slant(grid: Grid, area: Rectangle) -> float:
    """Return the sine of the angle at which the camera looks down on the board: 1 for a view from directly above, 0 for an
    edge-on view.

    This is the smaller singular value of the linear map from board to picture, divided by the larger one. The map is
    computed from the midpoints of opposite edges, so perspective has little effect.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = grid.corners
    left, top, right, bottom = area
    across = (bx + cx - ax - dx) / 2 / (right - left), (by + cy - ay - dy) / 2 / (right - left)
    along = (cx + dx - ax - bx) / 2 / (bottom - top), (cy + dy - ay - by) / 2 / (bottom - top)
    squares = math.hypot(*across) ** 2 + math.hypot(*along) ** 2
    twice_area = 2 * abs(across[0] * along[1] - across[1] * along[0])
    longer, shorter = math.sqrt(squares + twice_area), math.sqrt(max(0.0, squares - twice_area))
    return (longer - shorter) / (longer + shorter)
