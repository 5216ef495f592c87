"""Pictures that Tk can show, painted once for each size and colour."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable

from PIL import Image, ImageTk


class Sprites:
    """The pictures of one canvas. Tk shows a picture only for as long as somebody holds it; this is who does."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._kept: dict[Hashable, ImageTk.PhotoImage] = {}

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> ImageTk.PhotoImage:
        """The picture of this key, painted when it is first asked for."""
        if key not in self._kept:
            self._kept[key] = ImageTk.PhotoImage(paint(), master=self._canvas)
        return self._kept[key]

    def new(self, image: Image.Image) -> ImageTk.PhotoImage:
        """A picture that the caller holds, for what is never drawn twice."""
        return ImageTk.PhotoImage(image, master=self._canvas)

    def clear(self) -> None:
        """Forgets all pictures: sizes or colours are others now."""
        self._kept.clear()
