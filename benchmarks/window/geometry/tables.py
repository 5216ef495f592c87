"""The table page: each game played, corrected and read across the room; a computer's move, hints, the end of a game."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from random import Random
from typing import Any, TypeVar

from benchmarks.window.geometry.pages import page, system_reason
from benchmarks.window.geometry.rest import settle
from benchmarks.window.geometry.stand_ins import StandIn, camera, make_player, photo_reader, picture
from fourth_seat.engines.results import MoveValue
from fourth_seat.games import find
from fourth_seat.inference.move_bridge import MoveAnswer
from fourth_seat.table.analysis.turning_points import turning_points
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.after.looking import show_moment
from fourth_seat.ui.camera.panel import CameraActions, CameraPanel
from fourth_seat.ui.camera.photo import PhotoActions, PhotoPanel
from fourth_seat.ui.guide.tour import begin_tour
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.table.page import TablePage
from fourth_seat.words import say

Panel = TypeVar("Panel", CameraPanel, PhotoPanel)

PEOPLE_SEATS = ("human:Anna", "human:Ben", "human:Christina", "human:Dan")
MOVE_TIMEOUT_S = 20.0  # that a computer's move may take
THROWN_DICE = {"backgammon": "31", "tridice": "3"}
TAPPED_CELLS = {"blokus": ("a20", "b20")}


def table(window: MainWindow, name: str, seats: Sequence[str] = (), *, thinks: bool = False) -> TablePage:
    """Show a game that begins."""
    game = find(name)
    options = game.options()
    seated = [read_seat(seat) for seat in seats or PEOPLE_SEATS[: game.seats(options)]]
    start = Table.begin(game, options, seated, None, datetime.now)
    window.show(TablePage, start, make_player=make_player(start, thinks=thinks), dice=Random(1))
    settle(window, 0.05)  # sheets are as large as the page
    return page(window, TablePage)


def play(shown: TablePage, moves: int = 1) -> None:
    """Play the first possible moves, with throws where the game has them."""
    for _ in range(moves):
        throw(shown)
        if shown.stage.table.result is None:
            shown.stage.table.play(str(shown.stage.table.state.legal()[0]))


def throw(shown: TablePage) -> None:
    """Throw until a player can move."""
    dice = Random(7)
    while shown.stage.table.needs_throw and shown.stage.table.result is None:
        shown.stage.table.roll(dice)


def game(window: MainWindow, name: str) -> Iterator[None]:
    """Yield a game at its start, after a throw, with a move half entered, refused and typed, with a hint, and an earlier
    position.
    """
    shown = table(window, name)
    yield
    if shown.stage.table.needs_throw:
        throw(shown)
        shown.stage.refresh()
        yield
    for cell in TAPPED_CELLS.get(name, ()):
        shown.tap(cell, False)
    if not shown.stage.table.taps:
        _tap_something(shown)
    yield
    shown.stage.type("out of the question")
    shown.stage.line.begin("xyz")
    yield
    shown.stage.line.rest()
    shown.stage.enter(shown.stage.table.clear_taps)
    settle(window, 0.1)
    shown.stage.hint()
    settle(window, 0.1)
    yield
    play(shown, 6)
    shown.stage.view(2)
    yield


def _tap_something(shown: TablePage) -> None:
    """Tap the first cell with which a move begins."""
    for cell in shown.stage.geometry.cells:
        shown.tap(cell.name, False)
        if shown.stage.table.taps or shown.stage.table.history.at > 1:
            return


def editing(window: MainWindow, name: str) -> Iterator[None]:
    """Yield a correction that is begun, changed, and refused."""
    shown = table(window, name)
    shown.correction.begin()
    yield
    for cell in list(shown.stage.geometry.cells)[:12]:
        shown.tap(cell.name, False)
    yield
    shown.correction.finish()
    yield


def placement(window: MainWindow, name: str) -> Iterator[None]:
    """Yield a table where a computer's move waits to be made on the real board: all of it, its first step, and across the
    room.
    """
    rules = find(name)
    shown = table(window, name, ["random", *PEOPLE_SEATS[: rules.seats(rules.options()) - 1]])
    end = time.monotonic() + MOVE_TIMEOUT_S
    while shown.stage.table.pending is None and time.monotonic() < end:
        if shown.stage.table.needs_throw:
            throw(shown)
        elif not shown.stage.table.computers_turn:
            play(shown)
        settle(window, 0.05)
    assert shown.stage.table.pending
    yield
    shown.stage.show_step(1)
    yield
    shown.stage.toggle_across()
    yield


def across(window: MainWindow, name: str) -> Iterator[None]:
    """Read across the room, while a player is to move."""
    shown = table(window, name)
    throw(shown)
    shown.stage.refresh()
    shown.stage.toggle_across()
    yield


def thinking(window: MainWindow) -> Iterator[None]:
    """Yield a table where a computer thinks, and the first turn is guided meanwhile."""
    table(window, "kalah", ["computer:9", "human:Anna"], thinks=True)
    settle(window, 0.6)
    yield
    begin_tour(window)
    window.notice(say("The page has been saved to {file}.", file="/home/anna/Documents/2026-11-23-kalah.pdf"))
    settle(window, 0.2)
    yield


# -- the end -------------------------------------------------------------------------------------------------------------


def turned(window: MainWindow) -> TablePage:
    """Show a game that is over, in which each move but the last gave the lead away."""
    shown = table(window, "connect4")
    for move in "1122334":
        shown.stage.table.play(move)
    shown.stage.advice.busy = True
    for number, entry in enumerate(shown.stage.table.history.standing):
        line = shown.stage.table.history.line_at(number)
        good, bad = ((1.0, 0.0), (0.0, 1.0))[:: 1 if entry.seat == 1 else -1]
        other = next(move for move in reversed(line.state.legal()) if move != entry.move)
        shown.stage.review.learn(line, [MoveValue(other, good, True), MoveValue(entry.move, bad, True)])
    shown.stage.refresh()
    settle(window, 0.05)
    return shown


def over(window: MainWindow) -> Iterator[None]:
    """Yield a game that is over, then with its turning points, one of them shown, a mistake, and the same across the
    room; one of four that was given up, and is looked through.
    """
    shown = table(window, "connect4")
    for move in "1212121":
        shown.stage.table.play(move)
    yield
    shown = turned(window)
    yield
    show_moment(shown.stage, turning_points(shown.stage.table, shown.stage.review)[0])
    yield
    shown.stage.view(None)
    shown.stage.why()
    yield
    shown.stage.toggle_across()
    yield
    shown.stage.toggle_across()
    shown = table(window, "blokus")
    play(shown, 5)
    shown.stage.table.resign(1)
    shown.stage.advice.busy = True
    shown.stage.refresh()
    yield
    shown.stage.view(2)
    yield


def judged(window: MainWindow) -> TablePage:
    """Show a game of sheshbesh that was given up and judged."""
    shown = table(window, "backgammon")
    play(shown, 6)
    shown.stage.table.resign(1, 1)
    for number in shown.stage.review.turns():
        line, move = shown.stage.table.history.line_at(number), shown.stage.table.history.standing[number].move
        shown.stage.review.learn_turn(line, move, StandIn().judge(line, move).poll() or ())
    shown.stage.refresh()
    return shown


# -- a camera ------------------------------------------------------------------------------------------------------------


def watched(window: MainWindow) -> Iterator[None]:
    """Yield the table with a camera that searches for the board, asks for confirmation, sees it well, badly, asks for the
    move, sees another position, has ended; and with a photo to be read, and read.
    """
    shown = table(window, "connect4")
    panel = camera_panel(shown)
    checking = camera(
        shown.stage.geometry, say("the camera cannot be started: {reason}", reason=system_reason(errno.EACCES)), wrong=True
    )
    well = say("Your camera sees this board well: it reads {percent} % of it correctly.", percent=99), False
    advice = say("Hard to see: {cells}. Check for glare, a shadow, or something in the way.", cells="a1, b1, c1, d1")
    badly = say("{advice} {percent} % of the board was read correctly.", advice=advice, percent=71), True
    for session in (
        camera(
            shown.stage.geometry,
            say("Is the board this way round? If not, turn or mirror the grid, or mark its corners."),
            ready=False,
        ),
        checking,
        camera(shown.stage.geometry, say("Ready: the camera now sees every move."), ready=False, marked=True),
        camera(shown.stage.geometry, say("Ready: the camera now sees every move."), visibility=well),
        camera(shown.stage.geometry, say("Ready: the camera now sees every move."), visibility=badly),
        camera(shown.stage.geometry, say("Ready: the camera now sees every move."), offers=True),
        camera(
            shown.stage.geometry,
            say("Ready: the camera now sees every move."),
            question=(MoveAnswer(("4",), text="4"), MoveAnswer((), instead=True)),
        ),
        camera(shown.stage.geometry, say("That was the last picture."), ended=True),
    ):
        panel.refresh(session, picture())
        yield
    play(shown, 1)
    shown.stage.refresh()
    yield
    photo = photo_panel(shown)
    for reading in (False, True):
        photo.refresh(photo_reader(shown.stage.geometry, reading=reading), picture())
        yield


def card_and_camera(window: MainWindow) -> Iterator[None]:
    """Yield a long sowing that is taken back on the real board, while a camera has lost the board."""
    shown = table(window, "kalah")
    for pit in ("a", "A", "c"):
        shown.stage.table.play(pit)
    shown.stage.table.undo()
    panel = camera_panel(shown)
    shown.stage.refresh()
    lost = say("There is no Kalah board in the picture.")
    advice = say("Make sure that the camera sees the whole board, or mark its corners.")
    reason = say("{reason} {advice}", reason=lost, advice=advice)
    panel.refresh(camera(shown.stage.geometry, reason, wrong=True, ready=False, marked=True), picture())
    yield


def camera_panel(shown: TablePage) -> CameraPanel:
    """Dock the panel that shows a camera."""
    return _docked(shown, CameraPanel, CameraActions)


def photo_panel(shown: TablePage) -> PhotoPanel:
    """Dock the panel that shows a photo."""
    return _docked(shown, PhotoPanel, PhotoActions)


def _docked(shown: TablePage, make_panel: Callable[..., Panel], actions_type: type[Any]) -> Panel:
    """Dock a panel whose actions do nothing."""
    names = (field.name for field in fields(actions_type))
    actions = actions_type(**dict.fromkeys(names, lambda *_: None))
    sides = shown.stage.table.game.sides(shown.stage.table.options)
    panel = make_panel(shown.stage.panel.record, shown.window.theme, shown.window.text, sides, actions)
    shown.stage.panel.dock(panel)
    return panel
