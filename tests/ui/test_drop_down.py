"""Drop-down lists: operated by the pointer, a finger and keys of the X server."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import Any

import pytest
from PIL import ImageGrab

from fourth_seat.table.settings.language import named
from fourth_seat.ui.theme.palette import TEXT_SIZES
from fourth_seat.ui.theme.theme import TARGET_MM
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.drop_down import DropDown, open_list
from fourth_seat.ui.widgets.menu import MenuButton
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow
from tests.ui.hand import LONG, SHORT, SIZE, Hand, middle
from tests.ui.patience import settle, wait_for

POINTS = {number: str(number) for number in range(26)}


def middle_of(shown: DropDown, number: int) -> tuple[float, float]:
    left, top, right, bottom = shown.box(number)
    return (left + right) / 2, (top + bottom) / 2


def placed(hand: Hand, names: dict[int, str], value: int, y: int, chosen: list[int]) -> ChoiceBox[int]:
    box = ChoiceBox(hand.window.root, names, value, chosen.append)
    box.place(x=100, y=y)
    settle(hand.window, 0.05)
    return box


def inside_the_window(shown: DropDown) -> bool:
    x, y = shown.winfo_x(), shown.winfo_y()
    return x >= 0 and y >= 0 and x + shown.winfo_width() <= SIZE[0] and y + shown.winfo_height() <= SIZE[1]


def opened(box: Any) -> DropDown:
    shown = open_list(box)
    assert shown
    return shown


@pytest.mark.parametrize("y", [0, 200, 430])
@pytest.mark.parametrize("value", [0, 12, 25])
def test_it_opens_at_the_present_value_and_within_the_window(hand: Hand, y: int, value: int) -> None:
    box = placed(hand, POINTS, value, y, [])
    hand.tap(*middle(box))
    shown = opened(box)
    assert shown.at == value and inside_the_window(shown)
    _, top, _, bottom = shown.box(value)
    assert shown.winfo_rooty() <= top and bottom <= shown.winfo_rooty() + shown.winfo_height() + 1


def test_a_double_tap_on_the_closed_box_opens_it_and_chooses_nothing(hand: Hand) -> None:
    chosen: list[int] = []
    for y in (0, 200, 430):
        box = placed(hand, POINTS, 12, y, chosen)
        x, at = middle(box)
        for apart in (0, 12):  # the second half may come down a little lower
            hand.tap(x, at)
            hand.tap(x, at + apart, after=SHORT)
            assert opened(box).at == 12 and not chosen
            hand.tap(*middle_of(opened(box), 12))
            assert open_list(box) is None and chosen.pop() == 12
        box.destroy()


def test_an_entry_is_chosen_by_a_tap(hand: Hand) -> None:
    chosen: list[int] = []
    box = placed(hand, {n: f"level {n}" for n in range(1, 6)}, 2, 50, chosen)
    hand.tap(*middle(box))
    hand.tap(*middle_of(opened(box), 3), after=0.2)
    assert chosen == [4] and box.value == 4 and box.cget("text") == "level 4" and open_list(box) is None


def test_pointer_and_keys_move_one_highlight(hand: Hand) -> None:
    box = placed(hand, {n: f"level {n}" for n in range(1, 10)}, 5, 20, [])
    box.focus_force()
    hand.key("space")
    shown = opened(box)
    accent = shown.winfo_rgb(hand.window.theme.palette.accent)

    def marked() -> list[int]:
        seen = ImageGrab.grab(xdisplay=hand.window.root.winfo_screen())
        places = [(shown.box(number)[0] + 3, shown.box(number)[1] + 3) for number in range(9)]
        return [n for n, place in enumerate(places) if seen.getpixel(place) == tuple(each >> 8 for each in accent)]

    assert marked() == [4]
    hand.key("Down", "Down")
    assert marked() == [6]
    hand.move(*middle_of(shown, 1))
    assert marked() == [1]
    hand.key("Up")
    assert marked() == [0]
    hand.key("End")
    assert marked() == [8]
    hand.key("Home", "Down", "Return")
    assert box.value == 2 and open_list(box) is None
    assert str(box.tk.call("focus")) == str(box)


def test_letters_and_numbers_are_typed(hand: Hand) -> None:
    chosen: list[int] = []
    box = placed(hand, POINTS, 3, 20, chosen)
    box.focus_force()
    hand.key("Down", "1", "2", "Return")
    assert chosen == [12]
    named_box = ChoiceBox(hand.window.root, {"a": "Anna", "b": "Bertha", "c": "Bruno"}, "a")
    named_box.place(x=400, y=20)
    settle(hand.window, 0.05)
    named_box.focus_force()
    hand.key("Return", "b", "b", "Return")
    assert named_box.value == "c"
    hand.key("Return", "Home", "Escape")
    assert named_box.value == "c" and open_list(named_box) is None


def test_a_press_elsewhere_closes_it_and_does_nothing_else(hand: Hand) -> None:
    pressed: list[str] = []
    box = placed(hand, {1: "one", 2: "two"}, 1, 20, [])
    button = ttk.Button(hand.window.root, text="elsewhere", command=lambda: pressed.append("button"))
    button.place(x=500, y=300)
    card = ttk.Label(hand.window.root, text="a card")
    card.bind("<ButtonRelease-1>", lambda _: pressed.append("card"))
    card.place(x=500, y=400)
    for other in (button, card):
        hand.tap(*middle(box))
        hand.tap(*middle(other))
        hand.tap(*middle(other), after=SHORT)  # nor does a double tap
        assert open_list(box) is None and not pressed
        hand.tap(*middle(other))
        assert pressed.pop() and not pressed


def test_a_finger_pushes_a_long_list_and_the_wheel_scrolls_it(hand: Hand) -> None:
    chosen: list[int] = []
    box = placed(hand, POINTS, 0, 20, chosen)
    hand.tap(*middle(box))
    shown = opened(box)
    x, y = shown.winfo_rootx() + 20, shown.winfo_rooty() + 300
    before = shown.box(10)[1]
    settle(hand.window, LONG)
    hand.down(x, y)
    for step in range(1, 6):
        hand.move(x, y - 20 * step)
    hand.up()
    assert not chosen and open_list(box) is shown
    assert before - shown.box(10)[1] == pytest.approx(100, abs=2)
    before = shown.box(10)[1]
    hand.down(x, y, button=5)
    hand.up(button=5)
    assert shown.box(10)[1] < before and open_list(box) is shown
    hand.tap(*middle_of(shown, 12))
    assert chosen == [12]


@pytest.mark.parametrize("text", TEXT_SIZES)
def test_rows_are_for_a_finger(make_window: MakeWindow, text: str) -> None:
    window = make_window(text=text, width=SIZE[0], height=SIZE[1])
    box = ChoiceBox(window.root, {1: "one", 2: "a name that is so long that it does not fit " * 4}, 1)
    box.place(x=300, y=20)
    settle(window, 0.3)
    box.invoke()
    shown = opened(box)
    for number in (0, 1):
        _, top, _, bottom = shown.box(number)
        assert bottom - top >= window.root.winfo_fpixels(f"{TARGET_MM}m") - 1
    canvas = next(each for each in shown.winfo_children() if isinstance(each, tk.Canvas))
    for item in canvas.find_all():
        if str(canvas.type(item)) == "text":
            left, _, right, _ = canvas.bbox(item)
            assert left >= 0 and right <= canvas.winfo_width()
    shown.close()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_list_has_a_line_around_it(make_window: MakeWindow, mode: str) -> None:
    window = make_window(mode=mode)
    box = ChoiceBox(window.root, {1: "one", 2: "two"}, 1)
    box.place(x=100, y=100)
    settle(window, 0.2)
    box.invoke()
    settle(window, 0.1)
    shown = opened(box)
    left, top = shown.winfo_rootx(), shown.winfo_rooty()
    seen = ImageGrab.grab((left, top, left + shown.winfo_width(), top + shown.winfo_height()), xdisplay=box.winfo_screen())
    below = seen.height - 5  # in the row of the value that is not selected
    assert seen.getpixel((0, below)) != seen.getpixel((3, below))
    shown.close()


def test_from_right_to_left_it_begins_at_the_right_edge_of_its_box(make_window: MakeWindow) -> None:
    window = make_window()
    window.change(replace(window.settings, language="he"))
    box = ChoiceBox(window.root, {1: "אחת", 2: "שתיים, ועוד הרבה מילים"}, 1)
    box.place(x=100, y=100)
    settle(window, 0.2)
    box.invoke()
    shown = opened(box)
    settle(window, 0.05)
    assert shown.winfo_rootx() + shown.winfo_width() == box.winfo_rootx() + box.winfo_width()
    shown.close()


def test_fields_have_the_same_list(hand: Hand) -> None:
    field = ttk.Combobox(hand.window.root, values=("Anna", "Bertha", "דנה לוי"))
    field.place(x=100, y=100)
    heard: list[str] = []
    field.bind("<<ComboboxSelected>>", lambda _: heard.append(field.get()))
    field.set("Bertha")
    settle(hand.window, 0.05)
    arrow = field.winfo_rootx() + field.winfo_width() - 8, middle(field)[1]
    hand.tap(*arrow)
    hand.tap(*arrow, after=SHORT)
    shown = opened(field)
    assert shown.names == ("Anna", "Bertha", "דנה לוי") and shown.at == 1
    hand.tap(*middle_of(shown, 2))
    assert heard == ["דנה לוי"] and open_list(field) is None
    field.focus_force()
    hand.key("Down", "Home", "Return")
    assert heard == ["דנה לוי", "Anna"]
    hand.tap(field.winfo_rootx() + 30, middle(field)[1])  # on the text
    assert open_list(field) is None


def test_a_field_gives_its_list_as_it_was_told(make_window: MakeWindow) -> None:
    window = make_window()
    window.catalogue = named("he")
    field = ttk.Combobox(window.root, values=("דנה לוי",))
    assert tuple(field.cget("values")) == ("דנה לוי",)


def test_the_list_goes_with_its_box(hand: Hand) -> None:
    box = placed(hand, {1: "one", 2: "two"}, 1, 20, [])
    box.invoke()
    box.place_forget()
    settle(hand.window, 0.05)
    assert open_list(hand.window.root) is None
    box.place(x=100, y=20)
    settle(hand.window, 0.05)
    box.invoke()
    hand.window.go_home()
    settle(hand.window, 0.05)
    assert open_list(hand.window.root) is None
    box.destroy()


def test_a_menu_does_what_was_chosen(hand: Hand) -> None:
    done: list[str] = []
    button = MenuButton(hand.window.root, lambda: {name: partial(done.append, name) for name in ("find", "stop")})
    button.place(x=300, y=440)
    settle(hand.window, 0.05)
    hand.tap(*middle(button))
    hand.tap(*middle(button), after=SHORT)
    shown = opened(button)
    assert shown.at is None and inside_the_window(shown)
    hand.tap(*middle_of(shown, 1))
    wait_for(hand.window, lambda: done == ["stop"])


def test_a_double_tap_on_a_switch_is_one_press(hand: Hand) -> None:
    pressed: list[str] = []
    switch = ttk.Checkbutton(
        hand.window.root, text="a switch", style="Switch.TCheckbutton", command=lambda: pressed.append("s")
    )
    switch.place(x=100, y=100)
    settle(hand.window, 0.05)
    hand.tap(*middle(switch))
    hand.tap(*middle(switch), after=SHORT)
    assert len(pressed) == 1
    hand.tap(*middle(switch))
    assert len(pressed) == 2


def test_a_box_is_as_high_for_each_of_its_names(window: Window) -> None:
    names = {
        1: "one",
        2: "a name that needs another line",
        3: "long, and longer, and so long that it needs three",
    }
    room = ttk.Frame(window.root, width=240, height=200)
    room.place(x=0, y=0)
    room.pack_propagate(False)
    box = ChoiceBox(room, names, 1)
    box.pack(fill="x")
    heights = set()
    for value in (1, 2, 3, 1):
        box.value = value
        settle(window, 0.05)
        heights.add(box.winfo_height())
    assert len(heights) == 1
