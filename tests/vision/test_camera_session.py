"""A camera session's sentences about the view of the board, and how long they stay, with a scripted vision process."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from fourth_seat.calibration.sight import Sight, load_sight
from fourth_seat.games import find
from fourth_seat.inference.packing import pack
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.vision.camera_session import CameraSession
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.words import say

CORNERS = [[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]]
VIEW = {"event": "view", "size": [100, 100], "corners": CORNERS, "known": True, "cells": {}}
FITS = {"event": "fits", "ways": 1}
CLEAR = {"event": "sight", "sight": "clear", "text": pack(say("Watching."))}
LOST = {"event": "sight", "sight": "lost", "text": pack(say("The board cannot be found."))}
NO_BOARD = say("There is no Kalah board in the picture.")
UNSEEN = {"event": "unseen", "text": pack(NO_BOARD)}


class ScriptedProcess:
    """A vision process that reports a test's lines, and records the commands."""

    def __init__(self, *_: object) -> None:
        self.script: list[dict[str, Any]] = []
        self.commands: list[str] = []

    def lines(self) -> list[dict[str, Any]]:
        lines, self.script = self.script, []
        return lines

    def send(self, command: str) -> int:
        self.commands.append(command)
        return len(self.commands)

    def close(self) -> None:
        """Do nothing: there is no process."""


class Watched:
    """A table of two people, whose camera has found the board and tested how well it is seen."""

    def __init__(self, folder: Path | None = None) -> None:
        game, self.process = find("connect4"), ScriptedProcess()
        seats = [read_seat("human")] * 2
        self.table = Table.begin(game, game.options(), seats, folder, lambda: datetime(2026, 11, 21, tzinfo=UTC))
        self.session = self.watch()
        self.tell({"event": "ready", "live": True}, {"event": "found"}, VIEW, CLEAR, FITS)

    def watch(self) -> CameraSession:
        made = lambda *_: cast(VisionProcess, self.process)  # noqa: E731
        return CameraSession(self.table, "0", lambda *_: None, made)

    def tell(self, *lines: dict[str, Any]) -> None:
        self.process.script += lines
        self.session.step()

    def test(self, *, good: bool) -> None:
        self.tell({"event": "visibility", "good": good, "share": 0.9, "text": pack(say("It is seen like this."))})


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.mark.parametrize(("good", "moves"), [(True, 3), (False, 1)])
def test_a_result_stays_for_a_few_moves_and_advice_only_for_one(watched: Watched, good: bool, moves: int) -> None:
    watched.test(good=good)
    for column in ("4", "4", "3", "3")[:moves]:
        assert watched.session.visibility
        watched.table.play(column)
        watched.session.step()
    assert not watched.session.visibility


@pytest.mark.parametrize("good", [True, False])
@pytest.mark.parametrize("how", ["search", "turn", "mirror", "lies_right", "show_corners", "lost", "ended"])
def test_a_result_about_an_earlier_view_is_put_away(watched: Watched, how: str, good: bool) -> None:
    watched.test(good=good)
    assert watched.session.visibility
    setup = watched.session.setup
    if how == "show_corners":
        setup.show_corners([(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)], known=True)
    elif how in ("lost", "ended"):
        watched.tell(*((UNSEEN, LOST) if how == "lost" else ({"event": "end"},)))
    else:
        getattr(setup, how)()
    watched.session.step()
    assert not watched.session.visibility
    watched.test(good=good)  # it was under way
    assert not watched.session.visibility


def test_a_board_that_was_not_found_in_time_is_not_said_to_be_missing_once_it_is_shown(watched: Watched) -> None:
    """The search ends after the person has shown the corners: its sentence is about an earlier picture."""
    session = watched.session
    session.setup.search()
    session.setup.show_corners([(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)], known=True)
    watched.tell(UNSEEN, LOST)
    assert session.status[1]
    watched.tell(VIEW)
    assert not session.status[1] and "The board has been found" in str(session.status[0])


def test_a_picture_that_was_too_dark_is_not_said_to_be_so_once_it_is_light(watched: Watched) -> None:
    watched.session.setup.search()
    watched.tell({"event": "found"}, VIEW, UNSEEN)
    assert watched.session.status[1]
    watched.tell(CLEAR)
    assert not watched.session.status[1]


@pytest.mark.parametrize("how", ["end", "ended"])
def test_what_a_stopped_camera_asked_or_offered_goes_once_the_game_has_gone_on(watched: Watched, how: str) -> None:
    bridge = watched.session.bridge
    here = bridge.position()
    ask = {"ask": ["4", "5"], "choices": [{"moves": ["4"]}, {"moves": ["5"]}], "position": here}
    wrong = {"event": "wrong", "position": here, "confidence": 1.0, "differences": [["a1", [1, 1, []], None]]}
    stopped = {"event": how, "status": 0, "reason": None}
    watched.tell({"event": "ready", "live": False}, ask, {**wrong, "text": pack(say("a1 should be empty"))}, stopped)
    assert watched.session.ended and bridge.question and bridge.offers
    watched.table.play("3")
    watched.session.step()
    assert not bridge.question and not bridge.offers


def test_what_the_camera_made_of_a_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    first = Watched(tmp_path)
    record = first.table.record
    assert record
    first.test(good=True)
    position = first.session.bridge.position()
    question = {"position": position, "ask": ["column 4", "column 3"], "choices": [{"moves": ["4"]}, {"moves": ["3"]}]}
    first.tell(question, question)  # asked again about the same thing
    wrong = {"event": "wrong", "position": position, "differences": [], "text": pack(say("It differs."))}
    first.tell(wrong)
    assert load_sight("connect4", record.path.stem) is None
    first.session.close()
    assert load_sight("connect4", record.path.stem) == Sight(0.9, asked=1, puzzled=1)
    again = first.watch()  # somebody starts the camera again
    again.bridge.asked += 2
    first.table.resign(1)
    again.step()
    assert load_sight("connect4", record.path.stem) == Sight(0.9, asked=3, puzzled=1)
    first.table.close()
