"""The test of lights, as time passes."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.regular import default_layout
from fourth_seat.hardware.lights.self_test import PRIMARIES, PRIMARY_S, LightsSelfTest, self_test_steps
from fourth_seat.words import say
from tests.hardware.lights.fake_strip import FakeStrip

GEOMETRY = find("kalah").geometry(find("kalah").options())
LAYOUT = default_layout(GEOMETRY).under(GEOMETRY)


def test_it_begins_once_the_device_is_there_and_ends() -> None:
    now = [100.0]
    strip = FakeStrip(LAYOUT.count)
    strip.arrange(LAYOUT)
    strip.arrived = False
    trial = LightsSelfTest(strip, GEOMETRY, lambda: now[0])
    now[0] += 3
    trial.step()
    assert trial.shows is None and not trial.over
    strip.arrived = True
    trial.step()
    assert str(trial.shows) == "red"
    now[0] += PRIMARY_S
    assert str(trial.shows) == "green"
    trial.step()
    now[0] += 1000
    assert trial.shows is None and trial.over
    trial.close()
    trial.close()
    assert not strip.lit


def test_all_leds_show_each_colour_and_every_cell_is_lit_long_enough_to_be_drawn() -> None:
    blokus = find("blokus")
    geometry = blokus.geometry(blokus.options())
    layout = LedLayout((LedPanel(20, 20, skip=1),)).under(geometry)
    strip = FakeStrip(layout.count)
    strip.arrange(layout)
    steps = self_test_steps(layout, geometry)
    for step, (_, colour) in zip(steps[:4], PRIMARIES, strict=True):
        assert strip.colours_of(step.frame) == [colour] * (20 * 20 + 19)
    cells = steps[4:]
    assert len(cells) == 400 and min(step.seconds for step in cells) >= 0.15
    assert sum(step.seconds for step in cells) <= 60


def test_a_device_that_does_not_work_does_not_hold_it_up() -> None:
    strip = FakeStrip(LAYOUT.count)
    strip.arrange(LAYOUT)
    strip.arrived, strip.trouble = False, say("pulled out")
    trial = LightsSelfTest(strip, GEOMETRY)
    assert str(trial.shows) == "red"
    trial.close()
