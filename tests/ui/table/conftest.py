from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from table.home import records
from table.protocols import Player
from tests.ui.conftest import MakeApp
from tests.ui.table.hands import Hands, begin

Sit = Callable[..., Hands]


@pytest.fixture
def sit(make_app: MakeApp) -> Sit:
    """Opens a window with a table: `sit("kalah", ["human", "random"])`."""

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
        app = make_app(mode=mode, text=text, width=width, height=height)
        if language:
            app.change(replace(app.settings, language=language))
        app.root.geometry(f"{width}x{height}+0+0")
        app.root.update()
        return Hands(app, begin(game, seats, records(), app.clock, options), adviser=adviser)

    return sit_down
