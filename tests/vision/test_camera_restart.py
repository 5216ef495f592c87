"""A vision process that dies or hangs during a camera session: the real one, in front of a drawn board."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from fourth_seat.calibration.camera import load_camera
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.processes import worker
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.vision.camera_session import MAX_RESTARTS, RESTARTS_S, CameraSession
from fourth_seat.words import Text
from tests.vision.board_phone import BoardPhone, before_a_board
from tests.vision.camera.phone import write_video

pytestmark = pytest.mark.skipif(os.name != "posix", reason="counts on signals")
LONG = 60.0  # seconds that anything may take on a busy machine


class Watched:
    """A table of two people, and its camera."""

    def __init__(self, source: str) -> None:
        game = find("connect4")
        seats = [read_seat("human")] * 2
        self.table = Table.begin(game, game.options(), seats, None, lambda: datetime(2026, 11, 21, tzinfo=UTC))
        self.said: list[Text] = []
        self.now = 0.0
        self.session = CameraSession(self.table, source, lambda text, _: self.said.append(text), clock=lambda: self.now)

    def wait(self, happened: Callable[[], object]) -> None:
        end = time.monotonic() + LONG
        while not happened():
            assert time.monotonic() < end, f"it did not happen; the camera: {self.session.status[0]}"
            self.session.step()
            time.sleep(0.01)

    def harm(self, number: signal.Signals) -> None:
        """Send a signal to the vision process, and wait until it has been replaced or is gone."""
        before = self.session.worker.process.pid
        os.kill(before, number)
        self.wait(lambda: self.session.ended or self.session.worker.process.pid != before)
        assert not psutil.pid_exists(before)


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardPhone]:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    with before_a_board() as server:
        yield server


@pytest.fixture
def watched(phone: BoardPhone) -> Iterator[Watched]:
    watched = Watched(phone.url("/video"))
    try:
        watched.wait(lambda: watched.session.setup.ready and load_camera("connect4"))  # the board's position is kept
        yield watched
    finally:
        watched.session.close()


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_another_one_takes_its_place_and_sees_the_next_move(
    watched: Watched, phone: BoardPhone, number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SILENCE_TIMEOUT_S", 5.0)
    watched.table.play("4")
    phone.show(watched.table.state.cells())
    watched.session.diagnose(True)
    watched.harm(number)
    assert not watched.session.ended and not watched.session.setup.ready
    watched.wait(lambda: watched.session.setup.ready)
    assert watched.session.setup.recalled
    watched.wait(lambda: watched.session.guesses)
    phone.show({**watched.table.state.cells(), "e1": Content(2)})
    watched.wait(lambda: watched.table.history.at == 2)
    assert watched.table.history.entries[-1].text == "5"
    assert watched.said == []


def test_one_that_dies_again_and_again_is_given_up_and_that_is_said(watched: Watched) -> None:
    for _ in range(MAX_RESTARTS):
        watched.harm(signal.SIGKILL)
        assert not watched.session.ended
    watched.now += RESTARTS_S  # the first three were long ago
    for _ in range(MAX_RESTARTS):
        watched.harm(signal.SIGKILL)
        assert not watched.session.ended
        watched.now += 1.0
    watched.harm(signal.SIGKILL)
    assert str(watched.session.status[0]) == "The camera has stopped: it stopped without an error message"
    watched.table.play("4")
    watched.session.step()


def test_a_film_does_not_begin_anew(tmp_path: Path) -> None:
    watched = Watched(str(write_video(tmp_path / "a.avi", 300)))
    try:
        watched.wait(watched.session.frame)
        watched.harm(signal.SIGKILL)
        assert watched.session.ended
    finally:
        watched.session.close()
