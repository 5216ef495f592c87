"""A kiosk: the screen for the window alone, dark when nobody plays, and the way out."""

from __future__ import annotations

import pytest

from fourth_seat.hardware.machine.screen_power import ScreenPower
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.ui.kiosk.blank import Blank
from fourth_seat.ui.kiosk.mode import GAME_PATIENCE, HOLD_MS, HoldButton, KioskMode
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.theme.typeface import open_root
from tests.ui.conftest import MakeWindow, begin_game, clock
from tests.ui.patience import settle, wait_for


class FakePower(ScreenPower):
    """A screen's power switch that only keeps a record."""

    def __init__(self) -> None:
        super().__init__()
        self.on: list[bool] = []

    def set(self, *, on: bool) -> None:
        self.on.append(on)


class FakeClock:
    """A clock on which time passes only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def kiosk(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr("fourth_seat.ui.kiosk.mode.screen_power", FakePower)
    window = make_window()
    settle(window)
    window.close()
    return MainWindow(open_root(), Settings(chime=False), clock, kiosk=True)


def look(window: MainWindow, blank: Blank) -> None:
    """Do what happens once a second."""
    blank._look()
    settle(window)


def test_the_screen_goes_dark_and_a_tap_only_wakes_it(window: MainWindow) -> None:
    window.go_home()
    pressed: list[int] = []
    assert window.page
    window.page.bind("<ButtonRelease-1>", lambda _: pressed.append(1))
    power, time_of_day, idle = FakePower(), FakeClock(), [60.0]
    blank = Blank(window.root, power, lambda: idle[0], time_of_day)
    look(window, blank)
    assert blank.cover is None
    time_of_day.now = 59
    window.page.event_generate("<Motion>", x=1, y=1)
    time_of_day.now = 61
    look(window, blank)
    assert blank.cover is None, "a touch counts"
    time_of_day.now = 200
    look(window, blank)
    assert blank.cover is not None
    assert blank.cover.winfo_width() == window.root.winfo_width()
    assert power.on == [True, False]
    for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
        blank.cover.event_generate(event, x=30, y=30)
    settle(window)
    assert blank.cover is None
    assert power.on == [True, False, True]
    assert pressed == []
    idle[0] = 0
    time_of_day.now = 9999
    look(window, blank)
    assert blank.cover is None, "never"
    blank.sleep()
    blank.show(Announcement(AnnouncementKind.NOTICE, (), 1))
    assert blank.cover is None, "the game went on"
    blank.close()


def test_people_may_think_longer_during_a_game(window: MainWindow) -> None:
    power: ScreenPower = FakePower()
    mode = KioskMode(window, power)
    window.settings = Settings(blank_min=2)
    window.go_home()
    assert mode._idle_s() == 120
    begin_game(window, "connect4", "", ["human:Anna", "human:Ben"])
    assert mode._idle_s() == GAME_PATIENCE * 120
    mode.blank.close()


def test_a_game_that_goes_on_wakes_it(kiosk: MainWindow) -> None:
    try:
        begin_game(kiosk, "connect4", "", ["human:Anna", "human:Ben"])
        assert kiosk.kiosk_mode
        kiosk.kiosk_mode.blank.sleep()
        kiosk.page.stage.table.play("4")  # type: ignore[union-attr]
        wait_for(kiosk, lambda: kiosk.kiosk_mode and kiosk.kiosk_mode.blank.cover is None)
    finally:
        kiosk.close()


@pytest.mark.slow
def test_nothing_leads_out_but_the_settings(kiosk: MainWindow) -> None:
    closed: list[int] = []
    kiosk.show(SettingsPage)
    settle(kiosk)
    page = kiosk.page
    assert isinstance(page, SettingsPage)
    assert str(page.cget("cursor")) in ("", "none")
    assert str(kiosk.root.cget("cursor")) == "none"
    kiosk.root.tk.eval(str(kiosk.root.protocol("WM_DELETE_WINDOW")))
    assert kiosk.root.winfo_exists()
    before = kiosk.full_screen
    kiosk.toggle_full_screen()
    assert kiosk.full_screen == before
    button = page.leave_kiosk
    button._held = lambda: closed.append(1)
    for held_s, left in ((0.2, 0), (HOLD_MS / 1000 + 0.4, 1)):
        button.event_generate("<ButtonPress-1>", x=9, y=9)
        settle(kiosk, held_s)
        button.event_generate("<ButtonRelease-1>", x=9, y=9)
        settle(kiosk, 0.1)
        assert len(closed) == left
    kiosk.close()


def test_a_finger_that_slips_off_does_not_hold(window: MainWindow) -> None:
    held: list[int] = []
    button = HoldButton(window.root, "hold", lambda: held.append(1))
    button.pack()
    settle(window)
    button.event_generate("<ButtonPress-1>", x=9, y=9)
    button.event_generate("<Leave>")
    settle(window, HOLD_MS / 1000 + 0.3)
    assert held == []
    button.event_generate("<ButtonPress-1>", x=9, y=9)
    button.destroy()
    settle(window, HOLD_MS / 1000 + 0.3)
    assert held == []
