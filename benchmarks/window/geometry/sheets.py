"""The sheets over a game: everything that can be done, questions, tables, devices, phones, help, and the page to keep."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np

from benchmarks.window.geometry.pages import played_before
from benchmarks.window.geometry.stand_ins import BOARD_CORNERS, PICTURE_SIZE, adding, camera, phones, picture, values
from benchmarks.window.geometry.tables import judged, play, table, throw, turned
from fourth_seat.boundary.additions import GROUPS, Addition
from fourth_seat.calibration.camera import (
    MAX_CALIBRATIONS,
    MAX_NAME_CHARS,
    CameraCalibration,
    forget_camera,
    load_cameras,
    save_camera,
)
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.table.settings.addons import AddOn
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.ui.addons.sheet import AddOnSheet
from fourth_seat.ui.after.tell import tell_about_evening
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.camera.boards import BoardsSheet
from fourth_seat.ui.camera.corners import open_corners
from fourth_seat.ui.camera.sight import SightSheet
from fourth_seat.ui.devices.board import SensorsSheet
from fourth_seat.ui.extras.sheet import AddingSheet, OfferSheet
from fourth_seat.ui.guide.sheets import LessonsSheet, show_lessons
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.phones.sheet import PhonesSheet
from fourth_seat.ui.table.alternatives import AlternativesSheet
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.table.sharing import share_position
from fourth_seat.ui.table.sheets import ask_about_programs
from fourth_seat.words import say

LAST_USED = date(2026, 11, 23)
ENGINE_COMMAND = "/usr/games/pentobi-gtp --level 7 --threads 2 --quiet"


def more(window: MainWindow, name: str) -> Iterator[None]:
    """Yield the sheet of everything that can be done at the start, and later."""
    shown = table(window, name)
    shown.actions.open_more()
    yield
    play(shown, 3)
    shown.stage.refresh()
    shown.actions.open_more()
    yield


def sharing(window: MainWindow, name: str) -> Iterator[None]:
    """Yield the picture of a position to share."""
    shown = table(window, name)
    play(shown, 3)
    shown.stage.refresh()
    share_position(shown.stage)
    yield


def helping(window: MainWindow, name: str) -> Iterator[None]:
    """Help about the screen; the first and the last lesson of the game."""
    shown = table(window, name)
    throw(shown)
    shown.stage.refresh()
    shown.help()
    yield
    show_lessons(shown, shown.stage.table.game)
    yield
    assert isinstance(shown.sheet, LessonsSheet)
    shown.sheet.lessons.show(len(shown.stage.table.game.lessons) - 1)
    yield


def questions(window: MainWindow, name: str) -> Iterator[None]:
    """Walk the sheets with questions: who takes over, who gives up, the evening's scores, which camera, phones, devices,
    settings, whether to start a program, the report of an evening.
    """
    played_before()
    shown = table(window, name)
    for action in ("reseat", "resign", "evening", "camera", "phones", "hardware", "settings"):
        if shown.actions.enabled(action):
            shown.actions.invoke(action)
            yield
    ask_about_programs(shown.stage, [Vacancy(2, "", ENGINE_COMMAND)])
    yield
    tell_about_evening(shown)
    yield


def phone_codes(window: MainWindow) -> Iterator[None]:
    """Yield the code to scan, and the list of those who are there."""
    shown = table(window, "blokus")
    shown.open_sheet(PhonesSheet(shown, shown.stage.table, phones()))
    yield


def extras(window: MainWindow) -> Iterator[None]:
    """Yield each extra as it is offered; one that could not be added, and one that is being added."""
    shown = table(window, "connect4")
    for extra in EXTRAS.values():
        shown.open_sheet(OfferSheet(shown, extra, lambda: None))
        yield
    camera_extra = EXTRAS["camera"]
    wrong = say("the download needs uv or pip, but neither was found: install one of them")
    shown.open_sheet(OfferSheet(shown, camera_extra, lambda: None, wrong))
    yield
    shown.open_sheet(AddingSheet(shown, adding(camera_extra), lambda: None))
    yield


def addons(window: MainWindow) -> Iterator[None]:
    """Yield the question about an add-on that adds something of every kind, and has a long name and place."""
    window.go_home()
    shown = window.page
    assert shown
    additions = tuple(Addition(group, "othello", "fourth_seat_othello:GAME", "x") for group in GROUPS)
    place = Path("/home/anna-maria/.local/share/fourth-seat/addons/othello-for-fourth-seat-with-a-player")
    shown.open_sheet(AddOnSheet(window, shown, AddOn("fourth-seat-othello-and-more", "10.0.1", place, additions)))
    yield


def board_of(shown: TablePage) -> GameBoard:
    return GameBoard(shown.stage.table.game, shown.stage.table.options)


def corners(window: MainWindow) -> Iterator[None]:
    """Walk the sheets for the board's corners, lastly those of one with stores, and for what the camera sees."""
    for game in ("connect4", "kalah"):
        shown = table(window, game)
        session = camera(shown.stage.geometry, say("it watches"))
        sheet = open_corners(shown, board_of(shown), session.grid, lambda *_: None)
        sheet.editor.show(picture())
        yield
    sight = SightSheet(shown, board_of(shown), lambda: None)
    shown.open_sheet(sight)
    sight.refresh(session, picture())
    yield


def sensors(window: MainWindow) -> Iterator[None]:
    """Walk the sheet that shows what a board senses, for a board that is not there."""
    for game in ("connect4", "blokus"):
        shown = table(window, game)
        shown.open_sheet(SensorsSheet(shown, board_of(shown)))
        yield


def boards(window: MainWindow) -> Iterator[None]:
    """Walk the sheet with the boards that the camera knows: none, six, one of them being named."""
    shown = table(window, "connect4")
    game = shown.stage.table.game
    shown.open_sheet(BoardsSheet(shown, game, in_use=False))
    yield
    for number in range(MAX_CALIBRATIONS):
        corners = np.array(BOARD_CORNERS) + number
        name = "Grandmother's board by the window"[: MAX_NAME_CHARS * (number % 2)]
        save_camera(
            game.name, CameraCalibration("http://192.168.178.34:8080/video", PICTURE_SIZE, corners, {}, name, LAST_USED)
        )
    shown.open_sheet(BoardsSheet(shown, game, in_use=True))
    yield
    assert isinstance(shown.sheet, BoardsSheet)
    shown.sheet.lines[-1].name_button.invoke()
    yield
    for kept in load_cameras(game.name):
        forget_camera(game.name, kept)


def best_moves(window: MainWindow) -> Iterator[None]:
    """Yield the moves with their results, before, during and after rollouts."""
    shown = table(window, "backgammon")
    throw(shown)
    shown.stage.refresh()
    shown.open_sheet(AlternativesSheet(shown.stage, shown.stage.table.line, values(shown.stage.table.state)))
    yield
    assert isinstance(shown.sheet, AlternativesSheet)
    shown.sheet.roll.invoke()
    yield
    shown.open_sheet(AlternativesSheet(shown.stage, shown.stage.table.line, values(shown.stage.table.state, 0.012)))
    yield


def report(window: MainWindow) -> Iterator[None]:
    """Walk the report on a game."""
    shown = judged(window)
    yield
    shown.actions.invoke("report")
    yield


def after(window: MainWindow) -> Iterator[None]:
    """Yield the page to keep, the next game, the turning points."""
    for name in ("keep", "choose", "points"):
        getattr(turned(window).stage.panel.over, name).invoke()
        yield
