"""Pictures of the visible games, painted in small steps while there is no input."""

from __future__ import annotations

import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from PIL import Image, ImageTk

from fourth_seat.table.library.replay import positions
from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.board.board_picture import PictureSize, paint_position
from fourth_seat.ui.theme.palette import Palette
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words import FourthSeatError

SLICE_S = 0.006  # in one go
PAUSE_MS = 6  # between two batches
MAX_KEPT = 240  # pictures; some sixty are in sight at once
MAX_PAINTED_S = 4.0  # of one picture; a game that takes longer shows the position so far


T = TypeVar("T")


class Pictures:
    """Paints and caches the requested pictures, one after another."""

    def __init__(self, widget: tk.Misc, theme: Theme, painted: Callable[[Path], None]) -> None:
        """`painted` is called with the path of each record whose picture is finished."""
        self._widget, self._theme, self._painted = widget, theme, painted
        self._kept: OrderedDict[Path, ImageTk.PhotoImage | None] = OrderedDict()
        self._wanted: list[Saved] = []
        self._size: PictureSize = (1, 1)
        self._timer = ""
        self._work: tuple[Path, Iterator[None]] | None = None

    def resize(self, size: PictureSize) -> None:
        """Discard all pictures, and paint new ones at this size."""
        self._size = size
        self._kept.clear()
        self._work = None

    def get(self, path: Path) -> ImageTk.PhotoImage | None:
        """Return the picture of a record, if it has been painted."""
        if path in self._kept:
            self._kept.move_to_end(path)
        return self._kept.get(path)

    def want(self, games: Sequence[Saved]) -> None:
        """Paint the pictures of these games next, replacing any earlier request."""
        self._wanted = [saved for saved in games if saved.path not in self._kept]
        if self._wanted and not self._timer:
            self._timer = self._widget.after(PAUSE_MS, self._step)

    @property
    def busy(self) -> bool:
        """Whether any requested picture is still unfinished."""
        return bool(self._wanted or self._work)

    def close(self) -> None:
        """Stop painting."""
        if self._timer:
            self._widget.after_cancel(self._timer)
            self._timer = ""

    def _step(self) -> None:
        self._timer = ""
        if self._work is None and self._wanted:
            saved = self._wanted.pop(0)
            self._work = saved.path, self._paint(saved)
        if self._work:
            path, work = self._work
            if advance(work)[1]:
                self._work = None
                if path in self._kept:
                    self._painted(path)
        if self._work or self._wanted:
            self._timer = self._widget.after(PAUSE_MS, self._step)

    def _paint(self, saved: Saved) -> Iterator[None]:
        """Paint and cache a picture, or cache None if the game cannot be replayed."""
        image: Image.Image | None = None
        for painting in paint_saved(saved, self._size, self._theme.palette):
            image = painting
            yield
        self._kept[saved.path] = ImageTk.PhotoImage(image, master=self._widget) if image else None
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


def advance(work: Iterator[T]) -> tuple[T | None, bool]:
    """Advance an iterator for a short time slice; return its last value, if any, and whether it is exhausted."""
    end, last = time.perf_counter() + SLICE_S, None
    for last in work:
        if time.perf_counter() >= end:
            return last, False
    return last, True


def paint_saved(saved: Saved, size: PictureSize, palette: Palette) -> Iterator[Image.Image | None]:
    """Replay a game and paint its last position, yielding repeatedly; the last value is the picture, or None if the game
    cannot be replayed.
    """
    end = time.perf_counter() + MAX_PAINTED_S
    try:
        state = None
        for position in positions(saved.path):
            state = position
            yield None
            if time.perf_counter() > end:
                break
        yield from paint_position(saved.game, state, size, palette) if state else ()
    except FourthSeatError:
        yield None
