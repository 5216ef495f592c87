"""Plays an animation on the lights: a thread that draws it twenty times a second while there is one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardware.auto_reset_event import AutoResetEvent
from hardware.lights.board_lights import BoardLights, Frame

FRAME_PERIOD_S = 0.05  # seconds from frame to frame
CLOSE_TIMEOUT_S = 0.5  # seconds that the end waits for the thread
DrawFrame = Callable[[float], Frame]
"""Returns the frame so many seconds after the start."""


class Animation:
    """Attributes:
    lights: what it is shown on; not closed with this.
    """

    def __init__(self, lights: BoardLights, clock: Callable[[], float] = time.monotonic) -> None:
        self.lights = lights
        self._clock = clock
        self._playing: tuple[DrawFrame | None, float] = None, clock()  # what is drawn, and when it began
        self._over = False
        self._news = AutoResetEvent()
        self._thread = threading.Thread(target=self._run, name="light show", daemon=True)
        self._thread.start()

    def play(self, draw: DrawFrame | None, *, afresh: bool = True) -> None:
        """Draw this from now on, or nothing; unless `afresh`, time goes on from what was drawn before."""
        self._playing = draw, self._clock() if afresh else self._playing[1]
        self._news.set()

    def close(self) -> None:
        """Stop drawing and turn the lights off. Safe to call twice."""
        self._over = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_TIMEOUT_S)
            self.lights.show({})

    def _run(self) -> None:
        shown: Frame | None = None
        while not self._over:
            draw, began = self._playing
            frame = draw(self._clock() - began) if draw else {}
            if frame != shown:
                self.lights.show(frame)
                shown = frame
            self._news.wait(FRAME_PERIOD_S if draw else None)
