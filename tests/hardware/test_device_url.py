"""The URLs of devices."""

from __future__ import annotations

import pytest

from fourth_seat.hardware.device_url import DeviceUrl


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("adalight:///dev/ttyUSB0?baud=500000", DeviceUrl("adalight", "/dev/ttyUSB0", {"baud": "500000"})),
        ("sparkfun://COM3", DeviceUrl("sparkfun", "COM3", {})),
        ("adalight:COM3", DeviceUrl("adalight", "COM3", {})),
        ("adalight://socket://host:4000", DeviceUrl("adalight", "socket://host:4000", {})),
        (" screen: ", DeviceUrl("screen", "", {})),
    ],
)
def test_its_parts(url: str, read: DeviceUrl) -> None:
    assert DeviceUrl.parse(url) == read


@pytest.mark.parametrize("url", ["", "COM3", "adalight:///dev/x?baud"])
def test_what_is_not_one(url: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        DeviceUrl.parse(url)


def test_hosts() -> None:
    assert DeviceUrl.parse("ddp://wled.local").host(4048) == ("wled.local", 4048)
    assert DeviceUrl.parse("ddp://[::1]:7").host(4048) == ("::1", 7)
    for url in ("lcd://", "lcd://h:x"):
        with pytest.raises(ValueError, match=r".*"):
            DeviceUrl.parse(url).host(1)


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", ""])
def test_numbers_are_whole_and_above_0(text: str) -> None:
    assert DeviceUrl("adalight", "COM3", {"baud": "9600"}).positive("baud", 1) == 9600
    assert DeviceUrl("adalight", "COM3", {}).positive("baud", 1) == 1
    with pytest.raises(ValueError, match=r".*"):
        DeviceUrl("adalight", "COM3", {"baud": text}).positive("baud", 1)
