"""Pictures that Tk can show, painted once for each size and colour."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Iterable, Sequence

from PIL import Image, ImageTk


class Sprites:
    """The pictures of one canvas. Tk shows a picture only for as long as there is a reference to it; the references are
    kept here.

    Attributes:
        ground: the empty board as it is drawn now.
    """

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self.ground = Image.new("RGB", (1, 1))
        self._painted: dict[Hashable, Image.Image] = {}
        self._kept: dict[Hashable, ImageTk.PhotoImage] = {}
        self._inlaid: dict[int, ImageTk.PhotoImage] = {}

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> ImageTk.PhotoImage:
        """Return the picture with this key, painted when it is first requested."""
        if key not in self._kept:
            self._kept[key] = self.new(paint())
        return self._kept[key]

    def new(self, image: Image.Image) -> ImageTk.PhotoImage:
        """Return a picture for one use; the caller must keep a reference to it."""
        return ImageTk.PhotoImage(image, master=self._canvas)

    def lay(self, key: Hashable, paint: Callable[[], Image.Image], middles: Sequence[tuple[float, float]]) -> int:
        """Make one item that shows a picture in several places, later ones over earlier ones, with the ground around them.

        A picture with transparent parts makes Tk ask the screen for the pixels below, and wait for the answer, each time it
        is drawn. This item has none, so it is only for things that overlap nothing else.
        """
        if key not in self._painted:
            self._painted[key] = paint()
        picture = self._painted[key]
        corners = [(round(x - picture.width / 2), round(y - picture.height / 2)) for x, y in middles]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners) + picture.width, max(y for _, y in corners) + picture.height
        image = self.ground.crop((left, top, right, bottom))
        for x, y in corners:
            image.paste(picture, (x - left, y - top), picture)
        photo = self.new(image)
        item = self._canvas.create_image(left, top, image=photo, anchor="nw")
        self._inlaid[item] = photo
        return item

    def forget(self, items: Iterable[int]) -> None:
        """Forget items that are gone."""
        for item in items:
            self._inlaid.pop(item, None)

    def clear(self) -> None:
        """Forget all pictures, because sizes or colours have changed."""
        self._painted.clear()
        self._kept.clear()
        self._inlaid.clear()
