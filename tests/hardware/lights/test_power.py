from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.hardware.lights.power import Power, current_ma

frames = st.integers(1, 60).flatmap(lambda count: st.binary(min_size=3 * count, max_size=3 * count))


@given(frames, st.integers(61, 5000), st.floats(0, 1))
def test_the_budget_is_never_exceeded(frame: bytes, budget: int, brightness: float) -> None:
    limited = Power(budget, brightness).limited(frame)
    assert current_ma(limited) <= budget
    assert all(after <= before * brightness for after, before in zip(limited, frame, strict=True))


@given(frames)
def test_what_fits_stays_as_it_is(frame: bytes) -> None:
    assert Power(budget=60 * 61).limited(frame) == frame


def test_white_takes_sixty_milliamperes_and_the_circuit_one() -> None:
    assert current_ma(b"\xff\xff\xff") == 61
    assert current_ma(bytes(300)) == 100


def test_all_colours_are_dimmed_alike() -> None:
    red, green, blue = Power(budget=100).limited(bytes((200, 100, 50)) * 10)[:3]
    assert red > 0
    assert (green, blue) == (red // 2, red // 4)


def test_a_budget_that_does_not_feed_dark_leds_is_refused() -> None:
    with pytest.raises(BadLights, match=r"400 LEDs need 400 mA .* the budget is 400 mA"):
        Power(400).check(400)
    Power(401).check(400)
