"""The position as a picture, shared in mid-game and from the library."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.library.replay_page import ReplayPage
from fourth_seat.ui.table.sharing import ShareSheet
from tests.ui.conftest import MakeWindow, screenshot
from tests.ui.library.games import play
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands


def opened(hands: Hands) -> ShareSheet:
    hands.page.actions.invoke("share")
    hands.until(lambda: isinstance(hands.page.sheet, ShareSheet))
    sheet = hands.page.sheet
    assert isinstance(sheet, ShareSheet)
    return sheet


def named(sheet: ShareSheet) -> list[str]:
    return [str(button.cget("text")) for button in sheet.buttons]


def test_it_is_saved_where_somebody_says(sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
    hands = sit("connect4", TWO, mode="dark")
    for column in "445":
        hands.click(column)
    sheet = opened(hands)
    screenshot(hands.window, "share")
    sheet.save()
    saving = hands.page.sheet
    assert isinstance(saving, SaveSheet) and saving.path.name == "2026-11-21-connect4-3.png"
    saving.save()
    assert "The picture has been saved to" in str(hands.window.notices.shown)
    with Image.open(tmp_path / "2026-11-21-connect4-3.png") as image:
        assert image.getpixel((2, 2)) == (255, 255, 255), "light, though the window is dark"
    assert (tmp_path / "2026-11-21-connect4-3.png").read_bytes() == sheet.png
    assert hands.table.history.at == 3, "nothing has happened to the game"


def test_it_is_copied_where_the_desktop_has_a_program_for_that(
    sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = sit("kalah", TWO)
    monkeypatch.setattr("fourth_seat.ui.table.sharing.picture_command", lambda: ())
    assert "Copy" not in named(opened(hands))
    monkeypatch.undo()
    program = tmp_path / "xclip"
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/got\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    sheet = opened(hands)
    png = sheet.png
    sheet.buttons[named(sheet).index("Copy")].invoke()
    assert "to the clipboard" in str(hands.window.notices.shown)
    assert (tmp_path / "got").read_bytes() == png
    program.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    sheet = opened(hands)
    sheet.buttons[named(sheet).index("Copy")].invoke()
    assert "could not be copied" in str(hands.window.notices.shown)


def test_an_earlier_position_is_shared_as_it_is_shown(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "4455":
        hands.click(column)
    sheet = opened(hands)
    now = sheet.png
    sheet.close()
    hands.page.stage.view(2)
    assert opened(hands).png != now


def test_from_the_library(make_window: MakeWindow) -> None:
    window = make_window()
    page = window.show(ReplayPage, play("4 4 5", "human:Anna", "human:Ben"), window.go_home)
    page.actions.invoke("share")
    settle(window)
    assert isinstance(page.sheet, ShareSheet)
