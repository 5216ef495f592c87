"""The on-screen keyboard: when it comes and goes, what its keys write, and where they are."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from fourth_seat.ui.keyboard.control import KeyboardControl
from fourth_seat.ui.keyboard.keyboard import (
    ACCENTS,
    ACCENTS_KEY,
    BACK,
    DIGITS,
    ENTER,
    HIDE,
    LEFT,
    LETTERS,
    LETTERS_KEY,
    REPEAT_AFTER_MS,
    SHIFT,
    SIGNS,
    SIGNS_KEY,
    ScreenKeyboard,
    capital,
    next_language,
)
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import ALWAYS, AUTOMATIC, NEVER
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.widgets.drop_down import close_list
from fourth_seat.words.catalogue import languages
from tests.ui.conftest import MakeWindow, press, screenshot
from tests.ui.patience import settle, wait_for


def tap(widget: tk.Misc, x: int | None = None) -> None:
    """Tap a widget, by default in its middle."""
    widget.update()
    x, y = widget.winfo_width() // 2 if x is None else x, widget.winfo_height() // 2
    for event in ("<Enter>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        widget.event_generate(event, x=x, y=y)
    widget.update()


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window(keyboard=ALWAYS, width=800, height=480)


def field_in(window: MainWindow, kind: type[ttk.Entry] = ttk.Entry) -> ttk.Entry:
    """Return a field on the page, with the keyboard below it."""
    window.go_home()
    assert window.page
    field = kind(window.page)
    field.place(x=10, y=10, width=300)
    settle(window)
    tap(field)
    return field


@pytest.mark.parametrize("size", [(800, 480), (1366, 768), (1920, 1080)])
def test_every_key_is_whole_in_the_largest_letters(make_window: MakeWindow, size: tuple[int, int]) -> None:
    width, height = size
    window = make_window(keyboard=ALWAYS, text="huge", width=width, height=height)
    window.root.geometry(f"{width}x{height}+0+0")
    field_in(window)
    keyboards = [child for child in window.root.winfo_children() if isinstance(child, ScreenKeyboard)]
    assert len(keyboards) == 1
    assert all(button.winfo_height() >= button.winfo_reqheight() for button in keyboards[0].buttons.values())


def keys(window: MainWindow) -> ScreenKeyboard:
    assert window.keyboard.keyboard
    return window.keyboard.keyboard


def write(window: MainWindow, *names: str) -> None:
    for name in names:
        tap(keys(window).buttons[name])


def test_a_name_is_written_and_corrected(window: MainWindow) -> None:
    field = field_in(window)
    write(window, SHIFT, "Z", "o", "x", BACK, ACCENTS_KEY, "ë", SIGNS_KEY, "&", LETTERS_KEY, "7")
    assert field.get() == keys(window).line.get() == "Zoë&7"
    write(window, LEFT, LEFT, "-")
    assert field.get() == "Zoë-&7"
    assert field.focus_lastfor() is field
    screenshot(window, "keyboard")
    write(window, HIDE)
    assert window.keyboard.keyboard is None
    assert field.get() == "Zoë-&7"


def test_an_address_needs_no_other_page(window: MainWindow) -> None:
    field = field_in(window, ttk.Combobox)
    write(window, *"http://192.168.1.20:8080/video")
    assert field.get() == "http://192.168.1.20:8080/video"


def test_what_is_selected_is_written_over(window: MainWindow) -> None:
    field = field_in(window)
    write(window, "a", "b")
    field.selection_range(0, "end")
    write(window, "c")
    assert field.get() == "c"


def test_a_tap_in_the_line_places_the_cursor(window: MainWindow) -> None:
    field = field_in(window)
    write(window, *"bcd")
    tap(keys(window).line, x=3)
    write(window, "a")
    assert field.get() == "abcd"


def test_a_key_that_is_held_repeats(window: MainWindow) -> None:
    field = field_in(window)
    write(window, *"abcdefgh")
    key = keys(window).buttons[BACK]
    key.event_generate("<ButtonPress-1>", x=5, y=5)
    settle(window, REPEAT_AFTER_MS / 1000 + 0.5)
    key.event_generate("<ButtonRelease-1>", x=5, y=5)
    left = len(field.get())
    assert left < 6
    settle(window, 0.3)
    assert len(field.get()) == left


def test_enter_is_the_fields_own(window: MainWindow) -> None:
    field = field_in(window)
    entered: list[str] = []
    field.bind("<Return>", lambda _: entered.append(field.get()))
    write(window, "a", ENTER)
    settle(window, 0.1)
    assert entered == ["a"]
    assert window.keyboard.keyboard is None


def test_it_goes_with_a_tap_elsewhere_a_real_key_or_its_field(window: MainWindow) -> None:
    field = field_in(window)
    assert window.page
    tap(window.page)
    assert window.keyboard.keyboard is None
    tap(field)
    assert window.keyboard.keyboard
    field.focus_force()
    press(window, "<KeyPress-a>")
    assert window.keyboard.keyboard is None
    tap(field)
    field.destroy()
    settle(window)
    assert window.keyboard.keyboard is None
    field_in(window)
    window.show(SettingsPage)
    assert window.keyboard.keyboard is None


def test_a_box_that_opens_its_list_is_not_written_in(window: MainWindow) -> None:
    field = field_in(window, ttk.Combobox)
    window.keyboard.hide()
    tap(field, x=field.winfo_width() - 5)
    assert window.keyboard.keyboard is None
    close_list(field)
    field.configure(state="readonly")
    tap(field)
    assert window.keyboard.keyboard is None
    close_list(field)


@pytest.mark.parametrize(
    ("setting", "kiosk", "touch", "comes"),
    [
        (AUTOMATIC, False, False, False),
        (AUTOMATIC, False, True, True),
        (AUTOMATIC, True, False, True),
        (ALWAYS, False, False, True),
        (NEVER, True, True, False),
    ],
)
def test_when_it_comes(make_window: MakeWindow, setting: str, kiosk: bool, touch: bool, comes: bool) -> None:
    window = make_window(keyboard=setting)
    window.kiosk = kiosk
    control = KeyboardControl(window, lambda: touch)
    assert control.wanted == comes


def test_it_is_made_anew_when_the_window_changes(window: MainWindow) -> None:
    field = field_in(window)
    before = keys(window)
    window.root.geometry("1000x700")
    wait_for(window, lambda: window.keyboard.keyboard not in (before, None) and keys(window).winfo_width() == 1000)
    write(window, "a")
    assert field.get() == "a"


def test_letters_stand_from_left_to_right_in_hebrew_too(make_window: MakeWindow) -> None:
    window = make_window(keyboard=ALWAYS, language="he", width=800, height=480)
    window.change(window.settings)
    window._speak("he")
    field = field_in(window)
    first = [keys(window).buttons[letter].winfo_rootx() for letter in LETTERS["he"][0]]
    assert first == sorted(first)
    assert keys(window).buttons["1"].winfo_rootx() < keys(window).buttons["2"].winfo_rootx()
    write(window, *"שלום")
    assert field.get() == "שלום"
    write(window, BACK)
    assert field.get() == "שלו"
    screenshot(window, "keyboard-hebrew")


def test_every_language_of_the_window_has_its_letters() -> None:
    assert set(languages()) <= set(LETTERS)
    language = "en"
    for _ in LETTERS:
        language = next_language(language)
    assert language == "en"
    for language, rows in LETTERS.items():
        for page in (rows, SIGNS, ACCENTS):
            characters = "".join(page)
            assert len(set(characters)) == len(characters), f"{language}: a key twice"
            assert all(len(capital(character)) == 1 for character in characters)
    written = {*DIGITS, " ", *":/-.", *"".join(SIGNS)}
    assert set(map(chr, range(32, 127))) - written <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
