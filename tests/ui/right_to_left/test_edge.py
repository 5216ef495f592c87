"""Texts and positions on their way to Tk: what it is given, what it gives back, where things are on the screen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import font as tkfont
from tkinter import ttk

import pytest

from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.right_to_left.lines import Direction
from fourth_seat.ui.right_to_left.tk import Edge, stand_between
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.words.catalogue import Catalogue
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN, break_lines

SENTENCE = "הניחו את החלק על הלוח, פינה אל פינה, עד שאיש לא יכול להניח עוד"
NAME = "דנה"


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    root = open_root()
    stand_between(root)
    yield root
    root.destroy()


@pytest.fixture
def mirrored(root: tk.Tk) -> tk.Tk:
    edge_of(root).right_to_left = True
    return root


def edge_of(root: tk.Tk) -> Edge:
    assert isinstance(root.tk, Edge)
    return root.tk


def shown(widget: tk.Misc, option: str = "-text") -> str:
    """Return the value that Tk itself holds."""
    edge = widget.tk
    assert isinstance(edge, Edge)
    return str(edge._tk.call(str(widget), "cget", option))


def root_call(widget: tk.Misc, *arguments: object) -> str:
    """Return the command of a widget."""
    return str(widget.tk.call(str(widget), *arguments))


# -- texts -----------------------------------------------------------------------------------------------------------------


def test_hebrew_is_drawn_from_the_right_and_read_as_it_was_told(root: tk.Tk) -> None:
    for widget in (ttk.Label(root, text=NAME), ttk.Button(root, text=NAME), ttk.Checkbutton(root, text=NAME)):
        assert shown(widget) == NAME[::-1]
        assert widget.cget("text") == NAME
        widget.configure(text="Anna")
        assert (shown(widget), widget.cget("text")) == ("Anna", "Anna")


def test_notation_keeps_its_order_and_brackets_turn(mirrored: tk.Tk) -> None:
    label = ttk.Label(mirrored, text=f"{NAME} (לבן): {ISOLATE_SIGN}31: 8/5 6/5{ISOLATE_END_SIGN}.")
    assert shown(label) == ".31: 8/5 6/5 :(ןבל) הנד"


def test_english_goes_through_as_it_is(mirrored: tk.Tk) -> None:
    label = ttk.Label(mirrored, text="Fourth Seat (2)")
    assert shown(label) == "Fourth Seat (2)"


def test_a_long_sentence_begins_in_its_first_line(mirrored: tk.Tk) -> None:
    label = ttk.Label(mirrored, text=SENTENCE, font="TkDefaultFont")
    font = tkfont.nametofont("TkDefaultFont", mirrored)
    label.configure(wraplength=font.measure(SENTENCE) // 3)
    lines = shown(label).split("\n")
    assert len(lines) > 2
    assert " ".join(line[::-1] for line in lines) == SENTENCE
    assert all(font.measure(line) <= font.measure(SENTENCE) // 3 for line in lines)
    font.configure(size=2 * font.cget("size"))
    edge_of(mirrored).break_again()
    assert len(shown(label).split("\n")) > len(lines)
    label.configure(wraplength=0)
    assert shown(label) == SENTENCE[::-1]


def test_a_value_broken_in_two_keeps_its_order_in_both_lines() -> None:
    direction = Direction(right_to_left=True)
    lines = direction.break_lines(f"שלום {ISOLATE_SIGN}8/5 6/5 4/3{ISOLATE_END_SIGN} טוב", 12, len)
    assert lines == "8/5 6/5 םולש\nבוט 4/3"


def test_a_name_that_is_longer_than_a_line_ends_with_its_full_stop() -> None:
    text = f"תור {ISOLATE_SIGN}Hohenzollern-Sigmaringenburg{ISOLATE_END_SIGN}."
    lines = Direction(right_to_left=True).break_lines(text, 14, len).split("\n")
    assert lines == ["רות", "Hohenzollern-", "Sigmaringenbur", ".g"]
    assert Direction(right_to_left=True).break_lines(text, 1, len).count("\n") == 1, "a label that has no width yet"


def test_no_line_ends_before_the_name_of_a_place(root: tk.Tk) -> None:
    assert break_lines("Ziehe einen Stein von 8 nach 3", 28, len) == ["Ziehe einen Stein von 8", "nach 3"]
    assert break_lines("Sow one each into d, e", 18, len) == ["Sow one each", "into d, e"]
    label = ttk.Label(root, text="from 8 to 3", wraplength=200)
    assert label.cget("text") == "from 8 to 3"
    assert edge_of(root)._tk.call(str(label), "cget", "-text") == "from\u00a08 to\u00a03"


def test_a_list_gives_back_what_it_was_told(root: tk.Tk) -> None:
    box = ttk.Combobox(root, values=[NAME, "Anna", "שתי מילים (כן)"])
    box.current(2)
    assert box.get() == "שתי מילים (כן)"
    assert str(edge_of(root)._tk.call(str(box), "get")) == "(ןכ) םילימ יתש"
    box.set(NAME)
    assert box.get() == NAME
    entry = ttk.Entry(root)
    entry.insert(0, NAME)
    assert entry.get() == NAME


@pytest.mark.parametrize("typed", ["דנה", "דנה לוי", "Anna", "דנה 7"])
def test_a_name_is_typed_and_read(root: tk.Tk, typed: str) -> None:
    entry = ttk.Entry(root)
    entry.pack()
    for letter in typed:
        root.tk.call("ttk::entry::Insert", str(entry), letter)
    assert entry.get() == typed
    on_screen = str(edge_of(root)._tk.call(str(entry), "get"))
    assert on_screen == Direction().drawn(typed) or on_screen == Direction(right_to_left=True).drawn(typed)


def test_backspace_takes_the_letter_typed_last(root: tk.Tk) -> None:
    entry = ttk.Entry(root)
    for letter in NAME:
        root.tk.call("ttk::entry::Insert", str(entry), letter)
    root.tk.call("ttk::entry::Backspace", str(entry))
    assert entry.get() == NAME[:-1]


def test_canvas_menu_and_tree(mirrored: tk.Tk) -> None:
    canvas, menu, tree = tk.Canvas(mirrored), tk.Menu(mirrored), ttk.Treeview(mirrored)
    item = canvas.create_text(0, 0, text=NAME, anchor="w")
    assert root_call(canvas, "itemcget", item, "-text") == NAME[::-1]
    assert root_call(canvas, "itemcget", item, "-anchor") == "w"  # a drawing is not mirrored
    menu.add_command(label=NAME)
    assert menu.entrycget("end", "label") == NAME[::-1]
    row = tree.insert("", "end", text=f"  {NAME}")
    assert tree.item(row, "text") == f"  {NAME[::-1]}"  # its picture is on the left everywhere


def test_a_system_that_turns_lines_round_is_told_their_direction_only() -> None:
    direction = Direction(right_to_left=True, by_us=False)
    assert direction.drawn(NAME) == f"\u202b{NAME}\u202c"


# -- places ----------------------------------------------------------------------------------------------------------------


def at(widget: tk.Misc) -> tuple[int, int]:
    """Return the left edge and the width."""
    return widget.winfo_rootx(), widget.winfo_width()


def page(root: tk.Tk) -> list[tuple[int, int]]:
    """Return a page that uses all three ways of placing widgets, and the positions of its parts from its left edge."""
    root.geometry("400x300")
    packed, gridded, placed = (tk.Frame(root, width=400, height=90) for _ in range(3))
    for frame in (packed, gridded, placed):
        frame.pack(side="top", fill="x")
        frame.pack_propagate(False)
        frame.grid_propagate(False)
    parts: list[tk.Frame] = []

    def part(parent: tk.Frame, width: int) -> tk.Frame:
        parts.append(tk.Frame(parent, width=width, height=20))
        return parts[-1]

    part(packed, 50).pack(side="left", padx=(10, 0))
    part(packed, 30).pack(side="right")
    part(packed, 20).pack(side="top", anchor="w", padx=(0, 7))
    part(gridded, 60).grid(row=0, column=0, sticky="w")
    part(gridded, 40).grid(row=0, column=1, sticky="e", padx=(0, 5))
    part(gridded, 70).grid(row=1, column=0, columnspan=2, sticky="w")
    gridded.columnconfigure(1, weight=1)
    part(placed, 25).place(x=15, y=0)
    part(placed, 35).place(relx=1, rely=0, anchor="ne")
    part(placed, 45).place(relx=0.25, rely=0.5, anchor="w")
    root.update()
    left = root.winfo_rootx()
    return [(widget.winfo_rootx() - left, widget.winfo_width()) for widget in parts]


def test_a_page_in_the_mirror() -> None:
    pages = []
    for right_to_left in (False, True):
        root = open_root()
        stand_between(root).right_to_left = right_to_left
        pages.append(page(root))
        root.destroy()
    straight, mirrored = pages
    assert [(400 - left - width, width) for left, width in straight] == mirrored
    assert straight != mirrored


def test_labels_begin_at_the_right(mirrored: tk.Tk) -> None:
    assert (shown(ttk.Label(mirrored), "-anchor"), shown(ttk.Label(mirrored), "-justify")) == ("e", "right")
    assert shown(ttk.Label(mirrored, anchor="center"), "-anchor") == "center"
    padding = ttk.Frame(mirrored, padding=(1, 2, 3, 4)).cget("padding")
    assert [str(side) for side in padding] == ["3", "2", "1", "4"]


def test_what_is_gone_is_forgotten(mirrored: tk.Tk) -> None:
    frame = ttk.Frame(mirrored)
    ttk.Label(frame, text=NAME)
    frame.destroy()
    assert not edge_of(mirrored)._requested
    assert not edge_of(mirrored)._widths


def test_asking_for_a_layout_leaves_it_as_it_is(mirrored: tk.Tk) -> None:
    style = ttk.Style(mirrored)
    before = style.layout("TButton")
    assert before and style.layout("TButton") == before


def test_a_window_can_begin_in_hebrew() -> None:
    window = MainWindow(open_root(), Settings(), catalogue=Catalogue("he"))
    try:
        window.go_home()
        window.root.update()
    finally:
        window.close()
