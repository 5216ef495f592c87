"""Records, exports, settings and calibrations of the first edition mean the same to this one."""

from __future__ import annotations

import json
import random
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fourth_seat.calibration.camera import load_camera
from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings
from fourth_seat.calibration.lens import load_lens
from fourth_seat.calibration.orientation import Orientation, load_orientation
from fourth_seat.games import CHANCE, find
from fourth_seat.games.formats import format_of
from fourth_seat.hardware.lights.settings import LightsSettings, load_layout, load_lights_settings
from fourth_seat.hardware.lights.usb_lookup import UsbDevice, load_usb_device
from fourth_seat.table.table import Table
from fourth_seat.ui.settings import LastGame, Settings, load

DATA = Path(__file__).resolve().parent / "data" / "edition-1"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_text("utf-8"))
RECORDS = sorted(name for name in EXPECTED if name.endswith(".jsonl"))
EXPORTS = sorted(name for name in EXPECTED if name.startswith("exports/"))


def clock() -> datetime:
    return datetime(2026, 11, 22, 19, 30, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of the first edition."""
    shutil.copytree(DATA / "home", tmp_path / "home")
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def facts(table: Table) -> dict[str, Any]:
    """Return a table in the form of `expected.json`."""
    result = table.result
    return {
        "game": table.game.name,
        "position": table.game.position(table.state),
        "entries": table.history.at,
        "moves": [entry.text for entry in table.history.standing],
        "seats": [str(seat) for seat in table.seats],
        "to_move": str(table.state.to_move),
        "result": result and {"scores": list(result.scores), "winners": list(result.winners), "reason": str(result.reason)},
        "waiting": table.pending.count if table.pending else 0,
        "taps": list(table.taps),
        "turned": [table.move_input.tapped.turns, table.move_input.tapped.flipped],
        "values": {str(at): list(values) for at, values in table.values.items()},
        "hints": {str(seat): count for seat, count in table.hints.items()},
    }


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_to_the_same_end_and_goes_on(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "records" / name, tmp_path))
    table = Table.resume(path, clock)
    assert facts(table) == EXPECTED[name]
    assert table.record and table.record.path == path, "play goes on in the same file"
    if not table.result:
        if table.pending:
            table.set_down()
        legal = list(table.state.legal())
        move, before = random.Random(name).choice(legal), table.history.at
        if table.state.to_move == CHANCE:
            table.throw(str(move))
        elif table.computers_turn:
            table.play_computer(move)
        else:
            table.play(str(move))
        assert table.history.at > before
    went_on = facts(table)
    table.close()
    again = Table.resume(path, clock)
    assert facts(again) == went_on
    again.close()
    assert path.read_bytes().startswith((DATA / "records" / name).read_bytes())


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_imported_as_the_same_game(name: str) -> None:
    expected = EXPECTED[name]
    game = find(expected["game"])
    (played,) = format_of(game, name).read((DATA / name).read_text("utf-8"))
    line = played.line
    assert [str(move) for move in line.moves] == expected["moves"]
    assert game.position(line.state) == expected["position"]


@pytest.mark.usefixtures("home")
def test_every_setting_arrives() -> None:
    assert load() == Settings(
        mode="dark", text="huge", chime=False, letters=False, awake=False, language="he",
        text_display="lcdproc://localhost", voice=True, width=1366, height=768, names=("Anna", "Ben", "נועה"),
        last={
            "kalah": LastGame(("human:Anna", "computer:7"), "pits=5,seeds=3"),
            "blokus": LastGame(("human:Anna", "human:Ben", "human:נועה", "computer:9")),
        },
    )  # fmt: skip


@pytest.mark.usefixtures("home")
def test_calibrations_map_the_same_points() -> None:
    expected = EXPECTED["calibration"]
    camera, known = load_camera("connect4"), expected["camera"]["connect4"]
    assert camera and (camera.source, list(camera.size), camera.appearance) == (
        known["source"],
        known["size"],
        known["look"],
    )
    assert camera.corners.tolist() == known["corners"]
    other = load_camera("kalah")
    assert other and (other.source, other.size) == ("http://phone.local:8080/video", (1280, 720))
    for name, options in (("connect4", ""), ("kalah", ""), ("blokus", "variant=duo")):
        game = find(name)
        geometry = game.geometry(game.options(options))
        plan = load_layout(game, geometry)
        assert plan
        layout = plan.under(geometry)
        assert {cell: list(leds) for cell, leds in layout.cells.items()} == expected["lights"][name]["cells"]
        assert list(layout.rim) == expected["lights"][name]["rim"]
    lens = load_lens("2", (640, 480))
    assert lens
    assert np.allclose(lens.straightened(np.array(expected["lens"]["points"])), expected["lens"]["straightened"])


@pytest.mark.usefixtures("home")
def test_devices_and_choices_arrive() -> None:
    assert load_camera_settings("connect4") == CameraSettings("2", True)
    assert load_camera_settings("kalah") == CameraSettings("http://phone.local:8080/video", False)
    assert load_lights_settings("connect4") == LightsSettings("adalight:///dev/ttyUSB0?baud=115200", True, 900, 0.4)
    assert load_usb_device() == UsbDevice("adalight:///dev/ttyUSB0", 0x1A86, 0x7523, "", "1-1.2")
    assert load_orientation("blokus") == Orientation(3, False)
    assert load_orientation("connect4") == Orientation(0, True)
