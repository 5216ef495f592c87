"""Beginners who place pieces of Blokus with a finger: unintended moves, and the number of taps that they need.

    python -m uv run --group dev python -m benchmarks.window.beginners [--beginners 500] [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.beginners --size 800x480 --quick

Each turn of games by people is entered by a beginner who means one legal placement, drawn at random. The beginner takes the
piece from its tray, taps where its middle should be, up to 0.7 squares off, and looks at what the board shows: a piece in
another orientation is turned and flipped; one elsewhere is moved to its place by a tap beside it, as a tap on it may play
it, or, if it covers that place, is dragged there, up to 0.7 squares off again. A piece that lies as intended is played by
“Place” if there is such a button, or else by a tap on it. The taps are real events of the X server. It prints unintended
moves; refusals before a piece lay on the board for the first time; and how often the taps were at most two more than the
least: piece, place, turns, “Place”. The exit status is 1 unless the first two are 0 and the last one is 95 % or more.
"""

from __future__ import annotations

import argparse
import math
import tkinter as tk
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random

from benchmarks.window.controls import option_of
from benchmarks.window.finger import Finger, shown
from benchmarks.window.inside import (
    DEAD_TIME_MS,
    FLIP,
    PLACE,
    REFUSED_STYLE,
    TURN_LEFT,
    TURN_RIGHT,
    TablePage,
    held_in_tray,
    laid,
    on_screen,
    open_window,
    show_table,
    tray_place,
)
from benchmarks.window.reaching import own_screen
from fourth_seat.games.blokus.pieces import PIECES_BY_NAME
from fourth_seat.words import Text

MAX_OFF = 0.7  # squares by which a tap is off, at most
MAX_OVER = 2  # taps more than the least
MIN_SHARE = 0.95
MAX_TAPS = 25  # after which a beginner gives up
SIZE = 20  # of the board, in squares
SECOND_TAP_S = DEAD_TIME_MS / 1000 + 0.05  # after which a tap on a piece that lies there plays it
SEATS = "human:Anna", "human:Ben", "human:Christina", "human:Dan"

Square = tuple[int, int]
"""Column and row, from the upper left corner of the board."""
Shape = frozenset[Square]


@dataclass(slots=True)
class Tried:
    """The results of some beginners."""

    beginners: int = 0
    unmeant: int = 0
    refused: int = 0
    gave_up: int = 0
    over: Counter[int] = field(default_factory=Counter)  # taps more than the least, of those who played what they meant
    examples: list[str] = field(default_factory=list)

    def join(self, other: Tried) -> None:
        """Add the results of others."""
        self.beginners, self.unmeant = self.beginners + other.beginners, self.unmeant + other.unmeant
        self.refused, self.gave_up = self.refused + other.refused, self.gave_up + other.gave_up
        self.over += other.over
        self.examples += other.examples

    @property
    def share(self) -> float:
        """The share of all beginners who played the intended move with few taps."""
        return sum(count for over, count in self.over.items() if over <= MAX_OVER) / max(1, self.beginners)


class Beginner:
    """Somebody who means to place a piece.

    Attributes:
        taps: how many were made so far.
        refusals: how many taps were refused before a piece lay on the board.
    """

    def __init__(self, page: TablePage, finger: Finger, tray: str, squares: Iterable[str], rng: Random) -> None:
        """`tray` is the cell of the piece; `squares` are those that it is to cover."""
        self._page, self._finger, self._tray, self._rng = page, finger, tray, rng
        self._names = frozenset(squares)
        self._meant = frozenset(map(square_of, self._names))
        self._before = page.stage.table.history.at
        self._lain = False
        self.taps = self.refusals = 0

    @property
    def least(self) -> int:
        """The fewest taps: the piece, the place, the turns, “Place”."""
        quarters, flipped = held_in_tray(self._page)
        piece = PIECES_BY_NAME[self._tray.partition(":")[2]]
        return 3 + len(turns_between(at_corner(piece.held(quarters, flipped)), at_corner(self._meant)))

    @property
    def played(self) -> bool:
        """Whether a move has been played."""
        return self._page.stage.table.history.at > self._before

    @property
    def was_meant(self) -> bool:
        """Whether the move played is the intended one."""
        cells = self._page.stage.table.history.line_at(self._before).state.cells()
        after = self._page.stage.table.history.line_at(self._before + 1).state.cells()
        return self.played and {name for name in after if name not in cells and ":" not in name} == self._names

    def place(self) -> None:
        """Tap until a move is played, or taps are useless."""
        self._tap(tray_place(self._page, self._tray))
        while not self.played and self.taps < MAX_TAPS:
            lies = frozenset(map(square_of, laid(self._page)))
            self._lain |= bool(lies)
            if not lies:
                self._tap(on_screen(self._page, self._aim(lies)))
            elif lies == self._meant:
                self._confirm()
            elif ways := turns_between(at_corner(lies), at_corner(self._meant)):
                self._press(ways[0], lies)
            else:
                self._correct(lies)

    def _correct(self, lies: Shape) -> None:
        """Move a piece that has the right orientation to its place."""
        (x, y), (x0, y0) = middle(self._meant), middle(lies)
        if (x, y) not in lies:
            self._tap(on_screen(self._page, self._aim(lies)))
            return
        self.taps += 1
        right, down = self._off()
        start, end = (x0 + 0.5, y0 + 0.5), (x + 0.5 + right, y + 0.5 + down)
        self._finger.drag(on_screen(self._page, start), on_screen(self._page, end))

    def _confirm(self) -> None:
        button = self._finger.find(self._finger.window.text(PLACE))
        if button is not None and self._enabled(button):
            self.taps += 1
            self._finger.tap(button)
        else:
            self._finger.pump(SECOND_TAP_S)
            x, y = middle(self._meant)
            self._tap(on_screen(self._page, (x + 0.5, y + 0.5)))

    def _press(self, way: Text, lies: Shape) -> None:
        button = self._finger.find(self._finger.window.text(way))
        if button is not None and self._enabled(button):
            self.taps += 1
            self._finger.tap(button)
        else:
            self._tap(on_screen(self._page, self._aim(lies)))

    @staticmethod
    def _enabled(button: tk.Misc) -> bool:
        return "disabled" not in str(button.tk.call(str(button), "state"))

    def _aim(self, lies: Shape) -> tuple[float, float]:
        """Return the place of a beginner's tap that moves the piece there: beside one that is there already."""
        x, y = middle(self._meant)
        for _ in range(50):
            right, down = self._off()
            spot = x + 0.5 + right, y + 0.5 + down
            on_board = all(0 <= part < SIZE for part in spot)
            if on_board and (math.floor(spot[0]), math.floor(spot[1])) not in lies:
                return spot
        return x + 0.5, y + 0.5

    def _off(self) -> tuple[float, float]:
        """Return the distance by which a finger misses its aim."""
        off, way = MAX_OFF * math.sqrt(self._rng.random()), self._rng.uniform(0, 2 * math.pi)
        return off * math.cos(way), off * math.sin(way)

    def _tap(self, place: tuple[float, float]) -> None:
        self.taps += 1
        self._finger.tap_at(*place)
        if not self._lain and not self.played and is_refused(self._page):
            self.refusals += 1


def is_refused(page: TablePage) -> bool:
    """Return whether a sentence gives a refusal's reason."""
    return any(option_of(each, "style") == REFUSED_STYLE and option_of(each, "text") for each in shown(page))


def square_of(name: str) -> Square:
    """Return the place of a square, such as `a20`."""
    return ord(name[0]) - ord("a"), SIZE - int(name[1:])


def at_corner(squares: Iterable[Square]) -> Shape:
    """Return a shape shifted into the upper left corner."""
    squares = list(squares)
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left, y - top) for x, y in squares)


def middle(squares: Iterable[Square]) -> Square:
    """Return the square nearest to the centre of a shape."""
    squares = sorted(squares)
    x0, y0 = (sum(each) / len(squares) for each in zip(*squares, strict=True))
    return min(squares, key=lambda square: (math.dist(square, (x0, y0)), square))


def turns_between(one: Shape, other: Shape) -> list[Text]:
    """Return the fewest turns and flips that lead from one shape to another; none if there are none."""
    waiting: list[tuple[Shape, list[Text]]] = [(one, [])]
    known = {one}
    while waiting:
        shape, ways = waiting.pop(0)
        if shape == other:
            return ways
        for way, turned in (
            (TURN_RIGHT, [(-y, x) for x, y in shape]),
            (TURN_LEFT, [(y, -x) for x, y in shape]),
            (FLIP, [(-x, y) for x, y in shape]),
        ):
            if (next_shape := at_corner(turned)) not in known:
                known.add(next_shape)
                waiting.append((next_shape, [*ways, way]))
    return []


def try_placing(size: tuple[int, int], count: int, seed: int) -> Tried:
    """Let beginners play games on the present screen."""
    tried, rng = Tried(), Random(seed)
    window = open_window(size)
    finger = Finger(window)
    page = show_table(window, "blokus", "", SEATS)
    finger.pump(0.4)
    try:
        while tried.beginners < count:
            table = page.stage.table
            moves = [] if table.result is not None else table.state.legal()
            placements = [move for move in moves if getattr(move, "piece", None)]  # others place nothing
            if not placements:
                if table.result is None:
                    table.play(str(table.state.legal()[0]))
                else:
                    page = show_table(window, "blokus", "", SEATS)
                    finger.pump(0.3)
                continue
            move = rng.choice(placements)
            tray = f"{table.game.sides(table.options)[table.state.mover - 1].hue}:{move.piece.name}"
            beginner = Beginner(page, finger, tray, str(move).split(","), rng)
            least = beginner.least
            beginner.place()
            _count(tried, beginner, least, f"{tray} on {move}")
            if not beginner.played:
                table.clear_taps()
                table.play(str(move))
                finger.pump(0.1)
    finally:
        finger.close()
        window.close()
    return tried


def _count(tried: Tried, beginner: Beginner, least: int, meant: str) -> None:
    tried.beginners += 1
    tried.refused += beginner.refusals
    if not beginner.played:
        tried.gave_up += 1
        tried.examples.append(f"gave up after {beginner.taps} taps: {meant}")
    elif not beginner.was_meant:
        tried.unmeant += 1
        tried.examples.append(f"played what was not meant with tap {beginner.taps}: {meant}")
    else:
        tried.over[max(0, beginner.taps - least)] += 1


def try_alone(size: tuple[int, int], count: int, seed: int) -> Tried:
    """Let beginners play on their own screen and in their own data folder; run this in a separate process."""
    with own_screen(size):
        return try_placing(size, count, seed)


def main() -> int:
    """Print the results of the beginners."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1024x600")
    parser.add_argument("--beginners", type=int, default=500)
    parser.add_argument("--quick", action="store_true", help="ten beginners")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    count = 10 if args.quick else args.beginners
    counts = [count // args.jobs + (number < count % args.jobs) for number in range(args.jobs)]
    tried = Tried()
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        jobs = [pool.submit(try_alone, (width, height), each, seed) for seed, each in enumerate(counts, 1) if each]
        for job in jobs:
            tried.join(job.result())
    for example in tried.examples[:10]:
        print(example)
    over = ", ".join(f"{each}: {tried.over[each]}" for each in sorted(tried.over))
    print(f"{tried.beginners} beginners; taps over the least, of those who played what they meant: {over or 'none did'}")
    print(
        f"{tried.unmeant} moves played that were not meant; {tried.refused} refusals before the first piece lay; "
        f"{tried.gave_up} gave up; {100 * tried.share:.1f} % needed at most {MAX_OVER} taps over the least"
    )
    return 1 if tried.unmeant or tried.refused or tried.share < MIN_SHARE else 0


if __name__ == "__main__":
    raise SystemExit(main())
