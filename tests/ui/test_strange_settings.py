"""Any values in the files of the data folder are used or ignored: nothing that reads them fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from fourth_seat.calibration.camera import load_camera
from fourth_seat.calibration.camera_settings import load_camera_settings
from fourth_seat.calibration.lens import load_lens
from fourth_seat.calibration.orientation import load_orientation
from fourth_seat.games import find
from fourth_seat.hardware.lights.settings import layout_of, load_lights_settings
from fourth_seat.hardware.lights.usb_lookup import load_usb_device
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.settings.language import catalogue
from fourth_seat.ui import settings
from fourth_seat.words import FourthSeatError

GAME = find("connect4")
NAMES = st.sampled_from(["length", "lines", "first", "serpentine", "skip", "turn", "mirror", "gaps", "area", "a1", "1"])
TEXTS = (
    "",
    "0-5",
    "0-99999,0-99999",
    "²",
    "3,5-9",
    "http://a:b@c/d",
    "http://[",
    "screen:",
    "ddp://x:99999",
    "\x1b",
    "human",
    "key Escape",
    "gamepad 2",
    "mouse ²",
)
ATOM = (
    st.sampled_from(TEXTS)
    | st.booleans()
    | st.sampled_from((0, 1, -1, 2, 7, 42, 640, 480, 10**6, 2**63 - 1, -(2**63)))
    | st.floats()
)
VALUE = st.recursive(ATOM, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner), max_leaves=8)


def part(names: str) -> st.SearchStrategy[Any]:
    """Return a TOML table with any values under these names, or something that is not a table."""
    return st.dictionaries(st.sampled_from(names.split()), VALUE) | VALUE


FILES = st.fixed_dictionaries(
    {
        "calibration.toml": st.fixed_dictionaries(
            {
                "connect4": st.fixed_dictionaries(
                    {
                        "camera": part("source size corners look"),
                        "watched": part("source on"),
                        "lit": part("url on budget brightness"),
                        "orientation": part("turn mirror"),
                        "lights": part("cells rim panel1 panel2"),
                    }
                ),
                "lens": st.fixed_dictionaries({"0": part("size focal centre k1 k2")}),
            }
        ),
        "settings.toml": st.fixed_dictionaries(
            {
                "window": part(
                    "mode text motion chime volume letters awake width height language text_display voice names last"
                ),
                "buttons": part("done undo hint again"),
                "people": part("names"),
                "last": st.fixed_dictionaries({"connect4": part("seats options")}) | VALUE,
            }
        ),
        "devices.toml": st.fixed_dictionaries({"lights": part("address vid pid serial location")}),
        "engines.toml": st.fixed_dictionaries({"commands": part("gnubg pentobi")}),
    }
)
READERS: tuple[Callable[[], object], ...] = (
    lambda: load_camera("connect4"),
    lambda: load_camera_settings("connect4"),
    lambda: load_lens("0", (640, 480)),
    lambda: load_lights_settings("connect4"),
    lambda: layout_of(GAME, GAME.geometry(GAME.options())),
    lambda: load_orientation("connect4"),
    lambda: load_usb_device(),
    lambda: EngineCommands.load(lambda _: None),
    settings.load,
    catalogue,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.delenv("FOURTH_SEAT_LANGUAGE")
    return tmp_path


@hypothesis_settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@example({"settings.toml": {"window": {"mode": [], "text": {}}}})
@given(FILES)
def test_no_value_is_too_strange(home: Path, files: dict[str, Any]) -> None:
    for name, values in files.items():
        (home / name).write_text(tomlkit.dumps(values), "utf-8")
    for reader in READERS:
        try:
            reader()
        except FourthSeatError:
            continue
