"""The names inside `ui/` that the measures of hands use, besides those of `finger` and `geometry`: a rename costs one edit,
here. They get everything else from Tk, from outside.
"""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from datetime import datetime
from random import Random
from typing import Any

from benchmarks.window.geometry.stand_ins import make_player
from fourth_seat.games import find
from fourth_seat.games.drawing.outline import squares_of
from fourth_seat.games.geometry import centre, extent
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.guide.tour import tour_of
from fourth_seat.ui.keyboard.keyboard import ScreenKeyboard
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.main_window import MainWindow as Window
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.table.page import TablePage, begin
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.dead_time import AHEAD, APPEARED, DEAD_TIME_MS, LONG_AGO, REACH_MM, monotonic_ms
from fourth_seat.ui.widgets.drop_down import DropDown, close_list, open_list
from fourth_seat.ui.widgets.menu import MenuButton
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import say
from fourth_seat.words.catalogue import ENGLISH, Catalogue

__all__ = ["AHEAD", "DEAD_TIME_MS", "REACH_MM", "Card", "DropDown", "TablePage", "Window", "close_list", "open_list"]

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the screen."""

BUTTON_ZONES = ("dice", "buttons", "tray")  # of cells that are pressed like buttons
KEYBOARD = ScreenKeyboard.__name__  # the layer of the keyboard on the screen
LIBRARY = LibraryPage.__name__  # the layer of the page of all games
SQUARES = "squares"  # the name of all other cells together


def open_window(size: tuple[int, int], catalogue: Catalogue = ENGLISH, text: str = "medium", keyboard: str = "") -> Window:
    """Open a window of this size on the present screen."""
    settings = replace(Settings(), chime=False, awake=False, width=size[0], height=size[1], text=text, toured=True)
    if keyboard:
        settings = replace(settings, keyboard=keyboard)
    window = Window(open_root(), settings, catalogue=catalogue)
    window.root.geometry(f"{size[0]}x{size[1]}+0+0")
    return window


def as_at_first(window: Window, settings: Settings) -> None:
    """Remove what a walk leaves outside pages: a notice, the tour, the keyboard, drafts, settings."""
    window.notices.drop()
    if tour := tour_of(window):
        tour.destroy()
    window.keyboard.hide()
    window.drafts.clear()
    window.kiosk = False
    if window.settings != settings:
        language = window.settings.language != settings.language
        window.change(settings)
        if language:
            window._speak(settings.language)  # noqa: SLF001 - as before the walk, where the system's language was chosen


def interpreter(window: Window) -> Any:
    """Return Tk itself, without the layer that mirrors pages."""
    return getattr(window.root.tk, "_tk", window.root.tk)


def table_of(window: Window) -> Table | None:
    """Return the game on the page that is shown."""
    return window.page.stage.table if isinstance(window.page, TablePage) else None


def layer_of(widget: tk.Misc, window: Window) -> str:
    """Return the ground of a widget: the class of its page or of the part beside it, and the sheet over that."""
    at: tk.Misc | None = widget
    sheet, top = "", ""
    while at is not None and at is not window.root:
        if isinstance(at, Sheet) and not sheet:
            sheet = f" / {type(at).__name__} {at.title}"
        top = type(at).__name__
        at = at.master
    return top + sheet


def names_in_list(button: tk.Misc) -> Iterator[str]:
    """Yield, for a button with a list, the entries of the open list."""
    if isinstance(button, ChoiceBox):
        yield from button.names.values()
    elif isinstance(button, MenuButton):
        yield from button.entries()


def places_of(canvas: tk.Misc) -> Iterator[tuple[str, str, Box]]:
    """Yield, for a board that can be pressed, its contents with their places on the screen: the name and zone of each cell
    that is pressed like a button, and of all others together.
    """
    if not isinstance(canvas, BoardCanvas):
        return
    left, top = canvas.winfo_rootx(), canvas.winfo_rooty()
    squares: list[tuple[float, float]] = []
    for cell in canvas.geometry.cells:
        corners = canvas.projection.pixels(cell.polygon)
        if cell.zone not in BUTTON_ZONES:
            squares += corners
        else:
            box = extent(tuple(corners))
            yield cell.name, cell.zone, (
                left + round(box[0]), top + round(box[1]), left + round(box[2]), top + round(box[3])
            )  # fmt: skip
    if squares:
        box = extent(tuple(squares))
        yield SQUARES, "", (left + round(box[0]), top + round(box[1]), left + round(box[2]), top + round(box[3]))


def possible_squares(window: Window, most: int) -> list[tuple[str, int, int]]:
    """Return some cells of the board with which a move may begin or go on, each with a pixel of the screen."""
    table, page = table_of(window), window.page
    if table is None or not isinstance(page, TablePage) or table.result is not None or not table.people_move:
        return []
    board, found = page.stage.board, []
    for name in sorted(table.move_input.partial.next):
        cells = [cell.polygon for cell in board.geometry.cells if cell.name == name]
        areas = [area.polygon for area in board.geometry.tap_areas if area.name == name]
        for polygon in (*cells, *areas):
            box = extent(tuple(board.projection.pixels(polygon)))
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            if board.place_at(x, y) == name:
                found.append((name, board.winfo_rootx() + round(x), board.winfo_rooty() + round(y)))
                break
    return found[:: max(1, len(found) // most)][:most]


def condition(window: Window) -> dict[str, object]:
    """Return the state that a press may change and no picture shows in full: page, sheets, record, settings, files."""
    found: dict[str, object] = {
        "page": type(window.page).__name__,
        "sheets": tuple(
            f"{type(child).__name__} {child.title}"
            for child in (window.page.winfo_children() if window.page else ())
            if isinstance(child, Sheet)
        ),
        "settings": tuple(map(str, astuple(replace(window.settings, width=0, height=0)))),
        "files": _files(),
    }
    page, table = window.page, table_of(window)
    if table is not None and isinstance(page, TablePage):
        found["moves"] = table.history.at, len(table.history.entries)
        found["taps"] = tuple(table.taps)
        found["pending"] = table.pending is not None
        found["looking back"] = page.stage.shown.viewing
        found["correction"] = page.stage.correcting
        found["orientation"] = str(page.stage.orientation)
    return found


def _files() -> tuple[str, ...]:
    home = os.environ.get("FOURTH_SEAT_HOME", "")
    return tuple(sorted(name for _, _, names in os.walk(home) for name in names)) if home else ()


def dead_for(widget: tk.Misc) -> float:
    """Return the seconds during which nobody would aim at a widget yet: it, or one around it, has only just appeared."""
    youngest = LONG_AGO
    at: tk.Misc | None = widget
    while at is not None:
        name = f"{APPEARED}({at})"
        if widget.tk.getboolean(widget.tk.call("info", "exists", name)):
            youngest = max(youngest, widget.tk.getint(widget.tk.call("set", name)))
        at = at.master
    age_ms = monotonic_ms() + widget.tk.getint(widget.tk.call("set", AHEAD)) - youngest
    return max(0, DEAD_TIME_MS + 50 - age_ms) / 1000


def show_table(window: Window, name: str, options: str, seats: Sequence[str]) -> TablePage:
    """Show the table of a game that begins, is not recorded, and whose computers move at random."""
    game = find(name)
    table = Table.begin(game, game.options(options), [read_seat(seat) for seat in seats], None, datetime.now)
    window.show(TablePage, table, make_player=make_player(table, thinks=False), dice=Random(1))
    return page_of(window)


def begin_game(window: Window, name: str, options: str, seats: Sequence[str]) -> TablePage:
    """Begin a game that is recorded, and show its table."""
    game = find(name)
    begin(window, game, game.options(options), [read_seat(seat) for seat in seats])
    return page_of(window)


def page_of(window: Window) -> TablePage:
    """Return the table page that is shown."""
    assert isinstance(window.page, TablePage)
    return window.page


def tap(page: TablePage, name: str) -> None:
    """Tap on a place of the board."""
    page.tap(name, False)


# -- a piece of Blokus that is laid on the board -------------------------------------------------------------------------

TURN_LEFT, TURN_RIGHT = say("Turn left"), say("Turn right")  # the words on the buttons that act on it
FLIP, PLACE = say("Flip"), say("Place")
REFUSED_STYLE = "Warn.TLabel"  # of a sentence that says why nothing was done


def laid(page: TablePage) -> frozenset[str]:
    """Return the squares on which the board shows a semi-transparent piece, which is not played yet."""
    return frozenset(page.stage.board.previewed)


def held_in_tray(page: TablePage) -> tuple[int, bool]:
    """Return by how many quarter turns, and whether flipped first, a piece in its tray differs from that in the rules."""
    return page.stage.board.grasp()


def on_screen(page: TablePage, point: tuple[float, float]) -> tuple[float, float]:
    """Return the pixel of the screen for a place of the board, in squares from its upper left corner."""
    x, y = page.stage.board.projection.pixel(point)
    return page.stage.board.winfo_rootx() + x, page.stage.board.winfo_rooty() + y


def tray_place(page: TablePage, name: str) -> tuple[float, float]:
    """Return a pixel of the screen on a cell of a tray."""
    place = page.stage.board.geometry[name]
    squares = [centre(square) for square in squares_of(place)]
    return on_screen(page, squares[len(squares) // 2])
