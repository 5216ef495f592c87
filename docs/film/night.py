"""The lights under a board in a dark room."""

from __future__ import annotations

import os
import tkinter as tk

from PIL import Image, ImageChops, ImageFilter, ImageGrab

from docs.film.reel import PICTURE
from docs.film.window import Camera
from fourth_seat.games.geometry import Rectangle, widened
from fourth_seat.hardware.lights.scene import LightsScene, render, tints_of
from fourth_seat.table.table import Table
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.lit_board import LitBoard

LED_RIM, LED_RIM_UNITS = 76, 0.5  # LEDs around the board, which extend this far beyond its squares
GLOW_PX = (3, 7, 18)  # how far their light is seen around them
NIGHT, NIGHT_COLOUR = 0.34, "#14161a"  # of the board's brightness, with the lights on; and that of its surroundings


class NightBoard:
    """A board with its lights, which show a table's pending placement."""

    def __init__(self, camera: Camera, table: Table) -> None:
        """It appears below the camera's window."""
        pending = table.pending
        assert pending, "there is nothing to set down"
        self._camera, self._geometry = camera, table.game.geometry(table.options)
        self._scene = LightsScene(pending.steps, pending.before.cells(), pending.colour, mover=pending.colour)
        self._tints = tints_of(table.game.sides(table.options))
        self._top = tk.Toplevel(camera.window.root)
        self._top.geometry(f"{PICTURE[0]}x{PICTURE[1]}+0+{camera.size[1]}")
        self._board = LitBoard(self._top, camera.window.theme, GameBoard(table.game, table.options), LED_RIM, PICTURE)
        self._board.letters = False
        self._board.rebuild()
        self._board.show(self._scene.before)
        self._board.pack()
        left, top, right, bottom = widened(self._geometry.area, LED_RIM_UNITS)
        pixel = self._board.projection.pixel
        self._corners = (*pixel((left, top)), *pixel((right, bottom)))
        camera.until(self._board.winfo_viewable)
        self._dark = self._grab()

    def picture(self, seconds: float) -> Image.Image:
        """Return its picture this many seconds after the lights have begun."""
        self._board.light(render(self._scene, self._geometry, self._tints, LED_RIM, seconds))
        return by_night(self._dark, self._grab(), self._corners)

    def close(self) -> None:
        self._top.destroy()

    def _grab(self) -> Image.Image:
        self._top.lift()
        self._camera.settle()
        box = 0, self._camera.size[1], PICTURE[0], self._camera.size[1] + PICTURE[1]
        return ImageGrab.grab(box, xdisplay=os.environ["DISPLAY"])


def by_night(dark: Image.Image, lit: Image.Image, board: Rectangle) -> Image.Image:
    """Return a board with its lights in a dark room, from pictures without and with them; `board` is its place."""
    changed = ImageChops.difference(dark, lit).convert("L").point(lambda value: 255 if value else 0)
    lamps = Image.composite(lit, Image.new("RGB", lit.size), changed)
    shown = Image.new("RGB", dark.size, NIGHT_COLOUR)
    box = round(board[0]), round(board[1]), round(board[2]), round(board[3])
    shown.paste(dark.crop(box).point(lambda value: round(value * NIGHT)), box[:2])
    shown.paste(lit, (0, 0), changed)
    for reach in GLOW_PX:
        shown = ImageChops.screen(shown, lamps.filter(ImageFilter.GaussianBlur(reach)))
    return shown
