"""Show views in windows of given sizes, one after the other, and check each when nothing in it moves any more."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.start_up import screen
from benchmarks.window.geometry.checks import Offence, offences
from benchmarks.window.geometry.rest import LOOK_INTERVAL_S, come_to_rest
from benchmarks.window.geometry.views import views
from fourth_seat.table.settings.language import named
from fourth_seat.ui.guide.tour import tour_of
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.theme.palette import TEXT_SIZES
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets.sheet import Sheet

SCREEN_SIZES = ((800, 480), (1024, 600), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (600, 1024), (1080, 1920))
LANGUAGES = ("en", "de", "he")


@dataclass(frozen=True, slots=True)
class Walk:
    """Views in one window: each of them at each text size in each mode."""

    size: tuple[int, int]
    language: str
    texts: Sequence[str]
    modes: Sequence[str]
    names: Sequence[str]


@dataclass(slots=True)
class Found:
    """Offenders of one walk, how many states of views were checked, and the pages and sheets among them."""

    offences: list[Offence] = field(default_factory=list)
    states: int = 0
    seen: set[str] = field(default_factory=set)


def walk(given: Walk) -> Found:
    """Walk in one window on the present screen."""
    found = Found()
    width, height = given.size
    settings = replace(Settings(), chime=False, awake=False, width=width, height=height)
    window = MainWindow(open_root(), settings, catalogue=named(given.language))
    errors: list[BaseException] = []
    window.root.report_callback_exception = lambda _, error, __: errors.append(error)
    try:
        window.root.geometry(f"{width}x{height}+0+0")
        come_to_rest(window, 4 * LOOK_INTERVAL_S)
        for text in distinct(window.theme, given.texts):
            for mode in given.modes:
                window.change(replace(window.settings, text=text, mode=mode))
                for name in given.names:
                    _walk_view(window, name, f"{width}x{height} {text} {given.language} {mode} {name}", found)
                    if errors:
                        raise errors[0]
    finally:
        window.close()
    return found


def walk_alone(given: Walk) -> Found:
    """Walk on a virtual screen as large as the window, with an empty data folder; run this in a separate process."""
    with tempfile.TemporaryDirectory() as home, screen(f"{given.size[0]}x{given.size[1]}x24") as display:
        os.environ.update(FOURTH_SEAT_HOME=home, DISPLAY=display)
        return walk(given)


def distinct(theme: Theme, texts: Iterable[str]) -> list[str]:
    """Return the text sizes that look different in this window: in a small one the largest are no larger than fits."""
    chosen, scales = [], set()
    for text in sorted(texts, key=TEXT_SIZES.__getitem__):
        theme.text = text
        if theme.scale not in scales:
            scales.add(theme.scale)
            chosen.append(text)
    return chosen


def _walk_view(window: MainWindow, name: str, view: str, found: Found) -> None:
    try:
        states = views()[name](window)
        for number, _ in enumerate(states if isinstance(states, Iterator) else (None,), 1):
            come_to_rest(window)
            found.states += 1
            found.seen |= _kinds_shown(window)
            found.offences += offences(window, view if number == 1 else f"{view} {number}")
    except Exception as error:
        error.add_note(view)
        raise
    finally:
        window.notices.drop()
        if tour := tour_of(window):
            tour.destroy()


def _kinds_shown(window: MainWindow) -> set[str]:
    """Return the class of the page and of each sheet over it; for a sheet without its own class, its title."""
    page = window.page
    assert page is not None
    sheets = [child for child in page.winfo_children() if isinstance(child, Sheet)]
    return {type(page).__name__, *(sheet.title if type(sheet) is Sheet else type(sheet).__name__ for sheet in sheets)}
