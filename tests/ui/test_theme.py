"""The look: readable colours, known tones, light and dark and text sizes switched at run time."""

from __future__ import annotations

from tkinter import font as tkfont
from tkinter import ttk

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import PIECE_HUES, TONES, contrast
from fourth_seat.ui.theme.palette import MODES, TEXT_SIZES, Palette, palette
from fourth_seat.ui.theme.theme import BODY, HUGE, SMALL
from fourth_seat.ui.widgets.drop_down import open_list
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow
from tests.ui.patience import settle

PALETTES = [palette(mode, contrast=high, hues=hues) for mode in MODES for high in (False, True) for hues in PIECE_HUES]


@pytest.mark.quick
@pytest.mark.parametrize("shown", PALETTES, ids=lambda each: f"{each.mode}-{each.contrast}-{each.hues}")
def test_text_can_be_read(shown: Palette) -> None:
    least = 7 if shown.contrast else 4.5
    for ground in (shown.surface, shown.raised, shown.sunken):
        assert contrast(shown.ink, ground) >= (20 if shown.contrast else 7)
        for colour in (shown.muted, shown.good, shown.warn, shown.accent):
            assert contrast(colour, ground) >= least
    assert contrast(shown.on_accent, shown.accent) >= least
    assert contrast(shown.warn, shown.warn_ground) >= 4.5


@pytest.mark.parametrize("shown", PALETTES, ids=lambda each: f"{each.mode}-{each.contrast}-{each.hues}")
def test_pieces_stand_out_from_the_boards_they_lie_on(shown: Palette) -> None:
    for name in game_names():
        game = find(name)
        options = game.options()
        for cell in game.geometry(options).cells:
            kind = cell.tone.partition(":")[0]
            assert kind == "start" or cell.tone in TONES or kind in TONES, f"{name}: no colour for the tone {cell.tone}"
            for side in game.sides(options):
                assert shown.hue(side.hue) != shown.tone(cell.tone)


def test_hues_and_start_cells() -> None:
    light = palette("light")
    assert light.tone("start:3") == light.tone("start:red") != light.tone("start:1")
    assert light.tone("nobody knows this") == light.tone("light")


def test_the_look_changes_at_run_time(window: Window) -> None:
    label = ttk.Label(window.root, text="Four in a row")
    label.pack()
    settle(window)
    width = label.winfo_reqwidth()
    calls: list[str] = []
    window.theme.on_change(label, lambda: calls.append(window.theme.mode))
    window.theme.set("dark", "huge")
    settle(window)
    assert calls == ["dark"]
    assert window.theme.palette == palette("dark")
    assert label.winfo_reqwidth() > 1.5 * width
    assert ttk.Style(window.root).lookup("TLabel", "foreground") == palette("dark").ink
    label.destroy()
    window.theme.set("light")
    assert calls == ["dark"]


def test_what_divides_the_room_is_called_once_parts_request_their_new_sizes(window: Window) -> None:
    frame = ttk.Frame(window.root)
    label = ttk.Label(frame, text="Four in a row")
    label.pack()
    settle(window)
    before, heights = frame.winfo_reqheight(), []
    window.theme.on_measured(frame, lambda: heights.append(frame.winfo_reqheight()))
    window.theme.set(text="huge")
    settle(window)
    assert len(heights) == 2  # before Tk has measured everything, and after
    assert heights[-1] == frame.winfo_reqheight() > 1.5 * before


def test_a_part_that_another_one_destroys_is_not_called(window: Window) -> None:
    first, second, unseen = ttk.Frame(window.root), ttk.Frame(window.root), ttk.Frame(window.root)
    calls: list[str] = []
    window.theme.on_measured(first, second.destroy)
    window.theme.on_measured(second, lambda: calls.append("destroyed"))
    window.theme.on_measured(unseen, lambda: calls.append("destroyed before it was on the screen"))
    unseen.destroy()
    window.theme.set("dark")
    assert calls == []


@pytest.mark.parametrize("text", TEXT_SIZES)
def test_fonts_grow_together(make_window: MakeWindow, text: str) -> None:
    window = make_window(text=text)
    sizes = [-int(tkfont.nametofont(name, window.root).cget("size")) for name in (SMALL, BODY, HUGE)]
    assert sizes == [round(size * TEXT_SIZES[text] * window.theme.density) for size in (12, 14, 30)]


def test_distances_are_on_the_grid(window: Window) -> None:
    assert [window.theme.space(steps) for steps in (0.5, 1, 3)] == [
        round(steps * 8 * window.theme.density) for steps in (0.5, 1, 3)
    ]


def test_lists_that_drop_down_follow_the_palette(window: Window) -> None:
    box = ttk.Combobox(window.root, values=["one", "two"], state="readonly")
    box.pack()
    settle(window)
    for mode in ("light", "dark"):
        window.theme.set(mode)
        box.focus_force()
        settle(window)
        box.event_generate("<Down>")
        shown = open_list(box)
        assert shown
        canvas = next(each for each in shown.winfo_children() if each.winfo_class() == "Canvas")
        assert str(canvas.cget("background")) == palette(mode).raised
        shown.close()
    assert str(box.cget("font")) == BODY
