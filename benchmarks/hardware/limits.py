"""Random frames: their current, and WLED's reading of them, with bytes lost on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from fourth_seat.hardware.lights.drivers.adalight import SAFE_VALUES, adalight_frame
from fourth_seat.hardware.lights.power import Power, current_ma
from tests.hardware.emulation.wled import WledEmulation

FRAME_COUNT = 10_000
HEADER_BYTES = 6


def measure(_: Path) -> Iterator[HardwareBar]:
    """Measure strips of 1 to 500 LEDs, from a few dim ones lit to all of them white; every tenth frame loses bytes."""
    chance = random.Random(1)
    over, most, wled, whole, lost = 0, 0.0, WledEmulation(), 0, 0
    for number in range(FRAME_COUNT):
        count = chance.randrange(1, 501)
        power = Power(chance.randrange(count + 1, 20_000), chance.uniform(0.05, 1))
        values = chance.randbytes(3 * count) if chance.random() < 0.8 else b"\xff" * (3 * count)
        sent = adalight_frame(power.limited(values))
        # The part for the LEDs: those beyond the strip's end do not exist.
        draws = current_ma(sent[HEADER_BYTES : HEADER_BYTES + 3 * count])
        over += draws > power.budget
        most = max(most, draws / power.budget)
        if number % 10 == 9:
            damaged = bytearray(sent)
            for _lost in range(chance.randrange(1, 4)):
                del damaged[chance.randrange(len(damaged))]
            wled.answer(damaged)
            lost += 1
            wled.answer(sent)  # its rest completes the damaged one
        got = len(wled.frames)
        wled.answer(sent)
        whole += len(wled.frames) == got + 1 and wled.frames[-1] == sent[HEADER_BYTES:]
        assert sent[HEADER_BYTES:].translate(SAFE_VALUES) == sent[HEADER_BYTES:]
    yield HardwareBar.none(f"{FRAME_COUNT} random frames: over the budget (at most {100 * most:.2f} % of it)", over)
    yield HardwareBar.none(
        f"{FRAME_COUNT} random frames, {lost} with bytes lost: commands that WLED took", len(wled.commands)
    )
    yield HardwareBar.none(f"{FRAME_COUNT} random frames: not read by WLED as they were sent", FRAME_COUNT - whole)
