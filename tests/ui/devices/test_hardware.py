"""Lights in the window: hidden without a device; chosen, tried out, shown at the table, released."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from fourth_seat.calibration.store import path
from fourth_seat.hardware.lights.factory import available_lights
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.scene import led_colour
from fourth_seat.hardware.lights.settings import LightsSettings, load_lights_settings, save_layout, save_lights_settings
from fourth_seat.hardware.lights.strip import DeviceStrip
from fourth_seat.ui.devices.lit_board import DrawnLights, LitBoard, shown
from fourth_seat.ui.devices.page import HardwarePage, HardwareSheet
from fourth_seat.ui.window import Window
from fourth_seat.words import say
from tests.hardware.emulation.serial_lines import PluggedPort
from tests.ui.conftest import MakeWindow, begin_game, screenshot
from tests.ui.devices.lights_in_window import DRAWN, at_table, board, choose, lit, opened, strip_of
from tests.ui.patience import settle, wait_for
from tests.ui.table.hands import texts

# -- none ------------------------------------------------------------------------------------------------------------------


def test_without_lights_nothing_of_them_is_there(window: Window) -> None:
    page = at_table(window, "4")
    settle(window, 0.2)
    assert window.lights.strip is None and window.notices.shown is None
    assert page.stage.panel.docked is None
    assert not [display for display in page.stage.table.displays if type(display).__name__ == "Lighting"]


@pytest.mark.slow
def test_choosing_nothing_asks_for_nothing(window: Window) -> None:
    section = opened(window)
    assert section.where.get() == "None" and section.test.instate(["disabled"])
    assert "No lights are used." in list(texts(section))
    window.go_home()
    settle(window)
    assert window.notices.shown is None and load_lights_settings("connect4") == LightsSettings()


def test_the_window_loads_no_serial_port_for_who_has_none() -> None:
    import subprocess

    check = "import sys, fourth_seat.ui.window, fourth_seat.ui.services.lights; print('serial' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# -- chosen ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_lights_are_chosen_tried_out_and_kept(window: Window) -> None:
    section = opened(window)
    choose(section, DRAWN)
    assert load_lights_settings("connect4") == LightsSettings("screen:", True)
    section.test.invoke()
    wait_for(window, lambda: len(lit(window)) == 42)
    assert set(strip_of(window).colours) == {(255, 0, 0)}
    wait_for(window, lambda: "The test shows green." in list(texts(section)))
    screenshot(window, "lights-test")
    section.brightness.value = 0.2
    section.brightness.event_generate("<<ComboboxSelected>>")
    section.budget.value = 2000
    section.budget.event_generate("<<ComboboxSelected>>")
    assert load_lights_settings("connect4") == LightsSettings("screen:", True, 2000, 0.2)
    assert window.lights.trying is None  # another choice ends the test
    choose(section, "None")
    assert window.lights.strip is None
    assert load_lights_settings("connect4").url == "" and not load_lights_settings("connect4").on


@pytest.mark.slow
def test_other_limits_do_not_open_the_device_anew(window: Window) -> None:
    section = opened(window)
    choose(section, "adalight:///dev/ttyNOPE")
    lights = window.lights.strip
    assert isinstance(lights, DeviceStrip)
    section.brightness.value = 0.2
    section.brightness.event_generate("<<ComboboxSelected>>")
    section.budget.value = 2000
    section.budget.event_generate("<<ComboboxSelected>>")
    assert window.lights.strip is lights
    section.change(replace(section.chosen, budget=20))  # less than 42 LEDs need
    settle(window)
    assert "the budget is 20 mA" in str(window.notices.shown) and window.lights.strip is None


@pytest.mark.slow
def test_a_device_that_is_not_there_is_said_in_a_sentence(window: Window) -> None:
    section = opened(window)
    choose(section, "adalight:///dev/ttyNOPE")
    wait_for(window, lambda: "Nothing is connected to /dev/ttyNOPE" in str(section.message.cget("text")))
    assert str(section.message.cget("style")) == "Raised.Warn.TLabel"
    screenshot(window, "lights-missing")
    choose(section, "lamp")
    settle(window)
    assert "Lamp is not an address for lights" in str(window.notices.shown)
    assert section.where.get() == "lamp" and load_lights_settings("connect4").url == "adalight:///dev/ttyNOPE"
    assert window.lights.strip is not None


@pytest.mark.slow
def test_a_device_that_is_plugged_in_later_is_offered(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    section = opened(window)
    plugged_in = {"adalight:///dev/ttyUSB7": say("the new one"), "screen:": say("drawn")}
    monkeypatch.setattr("fourth_seat.ui.devices.lights.available_lights", lambda: plugged_in)
    section.tk.call(section.where.cget("postcommand"))
    assert "the new one" in section.where.cget("values")
    choose(section, "the new one")
    assert load_lights_settings("connect4").url == "adalight:///dev/ttyUSB7"


@pytest.mark.slow
def test_each_board_has_its_own(window: Window) -> None:
    save_lights_settings("kalah", LightsSettings("ddp://wled.local", False, 900, 0.4))
    section = opened(window)
    assert section.where.get() == "None"
    assert isinstance(window.page, HardwarePage)
    window.page.game.value = "kalah"
    window.page.game.event_generate("<<ComboboxSelected>>")
    settle(window)
    assert window.page.content
    other = window.page.content.lights
    assert other.where.get() == "ddp://wled.local" and other.budget.value == 900
    assert other.chosen.on is False


@pytest.mark.slow
def test_what_is_kept_and_cannot_be_is_said(window: Window) -> None:
    path().parent.mkdir(parents=True)
    path().write_text("[connect4.lights.panel-1]\nlength = 'many'\n")
    section = opened(window)
    assert "length must be a whole number" in str(window.notices.shown)
    assert section.layout.count == 42


# -- at the table ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_computers_move_shines_until_it_is_set_down(window: Window) -> None:
    save_lights_settings("connect4", LightsSettings("screen:", True))
    save_layout(board().game, board().geometry, LedLayout((LedPanel(7, 6),), {}, tuple(range(42, 58))))
    page = at_table(window, "4", seats=("human:Anna", "random"))
    wait_for(window, lambda: page.stage.table.pending)
    (entry,) = [entry for entry in page.stage.table.history.entries if entry.by == "computer"]
    wait_for(window, lambda: len(lit(window)) == 1)
    (cell,) = lit(window)
    assert cell[0] == "abcdefg"[int(entry.text) - 1]
    docked = page.stage.panel.docked
    assert isinstance(docked, DrawnLights)
    wait_for(window, lambda: cell in docked.picture.frame)
    screenshot(window, "lights-table")
    page.stage.set_down()
    wait_for(window, lambda: not lit(window))
    red = led_colour("red")
    assert strip_of(window).colours[42] == tuple(round(value * 0.25) for value in red)  # Anna's turn, on the rim
    strip = strip_of(window)
    begin_game(window, "connect4", "", ("human:Anna", "human:Ben"))
    settle(window)
    assert strip_of(window) is strip  # another game on the same board does not open the device anew
    assert not lit(window)
    window.go_home()
    wait_for(window, lambda: window.lights.strip is None)


@pytest.mark.slow
def test_lights_are_switched_on_and_off_while_a_game_goes_on(window: Window) -> None:
    page = at_table(window, "4", seats=("human:Anna", "random"))
    wait_for(window, lambda: page.stage.table.pending)
    page.actions.invoke("hardware")
    settle(window)
    sheet = page.sheet
    assert isinstance(sheet, HardwareSheet)
    section = sheet.content.lights
    choose(section, DRAWN)
    wait_for(window, lambda: len(lit(window)) == 1)
    screenshot(window, "lights-sheet")
    section.test.invoke()
    wait_for(window, lambda: len(lit(window)) == 42)
    section.on.invoke()
    settle(window)
    assert not load_lights_settings("connect4").on and not lit(window)
    sheet.close()
    settle(window)
    assert window.lights.strip is None and page.stage.panel.docked is None
    assert page.stage.table.result is None
    page.actions.invoke("hardware")
    settle(window)
    assert isinstance(page.sheet, HardwareSheet)
    page.sheet.content.lights.on.invoke()
    page.sheet.close()
    wait_for(window, lambda: len(lit(window)) == 1)


def test_trouble_during_a_game_is_one_notice(window: Window) -> None:
    save_lights_settings("connect4", LightsSettings("adalight:///dev/ttyNOPE", True))
    page = at_table(window, "4")
    wait_for(window, lambda: window.notices.shown)
    assert "Nothing is connected to /dev/ttyNOPE" in str(window.notices.shown)
    window.notices.drop()
    page.stage.table.play("4")
    settle(window, 0.5)
    assert window.notices.shown is None and page.stage.table.history.at == 2


def test_the_window_closes_soon_with_a_device_that_hangs(window: Window) -> None:
    import time

    save_lights_settings("connect4", LightsSettings("adalight:///dev/ttyNOPE", True))
    at_table(window)
    start = time.monotonic()
    window.close()
    assert time.monotonic() - start < 5.0, "it waits for a device that hangs"


# -- drawn -----------------------------------------------------------------------------------------------------------------


def fills(picture: LitBoard) -> set[str]:
    """Return the colours of the lamps."""
    return {str(picture.tk.call(str(picture), "itemcget", item, "-fill")) for item in picture.find_withtag("light")}


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_drawn_board_shines_where_it_is_lit(make_window: MakeWindow, mode: str) -> None:
    window = make_window(mode=mode, width=1280, height=800)
    window.root.geometry("1280x800+0+0")
    assert "16 LEDs" in str(opened(window, "kalah").described.cget("text"))  # two of them under each store
    section = opened(window, "tridice")
    choose(section, DRAWN)
    picture: LitBoard | None = section._picture
    assert picture
    picture.light({"33": (255, 0, 0), "11": (0, 0, 9)})
    assert picture.frame == {"33": (255, 0, 0), "11": (0, 0, 9)}
    assert fills(picture) == {shown((255, 0, 0)), shown((0, 0, 9))}
    picture.light({"33": (0, 255, 0)})
    assert fills(picture) == {"#00ff00"}
    section.test.invoke()
    wait_for(window, lambda: len(lit(window)) == 16)
    settle(window, 0.1)
    screenshot(window, f"lights-{mode}")


@pytest.mark.usefixtures("home")
def test_what_is_plugged_in_is_offered() -> None:
    def ports() -> list[PluggedPort]:
        return [PluggedPort("/dev/ttyUSB0"), PluggedPort("/dev/ttyS0", vid=None), PluggedPort("COM3", vid=7)]

    assert list(available_lights(ports)) == ["adalight:///dev/ttyUSB0", "adalight://COM3", "screen:"]
    assert str(available_lights(ports)["adalight://COM3"]) == "COM3: USB Serial"
