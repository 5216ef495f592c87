"""The pages around a game: start, who plays, settings, devices, help, lessons, all games."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from tkinter import ttk
from typing import TypeVar

from benchmarks.window.geometry.rest import come_to_rest, settle
from fourth_seat.games import find, game_names
from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.lights.settings import LightsSettings
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import documents, records
from fourth_seat.table.settings.seat_choice import Who
from fourth_seat.table.table import Table
from fourth_seat.ui.devices.learn import LearnSheet
from fourth_seat.ui.devices.lights import LightsSection
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.guide.tour import begin_tour
from fourth_seat.ui.help_page import HelpPage
from fourth_seat.ui.keyboard.keyboard import ACCENTS_KEY, LETTERS, LETTERS_KEY, SHIFT, SIGNS_KEY
from fourth_seat.ui.learn.page import LearnPage
from fourth_seat.ui.library.listing import Kind
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.library.replay_page import ReplayPage
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, error_text, say

ENGINE_NAME, ENGINE_COMMAND = (
    "Pentobi on the living room's computer",
    "/usr/games/pentobi-gtp --level 7 --threads 2 --quiet",
)
PEOPLE_NAMES = ("Anna", "Ben", "Christina", "Dan")
P = TypeVar("P", bound=Page)


def page(window: MainWindow, kind: type[P]) -> P:
    """Return the present page."""
    assert isinstance(window.page, kind)
    return window.page


def played_before() -> None:
    """Make up games that have been played: some of each kind wait to be continued, and some have ended this evening."""
    if records().is_dir():
        return
    for name in game_names():
        game = find(name)
        people = [read_seat(f"human:{person}") for person in PEOPLE_NAMES[: game.seats(game.options())]]
        for ends in (True, False):
            table = Table.begin(game, game.options(), people, records(), datetime.now, "evening")
            if table.needs_throw:
                table.throw("31" if name == "backgammon" else "3")
            else:
                table.play(str(table.state.legal()[0]))
            if ends:
                table.stop()
            table.close()


def system_reason(number: int) -> Text:
    """Return what the system gives as the reason for an error."""
    return error_text(OSError(number, os.strerror(number)))


def start(window: MainWindow) -> Iterator[None]:
    """Yield the start page: on the first day; with games to continue; with a notice, with the guided first turn, and after
    a photo has been dropped.
    """
    window.go_home()
    yield
    played_before()
    window.go_home()
    yield
    window.notice(say("the page for phones cannot be opened: {reason}", reason=system_reason(errno.EADDRINUSE)))
    begin_tour(window)
    settle(window, 0.2)
    yield
    page(window, StartPage).take_photo(Path("board.jpg"))
    yield


def seats(window: MainWindow, name: str) -> Iterator[None]:
    """Yield the page of seats: as it opens, with the rules, for people, for computers, with the details of one, and with a
    program that does not exist.
    """
    window.drafts.pop(name, None)
    window.show(SeatsPage, find(name))
    yield
    shown = page(window, SeatsPage)
    shown.rules.open()
    yield
    shown.close_sheets()
    for who in (Who.PERSON, Who.COMPUTER):
        for row in shown.rows:
            row.switch(who)
        yield
        shown.shown[-1].open_details()
        yield
        shown.close_sheets()
    for row in shown.rows:
        row.switch(Who.PROGRAM)
    shown.begin()
    yield
    window.drafts.pop(name, None)


def settings(window: MainWindow) -> Iterator[None]:
    """Yield the settings: as they open, with an engine, and while one is added, refused and removed."""
    window.show(SettingsPage)
    yield
    window.engines.put(ENGINE_NAME, ENGINE_COMMAND)
    window.show(SettingsPage)
    yield
    shown = page(window, SettingsPage)
    shown.engines.add.invoke()
    assert isinstance(shown.sheet, FormSheet)
    shown.sheet.try_to_keep()
    yield
    shown.back()
    shown.engines.rows[ENGINE_NAME].remove.invoke()
    yield
    window.engines.remove(ENGINE_NAME)


def kiosk(window: MainWindow) -> Iterator[None]:
    """Yield the settings of a window that has the screen to itself."""
    window.kiosk = True
    window.show(SettingsPage)
    yield
    window.kiosk = False


def help_page(window: MainWindow) -> None:
    """Show the page of help."""
    window.show(HelpPage)


def keyboard(window: MainWindow) -> Iterator[None]:
    """Yield the keyboard on the screen, for a name: letters of all languages, capitals, signs, letters with accents."""
    window.show(SeatsPage, find("connect4"))
    come_to_rest(window)  # the rows are rebuilt once their width is known
    field = next(child for child in _below(page(window, SeatsPage), ttk.Combobox) if child.instate(["!readonly"]))
    window.keyboard.show(field)
    yield
    shown = window.keyboard.keyboard
    assert shown
    for key in (SHIFT, SIGNS_KEY, ACCENTS_KEY, LETTERS_KEY):
        if key in shown.buttons:  # not every language has capitals
            shown.press(key)
            yield
    for _ in LETTERS:
        shown.press(next(each.upper() for each in LETTERS if each.upper() in shown.buttons))
        yield
    window.keyboard.hide()


def lessons(window: MainWindow, name: str) -> Iterator[None]:
    """Yield each page of the lessons."""
    window.show(LearnPage, find(name), lambda: None)
    yield
    shown = page(window, LearnPage).lessons
    while shown.number + 1 < len(shown.game.lessons):
        shown.turn(1)
        yield


def hardware(window: MainWindow, name: str) -> Iterator[None]:
    """Yield the page of devices for the board of a game; then a button is learned: at first, one that is refused."""
    window.show(HardwarePage, name)
    yield
    shown = page(window, HardwarePage)
    content = shown.content
    assert content
    content.buttons.learners[Button.DONE].invoke()
    yield
    for key in ("<Key-Left>", "<Key-XF86AudioRaiseVolume>"):
        assert shown.sheet
        shown.sheet.buttons[0].event_generate(key)
        yield
    content.buttons.forgetters[Button.DONE].invoke()


def lights(window: MainWindow, name: str) -> Iterator[None]:
    """Walk the mapping of LEDs: their number, tapped one after another, the resulting layout."""
    window.show(HardwarePage, name)
    content = page(window, HardwarePage).content
    assert content
    section = content.lights
    before = section.chosen
    section.change(LightsSettings(url="screen:"))
    yield
    section.learn.invoke()
    yield
    sheet = _learn_sheet(window)
    sheet.count.set("")
    sheet.begin()
    yield
    sheet.count.set(str(len(section.board.geometry.cells)))
    sheet.begin()
    yield
    _tap_until_sure(sheet, section)
    yield
    sheet.close()
    section.change(before)


def _learn_sheet(window: MainWindow) -> LearnSheet:
    assert window.page
    return next(child for child in window.page.winfo_children() if isinstance(child, LearnSheet))


def _tap_until_sure(sheet: LearnSheet, section: LightsSection) -> None:
    """Tap the first cells in their order, until the program has a guess to confirm."""
    assert sheet.setup
    for cell in section.board.geometry.cells:
        if "yes" in sheet.answers or sheet.setup.layout:
            return
        sheet.setup.tap(cell.name)
        sheet.step()


# -- all games -----------------------------------------------------------------------------------------------------------


def library(window: MainWindow) -> Iterator[None]:
    """Yield all games, deleted ones, and a search that finds none; and the sheets."""
    played_before()
    window.show(LibraryPage)
    shown = page(window, LibraryPage)
    _read(window, shown)
    yield
    shown.ask_find()
    yield
    shown.back()
    shown.ask_export()
    yield
    assert isinstance(shown.sheet, SaveSheet)
    documents().mkdir(parents=True, exist_ok=True)
    shown.sheet.other.invoke()
    yield
    shown.back()
    shown.sheet.path.touch()
    shown.sheet.save()
    yield
    shown.back()
    shown.ask_import()
    yield
    shown.back()
    shown.delete()
    yield
    shown.set_kind(Kind.DELETED)
    _read(window, shown)
    yield
    shown.undo()
    _read(window, shown)
    shown.find("nobody")
    yield


def _read(window: MainWindow, shown: LibraryPage) -> None:
    come_to_rest(window)
    while shown.busy:
        settle(window, 0.02)


def replay(window: MainWindow, moves: str) -> Iterator[None]:
    """Yield a finished game that is being looked through: at its end, in the middle, played back, and with everything that
    can be done.
    """
    game = find("connect4")
    people = [read_seat("human:Anna"), read_seat("human:Ben")]
    table = Table.begin(game, game.options(), people, records(), datetime.now)
    for move in moves:
        table.play(move)
    table.close()
    assert table.record
    window.show(ReplayPage, table.record.path, lambda: None)
    shown = page(window, ReplayPage)
    shown.stage.advice.busy = True  # or the engine would look at the game
    yield
    shown.stage.view(3)
    yield
    assert shown.replay
    shown.replay.play()
    yield
    shown.replay.stop()
    shown.actions.open_more()
    yield
    table.record.path.unlink()


W = TypeVar("W")


def _below(widget: Page, kind: type[W]) -> Iterator[W]:
    """Yield all widgets of a kind inside a page."""
    waiting = list(widget.winfo_children())
    while waiting:
        each = waiting.pop()
        if isinstance(each, kind):
            yield each
        waiting += each.winfo_children()


def named_views(
    show: Callable[[MainWindow, str], Iterator[None]], title: str
) -> dict[str, Callable[[MainWindow], Iterator[None]]]:
    """Return one view for each game."""
    return {f"{title} {name}": lambda window, name=name: show(window, name) for name in game_names()}  # type: ignore[misc]
