"""Moves over a line that damages some of the bytes."""

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
from fourth_seat.hardware.lights.strip import DARK, DeviceStrip
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from tests.hardware.emulation.nano import NanoEmulation, build
from tests.hardware.emulation.serial_lines import LineDamage, LineNoise

LED_COUNT = 42
DAMAGED_SHARE = 0.2
MAX_DECISION_TO_RIGHT_S = 2.0
LOSING_DAMAGE = (LineDamage.DROPPED, LineDamage.CUT, LineDamage.SHORT, LineDamage.HEADER)
DAMAGE_RUNS = (
    (500, LOSING_DAMAGE, "dropped, cut, a byte short or header-flipped"),
    (100, (LineDamage.COLOURS,), "with a colour flipped"),
)
MAX_FLIPPED_COLOUR_S = 1.2  # in which a flipped colour must be corrected


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure moves, each of which waits until the last one is shown correctly, so that none is saved by the next."""
    for moves, kinds, share_lost in DAMAGE_RUNS:
        chance = random.Random(moves)
        noise = LineNoise(DAMAGED_SHARE, kinds, chance)
        wrong, taken = 0, []
        wanted = [(DARK,) * LED_COUNT]
        with NanoEmulation(folder / f"noisy{moves}", LED_COUNT, build()) as board:
            finder = UsbLookup("", board.port, ports=list)
            lights = DeviceStrip(LED_COUNT, partial(AdalightDriver.open, finder, 115_200, open_port=noise.open), Power())
            board.wait(lambda board: len(board.frames) > 1)
            for _ in range(moves):
                wanted.append(move(LED_COUNT, chance))
                start = time.monotonic()
                lights.show(wanted[-1])
                wrong += not board.wait_lit(wanted[-1], MAX_DECISION_TO_RIGHT_S)
                taken.append(time.monotonic() - start)
            seen = sum(frame.colours not in wanted for frame in board.frames[1:])
            lights.close()
        what = f"{moves} moves, {noise.damaged} of the sends {share_lost}"
        yield HardwareBar.none(f"{what}: wrong squares after settling", wrong)
        if kinds == LOSING_DAMAGE:
            yield HardwareBar.none(f"{what}: frames lit that nobody wanted, even for a moment", seen)
            yield HardwareBar.at_most(f"{what}: decision to right", taken, MAX_DECISION_TO_RIGHT_S, "s")
        else:
            yield HardwareBar.at_most(f"{what} ({seen} lit): decision to right", taken, MAX_FLIPPED_COLOUR_S, "s")
