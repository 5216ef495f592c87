from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import LedDriver, OpenDriver
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import DARK, Colour, DeviceStrip, Strip
from fourth_seat.hardware.lights.usb_lookup import UsbDevice
from fourth_seat.words import say
from tests.hardware.lights.conftest import eventually

Closing = Callable[[Strip], Strip]
RED, GREEN = (255, 0, 0), (0, 255, 0)
BRIGHT = Power(budget=10_000)


class Lamp(LedDriver):
    """A device that behaves as told: slow, absent, deaf."""

    def __init__(self) -> None:
        self.repeat = 10.0
        self.sent: list[bytes] = []
        self.confirmed = self.opened = self.closed = 0
        self.absent = self.lost = self.lost_at_confirm = False
        self.arrives = True
        self.free = threading.Event()
        self.free.set()

    @classmethod
    def open_at(cls, _: DeviceUrl, __: UsbDevice | None) -> OpenDriver:
        return cls().open

    def open(self, _: threading.Event) -> Lamp:
        if self.absent:
            raise LightsUnavailable(say("no lamp"), 0.01)
        self.opened += 1
        return self

    def send(self, frame: bytes) -> bool:
        self.sent.append(frame)
        self.free.wait()
        if self.lost:
            raise LightsUnavailable(say("lost"), 0.01)
        return self.arrives

    def confirm(self, frame: bytes) -> bool:
        self.confirmed += 1
        if self.lost_at_confirm:
            raise LightsUnavailable(say("lost"), 0.01)
        return True

    def close(self) -> None:
        self.closed += 1


def test_it_is_dark_first_then_shows_what_it_is_told_and_is_dark_in_the_end() -> None:
    lamp = Lamp()
    strip = DeviceStrip(2, lamp.open, BRIGHT)
    assert eventually(lambda: lamp.sent == [bytes(6)])
    strip.show([RED, GREEN])
    assert eventually(lambda: lamp.sent[1:] == [bytes((255, 0, 0, 0, 255, 0))])
    strip.close()
    strip.close()
    assert lamp.sent[2:] == [bytes(6)]
    assert lamp.closed == 1


def test_the_end_is_dark_even_where_that_does_not_arrive_at_first() -> None:
    lamp = Lamp()
    strip = DeviceStrip(1, lamp.open, BRIGHT)
    strip.show([RED])
    assert eventually(lambda: bytes((255, 0, 0)) in lamp.sent)
    lamp.arrives, sent = False, len(lamp.sent)
    threading.Timer(0.05, setattr, (lamp, "arrives", True)).start()
    strip.close()
    assert len(lamp.sent) > sent + 1
    assert lamp.sent[-1] == bytes(3)
    assert lamp.closed == 1


def test_frames_are_as_long_as_the_strip(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(2, lamp.open, BRIGHT))
    strip.show([RED])
    assert eventually(lambda: lamp.sent[-1] == bytes((255, 0, 0, 0, 0, 0)))
    strip.show([GREEN] * 3)
    assert eventually(lambda: lamp.sent[-1] == bytes((0, 255, 0) * 2))


def test_the_budget_holds_for_whatever_is_shown(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(10, lamp.open, Power(budget=50)))
    strip.show([(255, 255, 255)] * 10)
    assert eventually(lambda: lamp.sent[-1] == bytes([17]) * 30)  # 10 mA for the circuits, 30 * 20 * 17 / 255 = 40


def test_the_limits_of_an_open_strip_can_be_replaced(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(10, lamp.open, BRIGHT))
    strip.show([(255, 255, 255)] * 10)
    assert eventually(lambda: lamp.sent[-1:] == [bytes([255]) * 30])
    strip.limit(Power(budget=50))
    assert eventually(lambda: lamp.sent[-1] == bytes([17]) * 30)
    strip.limit(Power(budget=50, brightness=0.05))
    assert eventually(lambda: lamp.sent[-1] == bytes([12]) * 30)
    with pytest.raises(BadLights):
        strip.limit(Power(budget=10))
    assert lamp.opened == 1


def test_the_newest_frame_wins_and_nobody_waits() -> None:
    lamp = Lamp()
    lamp.free.clear()
    strip = DeviceStrip(1, lamp.open, BRIGHT)
    assert eventually(lambda: lamp.sent)
    slowest = 0.0
    for value in range(200):
        start = time.monotonic()
        strip.show([(value, 0, 0)])
        slowest = max(slowest, time.monotonic() - start)
    lamp.free.set()
    assert eventually(lambda: len(lamp.sent) == 2)
    assert lamp.sent[1] == bytes((199, 0, 0))
    assert slowest < 0.05  # the bar of 5 ms is measured by benchmarks/hardware; here the machine may be busy
    strip.close()


def test_a_device_that_hangs_does_not_hold_up_the_end() -> None:
    lamp = Lamp()
    lamp.free.clear()
    strip = DeviceStrip(1, lamp.open, BRIGHT)
    assert eventually(lambda: lamp.sent)
    start = time.monotonic()
    strip.close()
    assert time.monotonic() - start < 2
    lamp.free.set()


def test_what_did_not_arrive_is_sent_again(closing: Closing) -> None:
    lamp = Lamp()
    lamp.arrives = False
    closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: len(lamp.sent) > 3)
    lamp.arrives = True
    time.sleep(0.02)
    sent = len(lamp.sent)
    time.sleep(0.05)
    assert len(lamp.sent) == sent


def test_what_arrived_is_confirmed_now_and_then(closing: Closing) -> None:
    lamp = Lamp()
    lamp.repeat = 0.01
    closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: lamp.confirmed > 3)
    assert len(lamp.sent) == 1


def test_trouble_is_told_until_a_frame_arrives(closing: Closing) -> None:
    lamp = Lamp()
    lamp.absent = True
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: str(strip.trouble) == "no lamp")
    strip.show([RED])
    lamp.absent = False
    assert eventually(lambda: strip.trouble is None)
    assert lamp.sent == [bytes((255, 0, 0))]


def test_a_device_that_was_lost_for_a_moment_is_no_trouble_and_gets_the_newest_frame(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: lamp.sent)
    lamp.lost = lamp.absent = True
    strip.show([RED])
    assert eventually(lambda: str(strip.trouble) == "no lamp")
    strip.show([GREEN])
    lamp.lost = lamp.absent = False
    assert eventually(lambda: lamp.sent[-1] == bytes((0, 255, 0)))
    assert (lamp.opened, lamp.closed) == (2, 1)
    assert eventually(lambda: strip.trouble is None)


def test_a_device_that_opens_but_never_works_is_told(closing: Closing) -> None:
    lamp = Lamp()
    lamp.lost = True
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: str(strip.trouble) == "lost")
    assert eventually(lambda: lamp.opened > 2)
    lamp.lost = False


def test_a_device_that_is_lost_again_and_again_is_told_until_it_works_for_a_while(
    closing: Closing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourth_seat.hardware.lights.strip.STEADY_S", 1.0)
    lamp = Lamp()
    lamp.repeat = 0.02
    lamp.lost_at_confirm = True
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: str(strip.trouble) == "lost")
    opened = lamp.opened
    assert eventually(lambda: lamp.opened > opened + 3)
    assert str(strip.trouble) == "lost"  # though frames arrive
    lamp.lost_at_confirm = False
    start = time.monotonic()
    assert eventually(lambda: strip.trouble is None)
    assert time.monotonic() - start > 0.5


def test_a_driver_with_a_mistake_is_told_too(closing: Closing) -> None:
    def broken(_: threading.Event) -> Lamp:
        raise ZeroDivisionError("oops")

    strip = closing(DeviceStrip(1, broken, BRIGHT))
    assert eventually(lambda: "ZeroDivisionError at" in str(strip.trouble))


def test_a_strip_that_is_closed_while_its_device_is_being_opened_accuses_nobody() -> None:
    def slow(closing: threading.Event) -> Lamp:
        closing.wait()
        raise LightsUnavailable(say("it did not answer in time"), 0.01)

    strip = DeviceStrip(1, slow, BRIGHT)
    strip.close()
    assert not strip._thread.is_alive()
    assert strip.trouble is None


def test_it_is_known_whether_what_was_shown_last_has_arrived(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: strip.arrived)
    lamp.free.clear()
    strip.show([RED])
    assert not strip.arrived
    assert eventually(lambda: len(lamp.sent) == 2)
    strip.show([DARK])  # as it was before, but RED is on its way
    assert not strip.arrived
    lamp.free.set()
    assert eventually(lambda: strip.arrived)
    assert lamp.sent[-1] == bytes(3)
    lamp.lost = True
    strip.show([RED])
    assert eventually(lambda: lamp.closed)
    assert not strip.arrived
    lamp.lost = False


# -- motion ------------------------------------------------------------------------------------------------------------


def test_an_animation_is_drawn_at_once_and_goes_on(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    assert eventually(lambda: lamp.sent)
    times: list[float] = []

    def draw(t: float) -> list[Colour]:
        times.append(t)
        return [(len(times), 0, 0)]

    strip.play(draw)
    assert eventually(lambda: len(times) > 4)
    assert times[0] < 0.04 and times[1] - times[0] < 0.5
    assert lamp.sent[1:4] == [bytes((n, 0, 0)) for n in (1, 2, 3)]
    strip.show([GREEN])
    assert eventually(lambda: lamp.sent[-1] == bytes((0, 255, 0)))


def test_the_same_frame_is_sent_once(closing: Closing) -> None:
    lamp = Lamp()
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    drawn: list[float] = []

    def draw(t: float) -> list[Colour]:
        drawn.append(t)
        return [RED]

    strip.play(draw)
    assert eventually(lambda: len(drawn) > 3)
    assert [frame for frame in lamp.sent if any(frame)] == [bytes((255, 0, 0))]
    assert strip.arrived


def test_what_moves_is_confirmed_too(closing: Closing) -> None:
    lamp = Lamp()
    lamp.repeat = 0.01
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    strip.play(lambda _: [RED])
    assert eventually(lambda: lamp.confirmed > 3)


def test_an_animation_with_a_mistake_is_told_and_another_one_is_shown(
    closing: Closing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourth_seat.hardware.lights.strip.DRIVER_FAULT_RETRY_S", 0.05)
    lamp = Lamp()
    strip = closing(DeviceStrip(1, lamp.open, BRIGHT))
    strip.play(lambda _: [(1 // 0, 0, 0)])
    assert eventually(lambda: "ZeroDivisionError" in str(strip.trouble))
    strip.show([RED])
    assert eventually(lambda: lamp.sent[-1:] == [bytes((255, 0, 0))] and strip.trouble is None)
