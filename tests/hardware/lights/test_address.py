from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from fourth_seat.hardware.lights.drivers import drivers
from fourth_seat.hardware.lights.drivers.adalight import AdalightDriver
from fourth_seat.hardware.lights.drivers.ddp import DdpDriver
from fourth_seat.hardware.lights.drivers.wled import WledDriver
from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.hardware.lights.factory import make_strip, opening
from fourth_seat.words import ENGLISH


@pytest.mark.parametrize(
    ("url", "driver", "place", "number"),
    [
        ("adalight:///dev/ttyUSB0?baud=500000", AdalightDriver.open, "/dev/ttyUSB0", 500_000),
        ("adalight:///dev/ttyUSB0", AdalightDriver.open, "/dev/ttyUSB0", 115_200),
        ("adalight://COM3", AdalightDriver.open, "COM3", 115_200),
        ("adalight:COM3", AdalightDriver.open, "COM3", 115_200),
        ("wled-serial://socket://192.168.1.7:4000", WledDriver.open, "socket://192.168.1.7:4000", 115_200),
        ("ddp://wled.local", DdpDriver, "wled.local", 4048),
        ("ddp://http://wled.local/", DdpDriver, "wled.local", 4048),
        ("ddp://https://wled.local:443/#live", DdpDriver, "wled.local", 4048),
        ("http://wled.local:80", DdpDriver, "wled.local", 4048),
        ("' ddp://wled.local:4049'", DdpDriver, "wled.local", 4049),
        ("ddp://Fe80::1%eth0", DdpDriver, "Fe80::1%eth0", 4048),
        ("ddp://[fe80::1]:7", DdpDriver, "fe80::1", 7),
    ],
)
def test_addresses(url: str, driver: object, place: str, number: int) -> None:
    found = opening(url)
    assert isinstance(found, partial) and found.func == driver
    where: Any = found.args[0]
    assert (where if driver is DdpDriver else where.port(), found.args[1]) == (place, number)


@pytest.mark.parametrize("url", [" screen: ", "screen:?baud=9600"])
def test_a_drawn_strip_opens_nothing(url: str) -> None:
    assert opening(url) is None


def test_every_kind_is_declared_with_addresses_that_it_reads() -> None:
    assert set(drivers()) == {"adalight", "ddp", "wled-serial"}
    for scheme, kind in drivers().items():
        assert scheme == kind.scheme and ENGLISH.render(kind.drives) and kind.examples
        for example in kind.examples:
            assert example.startswith(f"{scheme}://") and opening(example)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("/dev/ttyUSB0", "is not an address for lights"),
        ("usb://1", "is not an address for lights"),
        ("adalight:", "has no usable port or host"),
        ("ddp://?baud=9600", "has no usable port or host"),
        ("adalight://COM3?baud=fast", "baud=115200"),
        ("adalight://COM3?baud=0", "baud=115200"),
        ("adalight://COM3?speed=9600", "baud=115200"),
        ("ddp://:4048", "has no usable port or host"),
        ("ddp://host:port", "has no usable port or host"),
        ("ddp://ann:word@host", "ddp://host has no usable port or host"),
        ("adalight://spy:///dev/ttyUSB0", "has no usable port or host"),
        ("adalight://socket://host", "has no usable port or host"),
        ("adalight://socket://ann:word@host:1", "has no usable port or host"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_reason(url: str, reason: str) -> None:
    with pytest.raises(BadLights, match=reason):
        make_strip(url, 10)


def test_a_strip_has_leds_and_is_fed() -> None:
    with pytest.raises(BadLights, match="at least one"):
        make_strip("screen:", 0)
    with pytest.raises(BadLights, match="own power supply"):
        make_strip("ddp://127.0.0.1", 600)


def test_a_drawn_strip_keeps_what_it_shows() -> None:
    drawn = make_strip("screen:", 3)
    assert drawn.drawn
    drawn.show([(1, 2, 3), (4, 5, 6)])
    assert drawn.colours == ((1, 2, 3), (4, 5, 6), (0, 0, 0))
    drawn.show([(9, 9, 9)] * 5)
    assert drawn.colours == ((9, 9, 9),) * 3
    drawn.close()
    assert drawn.colours == ((0, 0, 0),) * 3
