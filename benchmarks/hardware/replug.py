"""The plug is pulled in the middle of games, moves are made without it, and it comes back under another name."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from benchmarks.hardware.moves import move
from fourth_seat.hardware.lights.drivers.adalight import AdalightDriver
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import DeviceStrip
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from tests.hardware.emulation.nano import NanoEmulation, build
from tests.hardware.emulation.serial_lines import PluggedPort

LED_COUNT = 42
UNPLUG_COUNT = 20
MAX_READY_S = 1.0  # from the board's greeting to the newest move


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure pulled plugs. The board is ready once it has switched its LEDs off and sent its greeting, which takes a real
    one a second or two.
    """
    chance = random.Random(1)
    ports: list[PluggedPort] = []
    firmware = build()
    board = NanoEmulation(folder / "tty0", LED_COUNT, firmware)
    ports.append(PluggedPort(board.port))
    finder = UsbLookup("", board.port, ports=lambda: list(ports))
    lights = DeviceStrip(LED_COUNT, partial(AdalightDriver.open, finder, 115_200), Power())
    lost, taken = 0, []
    for unplug in range(1, UNPLUG_COUNT + 1):
        lights.show(wanted := move(LED_COUNT, chance))
        lost += not board.wait_lit(wanted)
        lights.show(move(LED_COUNT, chance))
        time.sleep(chance.uniform(0, 0.02))  # somewhere within the frame, or after it
        board.unplug()
        ports.clear()
        time.sleep(chance.uniform(0.1, 1.0))
        lights.show(wanted := move(LED_COUNT, chance))
        board = NanoEmulation(folder / f"tty{unplug}", LED_COUNT, firmware)
        ports.append(PluggedPort(board.port))
        lost += not board.wait_lit(wanted)
        taken.append(board.frames[-1].time - board.frames[0].time)
    lights.close()
    board.unplug()
    yield HardwareBar.none(f"{UNPLUG_COUNT} unplugs, a new name each time: moves lost", lost, f"of {2 * UNPLUG_COUNT}")
    yield HardwareBar.at_most(f"{UNPLUG_COUNT} unplugs: board ready to lit", taken, MAX_READY_S, "s")
