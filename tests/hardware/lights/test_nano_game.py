"""Everything together: a game at the table, and the LEDs of an emulated Arduino, decoded from the wave."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find
from fourth_seat.hardware.lights.display import LightsDisplay
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.mapping import LightsSetup, LightsStage
from fourth_seat.hardware.lights.regular import regular_panels
from fourth_seat.hardware.lights.settings import LightsSettings, layout_of, load_layout, save_layout
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.hardware.emulation.nano import ROOT, NanoEmulation, build, missing_packages
from tests.hardware.lights.test_display import clock

pytestmark = pytest.mark.skipif(bool(missing_packages()), reason=f"not installed: {', '.join(missing_packages())}")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def nano(tmp_path: Path) -> Iterator[NanoEmulation]:
    with NanoEmulation(tmp_path / "port", 60, build()) as board:
        yield board


def shining(board: NanoEmulation) -> set[int]:
    return {led for led, colour in enumerate(board.lit) if any(colour)}


def only(board: NanoEmulation, leds: set[int]) -> bool:
    """Return whether these LEDs shine and no others."""
    return shining(board) == leds


def test_a_game_is_shown_where_its_holes_are(nano: NanoEmulation) -> None:
    game = find("connect4")
    geometry = game.geometry(game.options())
    save_layout(game, geometry, LedLayout(regular_panels(geometry, Orientation(3, True), serpentine=True)))
    layout = layout_of(game, geometry)
    strip = make_strip(f"adalight://{nano.port}", layout.count, LightsSettings(budget=2000).power)
    strip.arrange(layout)
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("random")], None, clock)
    lighting = LightsDisplay(table, strip, lambda: None, print)
    table.displays.append(lighting)
    chance = random.Random(5)
    try:
        while not table.result and table.history.at < 16:
            if table.computers_turn:
                move = chance.choice(table.state.legal())
                before = set(table.state.cells())
                table.play_computer(move)
                (cell,) = set(table.state.cells()) - before
                assert nano.wait(partial(only, leds=set(layout.cells[cell]))), (cell, nano.lit)
            else:
                table.play(str(chance.choice(table.state.legal())))
                if not table.result:
                    assert nano.wait(lambda board: not shining(board))
    finally:
        lighting.close()
        strip.close()
    assert nano.wait(lambda board: not shining(board))
    assert strip.trouble is None


def test_the_layout_is_learned_from_the_leds_themselves(nano: NanoEmulation) -> None:
    game = find("kalah")
    geometry = game.geometry(game.options())
    truth = LedLayout(regular_panels(geometry, Orientation(2, True), serpentine=False)).under(geometry)
    cell_of = {led: name for name, leds in truth.cells.items() for led in leds}
    strip = make_strip(f"adalight://{nano.port}", 18, LightsSettings(budget=2000).power)
    try:
        setup = LightsSetup(strip, geometry)
        while setup.stage is LightsStage.ASKING:
            assert nano.wait(lambda board: len(shining(board)) == 1 and setup.led in shining(board))
            (led,) = shining(nano)
            setup.tap(cell_of[led]) if led in cell_of else setup.nothing()
        setup.agree()
        setup.agree()
    finally:
        strip.close()
    assert setup.layout and setup.layout.under(geometry).cells == truth.cells
    assert setup.layout.rim == (16, 17)


def test_the_command_lights_cells(nano: NanoEmulation) -> None:
    game = find("tridice")
    geometry = game.geometry(game.options())
    layout = layout_of(game, geometry)
    command = (sys.executable, "companion.py", "lights", "tridice", "--device", f"adalight://{nano.port}")
    process = subprocess.Popen((*command, "--cells", "11,33", "--budget", "1000"), cwd=ROOT, stdin=subprocess.PIPE)
    try:
        wanted = {*layout.cells["11"], *layout.cells["33"]}
        assert nano.wait(lambda board: shining(board) == wanted, 15)
        process.communicate(b"\n", timeout=10)
    finally:
        process.kill()
    assert process.returncode == 0
    assert nano.wait(lambda board: not shining(board))
    assert load_layout(game, geometry) is None


def test_seconds_are_counted_from_when_the_device_shines(nano: NanoEmulation) -> None:
    device = ("--device", f"adalight://{nano.port}", "--cells", "A6", "--seconds", "0.1")
    command = (sys.executable, "companion.py", "lights", "connect4", *device)
    with nano.hanging():  # it takes some time to start
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
    try:
        assert process.communicate(timeout=20) == ("", "")
    finally:
        process.kill()
    assert process.returncode == 0
    assert any(any(frame.colours[0]) for frame in nano.frames)
    assert nano.wait(lambda board: not shining(board))
