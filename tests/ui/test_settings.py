"""What the window remembers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fourth_seat.boundary.marks import OWN
from fourth_seat.engines.table_cache import MB
from fourth_seat.hardware.sounds.sounds import LOUD
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.settings.tables import table_cache
from fourth_seat.ui import settings
from fourth_seat.ui.settings import ALWAYS, LastGame, Settings
from fourth_seat.ui.settings_cards import SettingsSheet
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, begin_game, screenshot
from tests.ui.patience import settle


@pytest.mark.usefixtures("home")
def test_settings_come_back() -> None:
    chosen = Settings("dark", "large", chime=False, awake=False, width=1600, height=900).begun(
        "blokus", LastGame(("human:Anna", "computer:7"), "players=2"), ("Anna", "Ben")
    )
    settings.save(Settings(), chosen)
    assert settings.load() == chosen
    again = chosen.begun("kalah", LastGame(("human:Mia", "seed"), ""), ("Mia", "Anna"))
    settings.save(chosen, again)
    assert settings.load() == again
    assert again.names == ("Mia", "Anna", "Ben")
    assert set(again.last) == {"blokus", "kalah"}


@pytest.mark.usefixtures("home")
def test_nothing_saved_is_the_first_day() -> None:
    assert settings.load() == Settings()


def test_values_that_cannot_be_are_as_at_first(home: Path) -> None:
    home.mkdir()
    settings.path().write_text(
        '[window]\nmode = "pink"\ntext = 7\nchime = "no"\nvolume = "huge"\nmotion = 1\n'
        "width = 3\nheight = true\nsparkle = 1\nawake = false\n"
        '[people]\nnames = ["Anna", 5]\n[last]\nkalah = "x"\n[last.blokus]\nseats = "human"\noptions = 3\n'
    )
    assert settings.load() == Settings(awake=False, names=("Anna",), last={"blokus": LastGame()})
    settings.path().write_text("[window\n")
    with pytest.raises(BadConfig):
        settings.load()


def test_a_change_is_shown_and_kept_at_once(window: Window) -> None:
    window.show(SettingsPage)
    page = window.page
    assert isinstance(page, SettingsPage)
    page.appearance.mode.value = "dark"
    page.appearance.mode.event_generate("<<ComboboxSelected>>")
    page.appearance.text_size.value = "large"
    page.appearance.text_size.event_generate("<<ComboboxSelected>>")
    page.playing.chime.invoke()
    page.playing.chime.invoke()
    settle(window)
    assert (window.theme.mode, window.theme.text, window.sounds.on) == ("dark", "large", True)
    for box, value in ((page.playing.volume, LOUD), (page.playing.motion, ALWAYS)):
        box.value = value
        box.event_generate("<<ComboboxSelected>>")
    assert (window.sounds.volume, window.shows_motion) == (LOUD, True)
    page.playing.chime.invoke()
    assert not window.sounds.on
    assert settings.load() == replace(Settings(), mode="dark", text="large", chime=False, volume=LOUD, motion=ALWAYS)
    screenshot(window, "settings-dark-large")


def test_the_window_comes_back_in_its_size(make_window: MakeWindow) -> None:
    window = make_window()
    window.go_home()
    window.root.geometry("1100x720")
    settle(window, 0.2)
    window.close()
    assert (settings.load().width, settings.load().height) == (1100, 720)
    again = make_window(width=1100, height=720)
    settle(again, 0.1)
    assert (again.root.winfo_width(), again.root.winfo_height()) == (1100, 720)


def test_settings_that_cannot_be_saved_are_said(window: Window, home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be")
    window.show(SettingsPage)
    window.change(replace(window.settings, mode="dark"))
    settle(window)
    assert window.theme.mode == "dark"
    assert window.notices.shown is not None
    assert "was not saved" in window.notices.shown


def test_tables_on_disk_are_limited_and_removed(window: Window, home: Path) -> None:
    folder = home / "tables"
    OWN.make(folder)
    (folder / "kalah-6-on.table.lock").touch()
    (folder / "kalah-6-on.table").write_bytes(bytes(2_000_000))
    window.show(SettingsPage)
    page = window.page
    assert isinstance(page, SettingsPage)
    assert "2 MB" in str(page.remove_tables.cget("text"))
    page.tables_limit.value = 100
    page.tables_limit.event_generate("<<ComboboxSelected>>")
    settle(window)
    assert table_cache().limit == 100 * MB
    page.remove_tables.invoke()
    page = window.page
    assert isinstance(page, SettingsPage)
    assert not (folder / "kalah-6-on.table").exists() and page.remove_tables.instate(["disabled"])


def test_settings_of_a_game_are_changed_while_it_goes_on(window: Window) -> None:
    begin_game(window, "connect4", "", ("human:Anna", "human:Ben"))
    page = window.page
    assert isinstance(page, TablePage)
    page.tap("4", False)
    page.actions.invoke("settings")
    settle(window)
    sheet, board = page.sheet, page.stage.board
    assert isinstance(sheet, SettingsSheet)
    before = window.settings
    sheet.appearance.letters.invoke()
    sheet.appearance.text_size.value = "huge"
    sheet.appearance.text_size.event_generate("<<ComboboxSelected>>")
    sheet.playing.awake.invoke()
    settle(window, 0.2)
    screenshot(window, "settings-in-a-game")
    sheet.buttons[0].invoke()
    settle(window, 0.2)
    assert window.page is page and page.sheet is None and page.stage.table.history.at == 1
    assert window.settings == replace(before, letters=not before.letters, text="huge", awake=not before.awake)
    assert board.letters == window.settings.letters and settings.load().text == "huge"


@pytest.mark.parametrize(("width", "abreast"), [(1280, True), (600, False)])
def test_the_cards_stand_in_two_columns_where_there_is_room(make_window: MakeWindow, width: int, abreast: bool) -> None:
    window = make_window(width=width, height=800)
    window.root.geometry(f"{width}x800+0+0")
    page = window.show(SettingsPage)
    settle(window, 0.2)
    appearance, extras = page.appearance, page.extras
    assert (extras.winfo_rootx() > appearance.winfo_rootx() + 200) == abreast
    assert (extras.winfo_rooty() < appearance.winfo_rooty() + appearance.winfo_height()) == abreast
