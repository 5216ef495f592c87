"""A board with sensors in the window: chosen, listened to at the table, shown live, released."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fourth_seat.hardware.boards.settings import BoardSettings, load_board_settings
from fourth_seat.ui.devices.board import NOTHING, SOMETHING, SensorsSheet
from fourth_seat.ui.devices.page import HardwarePage, HardwareSheet
from fourth_seat.ui.window import Window
from tests.hardware.emulation.board_program import BoardProgram
from tests.ui.devices.lights_in_window import at_table, opened
from tests.ui.patience import settle, wait_for


@pytest.fixture
def program() -> Iterator[BoardProgram]:
    made = BoardProgram("connect4", "--sensors", "colour")
    yield made
    made.end()


def test_what_is_no_address_is_said_and_not_kept(window: Window) -> None:
    opened(window)
    assert isinstance(window.page, HardwarePage)
    assert window.page.content
    section = window.page.content.board
    section.field.insert(0, "nonsense")
    section.keep()
    sentence, wrong = section.stands()
    assert wrong
    assert "nonsense is not the address of a board" in window.text(sentence)
    assert load_board_settings("connect4") == BoardSettings()


@pytest.mark.slow
def test_a_board_is_chosen_at_the_table_and_shown_live(window: Window, program: BoardProgram) -> None:
    page = at_table(window)
    page.open_sheet(HardwareSheet(page, page.stage.table.game, page.stage.table.options))
    assert isinstance(page.sheet, HardwareSheet)
    section = page.sheet.content.board
    section.field.insert(0, program.address)
    section.try_out()
    sheet = page.sheet
    assert isinstance(sheet, SensorsSheet)
    watch = window.boards.watch
    assert watch
    wait_for(window, lambda: watch.heard)
    wait_for(window, lambda: sheet.picture.frame.get("d1") == NOTHING)
    program.do("put d1 1")
    wait_for(window, lambda: sheet.picture.frame.get("d1") == SOMETHING)
    wait_for(window, lambda: bool(watch.bridge.question))
    program.do("press done")
    wait_for(window, lambda: page.stage.table.history.at == 1)
    assert load_board_settings("connect4").url == program.address
    window.go_home()
    settle(window)
    assert window.boards.watch is None
