from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from table.home import VARIABLE, records
from tests.ui.table.hands import Hands, begin
from ui.app import App
from ui.settings import Settings

SIZE = (1280, 800)
Sit = Callable[..., Hands]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def sit(home: Path) -> Iterator[Sit]:  # noqa: ARG001 - the data folder must be set before a window opens
    """Opens a window with a table: `sit("kalah", ["human", "random"])`."""
    opened: list[App] = []

    def sit_down(
        game: str,
        seats: Sequence[str],
        mode: str = "light",
        options: str = "",
        text: str = "medium",
        size: tuple[int, int] = SIZE,
    ) -> Hands:
        root = tk.Tk()
        width, height = size
        settings = replace(Settings(), mode=mode, text=text, width=width, height=height, chime=False, awake=False)
        app = App(root, settings)
        opened.append(app)
        root.geometry(f"{width}x{height}+0+0")
        root.update()
        return Hands(app, begin(game, seats, records(), datetime.now, options))

    yield sit_down
    for app in opened:
        app.close()
