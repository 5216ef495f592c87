"""Tell us about an evening: the report is offered where the evening ends, can be read in full, and is saved as one file,
with a picture only if its box is ticked.
"""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from fourth_seat.ui.after.tell import TellSheet
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from tests.ui.conftest import MakeWindow, screenshot
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit, sit
from tests.ui.table.hands import Hands, texts

__all__ = ["sit"]  # the fixture


def press(sheet: Sheet, title: str) -> None:
    next(button for button in sheet.buttons if button.cget("text") == title).invoke()


def ended(sit: Sit, **options: object) -> Hands:
    hands = sit("connect4", ["human:Anna", "human:Ben"], **options)
    for move in "1212121":
        hands.table.play(move)
    hands.page.stage.refresh()
    hands.settle()
    return hands


def telling(page: Page) -> TellSheet:
    sheet = page.sheet
    assert isinstance(sheet, TellSheet)
    return sheet


def told(hands: Hands) -> TellSheet:
    """Return the report, which is asked for on the sheet with the scores."""
    hands.page.actions.invoke("evening")
    scores = hands.page.sheet
    assert scores
    press(scores, "Tell us about it ...")
    hands.settle()
    return telling(hands.page)


def save(page: Page, folder: Path, name: str) -> None:
    press(telling(page), "Save ...")
    saving = page.sheet
    assert isinstance(saving, SaveSheet)
    saving.folder = folder
    saving.name.delete(0, "end")
    saving.name.insert(0, name)
    saving.save()


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_all_that_is_saved_is_read_before(sit: Sit, tmp_path: Path, language: str) -> None:
    hands = ended(sit, size=(1024, 600), language=language)
    hands.page.actions.invoke("evening")
    scores = hands.page.sheet
    assert scores
    scores.buttons[1].invoke()
    hands.settle()
    sheet = telling(hands.page)
    screenshot(hands.window, f"tell-{language}")
    assert "first=red" in sheet.report and "Anna" not in sheet.report and sheet.tick is None
    shown = "\n".join(texts(sheet.body))
    sheet.buttons[0].invoke()
    saving = hands.page.sheet
    assert isinstance(saving, SaveSheet) and saving.path.name == "fourth-seat-evening.txt"
    saving.folder = tmp_path
    saving.save()
    assert (tmp_path / "fourth-seat-evening.txt").read_text("utf-8") == sheet.report
    assert " ".join(sheet.report.split()) in " ".join(shown.split())


def test_a_picture_goes_along_only_if_it_is_ticked(sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ended(sit, size=(1024, 600))
    data = BytesIO()
    Image.new("RGB", (64, 48), "green").save(data, "PNG")
    monkeypatch.setattr(hands.page, "camera_picture", data.getvalue)
    told(hands)
    save(hands.page, tmp_path, "without")
    assert [path.name for path in tmp_path.glob("without*")] == ["without.txt"]
    sheet = told(hands)
    assert sheet.tick
    sheet.tick.invoke()
    settle(hands.window)
    screenshot(hands.window, "tell-picture")
    report = sheet.report
    save(hands.page, tmp_path, "with")
    with zipfile.ZipFile(tmp_path / "with.zip") as archive:
        assert archive.read("board.png") == data.getvalue() and archive.read("evening.txt") == report.encode()


def test_later_it_is_in_the_settings(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    window.show(SettingsPage)
    page = window.page
    assert isinstance(page, SettingsPage)
    page.tell.invoke()
    assert not page.sheet and window.notices.shown and "no game has been played" in window.notices.shown
