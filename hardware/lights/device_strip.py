"""The strip that drives a real device: a mailbox for one frame, and a thread that gets the device to show it."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from itertools import chain

from hardware.auto_reset_event import AutoResetEvent
from hardware.lights.drivers.driver import LedDriver, OpenDriver
from hardware.lights.power import Power
from hardware.lights.strip import Colour, LightsUnavailable
from words import Text, say

CLOSE_TIMEOUT_S = 1.5  # seconds that the end of a game waits for the LEDs to go dark
DRIVER_FAULT_RETRY_S = 2.0  # seconds until a driver that failed in a way nobody foresaw is tried again


class DeviceStrip:
    """A `Strip`. The newest frame wins; the first one is dark. A lost device is opened again, for ever.

    Attributes:
        count: LEDs.
        trouble: why the device shows nothing. It stays until a frame has arrived, so that people read it once.
    """

    def __init__(self, count: int, open_link: OpenDriver, power: Power) -> None:
        self.count = count
        self.trouble: Text | None = None
        self._open = open_link
        self._power = power
        self._wanted = self._dark = bytes(3 * count)
        self._shown: bytes | None = None  # what was wanted when the newest frame arrived; None for who knows what
        self._news = AutoResetEvent()
        self._closing = threading.Event()
        self._works = False  # whether any frame has arrived since the device was opened
        # A daemon: a device that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    @property
    def arrived(self) -> bool:
        return self._shown == self._wanted

    def show(self, colours: Sequence[Colour]) -> None:
        """Leave a frame for the thread, in place of one not yet sent."""
        self._wanted = bytes(chain.from_iterable(colours[: self.count])).ljust(3 * self.count, b"\0")
        self._news.set()

    def close(self) -> None:
        """Turn all LEDs off and release the device."""
        self._closing.set()
        self._news.set()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._use_device()
            except LightsUnavailable as error:
                if not self._works:  # else it has just been lost: opening it again tells whether that is worth a word
                    self.trouble = error.text
                    self._closing.wait(error.retry_after_s)
            except Exception as error:  # a driver's mistake must not end the lights without a word
                self.trouble = say("The lights have failed ({error}): choose them again", error=repr(error))
                self._closing.wait(DRIVER_FAULT_RETRY_S)

    def _use_device(self) -> None:
        """Open the device and serve it until the strip is closed; raises once the device is lost."""
        self._works = False
        link = self._open(self._closing)
        try:
            self._serve(link)
        finally:
            self._shown = None
            link.close()

    def _serve(self, link: LedDriver) -> None:
        """Keep the device showing the wanted frame; at the end a dark one."""
        while True:
            again = time.monotonic() + link.repeat
            while self.arrived and not self._closing.is_set() and (left := again - time.monotonic()) > 0:
                self._news.wait(left)
            closing = self._closing.is_set()
            wanted = self._dark if closing else self._wanted
            frame = self._power.limited(wanted)
            if self._shown == wanted and not closing:
                arrived = link.confirm(frame)
            else:
                self._shown = None  # while it changes
                arrived = link.send(frame)
            self._shown = wanted if arrived else None
            if arrived:
                self._works, self.trouble = True, None
            if arrived and closing:
                return
