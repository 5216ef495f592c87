"""Colours that people with colour blindness can tell apart, and letters that can be read."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import HUES, contrast, hue_colour, ink_on, luminance, mix, rgb

Rgb = tuple[float, float, float]
# How colours look without one kind of cones, in linear light: Machado, Oliveira and Fernandes 2009, severity 1.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LEAST = 20.0  # difference in CIELAB; 2.3 can just be seen side by side


def seen(colour: str, kind: str | None) -> Rgb:
    """Return a colour in CIELAB as it is seen."""
    light = [v / 12.92 if (v := part / 255) <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    if kind:
        light = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in BLINDNESS[kind]]
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, kind: str | None) -> float:
    return math.dist(seen(one, kind), seen(other, kind))


@pytest.mark.parametrize("kind", [None, *BLINDNESS])
@pytest.mark.parametrize("game", game_names())
def test_the_colours_of_a_game_can_be_told_apart(game: str, kind: str | None) -> None:
    found = find(game)
    hues = {side.hue for side in found.sides(found.options())}
    assert hues <= HUES.keys()
    for one, other in combinations(sorted(hues), 2):
        assert difference(HUES[one], HUES[other], kind) > LEAST, f"{one} and {other} look alike in {kind}"


@pytest.mark.parametrize("hue", HUES)
def test_letters_on_pieces_can_be_read(hue: str) -> None:
    assert contrast(HUES[hue], ink_on(HUES[hue])) >= 4.5


def test_an_unknown_hue_is_grey() -> None:
    red, green, blue = rgb(hue_colour("mauve"))
    assert red == green == blue


def test_known_contrasts() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert luminance("#808080") == pytest.approx(0.2159, abs=0.0005)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
