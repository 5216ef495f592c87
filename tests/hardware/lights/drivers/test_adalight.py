from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.hardware.lights.drivers.adalight import COMMAND_BYTES, SAFE_VALUES, adalight_frame
from tests.hardware.emulation.wled import WledEmulation

MAX_ANNOUNCED_LEDS = 1 << 16  # by the two bytes of a header
frames = st.integers(1, 500).flatmap(lambda count: st.binary(min_size=3 * count, max_size=3 * count))


def test_a_frame_is_as_adalight_has_it() -> None:
    assert adalight_frame(bytes((1, 2, 3, 250, 251, 252))) == b"Ada\x00\x01\x54\x01\x02\x03\xfa\xfb\xfc"


def test_colours_are_at_most_a_little_darker() -> None:
    assert all(0 <= value - SAFE_VALUES[value] <= 8 for value in range(256))
    assert not COMMAND_BYTES & set(SAFE_VALUES)


@given(frames)
def test_wled_takes_a_frame_for_what_it_is(frame: bytes) -> None:
    wled = WledEmulation()
    wled.answer(adalight_frame(frame) * 2)
    assert [got[: len(frame)] for got in wled.frames] == [frame.translate(SAFE_VALUES)] * 2
    assert not any(wled.frames[0][len(frame) :])


@given(frames, st.randoms(use_true_random=False))
def test_wled_takes_nothing_for_a_command_even_where_bytes_are_lost(frame: bytes, chance: random.Random) -> None:
    wled = WledEmulation()
    for _ in range(5):
        sent = bytearray(adalight_frame(frame))
        for _ in range(chance.randrange(4)):
            del sent[chance.randrange(len(sent))]
        wled.answer(sent)
    assert wled.commands == []
    # The rest of a header may announce more LEDs than a frame has, which swallow further frames.
    wled.frames.clear()
    for _ in range(2 + 3 * MAX_ANNOUNCED_LEDS // len(adalight_frame(frame))):
        wled.answer(adalight_frame(frame))
        if wled.frames and wled.frames[-1][: len(frame)] == frame.translate(SAFE_VALUES):
            break
    else:
        pytest.fail("frames that arrive whole are not shown again")


def test_any_number_of_leds_has_a_header_that_commands_nothing() -> None:
    for count in range(1, 2000):
        header = adalight_frame(bytes(3 * count))[3:6]
        assert not COMMAND_BYTES & set(header)
        assert 0 <= header[0] * 256 + header[1] + 1 - count <= 24
