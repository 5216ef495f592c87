"""Refusals of devices that cannot work: one sentence each, with the remedy, and the game goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.serial_port import SerialPort
from tests.hardware.emulation.serial_lines import other_end

LED_COUNT = 42
WATCHED_S = 5.0  # a device counts as not being one for lights after 3.5
MAX_SHOW_MS = 5.0
NOBODY_USER = 65534  # without permission


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure refusals: no device, a GPS receiver in its place, another program at the port, a port without permission,
    a host without a server.
    """
    with ExitStack() as ends:
        receiver = ends.enter_context(other_end(lambda received: b"$GPGGA,,,,,0\r\n" if received else b""))
        busy = ends.enter_context(other_end(lambda _: b""))
        ends.callback(SerialPort(busy, 115_200).close)
        yield _refused("no device", f"adalight://{folder}/ttyUSB0", "plug the device in")
        yield _refused("wrong device", f"adalight://{receiver}", "choose another port")
        yield _refused("port busy", f"adalight://{busy}", "close that program")
        yield _refused("no device that was used before", "auto:", "choose their port")
        yield _refused("nobody listens at the host", "ddp://127.0.0.1:4049", "the right address?")
        if os.geteuid() == 0:
            mine = ends.enter_context(other_end(lambda _: b""))
            Path(mine).chmod(0o600)
            os.seteuid(NOBODY_USER)
            try:
                yield _refused("no permission", f"adalight://{mine}", "ask the administrator")
            finally:
                os.seteuid(0)


def _refused(what: str, url: str, remedy: str) -> HardwareBar:
    lights = make_strip(url, LED_COUNT)
    notices: list[str] = []
    slowest = 0.0
    until = time.monotonic() + WATCHED_S
    while time.monotonic() < until:
        start = time.monotonic()
        lights.show([(0, 0, 100)] * LED_COUNT)
        slowest = max(slowest, 1000 * (time.monotonic() - start))
        notice = str(lights.trouble) if lights.trouble else ""
        if notice != (notices[-1] if notices else ""):
            notices.append(notice)
        time.sleep(0.02)
    lights.close()
    kept = len(notices) == 1 and remedy in notices[0] and slowest <= MAX_SHOW_MS
    measured = f"“{'” “'.join(notices)}”, show() {slowest:.2g} ms"
    return HardwareBar(what, measured, f"one notice, show() <= {MAX_SHOW_MS:g} ms", kept)
