"""The firmware, run as machine code, and the driver in front of it."""

from __future__ import annotations

import random
import time
from binascii import crc_hqx
from collections.abc import Callable
from functools import partial

import pytest

from fourth_seat.hardware.lights.drivers.adalight import MAX_FIRMWARE_LEDS, AdalightDriver, adalight_frame
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.hardware.lights.strip import DARK, Colour, DeviceStrip, Strip
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from tests.hardware.emulation.nano import NanoEmulation
from tests.hardware.emulation.serial_lines import LineDamage, LineNoise, PluggedPort
from tests.hardware.lights.conftest import Plug, eventually

Closing = Callable[[Strip], Strip]


def colours(count: int, seed: int = 0) -> tuple[Colour, ...]:
    """Return colours that are sent unchanged, within the usual budget."""
    chance = random.Random(seed)
    lit = [DARK] * count
    for _ in range(5):
        lit[chance.randrange(count)] = (chance.randrange(1, 60), chance.randrange(1, 60), 80)
    return tuple(lit)


def drive(board: NanoEmulation, count: int, noise: LineNoise) -> DeviceStrip:
    """Return the driver, behind a noisy line."""
    finder = UsbLookup("", board.port, ports=list)
    return DeviceStrip(count, partial(AdalightDriver.open, finder, 115_200, open_port=noise.open), Power())


@pytest.mark.parametrize("count", [1, 42, 400])
def test_what_is_shown_is_lit_in_a_wave_that_all_leds_read_alike(plug: Plug, closing: Closing, count: int) -> None:
    board = plug(count)
    lights = closing(make_strip(f"adalight://{board.port}", count))
    for seed in range(3):
        lights.show(colours(count, seed))
        assert board.wait_lit(colours(count, seed))
    assert lights.trouble is None
    assert not any(frame.faults for frame in board.frames)
    lights.close()
    assert board.wait_lit((DARK,) * count)


def test_more_leds_than_it_has_memory_for_are_told(plug: Plug, closing: Closing) -> None:
    lights = closing(make_strip(f"adalight://{plug(2).port}", MAX_FIRMWARE_LEDS + 1, Power(10_000)))
    assert eventually(lambda: lights.trouble)
    assert "memory for 500 LEDs, not for 501" in str(lights.trouble)


def test_it_says_what_it_does(plug: Plug) -> None:
    port = SerialPort(plug(2).port, 115_200)
    assert port.line(2) == b"Ada"
    port.write(b"?v")
    assert port.line(1) == b"K0 0000"
    assert port.line(1) == b"Fourth Seat lights 1 500"
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
    port = SerialPort(board.port, 115_200)
    assert port.line(2) == b"Ada"
    frames = [colours(400, seed) for seed in range(5)]
    for frame in frames:
        port.write(adalight_frame(b"".join(map(bytes, frame))))
    assert board.wait(lambda board: [each.colours for each in board.frames[1:]] == frames)
    assert not any(frame.faults for frame in board.frames)
    port.close()


@pytest.mark.slow
def test_without_a_host_it_goes_dark(plug: Plug) -> None:
    board = plug(3)
    port = SerialPort(board.port, 115_200)
    assert port.line(2) == b"Ada"
    port.write(adalight_frame(bytes([9] * 9)))
    assert board.wait_lit(((9, 9, 9),) * 3)
    start = time.monotonic()
    assert board.wait_lit((DARK,) * 3, 7)
    assert time.monotonic() - start > 4
    port.close()


def test_damage_on_the_way_is_put_right(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    kinds = (LineDamage.DROPPED, LineDamage.CUT, LineDamage.SHORT, LineDamage.HEADER)
    noise = LineNoise(0.4, kinds, random.Random(1))
    lights = closing(drive(board, 42, noise))
    for seed in range(30):
        lights.show(colours(42, seed))
        assert board.wait_lit(colours(42, seed))
    assert noise.damaged >= 8


def test_a_wrong_colour_is_noticed(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    noise = LineNoise(0.5, (LineDamage.COLOURS,), random.Random(2))
    lights = closing(drive(board, 42, noise))
    for seed in range(15):
        lights.show(colours(42, seed))
        assert board.wait_lit(colours(42, seed), 3)
        time.sleep(0.02)
        assert board.lit == colours(42, seed)
    assert noise.damaged >= 4


def test_after_a_reset_it_is_lit_again(plug: Plug, closing: Closing) -> None:
    board = plug(42)
    lights = closing(make_strip(f"adalight://{board.port}", 42))
    lights.show(colours(42))
    assert board.wait_lit(colours(42))
    board.reset()
    assert board.wait_lit((DARK,) * 42)
    assert board.wait_lit(colours(42), 3)
    assert lights.trouble is None


def test_opening_the_port_resets_a_real_board(plug: Plug, closing: Closing) -> None:
    board = plug(42)

    def open_port(name: str, baud: int) -> SerialPort:
        port = SerialPort(name, baud)
        board.reset()
        return port

    finder = UsbLookup("", board.port, ports=list)
    lights = closing(DeviceStrip(42, partial(AdalightDriver.open, finder, 115_200, open_port=open_port), Power()))
    lights.show(colours(42))
    assert board.wait_lit(colours(42))
    assert lights.trouble is None


def test_unplugged_and_plugged_in_again_under_another_name(plug: Plug, closing: Closing) -> None:
    ports: list[PluggedPort] = []
    board = plug(42, "ttyUSB0")
    ports[:] = [PluggedPort(board.port)]
    finder = UsbLookup("adalight:", board.port, ports=lambda: ports)
    lights = closing(DeviceStrip(42, partial(AdalightDriver.open, finder, 115_200), Power()))
    lights.show(colours(42, 1))
    assert board.wait_lit(colours(42, 1))
    board.unplug()
    ports.clear()
    lights.show(colours(42, 2))
    assert eventually(lambda: "plug the device in" in str(lights.trouble))
    lights.show(colours(42, 3))
    again = plug(42, "ttyUSB1")
    ports[:] = [PluggedPort(again.port)]
    assert again.wait_lit(colours(42, 3), 3)
    assert eventually(lambda: lights.trouble is None)


def test_lights_that_were_used_are_found_by_auto(plug: Plug, closing: Closing) -> None:
    board = plug(5)
    closing(make_strip(f"adalight://{board.port}", 5)).show(colours(5))
    assert board.wait_lit(colours(5))
    board.unplug()
    again = plug(5)
    auto = closing(make_strip("auto:", 5))
    auto.show(colours(5))
    assert again.wait_lit(colours(5))


def test_without_lights_that_were_used_auto_says_so(closing: Closing) -> None:
    lights = closing(make_strip("auto:", 5))
    assert eventually(lambda: "No lights have been used on this computer yet" in str(lights.trouble))


def test_a_board_that_hangs_for_a_while_is_waited_for(plug: Plug, closing: Closing) -> None:
    board = plug(5)
    lights = closing(make_strip(f"adalight://{board.port}", 5))
    assert board.wait(lambda board: len(board.frames) > 1)
    lights.show(colours(5))
    with board.hanging():
        time.sleep(0.7)
    assert board.wait_lit(colours(5))
