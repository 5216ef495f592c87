from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from fourth_seat.table.protocols import Player
from fourth_seat.table.settings.folders import records
from tests.ui.conftest import MakeWindow
from tests.ui.table.hands import Hands, begin

Sit = Callable[..., Hands]


@pytest.fixture
def sit(make_window: MakeWindow) -> Sit:
    """Open a window with a table: `sit("kalah", ["human", "random"])`."""

    def sit_down(
        game: str,
        seats: Sequence[str],
        *,
        mode: str = "light",
        text: str = "medium",
        size: tuple[int, int] = (1280, 800),
        options: str = "",
        adviser: Player | None = None,
        language: str = "",
    ) -> Hands:
        width, height = size
        window = make_window(mode=mode, text=text, width=width, height=height)
        if language:
            window.change(replace(window.settings, language=language))
        window.root.geometry(f"{width}x{height}+0+0")
        window.root.update()
        return Hands(window, begin(game, seats, records(), window.clock, options), adviser=adviser)

    return sit_down
