"""The firmware, run as machine code, and the driver in front of it."""

from __future__ import annotations

import random
import time
from binascii import crc_hqx
from collections.abc import Callable
from functools import partial

import pytest

from benchmarks.hardware.lines import Damage, Noise, Plugged
from benchmarks.hardware.nano import Nano
from hardware.lights.adalight import MOST_LEDS, adalight_frame, open_adalight
from hardware.lights.finder import Finder
from hardware.lights.opened import strip
from hardware.lights.port import Port
from hardware.lights.power import Power
from hardware.lights.protocol import DARK, Colour, Strip
from hardware.lights.sender import Sender
from tests.hardware.strips.conftest import Plug, eventually

Closing = Callable[[Strip], Strip]


def colours(count: int, seed: int = 0) -> tuple[Colour, ...]:
    """Colours that are sent as they are, within the usual budget."""
    chance = random.Random(seed)
    lit = [DARK] * count
    for _ in range(5):
        lit[chance.randrange(count)] = (chance.randrange(1, 60), chance.randrange(1, 60), 80)
    return tuple(lit)


def drive(board: Nano, count: int, noise: Noise) -> Sender:
    """The driver, behind a noisy line."""
    finder = Finder("", board.port, ports=list)
    return Sender(count, partial(open_adalight, finder, 115_200, open_port=noise.open), Power())


@pytest.mark.parametrize("count", [1, 42, 400])
def test_what_is_shown_is_lit_in_a_wave_that_all_leds_read_alike(plug: Plug, closing: Closing, count: int) -> None:
    board = plug(count)
    lights = closing(strip(f"adalight://{board.port}", count))
    for seed in range(3):
        lights.show(colours(count, seed))
        assert board.wait_lit(colours(count, seed))
    assert lights.trouble is None
    assert not any(frame.faults for frame in board.frames)
    lights.close()
    assert board.wait_lit((DARK,) * count)


def test_more_leds_than_it_has_memory_for_are_told(plug: Plug, closing: Closing) -> None:
    lights = closing(strip(f"adalight://{plug(2).port}", MOST_LEDS + 1, Power(10_000)))
    assert eventually(lambda: lights.trouble)
    assert "memory for 500 LEDs, not for 501" in str(lights.trouble)


def test_it_says_what_it_does(plug: Plug) -> None:
    port = Port(plug(2).port, 115_200)
    assert port.line(2) == b"Ada"
    port.write(b"?v")
    assert port.line(1) == b"K0 0000"
    assert port.line(1) == b"Fourth Seat lights 1"
    shown = b"K2 %04x" % crc_hqx(bytes((1, 2, 3, 4, 5, 6)), 0)
    port.write(b"?Adx AAda\x00\x01\x54\x01\x02\x03\x04\x05\x06?")
    assert [port.line(1) for _ in range(3)] == [b"K0 0000", shown, shown]
    port.write(b"Ada\x00\x01\x55")
    assert port.line(1) == b"E"
    port.write(b"Ada\x01\xf4\xa0")  # MOST_LEDS and one more
    assert port.line(1) == b"E"
    port.write(b"Ada\x00\x01\x54\x01\x02")
    assert port.line(1) == b"T"
    port.write(b"?")
    assert port.line(1) == shown
    assert port.line(2) == b"Ada"  # after a second of silence
    port.close()


def test_a_host_that_does_not_wait_for_answers_loses_nothing(plug: Plug) -> None:
    board = plug(400)
    port = Port(board.port, 115_200)
    assert port.line(2) == b"Ada"
    frames = [colours(400, seed) for seed in range(5)]
    for frame in frames:
        port.write(adalight_frame(b"".join(map(bytes, frame))))
    assert board.wait(lambda board: [each.colours for each in board.frames[1:]] == frames)
    assert not any(frame.faults for frame in board.frames)
    port.close()


def test_without_a_host_it_goes_dark(plug: Plug) -> None:
    board = plug(3)
    port = Port(board.port, 115_200)
    assert port.line(2) == b"Ada"
    port.write(adalight_frame(bytes([9] * 9)))
    assert board.wait_lit(((9, 9, 9),) * 3)
    start = time.monotonic()
    assert board.wait_lit((DARK,) * 3, 7)
    assert time.monotonic() - start > 4
    port.close()


def test_damage_on_the_way_is_put_right(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    kinds = (Damage.DROPPED, Damage.CUT, Damage.SHORT, Damage.HEADER)
    noise = Noise(0.4, kinds, random.Random(1))
    lights = closing(drive(board, 42, noise))
    for seed in range(30):
        lights.show(colours(42, seed))
        assert board.wait_lit(colours(42, seed))
    assert noise.damaged >= 8


def test_a_wrong_colour_is_noticed(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    noise = Noise(0.5, (Damage.COLOURS,), random.Random(2))
    lights = closing(drive(board, 42, noise))
    for seed in range(15):
        lights.show(colours(42, seed))
        assert board.wait_lit(colours(42, seed), 3)
        time.sleep(0.02)
        assert board.lit == colours(42, seed)
    assert noise.damaged >= 4


def test_after_a_reset_it_is_lit_again(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    lights = closing(strip(f"adalight://{board.port}", 42))
    lights.show(colours(42))
    assert board.wait_lit(colours(42))
    board.reset()
    assert board.wait_lit((DARK,) * 42)
    assert board.wait_lit(colours(42), 3)
    assert lights.trouble is None


def test_opening_the_port_resets_a_real_board(plug: Plug, closing: Closing) -> None:
    board = plug(42)

    def open_port(name: str, baud: int) -> Port:
        port = Port(name, baud)
        board.reset()
        return port

    finder = Finder("", board.port, ports=list)
    lights = closing(Sender(42, partial(open_adalight, finder, 115_200, open_port=open_port), Power()))
    lights.show(colours(42))
    assert board.wait_lit(colours(42))
    assert lights.trouble is None


def test_unplugged_and_plugged_in_again_under_another_name(plug: Plug, closing: Closing) -> None:
    ports: list[Plugged] = []
    board = plug(42, "ttyUSB0")
    ports[:] = [Plugged(board.port)]
    finder = Finder("adalight:", board.port, ports=lambda: ports)
    lights = closing(Sender(42, partial(open_adalight, finder, 115_200), Power()))
    lights.show(colours(42, 1))
    assert board.wait_lit(colours(42, 1))
    board.unplug()
    ports.clear()
    lights.show(colours(42, 2))
    assert eventually(lambda: "plug the lights in" in str(lights.trouble))
    lights.show(colours(42, 3))
    again = plug(42, "ttyUSB1")
    ports[:] = [Plugged(again.port)]
    assert again.wait_lit(colours(42, 3), 3)
    assert eventually(lambda: lights.trouble is None)


def test_lights_that_were_used_are_found_by_auto(plug: Plug, closing: Closing) -> None:
    board = plug(5)
    closing(strip(f"adalight://{board.port}", 5)).show(colours(5))
    assert board.wait_lit(colours(5))
    board.unplug()
    again = plug(5)
    auto = closing(strip("auto:", 5))
    auto.show(colours(5))
    assert again.wait_lit(colours(5))


def test_without_lights_that_were_used_auto_says_so(closing: Closing) -> None:
    lights = closing(strip("auto:", 5))
    assert eventually(lambda: "No lights were used on this machine so far" in str(lights.trouble))


def test_a_board_that_hangs_for_a_while_is_waited_for(plug: Plug, closing: Closing) -> None:
    board = plug(5)
    lights = closing(strip(f"adalight://{board.port}", 5))
    assert board.wait(lambda board: len(board.frames) > 1)
    lights.show(colours(5))
    with board.hanging():
        time.sleep(0.7)
    assert board.wait_lit(colours(5))
