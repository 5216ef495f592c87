"""A camera that has ended, and the last picture of one that sends no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.ui.camera.boards import BoardsSheet
from fourth_seat.ui.camera.corners import CornersSheet
from fourth_seat.ui.camera.source import SourceSheet
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.widgets.drop_down import open_list
from tests.ui.camera.conftest import Seen
from tests.ui.conftest import screenshot


def test_a_camera_that_has_ended_offers_what_still_works(hands: Seen, tmp_path: Path) -> None:
    hands.page.camera.start(str(tmp_path / "nothing.mp4"))
    buttons = hands.panel.buttons
    assert not buttons["choose"].winfo_ismapped()
    hands.wait(lambda: hands.watching.ended)
    hands.wait(buttons["choose"].winfo_ismapped)
    assert buttons["stop"].winfo_ismapped()
    assert not any(each.winfo_ismapped() for each in (buttons["corners"], buttons["turn"], hands.panel.more))
    screenshot(hands.window, "camera-ended")
    buttons["choose"].invoke()
    assert isinstance(hands.page.sheet, SourceSheet)
    hands.page.sheet.close()
    buttons["stop"].invoke()
    assert hands.page.camera.watching is None


def test_films_and_pictures_are_offered(hands: Seen, tmp_path: Path) -> None:
    for name in ("evening.MP4", "board.jpg", "connect4.zip", "letter.txt"):
        (tmp_path / name).touch()
    hands.page.actions.invoke("camera")
    sheet = hands.page.sheet
    assert isinstance(sheet, SourceSheet)
    sheet._browse()
    (files,) = (part for part in hands.page.winfo_children() if isinstance(part, OpenSheet))
    files.list.go(tmp_path)
    shown = {path.name for path in files.list.rows if path.parent == tmp_path}
    assert {"evening.MP4", "board.jpg", "connect4.zip"} <= shown and "letter.txt" not in shown
    files.switch.invoke()
    assert tmp_path / "letter.txt" in files.list.rows
    files.list.rows[tmp_path / "evening.MP4"].invoke()
    assert sheet.source == str(tmp_path / "evening.MP4")


@pytest.mark.slow
def test_corners_are_marked_in_the_last_picture(hands: Seen) -> None:
    hands.start()
    hands.page.camera.watching.frame = lambda: None  # type: ignore[union-attr, method-assign]
    hands.panel.buttons["corners"].invoke()
    sheet = hands.page.sheet
    assert isinstance(sheet, CornersSheet) and sheet.editor.factor and len(sheet.editor.corners) == 4


@pytest.mark.slow
def test_what_each_cell_looked_like_goes_with_the_sheet(hands: Seen) -> None:
    hands.start()
    hands.panel.more.entries()["What it sees"]()
    hands.wait(lambda: hands.watching.guesses)
    assert hands.page.sheet
    hands.page.sheet.close()
    hands.run(1.0)  # a report of the last second may still come
    assert not hands.watching.guesses


@pytest.mark.slow
def test_the_whole_board_is_read_where_the_camera_sees_it(hands: Seen) -> None:
    hands.start()
    hands.panel.buttons["turn"].invoke()  # otherwise the search might find it as it lies
    upright = hands.watching.grid
    hands.wait(lambda: hands.watching.grid is not upright)
    grid = hands.watching.grid
    assert grid
    photo = hands.page.camera.photo
    hands.page.correction.begin()
    hands.page.camera.read_board()
    assert photo.reader is None and "being corrected" in str(hands.page.stage.line.message)
    hands.page.correction.cancel()
    hands.page.camera.read_board()
    hands.wait(lambda: photo.reader and photo.reader.grid)
    assert photo.reader and photo.reader.grid and photo.reader.grid.known == grid.known
    assert photo.reader.grid.corners[0] == pytest.approx(grid.corners[0], abs=2)


@pytest.mark.slow
def test_the_menu_is_gone_before_a_sheet_comes(hands: Seen) -> None:
    """Otherwise the dimmed page behind the sheet would show what was under the menu, or the menu itself."""
    hands.start()
    hands.panel.more.invoke()
    hands.settle()
    for key in ("k", "Return"):  # the known boards
        hands.press(key, widget=hands.window.root.focus_get())
    assert open_list(hands.panel) is None and hands.page.sheet is None
    hands.wait(lambda: hands.page.sheet)
    assert isinstance(hands.page.sheet, BoardsSheet)


@pytest.mark.slow
def test_the_panel_is_reached_by_keyboard(hands: Seen) -> None:
    hands.start()
    board, corners = hands.page.stage.board, hands.panel.buttons["corners"]
    board.focus_force()
    hands.settle()
    for _ in range(10):
        hands.press("Tab", widget=hands.window.root.focus_get())
        if hands.window.root.focus_get() is corners:
            break
    assert hands.window.root.focus_get() is corners
    hands.press("Return", widget=corners)
    sheet = hands.page.sheet
    assert isinstance(sheet, CornersSheet)
    for _ in range(5):
        hands.press("Tab", widget=hands.window.root.focus_get())
        assert str(hands.window.root.focus_get()).startswith(f"{sheet}.")
    sheet.close()
    corners.focus_set()
    hands.settle()
    hands.page.camera.stop()
    hands.settle()
    assert hands.window.root.focus_get() is board
