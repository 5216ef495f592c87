"""Serial backpacks, on a pty that behaves according to the panel's datasheet."""

from __future__ import annotations

import errno
import os
import pty
import select
import termios
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from fourth_seat.hardware.text.display import TextDisplay
from fourth_seat.hardware.text.drivers import BadTextDisplay, PanelSize, make_panel
from fourth_seat.hardware.text.drivers.backpack import Backpack, MatrixOrbital, SparkFun
from fourth_seat.hardware.text.pages import pages
from tests.hardware.emulation.lcdd_server import until
from tests.hardware.text.announcements import placement, turn

SPEEDS = {termios.B9600: 9600, termios.B19200: 19200, termios.B57600: 57600}


class FakePanel:
    """A panel of one family at the other end of a pty; `lines` is what it shows."""

    def __init__(self, link: Path, family: str, size: PanelSize) -> None:
        self._family, self._size = family, size
        self._cells = [" "] * (size.columns * size.rows)
        self._at = 0
        self.unknown: list[bytes] = []
        self._own, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._theirs))
        self._ended = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def lines(self) -> tuple[str, ...]:
        columns = self._size.columns
        return tuple("".join(self._cells[row * columns : (row + 1) * columns]) for row in range(self._size.rows))

    @property
    def baud(self) -> int:
        return SPEEDS[termios.tcgetattr(self._theirs)[4]]

    def unplug(self) -> None:
        self._ended = True
        self._thread.join()
        os.close(self._theirs)
        os.close(self._own)

    def _run(self) -> None:
        unread = b""
        while not self._ended:
            if select.select([self._own], [], [], 0.01)[0]:
                unread = self._take(unread + os.read(self._own, 4096))

    def _take(self, data: bytes) -> bytes:
        """Carry out complete commands; return the beginning of one that has not ended."""
        while data:
            if data[0] == 0xFE:
                length = self._command(data)
                if not length:
                    return data
                data = data[length:]
            else:
                self._cells[self._at % len(self._cells)] = chr(data[0])
                self._at += 1
                data = data[1:]
        return b""

    def _command(self, data: bytes) -> int:
        arguments = {0x47: 2, 0x42: 1} if self._family == "matrixorbital" else {}
        if len(data) < 2 or len(data) < 2 + arguments.get(data[1], 0):
            return 0
        code = data[1]
        if self._family == "matrixorbital" and code == 0x47:
            self._at = (data[3] - 1) * self._size.columns + data[2] - 1
        elif code == (0x58 if self._family == "matrixorbital" else 0x01):
            self._cells = [" "] * len(self._cells)
            self._at = 0
        elif self._family == "sparkfun" and code & 0x80:
            starts = (0x00, 0x40, self._size.columns, 0x40 + self._size.columns)
            row = max(range(self._size.rows), key=lambda row: (starts[row] <= code & 0x7F) * (starts[row] + 1))
            self._at = row * self._size.columns + (code & 0x7F) - starts[row]
        elif code not in (0x4B, 0x54, 0x52, 0x42, 0x0C):
            self.unknown.append(data[:2])
        return 2 + arguments.get(code, 0)


@pytest.fixture(params=[("matrixorbital", "20x4"), ("sparkfun", "20x4"), ("sparkfun", "16x2"), ("matrixorbital", "16x2")])
def kind(request: pytest.FixtureRequest) -> tuple[str, PanelSize, str]:
    family, size = request.param
    columns, rows = map(int, size.split("x"))
    return family, PanelSize(columns, rows), f"size={size}"


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "ttyPANEL"


@pytest.fixture
def fake(kind: tuple[str, PanelSize, str], link: Path) -> Iterator[FakePanel]:
    fake = FakePanel(link, kind[0], kind[1])
    yield fake
    if not fake._ended:
        fake.unplug()


def test_both_families_show_the_same(kind: tuple[str, PanelSize, str], link: Path, fake: FakePanel) -> None:
    family, size, query = kind
    display = TextDisplay(make_panel(f"{family}://{link}?{query}"))
    display.show(placement("h8", "i8"))
    sentences = ["Blue plays h8,i8.", "Place the blue F on h8, i8"]
    until(lambda: fake.lines == pages(sentences, size)[0])
    assert fake.baud == {"matrixorbital": 19200, "sparkfun": 9600}[family]
    assert not fake.unknown
    display.close()
    until(lambda: not "".join(fake.lines).strip())


def test_unplugged_and_plugged_in_again(kind: tuple[str, PanelSize, str], link: Path, fake: FakePanel) -> None:
    family, size, query = kind
    display = TextDisplay(make_panel(f"{family}://{link}?{query}&baud=57600"))
    display.show(turn("Ann"))
    until(lambda: fake.lines[0].startswith("Ann's turn"))
    assert fake.baud == 57600
    fake.unplug()
    link.unlink()
    until(lambda: display.trouble)
    display.show(turn("Ben"))
    again = FakePanel(link, family, size)
    try:
        assert until(lambda: again.lines[0].startswith("Ben's turn")) < 1
        until(lambda: display.trouble is None)
    finally:
        display.close()
        again.unplug()


def test_a_panel_that_lost_its_power_is_written_again(
    kind: tuple[str, PanelSize, str], link: Path, fake: FakePanel
) -> None:
    family, _, query = kind
    display = TextDisplay(make_panel(f"{family}://{link}?{query}"))
    display.show(turn("Ann"))
    until(lambda: fake.lines[0].startswith("Ann's turn"))
    fake._cells = [" "] * len(fake._cells)
    until(lambda: fake.lines[0].startswith("Ann's turn"), 2)
    display.close()


def test_no_text_is_taken_for_a_command() -> None:
    written: list[bytes] = []

    class Port:
        def write(self, data: bytes) -> None:
            written.append(data)

    for kind in (MatrixOrbital, SparkFun):
        backpack = kind("none", PanelSize(16, 2))
        backpack._serial = Port()  # type: ignore[assignment]
        backpack.write(["a|b".ljust(16), "~" * 16])
        assert written[-1].count(0xFE) == 2, kind
        assert 0x7C not in written[-1]


def test_the_trouble_names_the_port(link: Path) -> None:
    backpack = SparkFun(str(link), PanelSize())
    assert str(backpack.remedy(OSError(errno.EBUSY, ""))).startswith(
        f"{link} is in use by another program, or for another device"
    )


def test_a_stuck_port_stops_nobody(link: Path) -> None:
    """Nobody reads the other end, until its buffer is full."""
    own, theirs = pty.openpty()
    tty.setraw(theirs)
    link.symlink_to(os.ttyname(theirs))
    fast = TextDisplay(make_panel(f"sparkfun://{link}"))
    start = time.monotonic()
    for number in range(400):
        fast.show(turn(str(number)))
        assert time.monotonic() - start < 5
    slowest = time.monotonic()
    fast.close()
    assert time.monotonic() - slowest < 2
    os.close(own)
    os.close(theirs)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "lcd://",
        "lcd",
        "vga://x",
        "sparkfun://",
        "sparkfun:///dev/x?size=9",
        "lcd://h:x",
        "sparkfun:///dev/x?a=1",
        "sparkfun:///dev/x?size=0x2",
        "sparkfun:///dev/x?baud=0",
        "sparkfun:///dev/x?size",
    ],
)
def test_addresses_that_name_no_display(url: str) -> None:
    with pytest.raises(BadTextDisplay, match=r"enter an address such as .*lcd://localhost"):
        make_panel(url)


def test_a_port_of_windows() -> None:
    backpack = make_panel("sparkfun://COM3?size=16x2&baud=9600")
    assert isinstance(backpack, Backpack)
    assert (backpack._port, backpack._size, backpack._baud) == ("COM3", PanelSize(16, 2), 9600)


def test_a_port_is_used_by_one_program_only(link: Path, fake: FakePanel, kind: tuple[str, PanelSize, str]) -> None:
    family, _, query = kind
    with serial.serial_for_url(str(link), exclusive=True):
        display = TextDisplay(make_panel(f"{family}://{link}?{query}"))
        until(lambda: display.trouble)
        assert str(display.trouble).startswith(f"{link} is in use by another program")
        display.show(turn("Ann"))
    until(lambda: fake.lines[0].startswith("Ann's turn"))
    display.close()
