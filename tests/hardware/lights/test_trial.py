"""The test of lights, as time passes."""

from __future__ import annotations

from calibration.regular import usual
from games import find
from hardware.lights.board import Lights
from hardware.lights.trial import ALL, Trial
from tests.hardware.lights.strips import Shown
from words import say

GEOMETRY = find("kalah").geometry(find("kalah").options())
LAYOUT = usual(GEOMETRY).under(GEOMETRY)


def test_it_begins_once_the_device_is_there_and_ends() -> None:
    now = [100.0]
    strip = Shown(LAYOUT.count)
    strip.arrived = False
    trial = Trial(Lights(strip, LAYOUT), GEOMETRY, lambda: now[0])
    now[0] += 3
    trial.step()
    assert trial.shows is None and not trial.over
    strip.arrived = True
    trial.step()
    assert str(trial.shows) == "red"
    now[0] += ALL
    assert str(trial.shows) == "green"
    trial.step()
    now[0] += 1000
    assert trial.shows is None and trial.over
    trial.close()
    trial.close()
    assert not strip.lit


def test_a_device_that_does_not_work_does_not_hold_it_up() -> None:
    strip = Shown(LAYOUT.count)
    strip.arrived, strip.trouble = False, say("pulled out")
    trial = Trial(Lights(strip, LAYOUT), GEOMETRY)
    assert str(trial.shows) == "red"
    trial.close()
