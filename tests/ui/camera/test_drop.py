"""Photos dropped on the window by a file manager that speaks XDND: on every page, with every name; and files that are not
photos."""

from __future__ import annotations

import subprocess
import sys
import tkinter as tk
from pathlib import Path
from shutil import copy

import pytest

from fourth_seat.games import find
from fourth_seat.ui.camera.drop import NotAPhoto, accept_photos, photo_among
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, screenshot
from tests.ui.patience import settle, wait_for
from tests.ui.table.conftest import Sit
from tests.ui.table.conftest import sit as sit
from tests.ui.table.hands import Hands, texts

PHOTOS = Path(__file__).resolve().parents[2] / "data" / "vision"
ROOT = Path(__file__).resolve().parents[3]
TRICKY = ("my photo.jpg", "Hüttenspiel ß.jpg", "לוח המשחק שלנו.jpg", "{a} [b] $c %41 %W;'\".JPG", "a#b?c&d.jpg")


def drop(window: Window, *uris: str, at: tuple[float, float] = (0.5, 0.6)) -> bool:
    """Drop files at a point in the window, as a file manager does; return whether it accepted them."""
    settle(window, 0.05)
    root = window.root
    x, y = root.winfo_rootx() + int(at[0] * root.winfo_width()), root.winfo_rooty() + int(at[1] * root.winfo_height())
    command = [sys.executable, "-m", "tests.ui.camera.file_manager", str(x), str(y), *uris]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as manager:
        wait_for(window, lambda: manager.poll() is not None)
        assert manager.stderr and not (output := manager.stderr.read()), output
    settle(window, 0.05)
    return manager.returncode == 0


def notice(window: Window) -> str:
    return " ".join(texts(window.root))


def complaint(page: SeatsPage) -> str:
    return str(page.complaint.cget("text")).strip()


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TRICKY)
def test_a_photo_dropped_at_a_table_is_read_whatever_its_name(sit: Sit, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "Bilder von Zoë & דנה"
    folder.mkdir()
    photo = folder / name
    copy(PHOTOS / "connect4_0002.jpg", photo)
    hands = sit("connect4", ["human:Anna", "human:Ben"], size=(1024, 600))
    assert drop(hands.window, photo.as_uri())
    reader = hands.page.camera.photo.reader
    assert reader
    wait_for(hands.window, lambda: hands.page.correction.active)
    assert reader.reading and not reader.trouble
    screenshot(hands.window, "drop-table")


@pytest.mark.slow
def test_a_photo_dropped_where_people_say_who_plays_begins_the_game(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    window.show(SeatsPage, find("connect4"))
    assert drop(window, (PHOTOS / "connect4_0002.jpg").as_uri())
    page = window.page
    assert isinstance(page, TablePage)
    wait_for(window, lambda: page.correction.active)


@pytest.mark.slow
def test_on_the_start_page_it_is_asked_which_game_a_photo_shows(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    window.go_home()
    photo = (PHOTOS / "kalah_0002.jpg").as_uri()
    assert drop(window, photo, at=(0.3, 0.4)) and drop(window, photo, at=(0.5, 0.5))  # the second on the sheet itself
    assert isinstance(window.page, StartPage)
    (sheet,) = (part for part in window.page.winfo_children() if isinstance(part, Sheet))
    screenshot(window, "drop-start")
    buttons = {str(part.cget("text")): part for part in sheet.body.winfo_children() if isinstance(part, tk.ttk.Button)}
    assert len(buttons) == 5
    buttons["Kalah"].invoke()
    page = window.page
    assert isinstance(page, TablePage) and page.stage.table.game.name == "kalah"
    wait_for(window, lambda: page.correction.active)


def test_elsewhere_a_photo_is_told_where_it_belongs(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    window.show(SettingsPage)
    assert drop(window, (PHOTOS / "kalah_0002.jpg").as_uri())
    assert "You can drop a photo of a board on the start page" in notice(window)
    screenshot(window, "drop-elsewhere")


@pytest.mark.slow
def test_what_is_no_photo_is_refused_in_a_sentence(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window(width=1024, height=600)
    window.show(SeatsPage, find("connect4"))
    text, heic = tmp_path / "notes.txt", tmp_path / "IMG_0001.HEIC"
    for file in (text, heic):
        file.write_text("no picture")
    one, two = ((PHOTOS / f"connect4_000{n}.jpg").as_uri() for n in (1, 2))
    for uris, words in (
        ([one, two], "2 files were dropped"),
        ([text.as_uri()], "notes.txt is not a photo"),
        ([heic.as_uri()], "HEIC"),
        ([tmp_path.as_uri()], "is not a file on this computer"),
        (["https://example.org/a%20board.jpg"], "save the photo first"),
        ([(tmp_path / "gone.jpg").as_uri()], "is not a file on this computer"),
    ):
        assert drop(window, *uris)
        assert words in notice(window), notice(window)
        assert isinstance(window.page, SeatsPage) and not complaint(window.page)


@pytest.mark.slow
def test_a_photo_without_a_board_says_what_to_do(sit: Sit) -> None:
    hands = sit("connect4", ["human:Anna", "human:Ben"], size=(1024, 600))
    assert drop(hands.window, (PHOTOS / "kalah_0001.jpg").as_uri())
    wait_for(hands.window, lambda: hands.page.camera.photo.reader and hands.page.camera.photo.reader.trouble)
    assert any("Mark the corners of the board, or take another photo" in text for text in texts(hands.page))


def test_a_game_that_is_over_takes_no_photo(sit: Sit) -> None:
    hands: Hands = sit("connect4", ["human:Anna", "human:Ben"], size=(1024, 600))
    hands.page.stage.do(lambda: hands.table.resign(1, 1))
    hands.page.take_photo(PHOTOS / "connect4_0002.jpg")
    settle(hands.window)
    assert hands.page.camera.photo.reader is None and "start another one" in str(hands.page.stage.line.message)


def test_a_system_that_cannot_load_it_goes_without(monkeypatch: pytest.MonkeyPatch, window: Window) -> None:
    settle(window)
    monkeypatch.setitem(sys.modules, "tkinterdnd2", None)
    assert not accept_photos(window.root, lambda: window.page)
    monkeypatch.undo()
    root = open_root()
    try:
        root.eval("rename package _package; proc package {args} { error {couldn't load file} }")
        assert not accept_photos(root, lambda: None)
    finally:
        root.destroy()


def test_the_host_of_an_address_is_no_part_of_the_path(tmp_path: Path) -> None:
    photo = tmp_path / "a.png"
    photo.touch()
    assert photo_among([str(photo)]) == photo_among([f"localhost{photo}"]) == photo
    with pytest.raises(NotAPhoto):
        photo_among(["a.png"])
