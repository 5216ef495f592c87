"""Character LCDs with a serial "backpack", a small board behind the panel that accepts text and a few commands."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.serial_errors import failure_text
from fourth_seat.hardware.text.drivers import CharacterPanel, PanelSize
from fourth_seat.words import Text

if TYPE_CHECKING:
    import serial

_SIZE = re.compile(r"([1-9][0-9]?)x([1-9])")
WRITE_TIMEOUT_S = 1.0  # that a write may take: a full 20x4 panel is 90 bytes, a tenth of this time at 9600 baud


class Backpack(CharacterPanel):
    """A panel on a serial port.

    Attributes:
        factory_baud: the factory default baud rate.
        begin: the bytes to send when the port is opened.
    """

    factory_baud: ClassVar[int]
    begin: ClassVar[bytes]

    def __init__(self, port: str, size: PanelSize, baud: int | None = None) -> None:
        """`port` is a device such as /dev/ttyUSB0 or COM3, or a pyserial URL such as socket://host:port."""
        self._port, self._size = port, size
        self._baud = baud or self.factory_baud
        self._serial: serial.SerialBase | None = None

    @classmethod
    def at(cls, url: DeviceUrl) -> Backpack:
        size = _SIZE.fullmatch(url.options.get("size", "20x4"))
        if size is None or url.options.keys() - {"size", "baud"}:
            raise ValueError
        panel_size = PanelSize(matched_integer(size[1]), matched_integer(size[2]))
        return cls(url.serial_port(), panel_size, url.positive("baud", cls.factory_baud))

    @abstractmethod
    def place(self, row: int) -> bytes:
        """Return the command that moves the cursor to the beginning of a row, counted from 0."""

    def open(self) -> PanelSize:
        import serial

        # Exclusive: two programs that write to one panel garble it.
        self._serial = serial.serial_for_url(
            self._port, self._baud, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
        )
        self._serial.write(self.begin)
        return self._size

    def write(self, lines: Sequence[str]) -> None:
        assert self._serial is not None
        # Written over in place: clearing the panel first would make it flicker.
        self._serial.write(b"".join(self.place(row) + _safe(line) for row, line in enumerate(lines)))

    def check(self) -> None:
        assert self._serial is not None
        self._serial.read(64)  # key presses, which nobody needs; raises once the device is gone

    def close(self) -> None:
        if self._serial:
            with suppress(Exception):  # a device that is gone may refuse to be closed, in several ways
                self._serial.close()
            self._serial = None

    def remedy(self, error: Exception) -> Text:
        return failure_text(self._port, error)


def _safe(line: str) -> bytes:
    """Replace the characters that start a command, which is `|` on SparkFun's panels."""
    return line.replace("|", "!").encode("ascii")


class MatrixOrbital(Backpack):
    """Matrix Orbital's command set, also used by Adafruit's USB + serial backpack."""

    scheme = "matrixorbital"
    examples = ("matrixorbital:///dev/ttyUSB0?size=20x4",)
    factory_baud = 19200
    # Cursor off (FE 4B), no blinking (FE 54), a full panel does not scroll (FE 52), backlight on for good (FE 42 0), clear.
    begin = b"\xfe\x4b\xfe\x54\xfe\x52\xfe\x42\x00\xfe\x58"

    def place(self, row: int) -> bytes:
        return bytes((0xFE, 0x47, 1, row + 1))


class SparkFun(Backpack):
    """SparkFun's SerLCD, old and new, on which an FE byte precedes each HD44780 command."""

    scheme = "sparkfun"
    examples = ("sparkfun:///dev/ttyACM0?size=16x2",)
    factory_baud = 9600
    begin = b"\xfe\x0c\xfe\x01"  # display on without cursor, clear

    def place(self, row: int) -> bytes:
        # The HD44780's own addresses: rows 3 and 4 go on where 1 and 2 end, for it has two rows of 40 places.
        return bytes((0xFE, 0x80 | (row % 2 * 0x40 + row // 2 * self._size.columns)))
