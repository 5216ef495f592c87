"""A camera learns the lights: with an eye that is told what it sees, and with the real one in front of a drawn board."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.regular import RegularLayout, default_layout, regular_panels
from fourth_seat.hardware.lights.strip import Colour
from fourth_seat.inference.packing import pack
from fourth_seat.setup.led_scan import LedScan, fitted_layout
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.words import say
from tests.hardware.lights.fake_strip import FakeStrip
from tests.vision.board_phone import CORNERS, LEFT, PITCH, TOP, before_a_board, drawn

LONGEST = 60.0  # seconds that everything may take on a busy machine


def geometry_of(game: str) -> Geometry:
    return find(game).geometry(find(game).options())


class ToldEye(VisionProcess):
    """Answers at once, from the strip's present colours."""

    def __init__(
        self, strip: FakeStrip, cell_of: Mapping[int, str], hidden: frozenset[int] = frozenset(), beside: bool = False
    ) -> None:
        """LEDs that are on no cell are `beside` the board, or are not seen."""
        self._strip, self._cell_of, self._hidden, self._beside = strip, cell_of, hidden, beside
        self._said: list[dict[str, Any]] = [{"event": "ready"}]
        self.told: list[str] = []

    def lines(self) -> list[dict[str, Any]]:
        said, self._said = self._said, []
        return said

    def send(self, command: str) -> int:
        self.told.append(command)
        shining = [led for led, colour in enumerate(self._strip.colours) if any(colour)]
        if command == "dark":
            assert not shining
            self.say({"event": "dark"})
        else:
            assert shining == [int(command.split()[1])]
            cell = None if shining[0] in self._hidden else self._cell_of.get(shining[0])
            at = [1.0, 1.0] if cell else [-0.5, 3.0] if self._beside else None
            self.say({"event": "led", "led": shining[0], "at": at, "cell": cell})
        return 0

    def say(self, line: dict[str, Any]) -> None:
        self._said.append(line)


class LateEye(ToldEye):
    """Answers from what the strip showed some seconds ago: pictures come late."""

    def __init__(self, strip: FakeStrip, cell_of: Mapping[int, str], clock: Clock, late: float) -> None:
        super().__init__(strip, cell_of)
        self._clock, self._late = clock, late
        self._shown: list[tuple[float, tuple[Colour, ...]]] = []

    def lines(self) -> list[dict[str, Any]]:
        colours = self._strip.colours
        if not self._shown or self._shown[-1][1] != colours:
            self._shown.append((self._clock.now, colours))
        return super().lines()

    def send(self, command: str) -> int:
        if command == "dark":
            self.say({"event": "dark"})
            return 0
        before = [colours for when, colours in self._shown if when <= self._clock.now - self._late]
        shining = [led for led, colour in enumerate(before[-1] if before else ()) if any(colour)]
        cell = self._cell_of.get(shining[0]) if shining else None
        self.say({"event": "led", "led": int(command.split()[1]), "at": [1.0, 1.0] if cell else None, "cell": cell})
        return 0


class FickleEye(ToldEye):
    """Sees every LED on another cell each time, as if pictures came later and later."""

    def __init__(self, strip: FakeStrip, names: Sequence[str]) -> None:
        super().__init__(strip, {})
        self._names = itertools.cycle(names)

    def send(self, command: str) -> int:
        self._cell_of = {led: next(self._names) for led in range(self._strip.count)}
        return super().send(command)


class Clock:
    """Time that passes whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.05
        return self.now


def finish(scan: LedScan) -> None:
    """Go on until the layout is known, or cannot be found."""
    for _ in range(100_000):
        if scan.layout or scan.ended:
            return
        scan.step()
    pytest.fail(str(scan.message))


def watched(game: str, plan: LedLayout, count: int, hidden: frozenset[int] = frozenset()) -> tuple[LedScan, ToldEye]:
    geometry = geometry_of(game)
    strip = FakeStrip(count)
    cell_of = {led: name for name, leds in plan.under(geometry).cells.items() for led in leds}
    eye = ToldEye(strip, cell_of, hidden)
    scan = LedScan(strip, geometry, eye, Clock())
    for _ in range(40 * count):
        scan.step()
    assert not any(any(colour) for colour in strip.colours)
    return scan, eye


def test_all_leds_are_looked_at_and_the_layout_is_known() -> None:
    geometry = geometry_of("connect4")
    truth = LedLayout(regular_panels(geometry, Orientation(1, True), serpentine=True))
    scan, eye = watched("connect4", truth, 46, hidden=frozenset({5, 11}))
    assert scan.layout == truth  # though two LEDs were hidden from the camera
    assert "46 LEDs, 6 of them not under any place" in str(scan.message)
    assert eye.told.count("dark") == 7  # daylight changes; also before LEDs are checked again


def test_leds_that_lie_anyhow_become_a_list() -> None:
    chance = random.Random(1)
    geometry = geometry_of("kalah")
    names = [cell.name for cell in geometry.cells]
    chance.shuffle(names)
    truth = LedLayout((), {name: (led,) for led, name in enumerate(names)})
    scan, _ = watched("kalah", truth, len(names))
    assert scan.layout and scan.layout.under(geometry) == truth.under(geometry)
    assert not scan.layout.panels


def test_a_reflection_does_not_spoil_a_regular_layout() -> None:
    geometry = geometry_of("connect4")
    cells: dict[int, str | None] = {
        led: name for name, leds in default_layout(geometry).under(geometry).cells.items() for led in leds
    }
    assert fitted_layout(geometry, cells | {3: "g1"}) == default_layout(geometry)
    assert not fitted_layout(geometry, {led: "a1" if led % 3 else cell for led, cell in cells.items()}).panels
    assert fitted_layout(geometry, dict.fromkeys(range(10))) == LedLayout()


@pytest.mark.parametrize(
    ("late", "density"), [(0.5, (1, 1)), (1.0, (1, 1)), (0.5, (2, 1)), (2.0, (2, 1)), (1.0, (3, 3)), (2.5, (1, 1))]
)
def test_a_camera_that_is_late_learns_the_same_more_slowly(late: float, density: tuple[int, int]) -> None:
    geometry = geometry_of("connect4")
    truth = LedLayout(regular_panels(geometry, Orientation(), serpentine=True, density=density))
    layout = truth.under(geometry)
    strip, clock = FakeStrip(layout.count), Clock()
    eye = LateEye(strip, {led: name for name, leds in layout.cells.items() for led in leds}, clock, late)
    scan = LedScan(strip, geometry, eye, clock)
    finish(scan)
    assert scan.layout and scan.layout.under(geometry) == layout, str(scan.message)
    assert late < scan.settle <= 4 * late


def test_where_nothing_is_seen_twice_in_one_place_nothing_is_learned() -> None:
    geometry = geometry_of("connect4")
    strip = FakeStrip(42)
    scan = LedScan(strip, geometry, FickleEye(strip, [cell.name for cell in geometry.cells][:37]), Clock())
    finish(scan)
    assert scan.layout is None and "the pictures arrive too late" in str(scan.message)
    assert not strip.lit


def test_few_leds_are_looked_at_again_at_the_end() -> None:
    geometry = geometry_of("connect4")
    strip, clock = FakeStrip(2), Clock()
    eye = LateEye(strip, {0: "a1", 1: "b1"}, clock, 0.5)
    scan = LedScan(strip, geometry, eye, clock)
    finish(scan)
    assert scan.layout and scan.layout.under(geometry).cells == {"a1": (0,), "b1": (1,)}


def test_a_few_leds_all_along_the_wire_tell_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    geometry = geometry_of("blokus")
    tried: list[int] = []
    cells = {led: name for name, leds in default_layout(geometry).under(geometry).cells.items() for led in leds}

    def note(_known: object, _count: int, answers: Mapping[int, str | None]) -> list[RegularLayout]:
        tried.extend(answers)
        return []

    monkeypatch.setattr("fourth_seat.setup.led_scan.candidates", note)
    fitted_layout(geometry, {led: cells[led] for led in range(11)})
    assert tried == [0, 2, 4, 6, 8, 10]


def test_trouble_is_said() -> None:
    geometry = geometry_of("connect4")
    strip = FakeStrip(4)
    eye = ToldEye(strip, {})
    scan = LedScan(strip, geometry, eye, Clock())
    assert "first picture" in str(scan.message)
    eye.say({"event": "trouble", "text": pack(say("no camera"))})
    scan.step()
    assert str(scan.message) == "no camera"
    eye.say({"event": "trouble", "text": None})
    scan.step()
    assert "LED 0 (of 4)" in str(scan.message)
    eye.say({"event": "ended", "reason": "it burned"})
    scan.step()
    assert "it burned" in str(scan.message) and scan.layout is None


def test_a_device_that_is_away_for_a_while_is_waited_for() -> None:
    geometry = geometry_of("connect4")
    strip = FakeStrip(42)
    eye = ToldEye(strip, {})
    scan = LedScan(strip, geometry, eye, Clock())
    strip.arrived = False
    for _ in range(50):
        scan.step()
    assert eye.told == []
    strip.arrived = True
    for _ in range(50):
        scan.step()
    assert eye.told[:2] == ["dark", "led 0"]


def test_leds_beside_the_board_are_its_rim() -> None:
    geometry = geometry_of("connect4")
    cells = {led: name for name, leds in default_layout(geometry).under(geometry).cells.items() for led in leds}
    strip = FakeStrip(50)
    # One LED of a cell is seen in a reflection beside it.
    eye = ToldEye(strip, {led: name for led, name in cells.items() if led != 5}, beside=True)
    scan = LedScan(strip, geometry, eye, Clock())
    for _ in range(40 * 50):
        scan.step()
    assert scan.layout == replace(default_layout(geometry), rim=tuple(range(42, 50)))


def test_where_no_led_is_seen_nothing_is_learned() -> None:
    scan, _ = watched("connect4", LedLayout(), 5)
    assert scan.layout is None and "saw no LED" in str(scan.message)


def lit_board(plan: LedLayout, geometry: Geometry) -> Callable[[FakeStrip], Any]:
    """Return pictures of a Connect 4 grid behind which LEDs shine."""
    cell_of = {led: name for name, leds in plan.under(geometry).cells.items() for led in leds}
    y, x = np.mgrid[:480, :640]
    board = drawn({}).astype(np.float32)

    def picture(strip: FakeStrip) -> Any:
        image = board.copy()
        for led, colour in enumerate(strip.colours):
            if any(colour) and led in cell_of:
                fx, fy = geometry[cell_of[led]].foot
                far = np.hypot(x - LEFT - PITCH * fx, y - TOP - PITCH * fy) / PITCH
                image += (300 * np.exp(-((far * 5) ** 2)) + 40 * np.exp(-(far**2)))[..., None]
        return np.asarray(image.clip(0, 255), np.uint8)

    return picture


@pytest.mark.slow
def test_with_the_real_eye() -> None:
    geometry = geometry_of("connect4")
    truth = LedLayout((LedPanel(7, 1, orientation=Orientation(2), area=(0, 5, 7, 6)),))
    picture, strip = lit_board(truth, geometry), FakeStrip(7)
    with before_a_board() as phone:
        settings = {
            "source": phone.url("/video"),
            "game": "connect4",
            "corners": CORNERS,
            "patient": True,
        }
        process = VisionProcess(settings, "fourth_seat.setup.led_session:watch")
        try:
            scan = LedScan(strip, geometry, process)
            end, shown = time.monotonic() + LONGEST, strip.colours
            while not scan.layout and not scan.ended:
                assert time.monotonic() < end, str(scan.message)
                scan.step()
                if strip.colours != shown:
                    shown = strip.colours
                    phone.image = picture(strip)
                time.sleep(0.02)
        finally:
            process.close()
    assert scan.layout, str(scan.message)
    assert scan.layout.under(geometry).cells == truth.under(geometry).cells
