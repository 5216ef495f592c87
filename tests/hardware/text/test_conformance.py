"""Every driver of text displays keeps the same contract."""

from __future__ import annotations

import pytest

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.drivers import BadTextDisplay, CharacterPanel, drivers, make_panel


@pytest.fixture(params=sorted(drivers()))
def driver(request: pytest.FixtureRequest) -> type[CharacterPanel]:
    return drivers()[request.param]


def test_its_examples_are_addresses_of_its_own(driver: type[CharacterPanel]) -> None:
    assert driver.scheme == driver.scheme.lower() != "none" and driver.examples
    for example in driver.examples:
        assert DeviceUrl.parse(example).scheme == driver.scheme
        assert isinstance(make_panel(example), driver)


@pytest.mark.parametrize("place", ["", "//", "//ann:word@host", "// ", "//\x00", "//host?lamp=1"])
def test_an_address_without_a_place_is_refused_in_a_sentence(driver: type[CharacterPanel], place: str) -> None:
    with pytest.raises(BadTextDisplay) as refused:
        make_panel(f"{driver.scheme}:{place}")
    assert "word" not in str(refused.value)


def test_what_is_not_there_is_said_and_closed(driver: type[CharacterPanel]) -> None:
    serial = any("/dev" in example for example in driver.examples)
    panel = make_panel(f"{driver.scheme}://{'/dev/nowhere' if serial else '127.0.0.1:9'}")
    panel.close()
    with pytest.raises(Exception) as failed:
        panel.open()
    assert isinstance(failed.value, Exception) and "\n" not in str(panel.remedy(failed.value))
    panel.close()
    panel.close()
