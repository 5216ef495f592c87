"""Frames on a strip: each cell's LEDs, and the rim's."""

from __future__ import annotations

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel, rim_place
from fourth_seat.hardware.lights.regular import ORIENTATIONS, regular_panels
from fourth_seat.hardware.lights.strip import DARK
from tests.hardware.lights.fake_strip import FakeStrip

LAYOUT = LedLayout((), {"a": (0, 1), "b": (5,)}, (4, 3))


def test_a_frame_reaches_the_leds_of_its_cells() -> None:
    strip = FakeStrip(8)
    strip.arrange(LAYOUT)
    frame = {"a": (1, 2, 3), rim_place(0): (4, 5, 6)}
    colours = strip.colours_of({**frame, "tray:1:F": (9, 9, 9)})
    assert colours == [(1, 2, 3), (1, 2, 3), DARK, DARK, (4, 5, 6), DARK, DARK, DARK]
    strip.show(colours)
    assert strip.frame == frame
    strip.show(strip.colours_of({}))
    assert strip.frame == {}


def test_a_strip_that_is_too_short_shows_what_it_can() -> None:
    strip = FakeStrip(4)
    strip.arrange(LAYOUT)
    strip.show(strip.colours_of({"a": (1, 2, 3), "b": (4, 5, 6), rim_place(1): (7, 8, 9)}))
    assert strip.lit == {0: (1, 2, 3), 1: (1, 2, 3), 3: (7, 8, 9)}
    assert strip.frame == {"a": (1, 2, 3), rim_place(1): (7, 8, 9)}


def test_time_goes_on_or_begins_anew() -> None:
    now = [100.0]
    strip = FakeStrip(1, lambda: now[0])
    strip.play(lambda t: [(round(t), 0, 0)])
    now[0] = 103.0
    assert strip.colours == ((3, 0, 0),)
    strip.play(lambda t: [(0, round(t), 0)], afresh=False)
    assert strip.colours == ((0, 3, 0),)
    strip.play(lambda t: [(0, 0, round(t))])
    assert strip.colours == (DARK,)


@pytest.mark.parametrize("serpentine", [True, False])
@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
@pytest.mark.parametrize("game", game_names())
def test_one_cell_lights_its_own_leds_only(game: str, orientation: object, serpentine: bool) -> None:
    geometry = find(game).geometry(find(game).options())
    laid = regular_panels(geometry, orientation, serpentine=serpentine)  # type: ignore[arg-type]
    layout = LedLayout(
        tuple(LedPanel(p.length, p.lines, p.first + 5, p.serpentine, p.orientation, p.area) for p in laid)
    ).under(geometry)
    strip = FakeStrip(layout.count)
    strip.arrange(layout)
    seen: set[int] = set()
    for cell, leds in layout.cells.items():
        strip.show(strip.colours_of({cell: (0, 9, 0)}))
        assert set(strip.lit) == set(leds) and strip.frame == {cell: (0, 9, 0)}
        assert not seen & strip.lit.keys()
        seen |= strip.lit.keys()
    assert seen == set(range(5, layout.count))
