"""One Tk window for all tests of the window, a fresh `Window` and a fresh data folder for each."""

from __future__ import annotations

import gc
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.seats.page import begin_from
from fourth_seat.ui.settings import NEVER, Settings
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.window import Window
from tests.ui.hand import Hand
from tests.ui.patience import settle

SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"


def clock() -> datetime:
    """Return the evening on which all tests take place."""
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


@pytest.fixture(autouse=True)
def collect_on_the_main_thread() -> Iterator[None]:
    """Collect a window that a test has closed here: if a thread of the next test did it, the process would abort.

    Objects that are alive before the test are left out: caches of other tests hold half a million, and a window that
    closes, or leaves a page, collects everything.
    """
    gc.disable()
    gc.collect()  # the last test's window, which pytest has held until now
    gc.freeze()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty data folder."""
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


MakeWindow = Callable[..., MainWindow]


@pytest.fixture
def make_window(home: Path) -> Iterator[MakeWindow]:  # noqa: ARG001 - the data folder must be set before the window opens
    """Open windows: `make_window(mode="dark", width=1024)`; they are closed at the end. Nothing moves in them unless a test
    asks for it.
    """
    opened: list[Window] = []
    errors: list[str] = []

    def make(**settings: object) -> MainWindow:
        window = MainWindow(open_root(), Settings(**{"motion": NEVER, **settings}), clock)  # type: ignore[arg-type]
        window.sounds.on = False
        opened.append(window)
        window.root.tk.createcommand("bgerror", errors.append)
        return window

    yield make
    missed = [error for error in errors if error.startswith("invalid command name")]  # Tk's own scripts make other errors
    for window in opened:
        try:
            missed += gone(window)
            window.close()
        except tk.TclError:  # the test has already closed it
            continue
    assert not missed, "Tk calls functions of widgets that are gone"


def gone(window: Window) -> list[str]:
    """Return the functions that Tk will call later although their widget is gone.

    Raises:
        TclError: the window is closed and no longer calls anything.
    """
    window.root.winfo_exists()
    call = window.root.tk.call
    due = [str(call("after", "info", timer)[0]) for timer in call("after", "info")]
    return [name for name in due if name[:1].isdigit() and not call("info", "commands", name)]


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    """Return a window as it is when first opened."""
    return make_window()


@pytest.fixture
def hand(window: MainWindow) -> Iterator[Hand]:
    """Return a pointer, a finger and keys on that window."""
    made = Hand(window)
    yield made
    made.close()


def screenshot(window: Window, name: str) -> Image.Image:
    """Return a picture of the window as it is on the screen, kept as `build/screenshots/NAME.png`."""
    settle(window, 0.2)
    root = window.root
    x, y = root.winfo_rootx(), root.winfo_rooty()
    image = ImageGrab.grab((x, y, x + root.winfo_width(), y + root.winfo_height()), xdisplay=root.winfo_screen())
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    image.save(SCREENSHOTS / f"{name}.png", compress_level=1)  # for a person who looks at it the size does not matter
    return image


def press(window: Window, key: str) -> None:
    """Press a key, by its Tk name, on whatever has the focus."""
    window.root.update()
    widget = window.root.focus_get() or window.root
    widget.event_generate(key)
    settle(window)


def begin_game(window: Window, game: str, options: str, seats: Sequence[str], photo: Path | None = None) -> None:
    """Begin a game from its texts."""
    rules = find(game)
    begin_from(window, rules, rules.options(options), [read_seat(seat) for seat in seats], photo)
