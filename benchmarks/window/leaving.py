"""One game after another, and pages left from their sheets: errors meanwhile.

    python -m uv run --group dev python -m benchmarks.window.leaving [--games kalah,backgammon] [--size 1024x600]

By taps and keys that are real events of the X server, three games of each kind are begun, each from the one before,
sheshbesh as a match: some moves, then somebody gives up, then the next game. Then each entry of "More" is chosen at a
table, and the page left by keys from whatever has opened: to the start page, to the next game, to the help. It counts the
lines that the window writes to stderr, of which an internal error has several, and the notices of such errors. The exit
status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from random import Random
from tkinter import ttk
from typing import Any

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from benchmarks.window.finger import Finger, shown
from benchmarks.window.inside import TablePage, Window, begin_game, open_window, page_of
from benchmarks.window.reaching import own_screen
from fourth_seat.games import find, game_names
from fourth_seat.words import say

GAMES = 3  # begun one from the other
TURNS = 2  # of a person in each
MATCH = "match=5"
OPTIONS = {"backgammon": MATCH}
KEYS = ("Control_L+w", "Control_L+n", "F1", "Escape", "Control_L+w")
MAIN = "Accent.TButton"  # the end of the style of a main button
UNCHOSEN = "leave", "full"  # which open nothing


class Keys:
    """Keys of the screen."""

    def __init__(self, finger: Finger) -> None:
        self._finger = finger
        self._display: Any = Display(os.environ["DISPLAY"])

    def press(self, keys: str) -> None:
        """Press keys together, such as `Control_L+w`."""
        codes = [self._display.keysym_to_keycode(XK.string_to_keysym(name)) for name in keys.split("+")]
        for kind, order in ((X.KeyPress, codes), (X.KeyRelease, codes[::-1])):
            for code in order:
                xtest.fake_input(self._display, kind, code)
        self._display.sync()
        self._finger.pump(0.3)

    def close(self) -> None:
        """Leave the screen."""
        self._display.close()


def play(name: str, window: Window, finger: Finger) -> None:
    """Play some games, each begun from the one before.

    Raises:
        AssertionError: the next one does not begin.
    """
    rng = Random(1)
    page = begin_game(window, name, OPTIONS.get(name, ""), seats(name))
    for number in range(1, GAMES + 1):
        finger.pump(1.0)
        for _ in range(TURNS):
            if to_move(finger, page):
                finger.enter(page, rng.choice(list(page.stage.table.move_input.partial.moves)))
        to_move(finger, page)
        give_up(finger, page)
        if number < GAMES:
            page = next_page(window, finger, page)


def give_up(finger: Finger, page: TablePage) -> None:
    """Have the person give up."""
    finger.tap_text(say("More"))
    finger.tap_text(say("Give up ..."), below=page.sheet)
    finger.until(lambda: main_button(page), "the sheet to give up")
    finger.tap(main_button(page))
    finger.until(lambda: page.stage.table.result, "the end of the game")
    finger.pump(0.5)


def next_page(window: Window, finger: Finger, before: TablePage) -> TablePage:
    """Begin the next game by taps, and return its page."""
    finger.tap(before.stage.panel.over.next)
    finger.pump(0.5)
    if window.page is before and before.sheet:
        finger.tap(main_button(before))
    finger.until(lambda: isinstance(window.page, TablePage) and window.page is not before, "the next game")
    return page_of(window)


def leave(name: str, window: Window, finger: Finger, keys: Keys) -> int:
    """Choose each entry of "More", and leave the page by keys; return how many sheets have opened."""
    opened = 0
    page = begin_game(window, name, OPTIONS.get(name, ""), seats(name))
    entries = [item.name for group in page.actions.groups for item in group.items if item.name not in UNCHOSEN]
    for entry in dict.fromkeys(entries):
        for key in KEYS[:2]:
            page = begin_game(window, name, OPTIONS.get(name, ""), seats(name))
            finger.pump(0.5)
            if not to_move(finger, page) or not page.actions.enabled(entry) or entry in page.actions.toolbar.shown:
                continue
            finger.tap_text(say("More"))
            finger.until(lambda page=page: page.sheet, "the sheet behind More")  # type: ignore[misc]
            title = next(item.title for group in page.actions.groups for item in group.items if item.name == entry)
            finger.tap_text(title, below=page.sheet)
            finger.pump(0.3)
            opened += window.page is page and page.sheet is not None
            for pressed in (key, *KEYS[2:]):
                keys.press(pressed)
    return opened


def to_move(finger: Finger, page: TablePage) -> bool:
    """Confirm the computers' moves until a person has to move; return whether one has to."""
    table = page.stage.table
    while table.result is None:
        finger.until(lambda: table.pending or table.result or not table.computers_turn, "a move of the computer")
        if table.pending:
            finger.tap(page.stage.panel.card.done)
        elif table.people_move and table.result is None:
            return True
    return False


def main_button(page: TablePage) -> Any:
    """Return the main button of the uppermost sheet; None if it has none."""
    inside = shown(page.sheet) if page.sheet else ()
    buttons = [each for each in inside if isinstance(each, ttk.Button) and str(each.cget("style")).endswith(MAIN)]
    return buttons[-1] if buttons else None


def seats(name: str) -> list[str]:
    """Return a person and computers that play at random."""
    game = find(name)
    return ["human:Anna", *["random"] * (game.seats(game.options(OPTIONS.get(name, ""))) - 1)]


def run(names: list[str], size: tuple[int, int]) -> int:
    """Play and leave, in this process; return how often a notice of an internal error was shown."""
    wrong: list[str] = []
    with own_screen(size):
        window = open_window(size)
        show = window.notices.show

        def watched(text: str) -> None:
            if "went wrong" in text:
                wrong.append(text)
            show(text)

        window.notices.show = watched  # type: ignore[assignment, method-assign]
        finger = Finger(window)
        window.root.focus_force()
        keys = Keys(finger)
        try:
            for name in names:
                play(name, window, finger)
                print(f"{name}: {GAMES} games, {leave(name, window, finger, keys)} sheets that were left", flush=True)
        finally:
            keys.close()
            finger.close()
            window.close()
    return len(wrong)


def main() -> int:
    """Print the errors; the exit status is 1 if there were any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--size", default="1024x600")
    parser.add_argument("--here", action="store_true", help="in this process, whose stderr nobody counts")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    if args.here:
        wrong = run(args.games.split(","), (width, height))
        print(f"{wrong} notices of internal errors")
        return 1 if wrong else 0
    command = [sys.executable, "-m", "benchmarks.window.leaving", "--here", "--games", args.games, "--size", args.size]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    lines = done.stderr.splitlines()
    print(*lines, f"{len(lines)} lines on stderr", sep="\n")
    return 1 if lines else done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
