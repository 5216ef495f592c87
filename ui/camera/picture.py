"""The camera's live picture with an overlay of the board's grid."""

from __future__ import annotations

import os
import tempfile
import tkinter as tk
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageTk

from fourth_seat.games.protocol import Side
from fourth_seat.hardware.hues import hue_colour, ink_on
from fourth_seat.ui.theme.theme import SMALL, Theme
from fourth_seat.vision.camera_session import CellGuess, Grid
from fourth_seat.vision.worker.frame_buffer import SharedPicture

DEFAULT_ASPECT = 16 / 9  # width to height, before the first picture has come
LINE_COLOUR, HALO_COLOUR, DOUBT_COLOUR = "#ffffff", "#1c1c1c", "#ff8a3d"
SURE_PROBABILITY = 0.9  # below which a guess is shown as a doubt
DISC_SHARE = 0.72  # of a cell, that the disc of its likeliest colour takes
SMALLEST_TEXT = 15  # pixels of a cell, at 96 dots an inch, in which a percentage can be read
NO_GUESSES: Mapping[str, CellGuess] = {}
AROUND_SHARE = 0.05  # of the board's size, that is shown around it if only the board is shown


def save_picture(picture: SharedPicture) -> Path:
    """Save a picture to a temporary PNG file. Raises `OSError` on failure."""
    descriptor, name = tempfile.mkstemp(suffix=".png", prefix="fourth-seat-")
    with os.fdopen(descriptor, "wb") as file:
        file.write(png(picture))
    return Path(name)


def png(picture: SharedPicture) -> bytes:
    """Encode a picture as PNG."""
    data = BytesIO()
    _image(picture).save(data, "PNG", compress_level=1)
    return data.getvalue()


def _image(picture: SharedPicture) -> Image.Image:
    return Image.frombuffer("RGB", (picture.width, picture.height), picture.pixels, "raw", "BGR", 0, 1)


class LivePicture(tk.Canvas):
    """Shows pictures at the largest size that fits. A single Tk image is reused for all of them.

    Attributes:
        grid_shown: the grid drawn over the picture, or None.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        sides: tuple[Side, ...],
        *,
        only_board: bool = False,
        counted: Collection[str] = (),
    ) -> None:
        """`only_board` means that only the board is shown once it has been found. `counted` are the cells that can hold
        several pieces.
        """
        super().__init__(parent, background="#202020", takefocus=False)
        self._theme, self._sides, self._only_board, self._counted = theme, sides, only_board, counted
        self._photo: ImageTk.PhotoImage | None = None
        self._image = self.create_image(0, 0, anchor="nw")
        self._picture: SharedPicture | None = None
        # What is shown: left, top, right, bottom in the camera's pixels.
        self._part: tuple[float, float, float, float] = (0.0, 0.0, DEFAULT_ASPECT, 1.0)
        self._most = (320, 180)
        self.grid_shown: Grid | None = None
        self._guesses = NO_GUESSES

    def fit(self, width: int, height: int) -> None:
        """Set the maximum size of the picture, in pixels."""
        if (width, height) != self._most:
            self._most = max(16, width), max(9, height)
            self._resize()

    def _resize(self) -> None:
        left, top, right, bottom = self._part
        shape = (right - left) / (bottom - top)
        width = min(self._most[0], round(self._most[1] * shape))
        self.configure(width=width, height=round(width / shape))
        self._paint()  # a photo, or a film that has ended, sends no more pictures
        self._draw()

    @property
    def factor(self) -> float:
        """The number of screen pixels per camera pixel, or 0 before the first picture."""
        left, _, right, _ = self._part
        return int(self.cget("width")) / (right - left) if self._picture else 0.0

    def show(self, picture: SharedPicture) -> None:
        """Show a new picture."""
        before, self._picture = self._picture, picture
        if before is None or (before.width, before.height, before.whole) != (picture.width, picture.height, picture.whole):
            self._choose_part()
        else:
            self._paint()

    def _choose_part(self) -> None:
        """Choose the visible part of the picture."""
        if self._picture is None:
            return
        width, height = self._picture.whole, self._picture.whole * self._picture.height / self._picture.width
        self._part = 0.0, 0.0, width, height
        if self._only_board and self.grid_shown:
            xs, ys = zip(*self.grid_shown.corners, strict=True)
            around = AROUND_SHARE * max(max(xs) - min(xs), max(ys) - min(ys))
            left, top = max(0.0, min(xs) - around), max(0.0, min(ys) - around)
            right, bottom = min(width, max(xs) + around), min(height, max(ys) + around)
            if left < right and top < bottom:
                self._part = left, top, right, bottom
        self._resize()

    def _paint(self) -> None:
        if self._picture is None:
            return
        size = int(self.cget("width")), int(self.cget("height"))
        scale = self._picture.width / self._picture.whole
        left, top, right, bottom = (scale * edge for edge in self._part)
        part = left, top, min(right, self._picture.width), min(bottom, self._picture.height)
        image = _image(self._picture).resize(size, Image.Resampling.BILINEAR, part, reducing_gap=1.0)
        if self._photo is None or (self._photo.width(), self._photo.height()) != size:
            self._photo = ImageTk.PhotoImage(image, master=self)
            self.itemconfigure(self._image, image=str(self._photo))
        else:
            self._photo.paste(image)

    def overlay(self, grid: Grid | None, guesses: Mapping[str, CellGuess] = NO_GUESSES) -> None:
        """Set the cell outlines and most likely contents to draw over the picture. No-op if nothing has changed."""
        if grid is not self.grid_shown or guesses is not self._guesses:
            moved = self._only_board and grid is not self.grid_shown
            self.grid_shown, self._guesses = grid, guesses
            self._choose_part() if moved else self._draw()

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
                self._show_guess(outline, guess, counted=name in self._counted)
        self._outline(self._here(grid.corners))

    def _here(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        left, top, _, _ = self._part
        return [((x - left) * self.factor, (y - top) * self.factor) for x, y in points]

    def _outline(self, corners: list[tuple[float, float]]) -> None:
        for colour, width in ((HALO_COLOUR, 4), (LINE_COLOUR, 2)):
            self.create_polygon(corners, outline=colour, fill="", width=width * self._theme.density, tags="over")
        self._name_corner(corners[0])

    def _name_corner(self, place: tuple[float, float]) -> None:
        """Draw a dot at the board's nominal top left corner, to indicate the orientation of the board."""
        radius = 4 * self._theme.density
        x, y = place
        self.create_oval(
            x - radius, y - radius, x + radius, y + radius, fill=DOUBT_COLOUR, outline=HALO_COLOUR, tags="over"
        )

    def _show_guess(self, outline: list[tuple[float, float]], guess: CellGuess, *, counted: bool) -> None:
        """Draw the most likely colour of a cell, its probability and, if the cell is `counted`, the number of pieces."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        room = min(max(xs) - min(xs), max(ys) - min(ys))
        sure = guess.probability >= SURE_PROBABILITY
        ink = LINE_COLOUR
        if guess.count:
            fill = hue_colour(self._sides[guess.colour - 1].hue) if guess.colour else "#555555"
            ink, radius = ink_on(fill), DISC_SHARE / 2 * room
            line = HALO_COLOUR if sure else DOUBT_COLOUR
            self.create_oval(
                x - radius, y - radius, x + radius, y + radius, fill=fill, outline=line, width=1 if sure else 2, tags="over"
            )
        elif not sure:
            width = max(1, min(3, round(room / 8)))
            self.create_polygon(outline, outline=DOUBT_COLOUR, fill="", width=width, tags="over")
        font, percent = self._theme.font(SMALL), f"{100 * guess.probability:.0f}"
        caption = percent
        if counted and guess.count:
            caption = f"{guess.count}\n{percent} %"
            if DISC_SHARE * room < max(font.measure(f"{percent} %"), 2 * font.metrics("linespace")):
                caption = f"{guess.count}"
        needed = max(SMALLEST_TEXT * self._theme.density, font.measure(caption))
        if (DISC_SHARE * room if guess.count else room) >= needed and (guess.count or not sure):
            self.create_text(x, y, text=caption, fill=ink, font=SMALL, justify="center", tags="over")
