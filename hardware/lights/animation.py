"""Keeps a scene moving on the lights: a small thread that draws it twenty times a second, and only while there is one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardware.lights.board import Frame, Lights

EVERY = 0.05  # seconds from frame to frame
CLOSING = 0.5  # seconds that the end waits for the thread
Draw = Callable[[float], Frame]
"""The frame so many seconds after the beginning."""


class Animation:
    """Attributes:
    lights: what it is shown on; not closed with this.
    """

    def __init__(self, lights: Lights, clock: Callable[[], float] = time.monotonic) -> None:
        self.lights = lights
        self._clock = clock
        self._draw: Draw | None = None
        self._began = clock()
        self._over = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="light show", daemon=True)
        self._thread.start()

    def play(self, draw: Draw | None, *, afresh: bool = True) -> None:
        """This is drawn from now on, or nothing; unless `afresh`, its time goes on from what was drawn before."""
        with self._news:
            self._draw = draw
            if afresh:
                self._began = self._clock()
            self._news.notify()

    def close(self) -> None:
        """Draws no more, and leaves the lights dark. Safe to call twice."""
        with self._news:
            self._over = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join(CLOSING)
            self.lights.show({})

    def _run(self) -> None:
        shown: Frame | None = None
        while True:
            with self._news:
                if self._over:
                    return
                draw, t = self._draw, self._clock() - self._began
            frame = draw(t) if draw else {}
            if frame != shown:
                self.lights.show(frame)
                shown = frame
            with self._news:
                if self._draw is draw and not self._over:
                    self._news.wait(EVERY if draw else None)
