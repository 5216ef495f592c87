"""Every kind of text display keeps the same contract."""

from __future__ import annotations

import pytest

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.drivers import kinds
from fourth_seat.hardware.text.factory import BadTextDisplay, make_panel
from fourth_seat.hardware.text.panel import TextDisplayKind
from fourth_seat.words import Text


@pytest.fixture(params=sorted(kinds()))
def kind(request: pytest.FixtureRequest) -> TextDisplayKind:
    return kinds()[request.param]


def test_its_example_is_an_address_of_its_own(kind: TextDisplayKind) -> None:
    assert kind.scheme == kind.scheme.lower()
    assert kind.example.startswith(f"{kind.scheme}:") and DeviceUrl.parse(kind.example).scheme == kind.scheme
    assert make_panel(kind.example)


@pytest.mark.parametrize("place", ["", "//", "//ann:word@host", "// ", "//\x00"])
def test_an_address_without_a_place_is_refused_in_a_sentence(kind: TextDisplayKind, place: str) -> None:
    with pytest.raises(BadTextDisplay) as refused:
        make_panel(f"{kind.scheme}:{place}")
    assert "word" not in str(refused.value)


def test_it_can_be_closed_before_it_is_open_and_twice(kind: TextDisplayKind) -> None:
    panel = make_panel(kind.example)
    panel.close()
    panel.close()


def test_what_went_wrong_is_one_sentence(kind: TextDisplayKind) -> None:
    remedy = make_panel(kind.example).remedy(OSError(5, "Input/output error"))
    assert isinstance(remedy, Text) and "\n" not in str(remedy) and "Error(" not in str(remedy)
