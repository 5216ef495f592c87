from __future__ import annotations

import pytest
from fourth_seat.hardware.lights.address import LightsAddress, parse_lights_address
from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.strip import ScreenStrip


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("adalight:///dev/ttyUSB0?baud=500000", LightsAddress("adalight", "/dev/ttyUSB0", 500_000)),
        ("adalight:///dev/ttyUSB0", LightsAddress("adalight", "/dev/ttyUSB0", 115_200)),
        ("adalight://COM3", LightsAddress("adalight", "COM3")),
        ("adalight:COM3", LightsAddress("adalight", "COM3")),
        ("wled-serial://socket://192.168.1.7:4000", LightsAddress("wled-serial", "socket://192.168.1.7:4000")),
        ("ddp://wled.local", LightsAddress("ddp", "wled.local")),
        ("ddp://http://wled.local/", LightsAddress("ddp", "wled.local")),
        ("ddp://https://wled.local:443/#live", LightsAddress("ddp", "wled.local")),
        ("http://wled.local:80", LightsAddress("ddp", "wled.local")),
        ("' ddp://wled.local:4049'", LightsAddress("ddp", "wled.local", port=4049)),
        ("ddp://Fe80::1%eth0", LightsAddress("ddp", "Fe80::1%eth0")),
        ("ddp://[fe80::1]:7", LightsAddress("ddp", "fe80::1", port=7)),
        ("auto:", LightsAddress("auto")),
        (" screen: ", LightsAddress("screen")),
    ],
)
def test_addresses(url: str, address: LightsAddress) -> None:
    assert parse_lights_address(url) == address


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("/dev/ttyUSB0", "is not an address of lights"),
        ("usb://1", "is not an address of lights"),
        ("adalight:", "names no port or host"),
        ("ddp://?baud=9600", "names no port or host"),
        ("adalight://COM3?baud=fast", "baud=115200"),
        ("adalight://COM3?baud=0", "baud=115200"),
        ("adalight://COM3?speed=9600", "baud=115200"),
        ("ddp://:4048", "names no host"),
        ("ddp://host:port", "names no host"),
        ("ddp://ann:word@host", "ddp://host names no host"),
        ("adalight://spy:///dev/ttyUSB0", "names no port or host"),
        ("adalight://socket://host", "names no port or host"),
        ("adalight://socket://ann:word@host:1", "names no port or host"),
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
    assert isinstance(drawn, ScreenStrip)
    drawn.show([(1, 2, 3), (4, 5, 6)])
    assert drawn.colours == ((1, 2, 3), (4, 5, 6), (0, 0, 0))
    drawn.show([(9, 9, 9)] * 5)
    assert drawn.colours == ((9, 9, 9),) * 3
    drawn.close()
    assert drawn.colours == ((0, 0, 0),) * 3
