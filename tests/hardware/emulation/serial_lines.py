"""Serial lines as they should not be: noisy, deaf, and with somebody else at the other end."""

from __future__ import annotations

import os
import pty
import random
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto

from fourth_seat.hardware.lights.drivers.adalight import MAGIC
from fourth_seat.hardware.lights.serial_port import SerialPort

HEADER = len(MAGIC) + 3


@dataclass
class PluggedPort:
    """A USB port as reported by the system (`hardware.device_url.PortInfo`)."""

    device: str
    vid: int | None = 0x1A86
    pid: int | None = 0x7523
    serial_number: str | None = None
    location: str | None = "1-1"
    description: str = "USB Serial"


class LineDamage(Enum):
    """What may happen to a frame on its way."""

    DROPPED = auto()  # none of it arrives
    CUT = auto()  # its end does not arrive
    SHORT = auto()  # one of its bytes does not arrive
    HEADER = auto()  # a bit of its header is flipped
    COLOURS = auto()  # a bit of its colours is flipped


class LineNoise:
    """Damages a part of the frames at random.

    Attributes:
        damaged: how many have been damaged so far.
    """

    def __init__(self, part: float, kinds: tuple[LineDamage, ...], chance: random.Random) -> None:
        self.damaged = 0
        self._part, self._kinds, self._chance = part, kinds, chance

    def open(self, name: str, baud: int) -> SerialPort:
        """Open a port whose frames pass through this noise; in place of `SerialPort`."""
        return _NoisyPort(name, baud, self)

    def spoilt(self, data: bytes) -> bytes:
        """Return what arrives of the bytes sent."""
        if len(data) <= HEADER or self._chance.random() >= self._part:
            return data
        self.damaged += 1
        at = self._chance.randrange(1, len(data))
        match self._chance.choice(self._kinds):
            case LineDamage.DROPPED:
                return b""
            case LineDamage.CUT:
                return data[:at]
            case LineDamage.SHORT:
                return data[: at - 1] + data[at:]
            case LineDamage.HEADER:
                return self._flipped(data, 0, HEADER)
            case LineDamage.COLOURS:
                return self._flipped(data, HEADER, len(data))

    def _flipped(self, data: bytes, start: int, stop: int) -> bytes:
        at = self._chance.randrange(start, stop)
        return data[:at] + bytes([data[at] ^ 1 << self._chance.randrange(8)]) + data[at + 1 :]


class _NoisyPort(SerialPort):
    def __init__(self, name: str, baud: int, noise: LineNoise) -> None:
        super().__init__(name, baud)
        self._noise = noise

    def write(self, data: bytes) -> None:
        super().write(self._noise.spoilt(data))


@contextmanager
def other_end(answer: Callable[[bytes], bytes] | None) -> Iterator[str]:
    """Yield a port with somebody at its other end who answers what is heard, perhaps with nothing; None never even listens,
    so that the line fills up.
    """
    far, near = pty.openpty()
    tty.setraw(near)
    ended = threading.Event()

    def talk() -> None:
        while not ended.is_set():
            ready, _, _ = select.select([far], [], [], 0.02)
            received = os.read(far, 4096) if ready else b""
            if reply := answer(received) if answer else b"":
                os.write(far, reply)

    thread = threading.Thread(target=talk, daemon=True)
    if answer:
        thread.start()
    try:
        yield os.ttyname(near)
    finally:
        ended.set()
        if answer:
            thread.join()
        os.close(near)
        os.close(far)
