"""Games of the library deleted, brought back, exported and imported, with real windows."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.table.library.deletion import deleted_folder
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.library.listing import Kind
from fourth_seat.ui.window import Window
from tests.ui.conftest import press, screenshot
from tests.ui.library.games import show, shown, some_games, tap
from tests.ui.patience import settle, wait_for


def test_a_deleted_game_is_brought_back_with_one_tap(window: Window) -> None:
    games = some_games()
    page = show(window)
    tap(window, page, 1)
    press(window, "<Delete>")
    assert shown(page) == [games[0], games[2], games[3]]
    assert page.tiles.chosen and page.tiles.chosen.path == games[2], "the next one is chosen"
    assert not games[1].exists()
    page.bar.back.invoke()
    wait_for(window, lambda: shown(page) == games)
    wait_for(window, lambda: page.tiles.chosen and page.tiles.chosen.path == games[1])
    page.bar.delete.invoke()
    press(window, "<Control-z>")
    wait_for(window, lambda: shown(page) == games)


def test_deleted_games_can_be_brought_back_later(window: Window) -> None:
    games = some_games()
    page = show(window)
    page.delete()
    page.delete()
    page = show(window)
    assert shown(page) == games[2:]
    page.search.kinds[Kind.DELETED].invoke()
    wait_for(window, lambda: shown(page) == games[:2] or not page.busy)
    assert [path.name for path in shown(page)] == [path.name for path in games[:2]]
    assert page.bar.delete.instate(["disabled"])
    screenshot(window, "library-deleted")
    page.bar.main.invoke()
    wait_for(window, lambda: not page.busy)
    assert shown(page) == [games[0], *games[2:]]
    assert page.kind is Kind.ALL
    assert [path.name for path in deleted_folder(records()).glob("*.jsonl")] == [games[1].name]


def test_a_game_is_exported_and_imported(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "Documents").mkdir()
    monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path / "Documents")
    games = some_games()
    page = show(window)
    for number, suffix in ((0, ".txt"), (2, ".moves"), (1, ".moves")):
        page.tiles.choose(number)
        page.bar.export.invoke()
        assert isinstance(page.sheet, SaveSheet)
        page.sheet.kind.set(suffix)
        path = page.sheet.path
        assert path.parent == tmp_path / "Documents"
        settle(window, 0.1)
        screenshot(window, "library-export")
        page.sheet.buttons[0].invoke()
        settle(window)
        assert path.exists(), window.notices.shown
    monkeypatch.setattr("fourth_seat.ui.files.open_sheet.documents", lambda: tmp_path / "Documents")
    page.search.import_button.invoke()
    assert isinstance(page.sheet, OpenSheet)
    settle(window, 0.1)
    screenshot(window, "library-import")
    page.sheet.list.rows[path].invoke()
    wait_for(window, lambda: len(shown(page)) == 5)
    wait_for(window, lambda: page.tiles.chosen and page.tiles.chosen.path not in games)
    assert page.tiles.chosen and str(page.tiles.chosen.game.name) == "kalah"
    (tmp_path / "no.moves").write_text("game chess")
    page.search.import_button.invoke()
    page.sheet.list.rows[tmp_path].invoke()
    page.sheet.list.rows[tmp_path / "no.moves"].invoke()
    assert "no.moves" in (window.notices.shown or "")


def test_no_file_is_replaced_unasked(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
    some_games()
    page = show(window)
    for answer, expected in ((2, 1), (0, 2), (1, 2)):  # cancel, keep both, replace
        page.ask_export()
        assert isinstance(page.sheet, SaveSheet)
        path = page.sheet.path
        path.touch()
        page.sheet.buttons[0].invoke()
        settle(window)
        assert path.read_text() == ""
        page.sheet.buttons[answer].invoke()
        settle(window)
        assert len(list(tmp_path.glob("*.txt"))) == expected
    assert path.read_text() == "445\n"
