from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence

import pytest

from fourth_seat.hardware.lights.drivers import OpeningGivenUp
from fourth_seat.hardware.lights.drivers import wled as wled_driver
from fourth_seat.hardware.lights.drivers.adalight import AdalightDriver
from fourth_seat.hardware.lights.drivers.wled import WledDriver, requests
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import DARK, Colour, Strip
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from tests.hardware.emulation.serial_lines import other_end
from tests.hardware.emulation.wled import WledEmulation
from tests.hardware.lights.conftest import eventually

Closing = Callable[[Strip], Strip]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")


def shown(wled: WledEmulation, count: int) -> list[Colour]:
    """Return the strip's colours after these requests."""
    leds = [DARK] * count
    for request in wled.requests:
        numbers: list[int] = []
        for part in request.get("seg", {}).get("i", []):
            if isinstance(part, int):
                numbers.append(part)
                continue
            start, stop = numbers if len(numbers) == 2 else (numbers[0], numbers[0] + 1)
            red, green, blue = bytes.fromhex(part)
            leds[start:stop] = [(red, green, blue)] * (stop - start)
            numbers = []
    return leds


def colours(count: int) -> Sequence[Colour]:
    return [(led % 250, led // 250, 7) for led in range(count)]


def test_few_squares_are_few_bytes() -> None:
    frame = bytearray(1200)
    frame[111:114] = b"\x00\xff\x00"
    frame[300:330] = b"\x0a\x0b\xcc" * 10
    assert list(requests(bytes(frame))) == [b'{"seg":{"i":[0,400,"000000",37,"00ff00",100,110,"0a0bcc"]}}']


def test_many_colours_are_several_requests_of_at_most_256() -> None:
    wled = WledEmulation()
    sent = list(requests(b"".join(map(bytes, colours(500)))))
    assert [request.count(b'"') // 2 - 2 for request in sent] == [256, 245]
    wled.answer(b"".join(sent))
    assert shown(wled, 500) == colours(500)
    assert wled.commands == []


def test_wled_in_json(closing: Closing) -> None:
    wled = WledEmulation()
    with other_end(wled.answer) as name:
        lights = closing(make_strip(f"wled-serial://{name}", 300))
        lights.show(colours(300))
        frame = Power().limited(b"".join(map(bytes, colours(300))))
        assert any(frame)
        assert eventually(lambda: b"".join(map(bytes, shown(wled, 300))) == frame)
        assert wled.requests[0] == {"bri": 255}
        lights.show([(0, 0, 9), DARK, (0, 8, 0)])
        assert eventually(lambda: shown(wled, 300) == [(0, 0, 9), DARK, (0, 8, 0)] + [DARK] * 297)
        assert lights.trouble is None
        assert wled.commands == []


def test_wled_in_adalight_gets_each_frame_again(closing: Closing) -> None:
    wled = WledEmulation()
    with other_end(wled.answer) as name:
        lights = closing(make_strip(f"adalight://{name}", 2))
        lights.show([(9, 8, 7), (1, 2, 3)])
        assert eventually(lambda: wled.frames[-3:] == [bytes((9, 8, 7, 1, 2, 3))] * 3)
        assert lights.trouble is None
        lights.close()
        assert wled.frames[-1] == bytes(6)
        assert wled.commands == []


def test_an_adalight_sketch_that_only_greets_is_served(closing: Closing) -> None:
    sketch = WledEmulation()
    greeted = []

    def answer(received: bytes) -> bytes:
        sketch.answer(received)
        greeted.append(received)
        return b"Ada\n" if len(greeted) % 10 == 1 else b""

    with other_end(answer) as name:
        lights = closing(make_strip(f"adalight://{name}", 1))
        lights.show([(9, 8, 7)])
        assert eventually(lambda: sketch.frames and sketch.frames[-1] == bytes((9, 8, 7)))


@pytest.mark.parametrize("open_driver", [WledDriver.open, AdalightDriver.open])
def test_a_device_is_not_accused_where_the_strip_is_closed_before_it_answers(open_driver: Callable[..., object]) -> None:
    closed = threading.Event()
    closed.set()
    with other_end(lambda _: b"") as name, pytest.raises(OpeningGivenUp):
        open_driver(UsbLookup(f"adalight://{name}", name), 115_200, closed)


def test_json_asks_for_wled(closing: Closing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wled_driver, "GREETING_TIMEOUT_S", 0.7)
    with other_end(lambda received: b"Fourth Seat lights 1\n" if received else b"") as name:
        lights = closing(make_strip(f"wled-serial://{name}", 1))
        assert eventually(lambda: "does not seem to be WLED" in str(lights.trouble))
