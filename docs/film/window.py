"""The program's window before a camera, and a finger on it."""

from __future__ import annotations

import os
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from PIL import Image, ImageGrab
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from docs.film.game import engine, evening
from docs.film.reel import FRAME_S, PICTURE, Point, Reel, along, between, eased, with_finger
from fourth_seat.games.geometry import centre
from fourth_seat.table.settings.language import named
from fourth_seat.table.table import Table
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import ALWAYS, Settings
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.theme.typeface import open_root

TIMEOUT_S = 60.0  # for everything to be filmed
APART_S = 0.8  # between two taps that are not a double tap, and until new parts can be pressed


class FilmClock:
    """Counts the seconds that have been filmed."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Camera:
    """A window before a camera: real events of the X server go in, pictures of it come out.

    Attributes:
        size: of the window, in pixels.
        clock: the clock of all motion in the window.
        finger: the finger's place in pixels of the window; None if there is none.
    """

    def __init__(self, reel: Reel, language: str, size: tuple[int, int]) -> None:
        self._reel, self.size, self.clock = reel, size, FilmClock()
        settings = replace(
            Settings(), chime=False, awake=False, width=size[0], height=size[1], text="huge", toured=True,
            letters=False, coordinates=False, motion=ALWAYS, mode="light", language=language,
        )  # fmt: skip
        self.window = MainWindow(open_root(), settings, evening, named(language))
        self.window.root.geometry(f"{size[0]}x{size[1]}+0+0")
        self.window.sounds.on = False
        self._display: Any = Display(os.environ["DISPLAY"])
        self.finger: Point | None = None
        self._pressed = False
        self._place: Point = (0.0, 0.0)  # of the picture's corner in the window

    def close(self) -> None:
        self._display.close()
        if self.window.page:
            self.window.page.leave()
        self.window.close()

    def sit_down(self, table: Table) -> TablePage:
        """Show a table whose computer and adviser are the engine for the position after this many moves."""
        page = self.window.show(TablePage, table, make_player=lambda _: engine(table.history.at), dice=Random(1))
        page.stage.board.motion.clock = page.celebration.clock = self.clock
        self._point((self.size[0] - 2, self.size[1] - 2))
        # A question that is broken off would have used up random numbers, as many as there was time for.
        if table.people_move:
            self.until(lambda: not page.stage.advice.waiting)
        return page

    @property
    def page(self) -> TablePage:
        assert isinstance(self.window.page, TablePage)
        return self.window.page

    # -- pictures ----------------------------------------------------------------------------------------------------------

    def towards(self, widget: tk.Misc, top: float | None = None) -> Point:
        """Return the camera's place with a part of the window in the middle of the picture, or from a height on."""
        sides = (widget.winfo_rootx(), widget.winfo_width()), (widget.winfo_rooty(), widget.winfo_height())
        x, y = (
            min(max(0.0, start + length / 2 - seen / 2), whole - seen)
            for (start, length), seen, whole in zip(sides, PICTURE, self.size, strict=True)
        )
        return x, y if top is None else top

    def look(self, place: Point) -> None:
        """Look at another part of the window from now on."""
        self._place = place

    def grab(self) -> Image.Image:
        """Return a picture of the whole window, without the finger."""
        self.settle()
        return ImageGrab.grab((0, 0, *self.size), xdisplay=os.environ["DISPLAY"])

    def settle(self) -> None:
        """Let the window draw its pending changes."""
        for _ in range(3):
            self.window.root.update()
            self.window.root.winfo_pointerxy()  # the X server answers: it has drawn everything requested

    def picture(self, whole: Image.Image | None = None) -> Image.Image:
        """Return the part before the camera, with the finger."""
        x, y = map(round, self._place)
        shown = (whole or self.grab()).crop((x, y, x + PICTURE[0], y + PICTURE[1]))
        if self.finger is None:
            return shown
        return with_finger(shown, (self.finger[0] - x, self.finger[1] - y), self._pressed)

    def show(self, seconds: float) -> None:
        """Film the still window for a while."""
        self._reel.show(self.picture(), seconds)
        self._reel.texts += self._texts()

    def run(self, seconds: float, pace: float = 1.0) -> None:
        """Film motion in the window, at a slower pace if requested."""
        for _ in range(round(seconds / FRAME_S)):
            self._reel.show(self.picture())
            self._go_on(pace * FRAME_S)

    def _go_on(self, seconds: float) -> None:
        """Let the film's time pass for motion, which would otherwise follow a timer of this machine."""
        self.clock.now += seconds
        for mover in (self.page.stage.board.motion, self.page.celebration):
            if mover.running:
                mover._frame()  # noqa: SLF001 - as its timer would, now

    def run_motion(self, pace: float) -> None:
        """Film a motion on the board to its end, at a slower pace if requested."""
        while self.page.stage.board.motion.running:
            self.run(FRAME_S, pace)

    def pan(self, place: Point, seconds: float = 0.72) -> None:
        """Move the camera to another part of the window."""
        whole, start = self.grab(), self._place

        def seen(part: float) -> Image.Image:
            self.look(between(start, place, part))
            return self.picture(whole)

        self._reel.glide(seen, seconds)

    def _texts(self) -> Iterator[tuple[float, str]]:
        """Yield the texts in the picture, each with its height."""
        for widget in _shown(self.window.root):
            for font, text, x, y in _written(widget):
                if all(0 <= at - start < size for at, start, size in zip((x, y), self._place, PICTURE, strict=True)):
                    yield self._pixels(font), text

    def _pixels(self, font: str) -> float:
        """Return the size of a font in pixels."""
        tcl = self.window.root.tk
        if font in tcl.splitlist(tcl.call("font", "names")):
            size = tcl.getint(tcl.call("font", "configure", font, "-size"))
        else:
            size = tcl.getint(tcl.splitlist(font)[1])
        return -size if size < 0 else size * self.window.root.winfo_fpixels("1i") / 72

    # -- the hand ----------------------------------------------------------------------------------------------------------

    def until(self, true: Callable[[], object]) -> None:
        """Let the window work until a condition is true.

        Raises:
            TimeoutError: it does not become true.
        """
        end = time.monotonic() + TIMEOUT_S
        while not true():
            if time.monotonic() > end:
                raise TimeoutError("the window does not come to what is to be filmed")
            self.window.root.update()
            time.sleep(0.005)

    def move(self, *places: Point, seconds: float) -> None:
        """Move the finger through places, filmed, with the thing that it holds while it is pressed."""
        way = [self.finger or places[0], *places]
        count = round(seconds / FRAME_S)
        for n in range(1, count + 1):
            self.finger = along(way, eased(n / count))
            if self._pressed:
                self._point(self.finger)
            self._go_on(FRAME_S)
            self._reel.show(self.picture())

    def press(self) -> None:
        """Put the finger down in its place."""
        assert self.finger
        self._wait_for_dead_time()
        self._point(self.finger)
        self._button(X.ButtonPress)
        self._pressed = True

    def lift(self) -> None:
        """Lift the finger."""
        self._button(X.ButtonRelease)
        self._pressed = False

    def tap(self, seconds: float = 3 * FRAME_S) -> None:
        """Press and lift, filmed."""
        self.press()
        self._reel.show(self.picture(), seconds)
        self.lift()

    def _point(self, place: Point) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=round(place[0]), y=round(place[1]))
        self._display.sync()
        self.settle()

    def _button(self, kind: int) -> None:
        xtest.fake_input(self._display, kind, 1)
        self._display.sync()
        time.sleep(0.02)
        self.settle()

    def _wait_for_dead_time(self) -> None:
        """Wait until new parts accept presses, and two taps are no longer a double tap."""
        end = time.monotonic() + APART_S
        self.until(lambda: time.monotonic() > end)


def _shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if child.winfo_ismapped():
            yield child
            yield from _shown(child)


def _written(widget: tk.Misc) -> Iterator[tuple[str, str, float, float]]:
    """Yield the texts of a widget: font, words, and the pixel of the window in the middle of each."""
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    if isinstance(widget, tk.Canvas):
        for item in widget.find_all():
            kind, box, options = str(widget.type(item)), widget.bbox(item), widget.itemconfigure(item) or {}
            font, words, state = (str(options.get(name, [""])[-1]) for name in ("font", "text", "state"))
            if kind == "text" and state != "hidden" and box:
                yield font, words, x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2
    elif "text" in widget.keys() and (words := str(widget.cget("text"))):  # noqa: SIM118 - a widget is no mapping
        style = str(widget.cget("style")) or widget.winfo_class()
        font = str(widget.tk.call("ttk::style", "lookup", style, "-font")) or "TkDefaultFont"
        yield font, words, x + widget.winfo_width() / 2, y + widget.winfo_height() / 2


def spot(board: Any, name: str) -> Point:
    """Return the pixel of the window at which a cell of the board can be tapped."""
    cell = board.geometry[name]
    for place in (centre(cell.polygon), cell.foot, *(between(centre(cell.polygon), each, 0.6) for each in cell.polygon)):
        x, y = board.projection.pixel(place)
        if board.place_at(x, y) == name:
            return board.winfo_rootx() + x, board.winfo_rooty() + y
    raise ValueError(f"{name} cannot be tapped")
