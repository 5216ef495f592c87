"""One Tk window for all tests of the window, a fresh `App` and a fresh data folder for each."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

from ui.app import App
from ui.settings import Settings

SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
LONGEST = 20.0  # seconds to wait for something to happen


def clock() -> datetime:
    """The evening on which all tests play."""
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder."""
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


MakeApp = Callable[..., App]


@pytest.fixture
def make_app(home: Path) -> Iterator[MakeApp]:  # noqa: ARG001 - the data folder must be set before the window opens
    """Opens windows: `make_app(mode="dark", width=1024)`; they are closed at the end."""
    opened: list[App] = []

    def make(**settings: object) -> App:
        app = App(tk.Tk(), Settings(**settings), clock)  # type: ignore[arg-type]
        app.chime.on = False
        opened.append(app)
        return app

    yield make
    for app in opened:
        try:
            app.close()
        except tk.TclError:  # the test has closed it
            continue


@pytest.fixture
def app(make_app: MakeApp) -> App:
    """A window as it is on the first day."""
    return make_app()


def settle(app: App, seconds: float = 0.0) -> None:
    """Lets the window do what it has to do, timers included."""
    end = time.monotonic() + seconds
    while True:
        app.root.update()
        if time.monotonic() >= end:
            return
        time.sleep(0.005)


def wait_for(app: App, what: Callable[[], object]) -> None:
    """Lets the window run until something is so."""
    end = time.monotonic() + LONGEST
    while not what():
        assert time.monotonic() < end, "it did not happen"
        settle(app, 0.02)


def screenshot(app: App, name: str) -> Image.Image:
    """A picture of the window as it is on the screen, kept as `build/screenshots/NAME.png`."""
    settle(app, 0.2)
    root = app.root
    x, y = root.winfo_rootx(), root.winfo_rooty()
    image = ImageGrab.grab((x, y, x + root.winfo_width(), y + root.winfo_height()), xdisplay=root.winfo_screen())
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    image.save(SCREENSHOTS / f"{name}.png")
    return image


def press(app: App, key: str) -> None:
    """A key, as Tk names it, to whatever has the focus."""
    app.root.update()
    widget = app.root.focus_get() or app.root
    widget.event_generate(key)
    settle(app)
