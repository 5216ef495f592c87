"""From the decision, `show()`, to the end of the last bit on the wire to the LEDs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from benchmarks.hardware.moves import move
from fourth_seat.hardware.lights.factory import make_strip
from tests.hardware.emulation.nano import NanoEmulation, build

STRIP_BARS = ((42, 115_200, 50), (400, 115_200, 150), (400, 500_000, 150))  # LEDs, baud, milliseconds
MOVE_COUNT = 40
MAX_LATE_SHARE = 0.1  # of the limit: the emulation may fall behind real time by this much; otherwise the move is made again
MAX_LATE_MOVES = 120  # beyond this, the machine is too busy for anything to be measured


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure at moments of every kind: the driver may just be querying the device."""
    for count, baud, limit in STRIP_BARS:
        chance = random.Random(count + baud)
        taken: list[float] = []
        late = 0
        with NanoEmulation(folder / f"fast{count}", count, build(baud)) as board:
            lights = make_strip(f"adalight://{board.port}?baud={baud}", count)
            board.wait(lambda board: len(board.frames) > 1)
            while len(taken) < MOVE_COUNT and late < MAX_LATE_MOVES:
                time.sleep(chance.uniform(0.02, 0.3))
                wanted = move(count, chance)
                start = time.monotonic()
                lights.show(wanted)
                if not board.wait_lit(wanted):
                    raise TimeoutError(f"a move was not lit: {lights.trouble}")
                if board.frames[-1].late > MAX_LATE_SHARE * limit / 1000:
                    late += 1
                else:
                    taken.append(1000 * (board.frames[-1].time - start))
            faults = sum(frame.faults for frame in board.frames)
            lights.close()
        again = f" ({late} more while this machine was too busy)" if late else ""
        strip = f"{count} LEDs at {baud} baud"
        if len(taken) < MOVE_COUNT:
            raise TimeoutError("this machine is too busy to emulate a board in real time: end other programs")
        yield HardwareBar.at_most(f"decision to last bit, {strip}, {MOVE_COUNT} moves{again}", taken, limit, "ms")
        yield HardwareBar.none(f"pulses or pauses not every WS2812 reads alike, {strip}", faults)
