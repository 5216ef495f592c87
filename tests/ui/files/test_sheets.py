"""A file is opened, and a folder chosen, by taps alone; the system's own dialogs are never used."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fourth_seat.table.errors import NotSaved
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.files.save_sheet import FileKind, SaveSheet
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text
from tests.ui.conftest import MakeWindow, press, screenshot
from tests.ui.patience import settle

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("games/old/first.txt", "games/second.txt", "games/picture.png", "stick/third.txt", "stick/שלישי.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for room in ("open_sheet", "save_sheet", "folder_list"):
        monkeypatch.setattr(f"fourth_seat.ui.files.{room}.documents", lambda: tmp_path / "games")
    monkeypatch.setattr("fourth_seat.ui.files.folder_list.drives", lambda: (tmp_path / "stick",))
    return tmp_path


@pytest.fixture
def page(window: Window) -> Page:
    window.go_home()
    settle(window, 0.1)
    assert window.page is not None
    return window.page


class TestOpening:
    @pytest.fixture
    def chosen(self) -> list[Path]:
        return []

    @pytest.fixture
    def sheet(self, page: Page, folder: Path, chosen: list[Path]) -> OpenSheet:
        sheet = OpenSheet(page, Text("Open"), chosen.append, (".txt",))
        sheet.open()
        settle(page.window, 0.1)
        return sheet

    def test_rows_lead_through_folders_to_a_file(self, sheet: OpenSheet, folder: Path, chosen: list[Path]) -> None:
        games = folder / "games"
        assert list(sheet.list.rows) == [folder, games / "old", games / "second.txt"]
        sheet.list.rows[games / "old"].invoke()
        assert list(sheet.list.rows) == [games, games / "old" / "first.txt"]
        sheet.list.rows[games / "old" / "first.txt"].invoke()
        assert chosen == [games / "old" / "first.txt"] and not sheet.winfo_exists()

    @pytest.mark.parametrize("last", ["a" * 5000, "no\0name", "/nothing/here", "old"])
    def test_a_last_folder_that_is_none_is_left_out(self, page: Page, folder: Path, last: str) -> None:
        page.window.change(replace(page.window.settings, folder=last))
        sheet = OpenSheet(page, Text("Open"), lambda _: None)
        assert sheet.list.folder == folder / "games"

    def test_places_lead_to_documents_and_drives(self, sheet: OpenSheet, folder: Path) -> None:
        sheet.list.places[folder / "stick"].invoke()
        assert list(sheet.list.rows)[1:] == [folder / "stick" / "third.txt", folder / "stick" / "שלישי.txt"]
        sheet.list.places[folder / "games"].invoke()
        assert sheet.list.folder == folder / "games"

    def test_all_files_are_shown_on_request(self, sheet: OpenSheet, folder: Path) -> None:
        picture = folder / "games" / "picture.png"
        assert picture not in sheet.list.rows
        sheet.switch.invoke()
        assert picture in sheet.list.rows
        sheet.switch.invoke()
        assert picture not in sheet.list.rows

    def test_a_path_can_be_typed(self, sheet: OpenSheet, folder: Path, chosen: list[Path]) -> None:
        for typed, expected in ((str(folder / "stick"), folder / "stick"), ("..", folder / "stick" / "..")):
            sheet.list.field.delete(0, "end")
            sheet.list.field.insert(0, typed)
            sheet.list.enter()
            assert sheet.list.folder == expected
        sheet.list.field.delete(0, "end")
        sheet.list.field.insert(0, "games/picture.png")
        sheet.list.enter()
        assert [path.resolve() for path in chosen] == [folder / "games" / "picture.png"]

    def test_what_cannot_be_opened_is_said(self, sheet: OpenSheet, folder: Path, chosen: list[Path]) -> None:
        sheet.list.field.insert("end", "/missing")
        sheet.list.enter()
        assert "cannot be opened" in str(sheet.list.complaint.cget("text"))
        assert sheet.list.folder == folder / "games" and not chosen
        sheet.list.rows[folder].invoke()
        assert not str(sheet.list.complaint.cget("text")).strip()

    def test_a_complaint_leaves_the_buttons_under_the_pointer(self, sheet: OpenSheet) -> None:
        sheet.update()
        before = sheet.list.field.winfo_rooty()
        sheet.list.field.insert("end", "/missing")
        sheet.list.enter()
        sheet.update()
        assert "cannot be opened" in str(sheet.list.complaint.cget("text"))
        assert sheet.list.field.winfo_rooty() == before


def test_a_folder_with_more_in_it_moves_nothing(page: Page, folder: Path) -> None:
    for number in range(30):
        (folder / "games" / "old" / f"{number}.txt").touch()
    sheet = OpenSheet(page, Text("Open"), lambda _: None, (".txt",))
    sheet.open()
    controls = [sheet, sheet.list.field, *sheet.list.places.values(), *sheet.buttons]
    seen = set()
    for within in (folder / "games", folder / "games" / "old", folder):
        sheet.list.go(within)
        settle(page.window, 0.1)
        seen.add(tuple((each.winfo_rootx(), each.winfo_rooty(), each.winfo_height()) for each in controls))
    assert len(seen) == 1


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_every_row_is_large_enough_for_a_finger(make_window: MakeWindow, folder: Path, language: str) -> None:
    window = make_window(language=language, width=800, height=480)
    window._speak(language)
    window.go_home()
    settle(window, 0.2)
    assert window.page is not None
    sheet = OpenSheet(window.page, Text("Open"), lambda _: None, (".txt",))
    sheet.open()
    settle(window, 0.2)
    screenshot(window, f"open-{language}")
    least = window.root.winfo_fpixels("9m") - 1
    assert all(button.winfo_height() >= least for button in (*sheet.list.rows.values(), *sheet.list.places.values()))
    assert folder / "games" / "second.txt" in sheet.list.rows


def test_another_folder_is_chosen_by_taps(window: Window, page: Page, folder: Path) -> None:
    written: list[Path] = []
    sheet = SaveSheet(page, Text("Save"), "game", [FileKind(Text("Text"), ".txt", written.append)])
    sheet.open()
    assert sheet.path == folder / "games" / "game.txt"
    sheet.other.invoke()
    assert sheet.list
    settle(window, 0.1)
    screenshot(window, "save-another-folder")
    sheet.list.rows[folder].invoke()
    assert not any(path.is_file() for path in sheet.list.rows)
    sheet.list.rows[folder / "stick"].invoke()
    assert page.sheet and page.sheet is not sheet
    page.sheet.buttons[0].invoke()
    assert page.sheet is sheet
    sheet.buttons[0].invoke()
    assert written == [folder / "stick" / "game.txt"] and page.sheet is None


class TestNothingWritten:
    """The sheet stays, with everything that was filled in."""

    @pytest.fixture
    def sheet(self, window: Window, page: Page, folder: Path) -> SaveSheet:
        """Return a sheet with everything changed that can be."""

        def write(path: Path) -> None:
            if path.name == "full.moves":
                raise NotSaved(Text("the disk is full"))
            path.write_text("saved")

        kinds = [FileKind(Text("Text"), ".txt", write), FileKind(Text("Moves"), ".moves", write)]
        sheet = SaveSheet(page, Text("Save"), "game", kinds)
        page.open_sheet(sheet)
        settle(window)
        sheet.kind.set(".moves")
        sheet.name.delete(0, "end")
        sheet._go(folder / "stick")
        return sheet

    @pytest.mark.parametrize("escape", [False, True])
    def test_because_the_file_is_there(
        self, sheet: SaveSheet, folder: Path, window: Window, page: Page, escape: bool
    ) -> None:
        (folder / "stick" / "there.moves").touch()
        sheet.name.insert(0, "there")
        sheet.buttons[0].invoke()
        settle(window)
        question = page.sheet
        assert question and question.title == "Replace the file?"
        if escape:
            question.buttons[0].focus_force()
            press(window, "<Escape>")
        else:
            question.buttons[2].invoke()
        assert page.sheet is sheet and sheet.path == folder / "stick" / "there.moves"
        sheet.name.insert("end", " too")
        sheet.buttons[0].invoke()
        assert page.sheet is None
        assert (folder / "stick" / "there too.moves").read_text() == "saved"
        assert not (folder / "stick" / "there.moves").read_text()

    @pytest.mark.parametrize(("button", "name"), [(0, "there 2.moves"), (1, "there.moves")])
    def test_until_the_question_is_answered(
        self, sheet: SaveSheet, folder: Path, page: Page, button: int, name: str
    ) -> None:
        (folder / "stick" / "there.moves").touch()
        sheet.name.insert(0, "there")
        sheet.buttons[0].invoke()
        assert page.sheet
        page.sheet.buttons[button].invoke()
        assert page.sheet is None
        assert (folder / "stick" / name).read_text() == "saved"

    def test_because_it_cannot_be(self, sheet: SaveSheet, folder: Path, window: Window, page: Page) -> None:
        sheet.name.insert(0, "full")
        sheet.buttons[0].invoke()
        assert window.notices.shown == "The disk is full"
        assert page.sheet is sheet and sheet.path == folder / "stick" / "full.moves"
        sheet.buttons[1].invoke()
        assert page.sheet is None


def test_no_page_asks_through_the_systems_own_dialogs() -> None:
    sources = [
        path
        for path in (ROOT / "ui").rglob("*.py")
        if re.search(r"filedialog|simpledialog|messagebox", path.read_text("utf-8"))
    ]
    assert sources == []
