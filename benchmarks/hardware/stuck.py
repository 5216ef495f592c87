"""Devices that hang: the game must not notice."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from benchmarks.hardware.moves import move
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.strip import Strip
from tests.hardware.emulation.nano import NanoEmulation, build
from tests.hardware.emulation.serial_lines import other_end

LED_COUNT = 400
FRAME_COUNT = 300
MAX_SHOW_MS = 5.0
MAX_CLOSE_S = 2.0


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure devices that are stuck from the beginning, whose bytes are never read, and in the middle of a frame, with the
    processor halted.
    """
    with other_end(None) as name:
        yield from _bars(make_strip(f"adalight://{name}", LED_COUNT), "stuck from the beginning")
    with NanoEmulation(folder / "stuck", LED_COUNT, build()) as board:
        lights = make_strip(f"adalight://{board.port}", LED_COUNT)
        board.wait(lambda board: len(board.frames) > 1)
        lights.show(move(LED_COUNT, random.Random(2)))
        time.sleep(0.05)
        with board.hanging():
            yield from _bars(lights, "stuck in the middle of a frame")


def _bars(lights: Strip, trouble: str) -> Iterator[HardwareBar]:
    chance = random.Random(1)
    taken = []
    for _ in range(FRAME_COUNT):
        wanted = move(LED_COUNT, chance)
        start = time.monotonic()
        lights.show(wanted)
        taken.append(1000 * (time.monotonic() - start))
        time.sleep(0.01)
    yield HardwareBar.at_most(f"show() of {LED_COUNT} LEDs, {FRAME_COUNT} times, {trouble}", taken, MAX_SHOW_MS, "ms")
    start = time.monotonic()
    lights.close()
    yield HardwareBar.at_most(f"the end of the program, {trouble}", [time.monotonic() - start], MAX_CLOSE_S, "s")
