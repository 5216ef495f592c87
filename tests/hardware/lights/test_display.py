"""Lights at a table: the move to be set down, misplaced pieces, whose turn it is; and lights that do not work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.store import path
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.games import find
from fourth_seat.games.contents import CellDifference, Content
from fourth_seat.hardware.lights.display import LightsDisplay
from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.scene import RED, dimmed, led_colour
from fourth_seat.hardware.lights.settings import (
    LightsSettings,
    layout_of,
    load_lights_settings,
    save_layout,
    save_lights_settings,
)
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say
from tests.hardware.lights.fake_strip import FakeStrip

RIM = 42  # connect 4's holes are the LEDs before it
SOON = 0.05  # seconds within which a decision must be visible


def clock() -> datetime:
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def thought(progress: float | None = None) -> Task[Choice]:
    """Return a computer at work that never ends."""
    return Task(lambda _: Choice(None), progress=lambda: progress)


class Beside:
    """A table with lights."""

    def __init__(self, game: str = "connect4", moves: str = "") -> None:
        found = find(game)
        self.table = Table.begin(found, found.options(), [read_seat("human"), read_seat("random")], None, clock)
        geometry = found.geometry(found.options())
        layout = LedLayout((LedPanel(7, 6),), {}, tuple(range(RIM, RIM + 8))).under(geometry)
        self.strip = FakeStrip(layout.count)
        self.strip.arrange(layout)
        self.layout = layout
        self.thought: Task[Choice] | None = None
        self.complaints: list[Text] = []
        self.lighting = LightsDisplay(self.table, self.strip, lambda: self.thought, self.complaints.append)
        self.table.displays.append(self.lighting)
        for move in moves:
            self.table.play(move)

    def cells(self) -> set[str]:
        """Return the cells that are lit."""
        lit = self.strip.lit
        return {name for name, leds in self.layout.cells.items() if lit.keys() & leds}

    def rim(self) -> set[Any]:
        """Return the colours on the rim."""
        return {self.strip.colours[led] for led in self.layout.rim}

    def wait(self, what: Callable[[], object], seconds: float = 3.0) -> float:
        """Wait until something holds; return how long it took."""
        start = time.monotonic()
        while not what():
            assert time.monotonic() - start < seconds, self.strip.lit
            self.lighting.step()
            time.sleep(0.002)
        return time.monotonic() - start


@pytest.fixture
def beside() -> Iterator[Beside]:
    made = Beside(moves="4")
    yield made
    made.lighting.close()


def test_the_computers_move_is_lit_until_it_is_set_down(beside: Beside) -> None:
    beside.table.play_computer(beside.table.game.parse(beside.table.state, "4")[0])
    took = beside.wait(lambda: beside.cells() == {"d2"})
    assert took < 10 * SOON  # the machine may be busy; measurements belong to the benchmarks
    assert beside.strip.colours[beside.layout.cells["d2"][0]][0] > 0
    beside.table.set_down()
    beside.wait(lambda: not beside.cells())


def test_entering_the_next_move_says_that_it_was_set_down(beside: Beside) -> None:
    beside.table.play_computer(beside.table.game.parse(beside.table.state, "1")[0])
    beside.wait(lambda: beside.cells() == {"a1"})
    beside.table.play("4")
    beside.wait(lambda: not beside.cells())


def test_undo_shows_what_comes_off_the_board(beside: Beside) -> None:
    beside.table.play_computer(beside.table.game.parse(beside.table.state, "1")[0])
    beside.wait(lambda: beside.cells() == {"a1"})
    beside.table.undo()
    beside.wait(lambda: beside.cells() == {"d1"}, 5)
    beside.table.set_down()
    beside.wait(lambda: not beside.cells())


def test_lights_that_come_later_show_what_waits(beside: Beside) -> None:
    beside.table.play_computer(beside.table.game.parse(beside.table.state, "1")[0])
    strip = FakeStrip(50)
    strip.arrange(beside.layout)
    late = LightsDisplay(beside.table, strip, lambda: None, beside.complaints.append)
    beside.wait(lambda: strip.lit.keys() & beside.layout.cells["a1"])
    late.close()
    assert not strip.lit


def test_wrong_squares_are_red_until_the_board_is_right_again(beside: Beside) -> None:
    table = beside.table
    table.play_computer(table.game.parse(table.state, "1")[0])
    beside.wait(lambda: beside.cells() == {"a1"})
    wrong = (CellDifference("b1", Content(2), None), CellDifference("a1", None, Content(2)))
    table.announce(Announcement(AnnouncementKind.WRONG, (say("no"),), wrong=wrong))
    beside.wait(lambda: beside.cells() == {"a1", "b1"})
    led = beside.layout.cells["b1"][0]
    assert beside.strip.colours[led] == RED
    table.announce(Announcement(AnnouncementKind.NOTICE, (say("something else"),)))
    beside.wait(lambda: beside.cells() == {"a1", "b1"})
    table.announce(Announcement(AnnouncementKind.TURN, (say("right again"),)))  # the move still waits to be set down
    beside.wait(lambda: beside.cells() == {"a1"})
    assert beside.strip.colours[beside.layout.cells["a1"][0]] != RED


def test_the_rim_says_whose_turn_it_is_and_who_thinks(beside: Beside) -> None:
    yellow, red = led_colour("yellow"), led_colour("red")
    beside.wait(lambda: beside.rim() == {dimmed(yellow, 0.25)})
    beside.thought = thought()
    beside.wait(lambda: len(beside.rim()) > 1)
    beside.thought = thought(1.0)
    beside.wait(lambda: (0, 0, 0) not in beside.rim())
    beside.thought = None
    beside.table.play_computer(beside.table.game.parse(beside.table.state, "1")[0])
    beside.wait(lambda: beside.rim() == {dimmed(red, 0.25)})
    beside.table.resign(1)
    beside.wait(lambda: not beside.rim() - {(0, 0, 0)})


def test_showing_never_waits_and_trouble_is_told_once(beside: Beside) -> None:
    complaints = beside.complaints
    beside.strip.trouble = say("pulled out")
    for _ in range(5):
        start = time.perf_counter()
        beside.lighting.show(Announcement(AnnouncementKind.TURN, (say("your turn"),)))
        assert time.perf_counter() - start < 0.05
    assert complaints == [say("pulled out")]
    beside.strip.trouble = None
    beside.lighting.step()
    beside.strip.trouble = say("pulled out")
    beside.lighting.step()
    assert len(complaints) == 1  # a device that is blocked comes and goes


# -- the choice -------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("home")
def test_lights_are_chosen_for_each_board() -> None:
    chosen = LightsSettings("ddp://wled.local", True, 900, 0.5)
    save_lights_settings("kalah", chosen)
    assert load_lights_settings("kalah") == chosen
    assert load_lights_settings("blokus") == LightsSettings()
    path().write_text("[kalah.lit]\nurl = 7\nbudget = -3\nbrightness = 'much'\non = 'yes'\n")
    assert load_lights_settings("kalah") == LightsSettings()


@pytest.mark.usefixtures("home")
def test_a_board_whose_lights_were_never_learned_has_the_usual_layout() -> None:
    game = find("connect4")
    geometry = game.geometry(game.options())
    assert layout_of(game, geometry).cells["a6"] == (0,)
    save_layout(game, geometry, LedLayout((LedPanel(7, 6, orientation=Orientation(2)),)))
    assert layout_of(game, geometry).cells["g1"] == (0,)


def test_opened_as_chosen() -> None:
    assert make_strip("screen:", 42).drawn
    with pytest.raises(BadLights):
        make_strip("screen", 42)
    with pytest.raises(BadLights, match="budget"):
        make_strip("ddp://localhost", 600, LightsSettings().power)
