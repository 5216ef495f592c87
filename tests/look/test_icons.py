"""The strokes of the icons: within their grid, and as a browser would draw them."""

from __future__ import annotations

import math

import pytest

from fourth_seat.look import icons


@pytest.mark.quick
@pytest.mark.parametrize("name", icons.ICONS)
def test_an_icon_lies_on_its_grid_and_is_no_speck(name: str) -> None:
    points = [point for stroke in icons.lines(name) for point in stroke]
    across, down = [x for x, _ in points], [y for _, y in points]
    edge = icons.STROKE / 2
    assert min(*across, *down) >= edge and max(*across, *down) <= icons.GRID - edge
    assert max(max(across) - min(across), max(down) - min(down)) >= icons.GRID / 2


def test_arcs_are_parts_of_their_circle() -> None:
    circle = icons.lines("clock")[0]
    assert all(math.isclose(math.dist(point, (12, 12)), 9, abs_tol=1e-9) for point in circle)
    assert len({(round(x), round(y)) for x, y in circle}) > 20
    for name, above in (("turn", (12, 4.5)), ("turn_left", (12, 4.5))):
        arc = icons.lines(name)[0]
        assert min(math.dist(point, above) for point in arc) < 1, name  # over the top, whichever way it turns


def test_a_smooth_curve_goes_on_as_it_came() -> None:
    eye = icons.lines("across")[0]
    turns = [
        abs((math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi) % math.tau - math.pi)
        for a, b, c in zip(eye, eye[1:], eye[2:], strict=False)
    ]
    corners = [turn for turn in turns if turn > 0.5]
    assert len(corners) == 1, "the far corner of the eye alone; where it begins is no turn"
    assert eye[0] == eye[-1]
