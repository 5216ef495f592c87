"""A card's picture of a saved game, painted in small steps and then cached."""

from __future__ import annotations

import tkinter as tk
from collections import OrderedDict
from collections.abc import Hashable
from tkinter import ttk

from PIL import Image, ImageTk

from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.board.board_picture import PictureSize
from fourth_seat.ui.library.pictures import PAUSE_MS, advance, paint_saved
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.timer import Timer

MAX_KEPT = 32
_kept: OrderedDict[Hashable, Image.Image | None] = OrderedDict()


class SavedPicture(ttk.Frame):
    """A picture of a saved game; `fit` sets its size.

    Attributes:
        painted: whether the picture is complete.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, saved: Saved) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._theme, self._saved = theme, saved
        self._size: PictureSize = (1, 1)
        self._timer = Timer(self)
        self._label = ttk.Label(self, style="Raised.TLabel", anchor="center")
        self._label.place(relwidth=1, relheight=1)
        self.painted = False
        self._last: Image.Image | None = None  # of the painting in progress
        theme.on_change(self, self._begin)

    def fit(self, width: int, height: int) -> None:
        """Set the picture's size in pixels."""
        if (width, height) != self._size:
            self._size = width, height
            self.configure(width=width, height=height)
            self._begin()

    def _begin(self) -> None:
        key = self._saved.path, self._saved.when, self._saved.moves, self._size, self._theme.palette
        if key in _kept:
            self._show(_kept[key])
            return
        work = paint_saved(self._saved, self._size, self._theme.palette)

        def go_on() -> None:
            image, finished = advance(work)
            self._last = image or self._last
            if not finished:
                self._timer.start(PAUSE_MS, go_on)
                return
            _kept[key] = image = self._last
            while len(_kept) > MAX_KEPT:
                _kept.popitem(last=False)
            self._show(image)

        self._last = None
        self._timer.start(PAUSE_MS, go_on)

    def _show(self, image: Image.Image | None) -> None:
        self.painted = True
        if image:
            self._photo = ImageTk.PhotoImage(image, master=self)
            self._label.configure(image=self._photo)
