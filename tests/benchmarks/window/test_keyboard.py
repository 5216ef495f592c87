"""Everything that can be typed in the window is typed by left clicks alone, as real events of the X server, at
800x480.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from benchmarks.window.finger import Finger, shown
from benchmarks.window.geometry.pages import played_before
from fourth_seat.games import find
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.seats.fields import PersonFields
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings import ALWAYS, Settings
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.words.catalogue import Catalogue

SIZE = 800, 480
NAMES = {"he": "שלום", "de": "Jörg", "en": "Zoë-2"}  # the hardest first, which a sample contains


@pytest.fixture(params=NAMES)
def finger(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finger]:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = Settings(chime=False, awake=False, width=SIZE[0], height=SIZE[1], keyboard=ALWAYS)
    window = MainWindow(open_root(), settings, catalogue=Catalogue(request.param))
    window.root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
    finger = Finger(window)
    try:
        yield finger
    finally:
        finger.close()
        window.close()


def fields(page: tk.Misc | None) -> list[ttk.Entry]:
    """Return the parts that can be typed into, from top to bottom."""
    assert page
    every = [each for each in shown(page) if isinstance(each, (ttk.Entry, ttk.Combobox, ttk.Spinbox))]
    return [each for each in every if each.instate(["!readonly", "!disabled"])]


@pytest.mark.sample(1)
@pytest.mark.timeout(120)
def test_names_addresses_searches_and_files(finger: Finger) -> None:
    window = finger.window
    name = NAMES[window.catalogue.language]
    window.show(SeatsPage, find("connect4"))
    finger.pump(0.3)
    assert isinstance(window.page, SeatsPage)
    for number, row in enumerate(window.page.rows):
        if isinstance(row.fields, PersonFields):
            finger.write(row.fields.names[0], f"{name}{number}")
            assert row.fields.choice.names == (f"{name}{number}",)

    window.show(HardwarePage, "connect4")
    finger.pump(0.5)
    assert isinstance(window.page, HardwarePage)
    address = next(field for field in fields(window.page) if not field.get())
    finger.write(address, "lcdd://192.168.1.20:13666")
    assert address.get() == "lcdd://192.168.1.20:13666"

    played_before()
    window.show(LibraryPage)
    finger.pump(0.5)
    assert isinstance(window.page, LibraryPage)
    finger.write(window.page.search.field, "ben")
    library = window.page
    finger.until(lambda: library.search.words == "ben" and not library.busy and library.tiles.chosen, "a game of Ben's")
    library.ask_export()
    finger.pump(0.3)
    sheet = library.sheet
    assert isinstance(sheet, SaveSheet)
    before = sheet.name.get()
    sheet.name.selection_range(0, "end")
    finger.write(sheet.name, "abc")
    assert "abc" in sheet.name.get() != before

    window.show(SettingsPage)
    finger.pump(0.3)
    assert isinstance(window.page, SettingsPage)
    window.page.engines.add.invoke()
    finger.pump(0.3)
    form = window.page.sheet
    assert isinstance(form, FormSheet)
    finger.write(form.fields[1], "/usr/bin/pentobi-gtp --level 3")
    assert form.fields[1].get() == "/usr/bin/pentobi-gtp --level 3"
