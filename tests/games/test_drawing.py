"""Which part of a board is shown in a picture of a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.games.drawing.crop import whole
from fourth_seat.games.geometry import BoardGround, rectangle


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("frame", [0.1, 0.6])
def test_the_board_is_shown_with_all_of_its_frame(name: str, frame: float) -> None:
    """A frame that is as wide all around; what lies beside the board (trays) is no frame."""
    game = find(name)
    plain = game.geometry(game.options())
    left, top, right, bottom = plain.area
    inner = frame - 1e-9
    around = rectangle(left - frame, top - frame, right + frame, bottom + frame)
    beside = rectangle(right + 1, top, right + 9, bottom)
    shown = whole(replace(plain, grounds=(BoardGround(around, "frame"), BoardGround(beside, "tray"))))
    assert shown[0] <= left - inner and shown[1] <= top - inner
    assert right + inner <= shown[2] < right + 5 and shown[3] >= bottom + inner
