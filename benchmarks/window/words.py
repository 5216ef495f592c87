"""Words that are drawn without being in any language: not from the catalogue, and not a name, notation or number.

    python -m uv run --group dev python -m benchmarks.window.words [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.words --views settings --games ""
    python -m uv run --group dev python -m benchmarks.window.words --quick

The window speaks an invented language, in which each text of the catalogue is in brackets, and the inserted values are
outside them: names, notation and numbers. All views of the geometry's walk are shown, and games of all five in every
possible situation: dice, half a move, moves of the computer, the cube, undo, giving up, the end. A word of two letters or
more outside of brackets counts, unless `KNOWN` says why it may be there. Each is printed once, with its place; the exit
status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import platform
import re
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from tkinter import ttk

from babel.messages.pofile import read_po

from benchmarks.window.controls import option_of
from benchmarks.window.finger import way_to
from benchmarks.window.geometry.pages import ENGINE_COMMAND, ENGINE_NAME, PEOPLE_NAMES
from benchmarks.window.geometry.rest import come_to_rest, settle
from benchmarks.window.geometry.views import views
from benchmarks.window.inside import TablePage, Window, as_at_first, names_in_list, open_window, show_table, tap
from benchmarks.window.reaching import own_screen
from fourth_seat.boundary.text import printable
from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import USUAL_HUES
from fourth_seat.words.catalogue import LOCALE_FOLDER, Catalogue
from fourth_seat.words.text import Text, Value

OPEN, CLOSE = "⟦", "⟧"
WORD = re.compile(r"(?<![\w])[^\W\d_]{2,}(?![\w])")
ADDRESS = re.compile(
    r"\S*(?:/|\\|://|@)\S*|\S+\.(?:jsonl|moves|toml|jpg|pdf|png|txt)\b|\d{4}-\d\d-\d\d [\w ]+(?:\.\w+)?|\[Errno \d+\].*"
)
# Options in the form of records, `name=value`; and the code that a phone types to join, if it has no digit next to its
# letters.
CODES = re.compile(r"[\w-]+=[\w.-]+|(?<!\w)[0-9A-Z]{3} [0-9A-Z]{3}(?!\w)")
SHORTENED = re.compile(r"([^\W\d_]{2,})\s*…")
CATALOGUE_FILE = "fourth_seat.pot"
OTHER_OPTIONS = {"backgammon": ("cube=on,jacoby=off", "match=3,cube=on"), "tridice": ("handedness=ccw",)}
GAME_MOVES, QUICK_MOVES = 40, 4  # moves of a game that are entered by taps; the rest is played without checks
END_LOOKS = 8  # checks of what is played without taps, up to the end
VIEWS_PER_PROCESS = 12
QUICK_VIEWS = ("table backgammon", "seats kalah")

TYPED = "out of the question"
KNOWN = {
    **dict.fromkeys(PEOPLE_NAMES, "a person's name"),
    **dict.fromkeys(
        ("Grandmother's board by the window", "Grandmother's board by the win", "nobody", "xyz", TYPED),
        "what somebody typed",
    ),
    **dict.fromkeys(
        (ENGINE_NAME, ENGINE_COMMAND, "pentobi-gtp", "companion.py uninstall"), "a command, or what it is called"
    ),
    **dict.fromkeys(("fourth-seat-othello-and-more", "othello"), "a name that a package has, or gives"),
    "random": "a player that no level has, which people do not meet",
    **dict.fromkeys(("English", "Deutsch", "עברית", "תירבע"), "a language, named in itself, as it is drawn"),
    **dict.fromkeys(("EN", "DE", "HE", "abc", "áé"), "letters of a page of the keyboard on the screen"),
    **dict.fromkeys(("Ctrl", "Del", "AudioRaiseVolume"), "the name of a key"),
    "mA": "a unit",
    USUAL_HUES: "a setting as its file has it, in a report for developers",
    **dict.fromkeys(
        (platform.system(), platform.machine(), platform.freedesktop_os_release()["ID"]), "what the system is called"
    ),
    **dict.fromkeys(("data", "tmp"), "the name of a folder"),
}
"""What may be drawn outside of brackets, with its reason."""


class Bracketed(Catalogue):
    """English, with brackets around each text of the catalogue, and values outside of them."""

    def __init__(self) -> None:
        super().__init__("en")
        with (LOCALE_FOLDER.parent / CATALOGUE_FILE).open("rb") as file:
            template = read_po(file)
        self._known = {(each.context, each.id[0] if isinstance(each.id, tuple) else each.id) for each in template}

    def render(self, text: Value) -> str:
        """Return a text in brackets; one that is not in the catalogue comes without them."""
        if isinstance(text, tuple):
            return ", ".join(map(self.render, text))
        if not isinstance(text, Text):
            return printable(str(text))
        if (text.context, text.key) not in self._known:
            return text.fill(self._template(text), self.render)
        return OPEN + text.fill(self._template(text), lambda value: f"{CLOSE}{self.render(value)}{OPEN}") + CLOSE


def bare_words(text: str, known: Iterable[str] = tuple(KNOWN)) -> list[str]:
    """Return the unknown words of a drawn text outside of brackets; it may be cut at its ends."""
    outside = re.sub(f"{OPEN}[^{CLOSE}]*({CLOSE}|$)", " ", text)
    outside = re.sub(f"^[^{OPEN}]*{CLOSE}", " ", outside)
    for each in sorted(known, key=lambda each: "/" not in each):  # those with an address in them before all others
        if "/" not in each:
            outside = ADDRESS.sub(" ", outside)
        outside = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", outside)
    outside = CODES.sub(" ", ADDRESS.sub(" ", outside))
    shortened = [
        word for word in SHORTENED.findall(outside) if any(part.startswith(word) for each in known for part in each.split())
    ]
    return [word for word in WORD.findall(outside) if word not in shortened]


def drawn(widget: tk.Misc) -> Iterator[tuple[tk.Misc, str]]:
    """Yield each text below a widget, with its owner: widgets, lists (also closed ones), fields and canvases."""
    if isinstance(widget, tk.Tk):
        yield widget, str(widget.title())
    for child in widget.winfo_children():
        if child.winfo_ismapped():
            yield from ((child, text) for text in _of(child))
            yield from drawn(child)


def _of(widget: tk.Misc) -> Iterator[str]:
    if isinstance(widget, ttk.Entry):  # a combobox is one
        yield widget.get()
        return
    yield option_of(widget, "text")
    yield from names_in_list(widget)
    if isinstance(widget, tk.Listbox):
        yield from map(str, widget.get(0, "end"))
    elif isinstance(widget, tk.Canvas):
        for number in widget.find_all():
            if str(widget.type(number)) == "text":
                text, state = (widget.tk.call(str(widget), "itemcget", number, f"-{each}") for each in ("text", "state"))
                if str(state) != "hidden":
                    yield str(text)


Bare = dict[str, str]
"""Words, each with its first place."""


class Reader:
    """Reads the screen for words outside of brackets."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.bare: Bare = {}
        self.looks = 0

    def look(self, state: str) -> None:
        """Read everything that is drawn now."""
        self.looks += 1
        for widget, text in drawn(self.window.root):
            for word in bare_words(text):
                self.bare.setdefault(word, f"{state}: {widget.winfo_class()} {' '.join(text.split())[:120]!r}")


def read_views(reader: Reader, names: Sequence[str]) -> None:
    """Read each state of some views."""
    window, settings = reader.window, reader.window.settings
    for name in names:
        as_at_first(window, settings)
        states = views()[name](window)
        for number, _ in enumerate(states if isinstance(states, Iterator) else (None,), 1):
            come_to_rest(window, 0.03)
            reader.look(f"{name} {number}")


def read_game(reader: Reader, name: str, options: str, moves: int) -> None:
    """Read a game by people in every situation, and the beginning of one against computers."""
    window, rng, game = reader.window, Random(1), find(name)
    seats = [f"human:{person}" for person in PEOPLE_NAMES[: game.seats(game.options(options))]]
    title = f"{name} {options}".rstrip()

    def look(state: str) -> None:
        page.stage.refresh()
        settle(window, 0.04)
        reader.look(f"{title}: {state}")

    page = show_table(window, name, options, seats)
    look("begins")
    for number in range(moves):
        if page.stage.table.result is not None:
            break
        _enter(page, rng, lambda: look("half a move"))
        look("a move")
        if number % 8 == 3:
            page.stage.table.undo()
            look("undone")
            page.stage.table.redo()
            look("redone")
    page.stage.type(TYPED)
    look("refused")
    left = 0
    while page.stage.table.result is None and left < 2000:
        left += 1
        page.stage.table.play(str(rng.choice(list(page.stage.table.state.legal()))))
        if left in (2**each for each in range(END_LOOKS)):
            look("goes on")
    look("is over")
    page = show_table(window, name, options, seats)
    _enter(page, rng, lambda: None)
    page.stage.table.resign(1, 1)
    look("given up")
    page = show_table(window, name, options, seats)
    _enter(page, rng, lambda: None)
    page.stage.table.stop()
    look("stopped")
    page = show_table(window, name, options, ["random", *seats[1:]])
    for _ in range(3 * moves // 4):
        _wait_for_computer(page, window)
        look("against the computer")
        if page.stage.table.result is not None:
            break
        if page.stage.table.pending:
            for step in (1, 2):
                page.stage.show_step(step)
            look("a step of the computer's move")
            page.stage.set_down()
        elif page.stage.table.people_move:
            _enter(page, rng, lambda: None)


def _wait_for_computer(page: TablePage, window: Window) -> None:
    for _ in range(200):
        if page.stage.table.pending or page.stage.table.people_move or page.stage.table.result is not None:
            return
        settle(window, 0.02)


def _enter(page: TablePage, rng: Random, look: Callable[[], None]) -> None:
    """Enter a legal move at random, by taps as far as it goes."""
    move, before = rng.choice(list(page.stage.table.state.legal())), page.stage.table.history.at
    try:
        ways = way_to(page, move)
    except AssertionError:
        ways = []
    for name in ways:
        tap(page, name)
        if page.stage.table.history.at == before:
            look()
    if page.stage.table.history.at == before:
        page.stage.table.clear_taps()
        page.stage.table.play(str(move))


@dataclass(frozen=True, slots=True)
class Reading:
    """The part read by one process: views, or one game."""

    size: tuple[int, int]
    names: tuple[str, ...] = ()
    game: str = ""
    options: str = ""
    moves: int = GAME_MOVES


def read(given: Reading) -> tuple[Bare, int]:
    """Return the words outside of brackets, and the number of looks at the screen."""
    window = open_window(given.size, Bracketed())
    reader = Reader(window)
    try:
        read_views(reader, given.names)
        if given.game:
            read_game(reader, given.game, given.options, given.moves)
    finally:
        window.close()
    return reader.bare, reader.looks


def read_alone(given: Reading) -> tuple[Bare, int]:
    """Read on its own screen and in its own data folder; run this in a separate process."""
    with own_screen(given.size):
        return read(given)


def main() -> int:
    """Print the words; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--games", default=",".join(game_names()), help="that are played; empty for none")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--quick", action="store_true", help="a few views, and a few moves of one game")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    size, moves = (width, height), QUICK_MOVES if args.quick else GAME_MOVES
    names = list(QUICK_VIEWS) if args.quick else [name for name in views() if args.views in name]
    games = ["connect4"] if args.quick else [name for name in args.games.split(",") if name]
    readings = [
        Reading(size, tuple(names[first : first + VIEWS_PER_PROCESS]))
        for first in range(0, len(names), VIEWS_PER_PROCESS)
    ]  # fmt: skip
    for name in games:
        readings += [Reading(size, (), name, options, moves) for options in ("", *OTHER_OPTIONS.get(name, ()))]
    bare: Bare = {}
    looks = 0
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        for found, looked in pool.map(read_alone, readings):
            bare = {**found, **bare}
            looks += looked
    for word, where in sorted(bare.items()):
        print(f"{word}: {where}")
    print(f"{looks} screens: {len(bare)} words outside of brackets that are no name, notation or number")
    return 1 if bare else 0


if __name__ == "__main__":
    raise SystemExit(main())
