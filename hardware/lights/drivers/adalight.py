"""Adalight over a serial port, for our firmware, which acknowledges frames, and WLED and Adalight sketches, which do not.

A frame consists of `Ada`, the number of LEDs minus one (high byte, low byte), the exclusive or of these two bytes and 0x55,
and the RGB values of all LEDs. No checksum protects the colours, and a receiver that has lost a byte may misread the rest
of a frame.

Therefore no byte of a frame except the first is one that WLED (`wled_serial.cpp`) or our firmware treats as a command. A
colour value that equals a command byte is lowered by one (0xB0 to 0xB7 by up to eight), and an LED count that contains a
command byte is raised, with the extra LEDs dark. Our firmware replies with a checksum of the colours that it shows, so a
damaged frame can be resent immediately; the firmware can also be queried. For other devices, the frame is repeated every
second, because WLED goes dark after 2.5 s without a frame.
"""

from __future__ import annotations

import time
from binascii import crc_hqx
from threading import Event
from typing import Self

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.hardware.lights.drivers.serial_driver import (
    GREETING_TIMEOUT_S,
    SILENT_DEVICE_RETRY_S,
    VERSION_TIMEOUT_S,
    SerialDriver,
    silent,
    version,
)
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.words import say

MAGIC = b"Ada"
# What receivers take for a command between frames. WLED: A (frame), I (Improv), L, l (tell the colours), O, o (tell them
# all the time), v (version), { (JSON), B0..B7 (another baud rate!), C9 (TPM2); its fork WLED-MM also X (reconnect) and
# ^ (boot another system); our firmware: ? (tell what is shown), @ (a line for its sensors).
COMMAND_BYTES = frozenset(b"AILOXlov{^?@" + bytes(range(0xB0, 0xB8)) + b"\xc9")
SAFE_VALUES = bytes(next(lower for lower in range(v, -1, -1) if lower not in COMMAND_BYTES) for v in range(256))

FIRMWARE_GREETING = b"Fourth Seat lights"
MAX_FIRMWARE_LEDS = 500  # that our firmware has memory for; fewer with sensors, as its greeting then says
UNACKNOWLEDGED_REPEAT_S = 1.0  # between two frames for a device that does not answer
STATUS_POLL_S = 0.5  # between two questions to our firmware, which may have lost its power for a moment
ACKNOWLEDGE_TIMEOUT_S = 0.2  # beyond the time on the wire; our firmware gives a frame that was cut 0.1 up
LED_WRITE_S = 34e-6  # in which a processor writes one LED; most receive nothing meanwhile
FRAME_GAP_S = 0.015  # between two frames beyond that; with 5 ms an Adalight sketch loses half of them
MAX_MISSED_FRAMES = 6  # frames in a row that do not arrive before the port is opened anew


def adalight_frame(colours: bytes) -> bytes:
    """Encode the RGB values of all LEDs as an Adalight frame."""
    count = len(colours) // 3
    while any(byte in COMMAND_BYTES for byte in _header(count)):
        count += 1
    return MAGIC + _header(count) + colours.translate(SAFE_VALUES).ljust(3 * count, b"\0")


def _header(count: int) -> bytes:
    high, low = divmod(count - 1, 256)
    return bytes((high, low, high ^ low ^ 0x55))


def _memory(greeting: bytes) -> int:
    """Return the number of LEDs that our firmware has memory for; its first version does not report this."""
    words = greeting.decode("ascii", "replace").split()
    return (parse_integer(words[4], 1, MAX_FIRMWARE_LEDS) if len(words) > 4 else None) or MAX_FIRMWARE_LEDS


class AdalightDriver(SerialDriver):
    """A device that accepts Adalight frames."""

    scheme = "adalight"
    examples = ("adalight:///dev/ttyUSB0", "adalight://COM3")
    drives = say("an Arduino with this program's firmware, an ESP32 with WLED, or an Adalight sketch, on a serial port")

    def __init__(self, port: SerialPort, answers: bool, most: int = MAX_FIRMWARE_LEDS) -> None:
        """`answers` tells whether the device acknowledges frames, as our firmware does; `most` is the number of LEDs that
        fit in its memory.
        """
        super().__init__(port)
        self._answers, self._most = answers, most
        self.repeat = STATUS_POLL_S if answers else UNACKNOWLEDGED_REPEAT_S
        self._missed = 0

    @classmethod
    def greeted(cls, port: SerialPort, closing: Event) -> Self:
        until = time.monotonic() + GREETING_TIMEOUT_S
        greeted = False
        while time.monotonic() < until and not closing.is_set():
            line = version(port)
            if line.startswith(FIRMWARE_GREETING):
                return cls(port, True, _memory(line))
            if line.startswith(b"WLED"):
                return cls(port, False)
            if line == MAGIC and not greeted:  # started: one that does not answer now is a sketch that only greets
                greeted = True
                until = time.monotonic() + VERSION_TIMEOUT_S
        if greeted:
            return cls(port, False)
        raise silent(
            say(
                (
                    "The device at {port} does not seem to drive lights: unplug it and plug it in again, "
                    "choose another port, or install the firmware on it (see docs/play/lights.md)"
                ),
                port=port.name,
            ),
            closing,
        )

    def send(self, frame: bytes) -> bool:
        """Send a frame; return whether it was acknowledged, or True for a device that never answers."""
        if self._answers and len(frame) > 3 * self._most:
            raise LightsUnavailable(
                say(
                    ("The Arduino at {port} has memory for {most} LEDs, not for {n}: an ESP32 with WLED can drive more"),
                    port=self._port.name,
                    most=self._most,
                    n=len(frame) // 3,
                ),
                SILENT_DEVICE_RETRY_S,
            )
        sent = adalight_frame(frame)
        self._port.forget()
        self._port.write(sent)
        wire = self._port.seconds(len(sent))
        if not self._answers:
            time.sleep(wire + LED_WRITE_S * (len(sent) // 3) + FRAME_GAP_S)
            return True
        return self._counted(self._shows(sent, wire + LED_WRITE_S * (len(sent) // 3) + ACKNOWLEDGE_TIMEOUT_S))

    def confirm(self, frame: bytes) -> bool:
        """Query the frame being shown; if the device never answers, send the frame again."""
        if not self._answers:
            return self.send(frame)
        self._port.forget()
        self._port.write(b"?")
        return self._counted(self._shows(adalight_frame(frame), ACKNOWLEDGE_TIMEOUT_S))

    def _shows(self, sent: bytes, seconds: float) -> bool:
        colours = sent[len(MAGIC) + 3 :]
        shown = b"K%d %04x" % (len(colours) // 3, crc_hqx(colours, 0))
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            line = self._port.line(left)
            if line is not None and line != MAGIC:  # an idle device greets now and then
                return line == shown
        return False

    def _counted(self, arrived: bool) -> bool:
        self._missed = 0 if arrived else self._missed + 1
        if self._missed >= MAX_MISSED_FRAMES:
            raise LightsUnavailable(
                say(
                    "The lights at {port} have stopped answering: unplug them and plug them in again", port=self._port.name
                ),
                SILENT_DEVICE_RETRY_S,
            )
        return arrived
