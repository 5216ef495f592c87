"""Buttons of other devices: events of the X server, and a FIFO for a gamepad; learned, pressed at a table, forgotten."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.machine.gamepads import BUTTON, EVENT, Gamepads
from fourth_seat.table.protocols import Announcement
from fourth_seat.ui.devices.buttons import TITLES, ButtonsSection, LearnButtonSheet
from fourth_seat.ui.devices.page import HardwarePage, HardwareSheet
from fourth_seat.ui.learned_button import DeviceKind, LearnedButton, read_learned_button
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import load
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.widgets.dead_time import DEAD_TIME_MS
from tests.ui.conftest import screenshot
from tests.ui.devices.lights_in_window import at_table, opened
from tests.ui.hand import Hand, middle
from tests.ui.patience import settle, wait_for

Press = Callable[[], None]


@pytest.fixture
def gamepad(tmp_path: Path, window: MainWindow) -> Iterator[Press]:
    """Press the third button of a gamepad."""
    os.mkfifo(tmp_path / "js0")
    descriptor = os.open(tmp_path / "js0", os.O_RDWR)
    window.buttons.gamepads = Gamepads(tmp_path)
    ms = 0

    def press() -> None:
        nonlocal ms
        ms += DEAD_TIME_MS
        os.write(descriptor, EVENT.pack(ms, 1, BUTTON, 2) + EVENT.pack(ms + 50, 0, BUTTON, 2))
        settle(window, 0.1)

    yield press
    os.close(descriptor)


def section_of(window: MainWindow) -> ButtonsSection:
    """Return the section on the page of devices, which it opens."""
    opened(window)
    assert isinstance(window.page, HardwarePage) and window.page.content
    return window.page.content.buttons


def learn(window: MainWindow, button: Button, press: Press) -> ButtonsSection:
    """Have a button learned."""
    section = section_of(window)
    section.learners[button].invoke()
    settle(window, 0.1)
    press()
    settle(window, 0.1)
    assert window.page and not window.page.sheet
    return section


def learning(window: MainWindow) -> LearnButtonSheet:
    """Return the sheet that waits for a button."""
    assert window.page and isinstance(window.page.sheet, LearnButtonSheet)
    return window.page.sheet


def shown(section: ButtonsSection, button: Button) -> str:
    return str(section.shown[button].cget("text"))


def with_placement(window: MainWindow) -> TablePage:
    """Return a table at which something is to be set down."""
    page = at_table(window, "4", "4")
    page.stage.table.undo()
    settle(window, 0.1)
    assert page.stage.table.pending
    return page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "learned", "title"),
    [
        ("F13", "key F13", "key F13"),
        ("Next", "key Next", "key Page Down"),
        ("F5", "key F5", "key F5"),
        ("period", "key period", "key ."),
        ("b", "key b", "key B"),
        ("XF86_AudioPlay", "key XF86AudioPlay", "key AudioPlay"),
    ],
)
def test_a_key_is_learned_obeyed_and_forgotten(window: MainWindow, hand: Hand, key: str, learned: str, title: str) -> None:
    section = learn(window, Button.DONE, lambda: hand.key(key))
    assert shown(section, Button.DONE) == title
    assert str(load().buttons[Button.DONE]) == learned
    page = with_placement(window)
    hand.key(key)
    assert page.stage.table.pending is None and page.stage.table.history.at == 1
    assert not page.stage.line.field.winfo_ismapped()  # a letter has begun no move
    section = section_of(window)
    section.forgetters[Button.DONE].invoke()
    assert shown(section, Button.DONE) == "none yet" and section.forgetters[Button.DONE].instate(["disabled"])
    assert load().buttons == {}
    page = with_placement(window)
    hand.key(key)
    assert page.stage.table.pending


@pytest.mark.slow
@pytest.mark.quick
def test_a_side_button_of_a_mouse_takes_back_a_move(window: MainWindow, hand: Hand) -> None:
    section = learn(window, Button.UNDO, lambda: hand.click(8))
    assert shown(section, Button.UNDO) == "mouse button 8"
    page = at_table(window, "4", "4")
    hand.click(9)
    assert page.stage.table.history.at == 2
    hand.click(8)
    assert page.stage.table.history.at == 1


@pytest.mark.slow
@pytest.mark.quick
@pytest.mark.usefixtures("hand")  # its window is in front
def test_a_gamepad_asks_for_a_hint(window: MainWindow, gamepad: Press) -> None:
    section = learn(window, Button.HINT, gamepad)
    assert shown(section, Button.HINT) == "gamepad button 3"
    page = at_table(window)
    gamepad()
    wait_for(window, lambda: page.stage.advice.proposed is not None)
    window.go_home()
    gamepad()  # where nothing obeys
    assert window.notices.shown is None


@pytest.mark.slow
def test_the_last_announcement_is_repeated(window: MainWindow, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(window, Button.AGAIN, lambda: hand.key("F13"))
    with_placement(window)
    said: list[Announcement] = []
    monkeypatch.setattr(window.announcer.voice, "show", said.append)
    hand.key("F13")
    assert len(said) == 1


@pytest.mark.slow
@pytest.mark.quick
@pytest.mark.parametrize(
    ("key", "title"), [("Return", "Enter"), ("Left", "\N{LEFTWARDS ARROW}"), ("space", "Space"), ("Shift_L", "Shift_L")]
)
def test_a_key_that_the_window_needs_is_not_learned(window: MainWindow, hand: Hand, key: str, title: str) -> None:
    section_of(window).learners[Button.DONE].invoke()
    settle(window, 0.1)
    hand.key(key)
    sheet = learning(window)
    assert f"{title} cannot be used, because this window needs it: press another one." in sheet.message.shown
    assert window.settings.buttons == {}
    hand.key("F13")  # the next one may be
    assert window.settings.buttons == {Button.DONE: LearnedButton(DeviceKind.KEY, "F13")}


@pytest.mark.slow
@pytest.mark.quick
@pytest.mark.parametrize(("button", "told"), [(1, 1), (2, 2), (3, 3), (4, 4), (7, 5)])  # Tk takes 7 for 5 with Shift
def test_a_button_that_the_mouse_needs_is_not_learned(window: MainWindow, hand: Hand, button: int, told: int) -> None:
    section_of(window).learners[Button.DONE].invoke()
    settle(window, 0.5)
    hand.move(*middle(window.root))
    hand.click(button)
    sheet = learning(window)
    assert f"Mouse button {told} cannot be used" in sheet.message.shown
    screenshot(window, "button-refused")
    hand.tap(*middle(sheet.buttons[0]))
    settle(window, 0.1)
    assert window.page and window.page.sheet is None and window.settings.buttons == {}


def test_escape_closes_the_sheet_and_nothing_is_learned_after_it(window: MainWindow, hand: Hand) -> None:
    section_of(window).learners[Button.DONE].invoke()
    settle(window, 0.1)
    hand.key("Escape")
    assert isinstance(window.page, HardwarePage) and window.page.sheet is None
    hand.key("F13")
    assert window.settings.buttons == {}


@pytest.mark.slow
def test_a_button_that_is_learned_for_another_action_moves_there(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.DONE, lambda: hand.key("F13"))
    section = learn(window, Button.HINT, lambda: hand.key("F13"))
    assert shown(section, Button.DONE) == "none yet" and shown(section, Button.HINT) == "key F13"
    assert load().buttons == {Button.HINT: LearnedButton(DeviceKind.KEY, "F13")}


@pytest.mark.slow
def test_nothing_moves_on_the_page_when_something_is_learned(window: MainWindow, hand: Hand) -> None:
    section = section_of(window)

    def places() -> list[tuple[int, ...]]:
        settle(window, 0.1)
        parts: list[tk.Misc] = [*section.inside.winfo_children()]
        for each in (section.shown, section.learners, section.forgetters):
            parts += each.values()
        return [(part.winfo_x(), part.winfo_y(), part.winfo_width(), part.winfo_height()) for part in parts]

    before = places()
    for button, key in zip(TITLES, ("F13", "XF86_AudioRaiseVolume", "b"), strict=False):
        section.learners[button].invoke()
        settle(window, 0.1)
        hand.key(key)
        assert places() == before
    section.forgetters[Button.UNDO].invoke()
    assert places() == before


@pytest.mark.slow
def test_a_key_that_is_held_acts_once(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.UNDO, lambda: hand.key("b"))
    page = at_table(window, "4", "4", "4", "4")
    hand.key("b", seconds=1.2)
    assert page.stage.table.history.at == 3
    hand.key("b")
    assert page.stage.table.history.at == 2


@pytest.mark.slow
def test_a_double_press_confirms_once(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.DONE, lambda: hand.key("F13"))
    page = with_placement(window)
    hand.key("F13")
    assert page.stage.table.pending is None
    page.stage.table.undo()
    assert page.stage.table.pending
    hand.key("F13")  # the second half, though something is to be set down again
    assert page.stage.table.pending
    settle(window, DEAD_TIME_MS / 1000)
    hand.key("F13")
    assert page.stage.table.pending is None


@pytest.mark.slow
def test_done_without_a_placement_does_nothing(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.DONE, lambda: hand.key("F13"))
    page = at_table(window, "4")
    hand.key("F13")
    assert page.stage.table.history.at == 1 and page.stage.table.pending is None


@pytest.mark.slow
@pytest.mark.quick
def test_a_field_that_is_written_in_gets_its_letters(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.UNDO, lambda: hand.key("b"))
    page = at_table(window, "4")
    hand.key("4")
    assert page.stage.line.field.winfo_ismapped()
    hand.key("b")
    assert page.stage.line.field.get() == "4b" and page.stage.table.history.at == 1


@pytest.mark.slow
@pytest.mark.quick
def test_no_button_works_while_a_sheet_lies_over_the_table(window: MainWindow, hand: Hand, gamepad: Press) -> None:
    learn(window, Button.DONE, gamepad)
    learn(window, Button.UNDO, lambda: hand.key("F13"))
    page = with_placement(window)
    page.open_sheet(HardwareSheet(page, page.stage.table.game, page.stage.table.options))
    settle(window, 0.2)
    gamepad()
    hand.key("F13")
    assert page.stage.table.pending and page.stage.table.history.at == 1
    page.close_sheets()
    settle(window, 0.1)
    gamepad()
    assert page.stage.table.pending is None


@pytest.mark.slow
def test_shortcuts_with_control_stay_what_they_are(window: MainWindow, hand: Hand) -> None:
    learn(window, Button.UNDO, lambda: hand.key("b"))
    page = at_table(window, "4")
    page.stage.board.event_generate("<Control-KeyPress-b>")
    page.stage.board.event_generate("<Control-KeyRelease-b>")
    settle(window, 0.1)
    assert page.sheet and page.stage.table.history.at == 1
    page.close_sheets()
    settle(window, 0.1)
    hand.key("b")
    assert page.stage.table.history.at == 0


@pytest.mark.slow
def test_a_pressed_button_lights_a_dark_kiosk(window: MainWindow, hand: Hand) -> None:
    from fourth_seat.ui.kiosk.blank import Blank

    class Power:
        def set(self, *, on: bool) -> None:
            self.on = on

    learn(window, Button.AGAIN, lambda: hand.click(8))
    at_table(window, "4")
    blank = Blank(window.root, Power(), lambda: 0.0)  # type: ignore[arg-type]
    blank.sleep()
    settle(window, 0.1)
    hand.click(8)
    wait_for(window, lambda: blank.cover is None)
    blank.close()


@pytest.mark.parametrize(
    "text",
    [
        "", "key", "key ", "key Escape", "key Tab", "key Control+F5", "key Shift_L", "key a b", "key \u00e4",
        "key " + 41 * "a", "mouse 1", "mouse 3", "mouse 0", "mouse 08", "mouse x", "mouse None",
        "mouse " + 5000 * "0" + "8", "gamepad 257", "gamepad -1", "pedal 1", 5, None, [], {},
    ],
)  # fmt: skip
@pytest.mark.quick
def test_what_the_settings_may_not_hold_is_left_out(text: object) -> None:
    assert read_learned_button(text) is None


@pytest.mark.quick
def test_of_two_actions_with_one_button_the_first_keeps_it(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(
        '[buttons]\ndone = "key F13"\nundo = "key F13"\nhint = "gamepad 2"\nagain = "key B"\nmove = "mouse 8"\n', "utf-8"
    )
    assert {button.value: str(learned) for button, learned in load().buttons.items()} == {
        "done": "key F13", "hint": "gamepad 2", "again": "key b",
    }  # fmt: skip
