"""Reaches each state of the geometry's views, and each control in it, one after the other.

Reaching the state again, with an empty data folder, undoes what a press changed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.start_up import screen
from benchmarks.window.changes import Screen
from benchmarks.window.controls import Control, controls
from benchmarks.window.geometry.rest import come_to_rest
from benchmarks.window.geometry.views import views
from benchmarks.window.inside import SQUARES, Window, as_at_first, close_list, condition, possible_squares

UNWALKED_VIEWS = {
    "extras": "“Add” downloads",
    "addons": "“Allow” loads a program that is not there",
    "kiosk": "a button ends the program",
    "keyboard": "its keys repeat by design",
    "lights blokus": "the same as those of Connect 4, and 400 of them",
}
"""Views without presses in any walk, each with its reason."""

UNPRESSED = {
    "Full screen (F11)": "resizes the window, with a window manager",
    "Full screen": "resizes the window, with a window manager",
    "Add": "downloads",
    "Hold for two seconds": "ends the program",
}
"""Controls that no walk presses, by their English text, each with its reason."""

HOME_VARIABLES = "FOURTH_SEAT_HOME", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DOCUMENTS_DIR"
MOST_SQUARES = 2  # of a board that are pressed in a state
MOST_ALIKE = 2  # rows of a list, cells of a zone, fields of a kind, that are pressed in a state
REST_S = 0.05  # between two checks whether anything moves: longer than between two polls of a page


@dataclass(frozen=True, slots=True)
class Step:
    """A state that was reached, and the controls to press in it."""

    state: str
    control: Control
    place: tuple[int, int]
    screen: Screen


class Walker:
    """Goes through the states of some views, and for each control stops just before it is pressed."""

    def __init__(self, window: Window, home: Path) -> None:
        self.window, self._home, self._settings = window, home, window.settings
        self.errors: list[BaseException] = []
        window.root.report_callback_exception = lambda _, error, __: self.errors.append(error)
        self.at = "", 0  # the view and the number of the state in which something is pressed
        self._seen: set[tuple[object, ...]] = set()
        self._kept: list[Iterator[None]] = []  # or what a view does at its end would be done now

    def reach(self, name: str, number: int) -> bool:
        """Show a state of a view, from 1, as if nothing had been done before; return whether there is one."""
        window = self.window
        close_list(window.root)
        shutil.rmtree(self._home, ignore_errors=True)
        self._home.mkdir()
        as_at_first(window, self._settings)
        states = views()[name](window)
        if states is None:
            come_to_rest(window, REST_S)
            return number == 1
        self._kept.append(states)
        for _ in range(number):
            if next(states, self) is self:
                self._kept.pop()
                return False
            window.root.update()
        come_to_rest(window, REST_S)
        return True

    def steps(self, names: Sequence[str], most: int = 0) -> Iterator[Step]:
        """Yield each control of each state, once it is reached; at most this many per state, 0 for all."""
        for name in names:
            number = 1
            while self.reach(name, number):
                yield from self._in_state(name, number, most)
                number += 1

    def _in_state(self, name: str, number: int, most: int) -> Iterator[Step]:
        before, fresh = self._look(), True
        waiting = self._worth(before)[: most or None]
        squares = [] if most else possible_squares(self.window, MOST_SQUARES)
        as_reached = condition(self.window)
        several: list[Control | tuple[str, int, int]] = [*waiting, *squares]
        for each in several:
            if not fresh and not self.reach(name, number):
                return
            screen, state = self._look(), f"{name} {number}"
            if isinstance(each, Control):
                control = next((one for one in screen.controls if one.identity == each.identity), None)
                if control is None or not control.enabled:
                    continue
                place = control.middle
            else:
                named = [one for one in screen.controls if one.path.endswith((f":{each[0]}", f":{SQUARES}"))]
                if not named:
                    continue
                control, place = named[0], (each[1], each[2])  # a die before the board
                state = f"{state}, {each[0]}"
            self.at = name, number
            yield Step(state, control, place, screen)
            fresh = condition(self.window) == as_reached and self._look() == before

    def _look(self) -> Screen:
        return Screen(controls(self.window))

    def _worth(self, screen: Screen) -> list[Control]:
        """Return the controls that have not been pressed from such a screen yet, and only a few of those that are alike."""
        around = frozenset(
            (each.kind, each.text, each.home, each.enabled) for each in screen.controls if each.kind != "row"
        )
        chosen: list[Control] = []
        alike: dict[tuple[str, str], int] = {}
        for each in screen.controls:
            if not each.enabled or each.kind in ("board", "TScrollbar") or each.text in UNPRESSED:
                continue
            if each.kind not in ("TButton", "TMenubutton", "TCheckbutton", "TRadiobutton"):
                kind = each.kind, each.layer
                alike[kind] = alike.get(kind, 0) + 1
                if alike[kind] > MOST_ALIKE:
                    continue
            key = each.identity, around
            if key not in self._seen:
                self._seen.add(key)
                chosen.append(each)
        return chosen


def walked_views(part: str = "") -> list[str]:
    """Return the names of the views that are walked through."""
    return [name for name in views() if part in name and name not in UNWALKED_VIEWS]


@contextmanager
def own_home() -> Iterator[Path]:
    """Yield a data folder in a home that nobody else has."""
    before = {name: os.environ.get(name) for name in HOME_VARIABLES}
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(dict.fromkeys(HOME_VARIABLES, folder), FOURTH_SEAT_HOME=str(Path(folder, "data")))
        try:
            yield Path(folder, "data")
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


@contextmanager
def own_screen(size: tuple[int, int], language: str = "en") -> Iterator[Path]:
    """Put this process on a screen of this size and in this language; yield its own data folder."""
    with screen(f"{size[0]}x{size[1]}x24") as display, own_home() as home:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_LANGUAGE=language)
        yield home
