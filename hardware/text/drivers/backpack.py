"""Character LCDs on a serial line: a "backpack", a small board behind the panel that takes text and a few commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.serial_errors import failure_text
from fourth_seat.hardware.text.panel import PanelSize, TextDisplayKind
from fourth_seat.words import Text

if TYPE_CHECKING:
    import serial

_SIZE = re.compile(r"([1-9][0-9]?)x([1-9])")
WRITE_TIMEOUT_S = 1.0  # that a write may take: a full 20x4 panel is 90 bytes, at 9600 baud a tenth of it


@dataclass(frozen=True, slots=True)
class BackpackFamily:
    """Commands that backpacks of one kind understand.

    Attributes:
        baud: as they come from the factory.
        begin: sent when the line is opened.
        place: the command that moves the cursor to the beginning of a row (from 0) on a panel of this size.
    """

    baud: int
    begin: bytes
    place: Callable[[int, PanelSize], bytes]


def _matrix_orbital(row: int, _: PanelSize) -> bytes:
    return bytes((0xFE, 0x47, 1, row + 1))


def _sparkfun(row: int, size: PanelSize) -> bytes:
    # The HD44780's own addresses: rows 3 and 4 go on where 1 and 2 end, for it has two rows of 40 places.
    return bytes((0xFE, 0x80 | (row % 2 * 0x40 + row // 2 * size.columns)))


FAMILIES = {
    # Matrix Orbital's command set, Adafruit's USB + serial backpack too: cursor off (FE 4B), no blinking (FE 54), a full
    # panel does not scroll (FE 52), backlight on for good (FE 42 0), clear (FE 58); FE 47 column row places the cursor.
    "matrixorbital": BackpackFamily(19200, b"\xfe\x4b\xfe\x54\xfe\x52\xfe\x42\x00\xfe\x58", _matrix_orbital),
    # SparkFun's SerLCD, old and new: FE comes before a command of the HD44780; display on without cursor (0C), clear (01).
    "sparkfun": BackpackFamily(9600, b"\xfe\x0c\xfe\x01", _sparkfun),
}


class Backpack:
    """A panel (`hardware.text.panel.CharacterPanel`) of one family on a serial port."""

    def __init__(self, port: str, family: BackpackFamily, size: PanelSize, baud: int | None = None) -> None:
        """`port` is a device such as /dev/ttyUSB0 or COM3, or an address of pyserial's such as socket://host:port."""
        self._port, self._family, self._size = port, family, size
        self._baud = baud or family.baud
        self._serial: serial.SerialBase | None = None

    def open(self) -> PanelSize:
        import serial

        # Exclusive: two programs that write to one panel garble it.
        self._serial = serial.serial_for_url(
            self._port, self._baud, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
        )
        self._serial.write(self._family.begin)
        return self._size

    def write(self, lines: Sequence[str]) -> None:
        assert self._serial is not None
        # Written over in place: clearing the panel first would make it flicker.
        rows = (self._family.place(row, self._size) + _safe(line) for row, line in enumerate(lines))
        self._serial.write(b"".join(rows))

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
    """Return the text without characters that start a command: `|` starts one on SparkFun's."""
    return line.replace("|", "!").encode("ascii")


def _at(url: DeviceUrl) -> Backpack:
    size = _SIZE.fullmatch(url.options.get("size", "20x4"))
    if size is None or url.options.keys() - {"size", "baud"}:
        raise ValueError
    family = FAMILIES[url.scheme]
    panel_size = PanelSize(matched_integer(size[1]), matched_integer(size[2]))
    return Backpack(url.serial_port(), family, panel_size, url.positive("baud", family.baud))


KINDS = (
    TextDisplayKind("matrixorbital", "matrixorbital:///dev/ttyUSB0?size=20x4", _at),
    TextDisplayKind("sparkfun", "sparkfun:///dev/ttyACM0?size=16x2", _at),
)
