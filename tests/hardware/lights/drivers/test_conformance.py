"""Every kind of lights keeps the same contract."""

from __future__ import annotations

from threading import Event

import pytest

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import kinds
from fourth_seat.hardware.lights.drivers.driver import LightsKind, OpeningGivenUp
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.factory import make_strip, opening
from fourth_seat.words import ENGLISH

FRAME = bytes(range(30))


@pytest.fixture(params=sorted(kinds()))
def kind(request: pytest.FixtureRequest) -> LightsKind:
    return kinds()[request.param]


def test_it_says_what_it_is(kind: LightsKind) -> None:
    assert kind.scheme == kind.scheme.lower() and kind.scheme not in ("auto", "screen")
    assert 0 < len(ENGLISH.render(kind.drives)) < 120
    assert kind.examples


def test_its_examples_are_addresses_of_its_own(kind: LightsKind) -> None:
    for example in kind.examples:
        assert example.startswith(f"{kind.scheme}:") and DeviceUrl.parse(example).scheme == kind.scheme
        assert opening(example)


@pytest.mark.parametrize("place", ["", "//", "//ann:word@host", "// ", "//\x00"])
def test_an_address_without_a_place_is_refused_in_a_sentence(kind: LightsKind, place: str) -> None:
    with pytest.raises(BadLights) as refused:
        make_strip(f"{kind.scheme}:{place}", 10)
    assert "word" not in str(refused.value)


def test_what_is_not_there_is_said_with_when_to_try_again(kind: LightsKind) -> None:
    nowhere = "127.0.0.1:9" if any("://" in each and "/dev" not in each for each in kind.examples) else "/dev/nowhere"
    open_driver = opening(f"{kind.scheme}://{nowhere}")
    assert open_driver
    try:
        driver = open_driver(Event())
    except (LightsUnavailable, OpeningGivenUp) as error:
        assert isinstance(error, LightsUnavailable) and error.retry_after_s > 0
        return
    try:  # a network takes anything at first
        assert driver.repeat > 0
        for _ in range(3):
            driver.send(FRAME)
            driver.confirm(FRAME)
    except LightsUnavailable as error:
        assert error.retry_after_s > 0 and "\n" not in str(error.text)
    finally:
        driver.close()
        driver.close()
