"""A cache of Tk images, painted once for each size and colour."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Iterable, Sequence

from PIL import Image, ImageTk


class Sprites:
    """The images of a canvas. References to the images are kept here, because Tk does not keep any itself.

    Attributes:
        ground: the current picture of the empty board.
    """

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self.ground = Image.new("RGB", (1, 1))
        self._painted: dict[Hashable, Image.Image] = {}
        self._kept: dict[Hashable, ImageTk.PhotoImage] = {}
        self._inlaid: dict[int, ImageTk.PhotoImage] = {}

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> ImageTk.PhotoImage:
        """Return the image with this key. It is painted lazily."""
        if key not in self._kept:
            self._kept[key] = self.new(paint())
        return self._kept[key]

    def new(self, image: Image.Image) -> ImageTk.PhotoImage:
        """Return an uncached image. The caller must keep a reference to it."""
        return ImageTk.PhotoImage(image, master=self._canvas)

    def lay(self, key: Hashable, paint: Callable[[], Image.Image], middles: Sequence[tuple[float, float]]) -> int:
        """Create a single item that shows a picture in several places, later ones on top, with the ground around them.

        Drawing transparent images in Tk is slow, because it reads the pixels below from the screen each time. This item is
        opaque, so it must not overlap anything except the ground.
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
        """Release the images of deleted items."""
        for item in items:
            self._inlaid.pop(item, None)

    def clear(self) -> None:
        """Clear the cache after a change of sizes or colours."""
        self._painted.clear()
        self._kept.clear()
        self._inlaid.clear()
