"""The camera's live picture with the board's grid over it."""

from __future__ import annotations

import os
import tempfile
import tkinter as tk
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageTk

from games.protocol import Side
from hardware.hues import ink_on
from setup.camera_session import CellGuess, Grid
from ui.theme import SMALL, Theme
from vision.worker.frame_buffer import SharedPicture

DEFAULT_ASPECT = 16 / 9  # width to height, before the first picture has come
LINE_COLOUR, HALO_COLOUR, DOUBT_COLOUR = "#ffffff", "#1c1c1c", "#ff8a3d"
SURE_PROBABILITY = 0.9  # below which a guess is shown as a doubt
SMALLEST_TEXT = 15  # pixels of a cell's height in which a percentage can be read
Points = Sequence[tuple[float, float]]


def save_picture(picture: SharedPicture) -> Path:
    """Save a picture as a PNG file among the system's passing ones; raises `OSError`."""
    descriptor, name = tempfile.mkstemp(suffix=".png", prefix="fourth-seat-")
    with os.fdopen(descriptor, "wb") as file:
        _image(picture).save(file, "PNG", compress_level=1)
    return Path(name)


def _image(picture: SharedPicture) -> Image.Image:
    return Image.frombuffer("RGB", (picture.width, picture.height), picture.pixels, "raw", "BGR", 0, 1)


class LivePicture(tk.Canvas):
    """Shows pictures as large as its width allows; one photo is used again and again.

    Attributes:
        grid_shown: where the cells are, over the picture.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, sides: tuple[Side, ...]) -> None:
        super().__init__(parent, background="#202020", takefocus=False)
        self._theme, self._sides = theme, sides
        self._photo: ImageTk.PhotoImage | None = None
        self._image = self.create_image(0, 0, anchor="nw")
        self._shape = DEFAULT_ASPECT
        self._whole = 0  # the camera's picture's width in pixels
        self._most = (320, 180)
        self.grid_shown: Grid | None = None
        self._guesses: Mapping[str, CellGuess] = {}

    def fit(self, width: int, height: int) -> None:
        """Set the most room it may take, in pixels."""
        if (width, height) != self._most:
            self._most = max(16, width), max(9, height)
            self._resize()

    def _resize(self) -> None:
        width = min(self._most[0], round(self._most[1] * self._shape))
        self.configure(width=width, height=round(width / self._shape))
        self._draw()

    @property
    def factor(self) -> float:
        """Pixels here for each of the camera's picture; 0 while none has come."""
        return int(self.cget("width")) / self._whole if self._whole else 0.0

    def show(self, picture: SharedPicture) -> None:
        """Show the next picture."""
        if abs(picture.width / picture.height - self._shape) > 1e-3 or picture.whole != self._whole:
            self._shape, self._whole = picture.width / picture.height, picture.whole
            self._resize()
        size = int(self.cget("width")), int(self.cget("height"))
        image = _image(picture).resize(size, Image.Resampling.BILINEAR, reducing_gap=1.0)
        if self._photo is None or (self._photo.width(), self._photo.height()) != size:
            self._photo = ImageTk.PhotoImage(image, master=self)
            self.itemconfigure(self._image, image=str(self._photo))
        else:
            self._photo.paste(image)

    def overlay(self, grid: Grid | None, guesses: Mapping[str, CellGuess]) -> None:
        """Lay the cells' outlines and the likeliest contents of each over the picture from now on."""
        if grid is not self.grid_shown or guesses is not self._guesses:
            self.grid_shown, self._guesses = grid, guesses
            self._draw()

    def _draw(self) -> None:
        self.delete("over")
        grid = self.grid_shown
        if grid is None or not self.factor:
            return
        for name, points in grid.cells.items():
            outline = self._here(points)
            guess = self._guesses.get(name)
            self.create_polygon(outline, outline=LINE_COLOUR, fill="", width=1, tags="over")
            if guess:
                self._show_guess(outline, guess)
        self._outline(self._here(grid.corners))

    def _here(self, points: Points) -> list[tuple[float, float]]:
        return [(x * self.factor, y * self.factor) for x, y in points]

    def _outline(self, corners: list[tuple[float, float]]) -> None:
        for colour, width in ((HALO_COLOUR, 4), (LINE_COLOUR, 2)):
            self.create_polygon(corners, outline=colour, fill="", width=width * self._theme.density, tags="over")
        self._name_corner(corners[0])

    def _name_corner(self, place: tuple[float, float]) -> None:
        """Draw a dot where the rules have the board's top left, so that it shows which way round it is seen."""
        radius = 4 * self._theme.density
        x, y = place
        self.create_oval(
            x - radius, y - radius, x + radius, y + radius, fill=DOUBT_COLOUR, outline=HALO_COLOUR, tags="over"
        )

    def _show_guess(self, outline: list[tuple[float, float]], guess: CellGuess) -> None:
        """Draw the likeliest colour of a cell and its probability, as large as there is room for."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        room = min(max(xs) - min(xs), max(ys) - min(ys))
        sure = guess.probability >= SURE_PROBABILITY
        ink = LINE_COLOUR
        if guess.count:
            fill = self._theme.palette.colour(self._sides[guess.colour - 1].hue) if guess.colour else "#555555"
            ink, radius = ink_on(fill), 0.36 * room
            line = HALO_COLOUR if sure else DOUBT_COLOUR
            self.create_oval(
                x - radius, y - radius, x + radius, y + radius, fill=fill, outline=line, width=1 if sure else 2, tags="over"
            )
        elif not sure:
            width = max(1, min(3, round(room / 8)))
            self.create_polygon(outline, outline=DOUBT_COLOUR, fill="", width=width, tags="over")
        if room >= SMALLEST_TEXT * self._theme.density and (guess.count or not sure):
            caption = f"{guess.count}" if guess.count > 1 else f"{100 * guess.probability:.0f}"
            self.create_text(x, y, text=caption, fill=ink, font=SMALL, tags="over")
