"""Where each LED is, learned in the window: by tapping, or with a camera."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings, save_camera_settings
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.mapping import LightsStage
from fourth_seat.hardware.lights.settings import load_layout
from fourth_seat.ui.devices.learn import LearnSheet
from fourth_seat.ui.devices.lights import LightsSection
from fourth_seat.ui.devices.page import HardwareSheet
from fourth_seat.ui.window import Window
from tests.ui.conftest import press, screenshot
from tests.ui.devices.lights_in_window import DRAWN, at_table, board, choose, lit, opened, strip_of
from tests.ui.patience import settle


def learning(window: Window, section: LightsSection) -> LearnSheet:
    """Return the sheet that maps LEDs, before it begins."""
    section.learn.invoke()
    settle(window)
    (sheet,) = [child for child in window.page.winfo_children() if isinstance(child, LearnSheet)]  # type: ignore[union-attr]
    return sheet


def learn(window: Window, section: LightsSection, count: int) -> LearnSheet:
    sheet = learning(window, section)
    sheet.count.set(count)
    sheet.begin()
    settle(window)
    return sheet


def tap_all(sheet: LearnSheet, cell_of: dict[int, str]) -> int:
    taps = 0
    while sheet.setup and sheet.setup.stage is LightsStage.ASKING:
        cell = cell_of.get(sheet.setup.led)
        sheet._board.handlers.tap(cell, False) if cell else sheet.answers["nothing"].invoke()
        taps += 1
    return taps


@pytest.mark.slow
def test_which_led_lies_where_is_learned_by_tapping(window: Window) -> None:
    geometry = board().geometry
    truth = LedLayout((LedPanel(7, 6, first=3, serpentine=False),))
    cell_of = {led: name for name, leds in truth.under(geometry).cells.items() for led in leds}
    section = opened(window)
    choose(section, DRAWN)
    sheet = learn(window, section, 60)
    assert strip_of(window).count == 60
    screenshot(window, "lights-learn")
    assert tap_all(sheet, cell_of) <= 8
    settle(window)
    assert set(sheet.answers) == {"yes", "no", "back"}
    screenshot(window, "lights-confirm")
    sheet.answers["yes"].invoke()  # a light moves row by row
    sheet.answers["yes"].invoke()  # the others lie around the board
    settle(window)
    assert not sheet.winfo_exists()
    plan = load_layout(board().game, board().geometry)
    assert plan and plan.panels == truth.panels and plan.rim == (0, 1, 2, *range(45, 60))
    assert "6 x 7" in str(section.described.cget("text")) and "18 LEDs" in str(section.described.cget("text"))
    assert strip_of(window).count == 60 and not lit(window)
    screenshot(window, "lights-learned")


def test_a_camera_that_cannot_be_started_leaves_the_other_way(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    save_camera_settings("connect4", CameraSettings("9"))
    section = opened(window)
    choose(section, DRAWN)
    sheet = learning(window, section)
    monkeypatch.setattr("fourth_seat.vision.worker.client.VisionProcess", broken)
    sheet.look()
    settle(window)
    assert sheet.message.shown == "The camera cannot be started: too many processes"
    assert str(sheet.message.cget("style")) == "Raised.Warn.TLabel" and sheet.count.winfo_ismapped()
    sheet.begin()
    settle(window)
    assert sheet.setup and not sheet.count.winfo_ismapped()


@pytest.mark.slow
def test_the_camera_of_the_table_rests_while_it_looks_at_the_lights(window: Window) -> None:
    page = at_table(window)
    page.camera.start("9")
    page.actions.invoke("hardware")
    settle(window)
    assert isinstance(page.sheet, HardwareSheet) and page.camera.watching
    section = page.sheet.content.lights
    choose(section, DRAWN)
    sheet = learning(window, section)
    sheet.look()
    assert page.camera.watching is None and sheet._process
    sheet.close()
    assert page.camera.watching and page.camera.watching.source == "9"
    assert load_camera_settings("connect4").on


@pytest.mark.slow
def test_learning_is_given_up(window: Window) -> None:
    section = opened(window)
    choose(section, DRAWN)
    sheet = learn(window, section, 60)
    sheet.buttons[0].invoke()
    settle(window)
    assert load_layout(board().game, board().geometry) is None
    assert strip_of(window).count == 42 and not lit(window)


@pytest.mark.slow
@pytest.mark.parametrize("at_the_table", [False, True])
def test_escape_leaves_the_learning_and_nothing_below_it(window: Window, at_the_table: bool) -> None:
    if at_the_table:
        page = at_table(window)
        page.actions.invoke("hardware")
        settle(window)
        assert isinstance(page.sheet, HardwareSheet)
        section = page.sheet.content.lights
    else:
        section = opened(window)
    choose(section, DRAWN)
    below, above = window.page, learn(window, section, 60)
    assert below
    sheet = next((part for part in below.winfo_children() if isinstance(part, HardwareSheet)), None)
    above.count.focus_force()
    press(window, "<Escape>")
    assert not above.winfo_exists() and strip_of(window).count == 42, "the lights have the layout again that they had"
    assert window.page is below and below.sheet is sheet
    if sheet:
        assert str(window.root.focus_get()).startswith(f"{sheet}."), "the keyboard is back on the sheet below"
        press(window, "<Escape>")
        assert window.page is below and below.sheet is None


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("count", ["0", "many", "", "99999"])
def test_a_number_of_leds_that_cannot_be(window: Window, count: Any) -> None:
    section = opened(window)
    choose(section, DRAWN)
    sheet = learn(window, section, count)
    assert sheet.setup is None and "is not a number of LEDs" in sheet.message.shown
