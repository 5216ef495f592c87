"""A camera watches LEDs light up: where each of them is, which cell that is, and when nothing can be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.camera import CameraCalibration, save_camera
from fourth_seat.calibration.view import View
from fourth_seat.games import find, game_names
from fourth_seat.games.errors import BadNotation
from fourth_seat.setup.led_session import LedSession, glow
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.errors import BadCorners
from fourth_seat.vision.protocols import Image

SIZE = (640, 360)
CORNERS = np.array([(190.0, 65.0), (455.0, 60.0), (500.0, 305.0), (150.0, 310.0)])


def table(seed: int, light: float = 1.0) -> Image:
    """Return a board in some light, as seen by a camera: with structure and noise."""
    chance = np.random.default_rng(seed)
    image = np.full((SIZE[1], SIZE[0], 3), 90.0)
    for n in range(40):
        x, y = 31 * n % SIZE[0], 57 * n % SIZE[1]
        cv2.rectangle(image, (x, y), (x + 30, y + 20), (40.0 + 4 * n, 60.0, 150.0 - 2 * n), -1)
    return np.asarray((image * light + chance.normal(0, 3, image.shape)).clip(0, 255), np.uint8)


def shining(image: Image, pixel: Any, reach: float, colour: tuple[float, float, float] = (255, 255, 255)) -> Image:
    """Return an LED that saturates the sensor in its middle and lights its surroundings."""
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    far = np.hypot(x - pixel[0], y - pixel[1]) / reach
    light = 400 * np.exp(-((far * 3) ** 2)) + 60 * np.exp(-(far**2))
    return np.asarray((image + light[..., None] * np.array(colour) / 255).clip(0, 255), np.uint8)


def test_the_middle_of_a_glow() -> None:
    dark = table(1)
    for pixel in ((100.0, 150.0), (320.5, 45.25), (550.0, 325.0)):
        found = glow(dark, shining(table(2), pixel, 20))
        assert found is not None
        assert np.hypot(found[0] - pixel[0], found[1] - pixel[1]) < 1.5


def test_noise_and_a_little_daylight_are_no_led() -> None:
    dark = table(1)
    assert glow(dark, table(2)) is None
    assert glow(dark, table(3, light=1.05)) is None
    assert glow(dark, shining(table(2, light=1.03), (320, 150), 20, (0, 0, 255))) is not None


def watcher(game: str, corners: Any = CORNERS) -> LedSession:
    return LedSession({"game": game, "corners": corners, "source": "0"})


def told(eye: LedSession, command: str, image: Image) -> dict[str, Any]:
    name, _, rest = command.partition(" ")
    eye.handle_command(name, rest)
    (line,) = eye.see(CameraFrame(image, 0.0, 0))
    return dict(line)


@pytest.mark.parametrize("game", game_names())
def test_every_led_is_found_on_its_cell(game: str) -> None:
    eye = watcher(game)
    found = find(game)
    geometry = found.geometry(found.options())
    view = View.of_corners(CORNERS, geometry.area, SIZE)
    assert list(eye.see(CameraFrame(table(0), 0.0, 0))) == []  # nobody asked
    assert told(eye, "dark", table(1)) == {"event": "dark"}
    cells = [cell for cell in geometry.cells if cell.zone in ("board", "store", "bar")]
    for n, cell in enumerate(cells[:: max(1, len(cells) // 6)]):
        (pixel,) = view.pixels(np.array([cell.foot]))
        line = told(eye, f"led {n}", shining(table(n + 2), pixel, 12))
        assert (line["led"], line["cell"]) == (n, cell.name)
        assert np.hypot(*(np.array(line["at"]) - cell.foot)) < 0.15


def test_an_led_that_is_not_seen_or_lies_beside() -> None:
    eye = watcher("connect4")
    told(eye, "dark", table(1))
    assert told(eye, "led 3", table(2)) == {"event": "led", "led": 3, "at": None, "cell": None}
    beside = told(eye, "led 4", shining(table(2), (600, 30), 15))
    assert beside["at"] is not None and beside["cell"] is None


def test_the_place_of_the_board_must_be_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    with pytest.raises(BadCorners, match="the board's place in the picture is unknown"):
        watcher("connect4", None)
    save_camera("connect4", CameraCalibration("0", (1280, 720), CORNERS * 2))
    eye = watcher("connect4", None)
    told(eye, "dark", table(1))
    with pytest.raises(BadCorners, match="not the size they were"):
        told(eye, "led 0", shining(table(2), (300, 150), 15))
    with pytest.raises(BadNotation):
        eye.handle_command("light", "3")
    with pytest.raises(BadNotation):
        eye.handle_command("led", "x")
