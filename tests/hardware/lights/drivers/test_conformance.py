"""Every driver of lights keeps the same contract."""

from __future__ import annotations

from threading import Event

import pytest

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import LedDriver, OpeningGivenUp, drivers
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.factory import make_strip, opening
from fourth_seat.words import ENGLISH

FRAME = bytes(range(30))


@pytest.fixture(params=sorted(drivers()))
def driver(request: pytest.FixtureRequest) -> type[LedDriver]:
    return drivers()[request.param]


def test_it_says_what_it_is(driver: type[LedDriver]) -> None:
    assert driver.scheme == driver.scheme.lower() and driver.scheme not in ("auto", "screen")
    assert 0 < len(ENGLISH.render(driver.drives)) < 120
    assert driver.examples


def test_its_examples_are_addresses_of_its_own(driver: type[LedDriver]) -> None:
    for example in driver.examples:
        assert example.startswith(f"{driver.scheme}:") and DeviceUrl.parse(example).scheme == driver.scheme
        assert opening(example)


@pytest.mark.parametrize("place", ["", "//", "//ann:word@host", "// ", "//\x00"])
def test_an_address_without_a_place_is_refused_in_a_sentence(driver: type[LedDriver], place: str) -> None:
    with pytest.raises(BadLights) as refused:
        make_strip(f"{driver.scheme}:{place}", 10)
    assert "word" not in str(refused.value)


def test_what_is_not_there_is_said_with_when_to_try_again(driver: type[LedDriver]) -> None:
    nowhere = "127.0.0.1:9" if any("://" in each and "/dev" not in each for each in driver.examples) else "/dev/nowhere"
    try:
        open_driver = opening(f"{driver.scheme}://{nowhere}")
    except BadLights:
        if driver.__module__.startswith("fourth_seat.hardware."):
            raise
        pytest.skip("its addresses name neither a host nor a serial port")
    assert open_driver
    try:
        opened = open_driver(Event())
    except (LightsUnavailable, OpeningGivenUp) as error:
        assert isinstance(error, LightsUnavailable) and error.retry_after_s > 0
        return
    try:  # a network accepts anything at first
        assert opened.repeat > 0
        for _ in range(3):
            opened.send(FRAME)
            opened.confirm(FRAME)
    except LightsUnavailable as error:
        assert error.retry_after_s > 0 and "\n" not in str(error.text)
    finally:
        opened.close()
        opened.close()
