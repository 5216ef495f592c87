"""Frames on a strip: each cell's LEDs, the rim's, and what happens while time passes."""

from __future__ import annotations

import threading
import time

import pytest

from calibration.lights.layout import LedLayout, LedPlan
from calibration.lights.panel import LedPanel
from calibration.lights.regular import ORIENTATIONS, regular_panels
from games import find, game_names
from hardware.lights.animation import Animation
from hardware.lights.board_lights import BoardLights, Frame, rim_place
from hardware.lights.strip import DARK
from tests.hardware.lights.recording_strip import RecordingStrip

LAYOUT = LedLayout({"a": (0, 1), "b": (5,)}, (4, 3))


def test_a_frame_reaches_the_leds_of_its_cells() -> None:
    strip = RecordingStrip(8)
    BoardLights(strip, LAYOUT).show({"a": (1, 2, 3), rim_place(0): (4, 5, 6), "tray:1:F": (9, 9, 9)})
    assert strip.frames == [((1, 2, 3), (1, 2, 3), DARK, DARK, (4, 5, 6), DARK, DARK, DARK)]
    BoardLights(strip, LAYOUT).show({})
    assert strip.lit == {}


def test_a_strip_that_is_too_short_shows_what_it_can() -> None:
    strip = RecordingStrip(4)
    BoardLights(strip, LAYOUT).show({"a": (1, 2, 3), "b": (4, 5, 6), rim_place(1): (7, 8, 9)})
    assert strip.lit == {0: (1, 2, 3), 1: (1, 2, 3), 3: (7, 8, 9)}


@pytest.mark.parametrize("serpentine", [True, False])
@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
@pytest.mark.parametrize("game", game_names())
def test_one_cell_lights_its_own_leds_only(game: str, orientation: object, serpentine: bool) -> None:
    geometry = find(game).geometry(find(game).options())
    laid = regular_panels(geometry, orientation, serpentine=serpentine)  # type: ignore[arg-type]
    layout = LedPlan(
        tuple(LedPanel(p.length, p.lines, p.first + 5, p.serpentine, p.orientation, p.area) for p in laid)
    ).under(geometry)
    strip = RecordingStrip(layout.count)
    lights = BoardLights(strip, layout)
    seen: set[int] = set()
    for cell, leds in layout.cells.items():
        lights.show({cell: (0, 9, 0)})
        assert set(strip.lit) == set(leds)
        assert not seen & strip.lit.keys()
        seen |= strip.lit.keys()
    assert seen == set(range(5, layout.count))


def wait_until(what: object, seconds: float = 3.0) -> None:
    end = time.monotonic() + seconds
    while not what():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.005)


def test_an_animation_draws_at_once_and_goes_on() -> None:
    strip = RecordingStrip(8)
    animation = Animation(BoardLights(strip, LAYOUT))
    times: list[float] = []

    def draw(t: float) -> Frame:
        times.append(t)
        return {"b": (len(times), 0, 0)}

    animation.play(draw)
    wait_until(lambda: len(times) >= 4)
    assert times[0] < 0.04
    assert strip.lit.keys() == {5}
    animation.play(lambda _: {"a": (7, 7, 7)})
    wait_until(lambda: strip.lit.keys() == {0, 1})
    animation.play(None)
    wait_until(lambda: not strip.lit)
    animation.close()


def test_the_same_frame_is_sent_once_and_the_end_is_dark() -> None:
    strip = RecordingStrip(8)
    animation = Animation(BoardLights(strip, LAYOUT))
    animation.play(lambda _: {"a": (7, 7, 7)})
    wait_until(lambda: strip.lit)
    time.sleep(0.2)
    assert len([frame for frame in strip.frames if any(any(colour) for colour in frame)]) == 1
    animation.close()
    animation.close()
    assert strip.lit == {}
    assert "light show" not in {thread.name for thread in threading.enumerate()}


def test_time_goes_on_or_begins_anew() -> None:
    now = [100.0]
    strip = RecordingStrip(8)
    animation = Animation(BoardLights(strip, LAYOUT), lambda: now[0])
    times: list[float] = []

    def draw(t: float) -> Frame:
        times.append(t)
        return {}

    animation.play(draw)
    wait_until(lambda: times)
    now[0] = 103.0
    animation.play(lambda t: draw(t), afresh=False)
    wait_until(lambda: times[-1] == 3.0)
    animation.play(draw)
    wait_until(lambda: times[-1] == 0.0)
    animation.close()
