"""Placing a phone: boards as seen by cameras in known places."""

from __future__ import annotations

import math

import pytest

from fourth_seat.page.camera.aiming import aiming_advice, slant
from fourth_seat.vision.camera_session import Grid

SIZE = 1280, 720
BOARD = (0.0, 0.0, 20.0, 12.0)
FOCUS = 1100.0  # pixels


def seen(degrees: float, distance: float, turned: float = 0.0, aside: float = 0.0) -> Grid:
    """Return the corners of the board from this many degrees above the table and this far from its middle, in its own
    units."""
    up, corners = math.radians(degrees), []
    for x, y in ((-10, -6), (10, -6), (10, 6), (-10, 6)):
        across = x * math.cos(turned) - y * math.sin(turned)
        along = x * math.sin(turned) + y * math.cos(turned)  # towards the camera
        depth = distance - along * math.cos(up)
        corners.append((SIZE[0] / 2 + aside + FOCUS * across / depth, SIZE[1] / 2 + FOCUS * along * math.sin(up) / depth))
    return Grid(SIZE, tuple(corners), True, {})


@pytest.mark.parametrize("turned", [0.0, 0.6, math.pi / 2, 3.0])
@pytest.mark.parametrize("degrees", [20, 40, 60, 90])
def test_slant_is_the_sine_of_the_angle_above_the_table(degrees: float, turned: float) -> None:
    assert slant(seen(degrees, 60, turned), BOARD) == pytest.approx(math.sin(math.radians(degrees)), abs=0.06)


@pytest.mark.parametrize("turned", [0.0, 0.4, 3.0])
def test_advice(turned: float) -> None:
    def advice(*where: float) -> str:
        return str(aiming_advice(seen(*where), BOARD) or "")

    assert advice(60, 42, turned) == ""
    assert "higher" in advice(18, 42, turned)
    assert "back" in advice(60, 18, turned)
    assert "back" in advice(60, 42, turned, 400)
    assert "closer" in advice(60, 90, turned)
