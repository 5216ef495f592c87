"""The motion of moves on the board: its end, its smoothness, and delays that it causes.

    python -m uv run --group dev python -m benchmarks.window.motion [--games kalah,blokus] [--moves 1000] [--parts ends]

*Ends*: games of random moves are played at a table, by people and against computers that move at random, with Undo, Redo
and looking back among them. After each motion, of which some are cut halfway, all items of the board are compared with
those before it, when the static picture was drawn; after every tenth, the pixels are also compared with the same board
drawn afresh. *Frames*: on a screen of 1920x1080, while an engine of level 9 thinks in its process, moves are played, and in
the midst of the motion of every other one somebody presses on the board or takes the move back by the keyboard, by real
events of the X server. It counts the pictures that come within 50 ms of the one before; presses without effect (lost); and
presses that took effect only after more pictures than fit between two looks at the X server (delayed). "Own" is the
processor time of the window for a picture. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageGrab
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from benchmarks.start_up import screen
from benchmarks.window.finger import way_to
from benchmarks.window.inside import Window, interpreter, open_window, possible_squares, show_table, tap
from fourth_seat.engines.players.from_text import player
from fourth_seat.games import find, game_names
from fourth_seat.games.steps import is_for_hands
from fourth_seat.ui.settings import ALWAYS

MOVES, FRAMED_MOVES = 1000, 60  # of each game
SIZE, SCREEN = (1024, 768), (1920, 1080)
MAX_FRAME_S, SHARE = 0.050, 0.95
CUT_EVERY, UNDO_EVERY, LOOK_EVERY = 5, 11, 7  # motions that are cut, moves after which somebody takes back, or looks back
THINKER_LEVEL = "9"
SEATS = (("human",), ("human", "computer:random"))  # at a table, in turn
MOST_BETWEEN = 2  # pictures between a press and its effect
PIXELS_EVERY = 10  # motions after which pixels are compared, too
WHAT_SHOWS = {"image": ("image", "anchor"), "text": ("text", "fill", "font"), "line": ("fill", "width"), "oval": ("fill",)}
PATIENCE_S = 5.0  # for the effect of a press
MIDST_S = 0.06  # after the beginning of a motion, in which something is pressed


class Clock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Ends:
    """Numbers of moves and motions, and of those after which the board differs from the same board drawn afresh."""

    moves: int = 0
    motions: int = 0
    cut: int = 0
    differ: list[str] = field(default_factory=list)


class EndsMeasured:
    """A window in which games are played, whose motion follows its own clock."""

    def __init__(self, name: str, moves: int) -> None:
        self.name, self.wanted = name, moves
        self.window = animated(SIZE)
        self.clock, self.rng, self.found = Clock(), Random(1), Ends()

    def play(self) -> Ends:
        """Play games until there were enough moves."""
        game = find(self.name)
        number = 0
        while self.found.moves < self.wanted:
            kinds = SEATS[number % len(SEATS)]
            seats = [kinds[n % len(kinds)] for n in range(game.seats(game.options()))]
            number += 1
            self.page = show_table(self.window, self.name, "", seats)
            self.board, self.stage = self.page.stage.board, self.page.stage
            self.board.motion.clock = self.clock
            self._listen()
            self.window.root.update()
            while self.found.moves < self.wanted and not self.stage.table.result:
                self._go_on()
            while self.stage.table.pending:
                self.stage.set_down()
        self.window.close()
        return self.found

    def _listen(self) -> None:
        """Keep the look of the board before a motion hides any part of it."""
        motion = self.board.motion
        play, propose = motion.play, motion.propose

        def before_play(*args: Any) -> None:
            motion.cut()
            self._still = self._items()
            play(*args)

        def before_proposal(*args: Any) -> None:
            if not motion.running:
                self._still = self._items()
            propose(*args)

        motion.play, motion.propose = before_play, before_proposal  # type: ignore[assignment, method-assign]

    def _items(self) -> list[tuple[str, ...]]:
        """Return the properties of each item of the board, the lowest first. Captions, which come later, the confetti at
        the end and which item is below the pointer are left out.
        """
        tk_, board = interpreter(self.window), str(self.board)
        items = {str(item): tk_.splitlist(tk_.call(board, "itemcget", item, "-tags")) for item in self.board.find_all()}

        def properties(item: str) -> tuple[str, ...]:
            shows = WHAT_SHOWS.get(str(tk_.call(board, "type", item)), ())
            looks = (str(tk_.call(board, "itemcget", item, f"-{name}")) for name in ("state", *shows))
            return str(tk_.call(board, "coords", item)), *looks, *(tag for tag in items[item] if tag != "current")

        return [properties(item) for item, tags in items.items() if not {"captions", "confetti"} & set(tags)]

    def _go_on(self) -> None:
        """Let something happen at the table, and check its motion."""
        table, stage = self.stage.table, self.stage
        at = table.history.at
        if table.pending:
            self._do(stage.set_down)
        elif table.needs_throw:
            self._do(lambda: stage.enter(lambda: table.roll(stage.dice)))
        elif table.people_move:
            self._enter(self.rng.choice(list(table.state.legal())))
        else:
            self._do(stage.step)
        if table.history.at <= at:
            return
        self.found.moves += table.history.at - at
        if self.found.moves % UNDO_EVERY == 0 and table.people_move:
            for action in (stage.undo, lambda: stage.do(table.redo)):
                self._do(action)
        if self.found.moves % LOOK_EVERY == 0:
            for back in (1, 2, 1):
                self._do(partial(stage.view, max(0, table.history.at - back)))
            self._do(lambda: stage.view(None))

    def _enter(self, move: Any) -> None:
        """Enter a move by taps if it takes nothing from a tray, and otherwise at once."""
        table = self.stage.table
        steps = table.game.steps(table.state, move)
        trays = any(self.stage.geometry[cell].zone == "tray" for step in steps for cell in step.cells)
        at = table.history.at
        if not trays and is_for_hands(steps, self.stage.geometry):
            for name in way_to(self.page, move):
                self._do(partial(tap, self.page, name))
        if table.history.at == at:
            self._do(lambda: self.stage.enter(lambda: table.confirm() if table.taps else table.play(str(move))))

    def _do(self, action: Any) -> None:
        action()
        if self.stage._dirty:  # noqa: SLF001 - as the page's timer would, now
            self.stage.refresh()
        self.window.root.update_idletasks()  # the card may come to show its steps one by one
        self._look()

    def _look(self) -> None:
        """Let the motion end, or cut it; then compare the board."""
        motion, root = self.board.motion, self.window.root
        if not motion.running:
            return
        self.found.motions += 1
        for _ in range(2):  # a proposal may follow what a person has played
            running = motion._running  # noqa: SLF001 - how long it lasts
            if running is None:
                break
            begun, length = running.begun, running.motion.length
            for part in (0.3, 0.8):
                self.clock.now = begun + part * length
                motion._frame()  # noqa: SLF001 - the clock stands for the timer
                root.update_idletasks()
            if self.found.motions % CUT_EVERY == 0:
                self.found.cut += 1
                motion.cut()
            else:
                self.clock.now = begun + length + 0.001
                motion._frame()  # noqa: SLF001
        if self._items() != self._still:
            self.found.differ.append(f"motion {self.found.motions}: items")
        if self.found.motions % PIXELS_EVERY:
            return
        ended = self._picture()
        self.board.rebuild()
        if box := ImageChops.difference(ended, self._picture()).getbbox():
            last = self.stage.table.history.last
            self.found.differ.append(f"motion {self.found.motions}, {last.text if last else ''}: {box}")

    def _picture(self) -> Image.Image:
        board = self.board
        board.update_idletasks()
        x, y = board.winfo_rootx(), board.winfo_rooty()
        box = x, y, x + board.winfo_width(), y + board.winfo_height()
        return ImageGrab.grab(box, xdisplay=os.environ["DISPLAY"])


@dataclass(slots=True)
class Frames:
    """Seconds between two pictures, and of work for each; the presses, and those with late or no effect."""

    gaps: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    motions: int = 0
    pressed: int = 0
    lost: int = 0
    commands: int = 0
    delayed: int = 0

    @property
    def share(self) -> float:
        """The share of pictures that came in time."""
        return sum(gap <= MAX_FRAME_S for gap in self.gaps) / max(1, len(self.gaps))

    def line(self, name: str) -> str:
        gaps, work = self.gaps or [0.0], self.work or [0.0]
        return (
            f"{name}: {len(self.gaps)} pictures of {self.motions} motions: {100 * self.share:.1f} % within "
            f"{1000 * MAX_FRAME_S:.0f} ms, median {1000 * statistics.median(gaps):.0f} ms, longest "
            f"{1000 * max(gaps):.0f} ms; own {1000 * statistics.median(work):.1f} ms, most {1000 * max(work):.1f} ms; "
            f"{self.pressed} presses and {self.commands} commands meanwhile: {self.lost} lost, {self.delayed} delayed"
        )


@dataclass(frozen=True, slots=True)
class _Picture:
    """When a picture was begun, the work until then, its motion, and the state of the table."""

    at: float
    worked: float
    motion: object
    state: object


class FramesMeasured:
    """A large window in which games are played, while an engine thinks."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.window = animated(SCREEN)
        self.found, self.rng = Frames(), Random(2)
        self._display: Any = Display(os.environ["DISPLAY"])
        self._seen: list[_Picture] = []
        self._show()
        game = find(name)
        self._thinker = player(THINKER_LEVEL, game, game.options())
        self._job = self._thinker.choose(self.stage.table.line) if self.stage.table.state.to_move > 0 else None

    def _show(self) -> None:
        game = find(self.name)
        self.page = show_table(self.window, self.name, "", ["human"] * game.seats(game.options()))
        self.stage = self.page.stage
        self.stage.board.motion.clock = self._tell
        self.window.root.focus_force()
        self._pump(0.5)

    def _tell(self) -> float:
        now = time.monotonic()
        motion = self.stage.board.motion._running  # noqa: SLF001 - which one it is
        self._seen.append(_Picture(now, time.thread_time(), motion, self._state()))
        return now

    def _pump(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.window.root.update()
            time.sleep(0.001)

    def play(self, moves: int) -> Frames:
        """Play this many moves."""
        for number in range(moves):
            table = self.stage.table
            if table.result:
                self._show()
                table = self.stage.table
            if table.state.to_move > 0 and (self._job is None or self._job.poll() is not None):
                self._job = self._thinker.choose(table.line)
            self._seen.clear()
            if table.needs_throw:
                self.stage.enter(partial(table.roll, self.stage.dice))
            else:
                self.stage.enter(partial(table.play, str(self.rng.choice(list(table.state.legal())))))
            if not self.stage.board.motion.running:
                continue
            self.found.motions += 1
            if number % 4 == 1:
                self._press()
            elif number % 4 == 3:
                self._take_back()
            while self.stage.board.motion.running:
                self._pump(0.01)
            for one, next_one in pairwise(self._seen):
                if one.motion is next_one.motion is not None:
                    self.found.gaps.append(next_one.at - one.at)
                    self.found.work.append(next_one.worked - one.worked)
        self._thinker.close()
        self._display.close()
        self.window.close()
        return self.found

    def _press(self) -> None:
        """Press on the board in the midst of a motion, where something can be entered."""
        squares = possible_squares(self.window, 1)
        self._pump(MIDST_S)
        if not squares or not self.stage.board.motion.running:
            return
        _, x, y = squares[0]
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, 1)
        self._display.sync()
        before = self._state()
        self.found.pressed += 1
        self._wait_for_effect(before)

    def _take_back(self) -> None:
        """Take a move back by the keyboard in the middle of its motion."""
        self._pump(MIDST_S)
        if not self.stage.board.motion.running:
            return
        before = self._state()
        codes = [self._display.keysym_to_keycode(XK.string_to_keysym(key)) for key in ("Control_L", "z")]
        for kind, order in ((X.KeyPress, codes), (X.KeyRelease, codes[::-1])):
            for code in order:
                xtest.fake_input(self._display, kind, code)
        self._display.sync()
        self.found.commands += 1
        self._wait_for_effect(before)

    def _state(self) -> object:
        table = self.stage.table
        return table.history.at, tuple(table.taps), table.pending is not None

    def _wait_for_effect(self, before: object) -> None:
        end, seen = time.monotonic() + PATIENCE_S, len(self._seen)
        while self._state() == before and time.monotonic() < end:
            self._pump(0.002)
        if self._state() == before:
            self.found.lost += 1
        elif sum(picture.state == before for picture in self._seen[seen:]) > MOST_BETWEEN:
            self.found.delayed += 1
        while self.stage.table.pending:
            self.stage.set_down()
        if self.stage.table.taps:
            self.stage.enter(self.stage.table.clear_taps)


def animated(size: tuple[int, int]) -> Window:
    """Open a window that shows motion, and no sound."""
    window = open_window(size)
    window.change(replace(window.settings, motion=ALWAYS))
    return window


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--moves", type=int, default=MOVES, help="of each game, whose ends are compared")
    parser.add_argument("--framed", type=int, default=FRAMED_MOVES, help="moves of each game whose pictures are timed")
    parser.add_argument("--parts", default="ends,frames", help="joined by commas")
    args = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory() as home, screen(f"{SCREEN[0]}x{SCREEN[1]}x24") as display:
        os.environ.update(FOURTH_SEAT_HOME=home, DISPLAY=display)
        for name in args.games.split(","):
            if "ends" in args.parts:
                ends = EndsMeasured(name, args.moves).play()
                print(
                    f"{name}: {ends.moves} moves, {ends.motions} motions, {ends.cut} of them cut: {len(ends.differ)} end "
                    "otherwise than the board without motion",
                    *ends.differ[:5],
                    sep="\n  ",
                    flush=True,
                )
                kept &= not ends.differ
            if "frames" in args.parts:
                frames = FramesMeasured(name).play(args.framed)
                print(frames.line(name), flush=True)
                kept &= frames.share >= SHARE and not frames.lost and not frames.delayed
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
