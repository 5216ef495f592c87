"""Locates LEDs with a camera. The LEDs are lit one by one, and the session reports the cell of each.

Commands: `dark` (the next picture shows the board with all LEDs off) and `led N` (LED N is lit in the next picture).
Messages: `{"event": "dark"}` and `{"event": "led", "led": N, "at": [x, y], "cell": NAME}`, in board units; `at` is null if
no light is seen, and `cell` is null if the light is not on any cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.errors import BadNotation
from fourth_seat.hardware.lights.layout import cell_locator
from fourth_seat.processes.worker import Message
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.detect.saved_calibration import known_lens, saved_calibrations
from fourth_seat.vision.errors import BadCorners
from fourth_seat.vision.protocols import Image, size_of
from fourth_seat.words import say

BLUR_PX = 2.0  # pixels: a lamp is wider than this, and the sensor's noise is not
MAX_LED = 1 << 20
MIN_BRIGHTENING_LEVELS = 10.0  # grey levels by which an LED must brighten the picture
NOISE_FACTOR = 8.0  # times the usual change of a pixel between the two pictures
CORE_SHARE = 0.6  # of the peak brightness: the part of the glow whose centroid is taken


def glow(dark: Image, shining: Image) -> tuple[float, float] | None:
    """Return the centre, in pixels, of the light that appears only in the second picture, or None if there is none.

    The LED itself saturates the sensor, while its glow on the board does not, so the centre of the brightest part is the
    centre of the LED.
    """
    change = cv2.subtract(shining, dark).max(axis=2).astype(np.float32)
    change = cv2.GaussianBlur(change, (0, 0), BLUR_PX)
    most = float(change.max())
    if most < max(MIN_BRIGHTENING_LEVELS, NOISE_FACTOR * float(np.median(change))):
        return None
    bright = (change >= CORE_SHARE * most).astype(np.uint8)
    _, labels = cv2.connectedComponents(bright)
    y, x = np.unravel_index(int(change.argmax()), change.shape)
    rows, columns = np.nonzero(labels == labels[y, x])
    weight = change[rows, columns]
    return float((columns * weight).sum() / weight.sum()), float((rows * weight).sum() / weight.sum())


class LedSession:
    """The `VisionWorker` that locates LEDs in the vision process."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings` contains `source` and `game`, and optionally `options` and `corners` (default: the saved corners).

        Raises:
            UnknownGame, BadOption: the game or an option is invalid.
            BadCorners: the position of the board in the picture is unknown.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options") or "")
        self._source = str(settings.get("source", ""))
        corners, self._size = settings.get("corners"), None
        if corners is None and (kept := saved_calibrations(self.game)):
            corners, self._size = kept[0].corners, kept[0].size  # the newest
        if corners is None:
            raise BadCorners(
                say(
                    "the board's place in the picture is unknown: give the board's corners, or calibrate the "
                    "camera for this game first"
                )
            )
        self._corners: Points = np.array(corners, np.float64)
        self._cell_at = cell_locator(self.game.geometry(self.options))
        self._dark: Image | None = None
        self._request: str | None = None  # `dark`, or the number of the LED that shines

    @property
    def known(self) -> Mapping[str, Any]:
        """The corners of the board, for recording with each picture."""
        return {"corners": self._corners.tolist()}

    def see(self, frame: CameraFrame) -> Iterator[Message]:
        """Yield the response to the last command, if there is one."""
        request, self._request = self._request, None
        if request == "dark":
            self._dark = frame.image
            yield {"event": "dark"}
        elif request is not None and self._dark is not None:
            yield {"event": "led", "led": parse_integer(request, 0, MAX_LED), **self._place(self._dark, frame.image)}

    def _place(self, dark: Image, shining: Image) -> Message:
        pixel = glow(dark, shining) if dark.shape == shining.shape else None
        if pixel is None:
            return {"at": None, "cell": None}
        (x, y) = self._view(shining).units(np.array([pixel]))[0]
        return {"at": [round(float(x), 3), round(float(y), 3)], "cell": self._cell_at((float(x), float(y)))}

    def _view(self, image: Image) -> View:
        size = size_of(image)
        if self._size not in (None, size):
            raise BadCorners(
                say("the camera's pictures are not the size they were when it was calibrated: calibrate it again")
            )
        return view_of_board(self._corners, self.game, self.options, image, known_lens(self._source, size))

    def handle_command(self, name: str, rest: str) -> Message:
        """Execute the command `dark` or `led N`."""
        if name == "dark":
            self._request = name
        elif name == "led" and parse_integer(rest, 0, MAX_LED) is not None:
            self._request = rest
        else:
            raise BadNotation(say("unknown command {name}; commands are {commands}", name=name, commands=("dark", "led N")))
        return {}


def watch(settings: Mapping[str, Any], source: FrameSource) -> LedSession:  # noqa: ARG001 - pictures come through `see`
    """Return the session that the vision process runs."""
    return LedSession(settings)
