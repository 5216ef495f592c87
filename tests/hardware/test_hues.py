"""Colours of pieces and boards, and letters that can be read on them."""

from __future__ import annotations

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import (
    HUES,
    PIECE_HUES,
    TONES,
    contrast,
    faint_ink_on,
    hue_colour,
    ink_on,
    luminance,
    mix,
    rgb,
)


@pytest.mark.parametrize("game", game_names())
def test_a_game_has_colours_of_its_own(game: str) -> None:
    """`tests/benchmarks/window/test_contrast.py` measures whether everybody can tell them apart."""
    found = find(game)
    sides = found.sides(found.options())
    assert {side.hue for side in sides} <= HUES.keys()
    for hues in PIECE_HUES:
        assert len({hue_colour(side.hue, hues) for side in sides}) == len(sides)


@pytest.mark.parametrize("hues", PIECE_HUES)
def test_letters_on_pieces_can_be_read(hues: str) -> None:
    for hue in HUES:
        assert contrast(hue_colour(hue, hues), ink_on(hue_colour(hue, hues))) >= 4.5


@pytest.mark.parametrize("tone", TONES)
def test_what_is_printed_on_a_board_can_be_read_and_is_paler_than_ink(tone: str) -> None:
    printed, ink = contrast(faint_ink_on(TONES[tone]), TONES[tone]), contrast(ink_on(TONES[tone]), TONES[tone])
    assert 4.5 <= printed <= ink


def test_an_unknown_hue_is_grey() -> None:
    red, green, blue = rgb(hue_colour("mauve"))
    assert red == green == blue


def test_known_contrasts() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert luminance("#808080") == pytest.approx(0.2159, abs=0.0005)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
