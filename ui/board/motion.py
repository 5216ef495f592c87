"""Animates moves on a board that already shows the result, including the intermediate contents of cells.

Animations are drawn over the static picture, in which only the changing parts are hidden. They can be cancelled at any
time, which removes their items and restores the hidden ones.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from PIL import Image

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.flights import Flight, Motion
from fourth_seat.games.geometry import Geometry, Holds, Point
from fourth_seat.ui.board.pieces import Pieces
from fourth_seat.ui.board.sprites import Sprites
from fourth_seat.ui.widgets.timer import Timer

FRAME_MS = 16  # between two pictures
PROPOSED_OPACITY = 0.55  # of what hands are still to move
_MOVING = "moving"  # tag of all that is drawn for a motion


class FlyingSprites(Sprites):
    """Pictures of moving pieces. Their edges are transparent, because they pass over other pieces."""

    def lay(self, key: Hashable, paint: Callable[[], Image.Image], middles: Sequence[Point]) -> int:
        """Create an item that shows a picture in a single place."""
        return self._canvas.create_image(*middles[-1], image=self.get(key, paint))


@dataclass(slots=True)
class _Flying:
    """The canvas items of a moving piece, and the pixel at the middle of the piece."""

    items: list[int]
    at: Point


@dataclass(slots=True)
class _Running:
    """An animation in progress."""

    motion: Motion
    begun: float
    hidden: list[int] = field(default_factory=list)
    flying: dict[int, _Flying] = field(default_factory=dict)
    begun_flights: int = 0
    made_changes: int = 0
    lying: dict[str, list[int]] = field(default_factory=dict)


class MotionPlayer:
    """Plays animations on a canvas, one at a time.

    Attributes:
        clock: function that returns the time in seconds.
    """

    def __init__(self, canvas: tk.Canvas, place: Callable[[str, list[int]], list[int]]) -> None:
        """`place` moves items to a layer of the canvas."""
        self.clock = time.monotonic
        self._canvas, self._place = canvas, place
        self._timer = Timer(canvas)
        self._running: _Running | None = None
        self._next: Callable[[], None] | None = None

    def build(self, geometry: Geometry, pieces: Pieces, flying: Pieces, sprites: Sprites) -> None:
        """Set the objects used for drawing the board. `flying` draws the moving pieces."""
        self._geometry, self._pieces, self._flying, self._sprites = geometry, pieces, flying, sprites

    @property
    def running(self) -> bool:
        """Whether an animation is in progress."""
        return self._running is not None

    def play(self, motion: Motion, before: Cells, shown: Callable[[str], Sequence[int]], covered: Sequence[int]) -> None:
        """Play an animation that starts from the board `before`, replacing any animation in progress. The board already
        shows the result: `shown` returns the items on a cell, and `covered` are marks to hide until the end of the
        animation.
        """
        self.cut()
        cells = dict.fromkeys(change.cell for change in motion.changes)
        running = self._begin(motion)
        running.hidden = [*covered, *(item for name in cells for item in shown(name))]
        for item in running.hidden:
            self._canvas.itemconfigure(item, state="hidden")
        for name in cells:
            self._lay(running, name, before.get(name))
        self._frame()

    def propose(self, motion: Motion) -> None:
        """Animate a move to be made by hand with translucent pieces, without changing the board. If an animation is in
        progress, wait for it to end.
        """
        if self._running:
            self._next = lambda: self.propose(motion)
            return
        self._begin(Motion(motion.flights, (), motion.length))
        self._frame()

    def cut(self) -> None:
        """Cancel the current animation and any pending one, and show the static picture immediately."""
        self._timer.stop()
        self._next = None
        self._clear()

    def _begin(self, motion: Motion) -> _Running:
        self._running = _Running(motion, self.clock())
        return self._running

    def _clear(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        items = [item for each in running.lying.values() for item in each]
        self._canvas.delete(_MOVING, *items)
        self._sprites.forget(items)
        for item in running.hidden:
            self._canvas.itemconfigure(item, state="")

    def _frame(self) -> None:
        """Draw a frame of the animation, and schedule the next one."""
        running = self._running
        if running is None:
            return
        at = self.clock() - running.begun
        if at >= running.motion.length:
            self._clear()
            following, self._next = self._next, None
            if following:
                following()
            return
        self._timer.start(FRAME_MS, self._frame)
        self._change(running, at)
        self._fly(running, at)

    def _change(self, running: _Running, at: float) -> None:
        """Update the contents of cells for a point in time."""
        changes = running.motion.changes
        now: dict[str, Content | None] = {}
        while running.made_changes < len(changes) and changes[running.made_changes].at <= at:
            change = changes[running.made_changes]
            now[change.cell] = change.content
            running.made_changes += 1
        for name, content in now.items():
            self._lay(running, name, content)

    def _lay(self, running: _Running, name: str, content: Content | None) -> None:
        old = running.lying.pop(name, [])
        self._canvas.delete(*old)
        self._sprites.forget(old)
        if content is not None:
            running.lying[name] = self._place("pieces", self._pieces.draw(self._geometry[name], content))

    def _fly(self, running: _Running, at: float) -> None:
        """Update the positions of moving pieces for a point in time."""
        flights = running.motion.flights
        for number, flying in list(running.flying.items()):
            if flights[number].ends <= at:
                self._canvas.delete(*flying.items)
                del running.flying[number]
        while running.begun_flights < len(flights) and flights[running.begun_flights].begins <= at:
            flight = flights[running.begun_flights]
            if flight.ends > at:
                running.flying[running.begun_flights] = self._take_off(flight, proposed=not running.motion.changes)
            running.begun_flights += 1
        pixel = self._pieces.projection.pixel
        for number, flying in running.flying.items():
            x, y = pixel(flights[number].place(at))
            right, down = x - flying.at[0], y - flying.at[1]
            flying.at = x, y
            for item in flying.items:
                self._canvas.move(item, right, down)

    def _take_off(self, flight: Flight, *, proposed: bool) -> _Flying:
        if flight.cell.holds is Holds.PILE:  # without a number, which would cover those of the pits
            items = self._flying.draw_seeds(flight.cell, flight.content)
        else:
            items = self._flying.draw(flight.cell, flight.content, PROPOSED_OPACITY if proposed else 1.0)
        self._place(_MOVING, items)
        return _Flying(items, self._pieces.projection.pixel(flight.origin))
