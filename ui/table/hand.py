"""The piece in hand, shown enlarged beside the board, with handles for turning it."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import rectangle
from fourth_seat.table.table import Table
from fourth_seat.ui.table.card import piece_picture
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words import Text, say

SQUARE_PX = 22  # width of a square of the piece, at 96 dots an inch and medium text
SQUARES = 5  # of the longest piece: there is room for it whichever way it is turned
ARROW_PX = 20  # size of the arrow on a handle
SUPERSAMPLING = 4


class PieceInHand(ttk.Frame):
    """Shows the piece taken from a tray in its orientation on the board, with handles for turning, flipping and playing it.

    The layout is the same for all pieces.

    Attributes:
        left, right: the handles that turn the piece.
        flip: the handle that turns it over.
        confirm: the button that plays it once it has been laid where it fits.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        orientation: Orientation,
        enter: Callable[[Callable[[], object]], None],
        to_board: Callable[[], None],
    ) -> None:
        """`enter` performs an action at the table and shows the reason if it is refused; `to_board` returns the keyboard
        focus to the board.
        """
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1))
        self._theme, self._table, self._orientation, self._enter = theme, table, orientation, enter
        self._shown: tuple[object, ...] = ()
        self._photo: ImageTk.PhotoImage | None = None
        self._arrows: list[ImageTk.PhotoImage] = []
        self._picture = ttk.Label(self, style="Raised.TLabel", anchor="center")
        self.left = ttk.Button(self, text=text(say("Turn left")), compound="image", command=partial(self._turn, -1))
        self.right = ttk.Button(self, text=text(say("Turn right")), compound="image", command=partial(self._turn, 1))
        self.flip = ttk.Button(self, text=text(say("Flip")), command=lambda: enter(table.flip_piece))
        self.confirm = ttk.Button(
            self, text=text(say("Place")), style="Accent.TButton", command=lambda: enter(table.confirm)
        )
        self._picture.grid(row=0, column=0, rowspan=3, sticky="nswe")
        half = theme.space(0.5)
        # Left is left in every language: boards are not mirrored.
        first, second = (self.right, self.left) if theme.mirrored else (self.left, self.right)
        first.grid(row=0, column=1, sticky="nswe", padx=(half, half), pady=(0, half))
        second.grid(row=0, column=2, sticky="nswe", pady=(0, half))
        self.flip.grid(row=1, column=1, columnspan=2, sticky="nswe", padx=(half, 0), pady=(0, half))
        self.confirm.grid(row=2, column=1, columnspan=2, sticky="nswe", padx=(half, 0))
        for handle in (self.left, self.right, self.flip, self.confirm):  # the space bar plays, whatever was clicked last
            handle.bind("<ButtonRelease-1>", lambda _: to_board(), add="+")
        self.columnconfigure((1, 2), weight=1, uniform="handles")
        self.rowconfigure((0, 1, 2), weight=1, uniform="handles")
        theme.on_change(self, self._dress)
        self._dress()

    @property
    def has_piece(self) -> bool:
        """Whether there is a piece to show."""
        return bool(self._table.move_input.in_hand)

    def refresh(self) -> None:
        """Show the piece in hand."""
        if not self.has_piece:
            return
        entry = self._table.move_input
        self.confirm.state(["disabled" if entry.complete is None else "!disabled"])
        shown = entry.in_hand, entry.tapped.turns, entry.tapped.flipped
        if shown != self._shown:
            self._shown = shown
            self._draw()

    def set_orientation(self, orientation: Orientation) -> None:
        """Show the piece as seen when held over a board in this orientation."""
        self._orientation, self._shown = orientation, ()
        self.refresh()

    def _turn(self, quarters: int) -> None:
        """Turn the piece clockwise, from the person's point of view."""
        quarters = -quarters if self._orientation.mirror else quarters
        self._enter(lambda: self._table.turn_piece(quarters))

    def _draw(self) -> None:
        table, entry = self._table, self._table.move_input
        content = entry.content
        if content is None:
            return
        squares = table.game.held_squares(entry.in_hand, entry.tapped.turns, entry.tapped.flipped)
        picture = piece_picture(
            [rectangle(x, y, x + 1, y + 1) for x, y in squares],
            self._orientation,
            self._theme.palette.hue(table.game.sides(table.options)[content.colour - 1].hue),
            round(SQUARE_PX * self._theme.scale),
        )
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self._picture.configure(image=str(self._photo))

    def _dress(self) -> None:
        """Redraw everything in the theme's current size and colours."""
        theme = self._theme
        size = round(ARROW_PX * theme.scale)
        self._arrows = [
            ImageTk.PhotoImage(turning_arrow(size, theme.palette.ink, clockwise), master=self)
            for clockwise in (False, True)
        ]
        for button, photo in zip((self.left, self.right), self._arrows, strict=True):
            button.configure(image=str(photo))
        side = round(SQUARES * SQUARE_PX * theme.scale)
        self.columnconfigure(0, minsize=side)
        self.grid_rowconfigure((0, 1, 2), minsize=math.ceil(side / 3))
        if self.has_piece:
            self._draw()


def turning_arrow(size: int, colour: str, clockwise: bool) -> Image.Image:
    """Draw an arrow that runs most of the way around a circle."""
    full = size * SUPERSAMPLING
    image = Image.new("RGBa", (full, full), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    line, radius, middle = full * 0.1, full * 0.36, full / 2
    box = (middle - radius, middle - radius, middle + radius, middle + radius)
    draw.arc(box, -40, 230, colour, round(line))
    end = math.radians(-40)
    x, y = middle + (radius - line / 2) * math.cos(end), middle + (radius - line / 2) * math.sin(end)
    way, reach = end - math.pi / 2, full * 0.26  # anticlockwise, where the arc began
    tip = x + reach * math.cos(way), y + reach * math.sin(way)
    wings = [(x + 0.8 * reach * math.cos(way + turn), y + 0.8 * reach * math.sin(way + turn)) for turn in (2.0, -2.0)]
    draw.polygon([tip, *wings], colour)
    small = image.reduce(SUPERSAMPLING).convert("RGBA")
    return small.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if clockwise else small
