"""From the decision, `show()`, to the end of the last bit on the wire to the LEDs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hardware.bars import Bar
from benchmarks.hardware.moves import move
from benchmarks.hardware.nano import Nano, build
from hardware.lights.opened import strip

STRIPS = ((42, 115_200, 50), (400, 115_200, 150), (400, 500_000, 150))  # LEDs, baud, milliseconds
MOVES = 40


def measure(folder: Path) -> Iterator[Bar]:
    """At moments of every kind: the driver may just be asking the device what it shows."""
    for count, baud, limit in STRIPS:
        chance = random.Random(count + baud)
        taken, faults = [], 0
        with Nano(folder / f"fast{count}", count, build(baud)) as board:
            lights = strip(f"adalight://{board.port}?baud={baud}", count)
            board.wait(lambda board: len(board.frames) > 1)
            for _ in range(MOVES):
                time.sleep(chance.uniform(0.02, 0.3))
                wanted = move(count, chance)
                start = time.monotonic()
                lights.show(wanted)
                if not board.wait_lit(wanted):
                    raise TimeoutError(f"a move was not lit: {lights.trouble}")
                taken.append(1000 * (board.frames[-1].time - start))
            faults = sum(frame.faults for frame in board.frames)
            lights.close()
        yield Bar.at_most(f"decision to last bit, {count} LEDs at {baud} baud, {MOVES} moves", taken, limit, "ms")
        yield Bar.none(f"pulses or pauses not every WS2812 reads alike, {count} LEDs at {baud} baud", faults)
