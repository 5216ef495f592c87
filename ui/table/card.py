"""The placement card: the computer's move as hands carry it out. It stays until the move has been set down."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from PIL import Image, ImageTk

from calibration.orientation import Orientation
from calibration.projection import Projection
from games.contents import Cells
from games.drawing.crop import ZONES_BESIDE_BOARD, board_only, crop, footprint, is_whole, whole
from games.geometry import Polygon, extent
from games.protocol import Side
from games.steps import Step, rebuild
from table.announce import placement
from table.game_state import PendingMove
from table.protocols import Announcement
from table.table import Table
from ui.board import paint
from ui.board.marks import Mark
from ui.board.view import BoardView
from ui.table.swatch import Swatches
from ui.theme import Theme
from ui.widgets.label import sentence
from words import Text, say

HEIGHT = 190  # pixels of the pictures, at 96 dots an inch and medium text
LOW = 130  # where there is little room
UNIT = 22  # width of a square of the piece shown alone
ROOMY = 620  # pixels of panel, from which there is much


class PlacementCard(ttk.Frame):
    """Shows the move that waits to be set down."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        orientation: Orientation,
        set_down: Callable[[], None],
        print_card: Callable[[], None],
    ) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1.5))
        self._theme, self._text, self._table = theme, text, table
        game, options = table.game, table.options
        self._sides: tuple[Side, ...] = game.sides(options)
        self._geometry = game.geometry(options)
        self._shown: PendingMove | None = None
        self._swatches = Swatches(self, theme, self._sides, 22)
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x")
        self._chip = ttk.Label(row, style="Raised.TLabel")
        self._chip.pack(side="left", anchor="n", padx=(0, theme.space(1)))
        self.title = ttk.Label(row, style="Raised.Title.TLabel", justify="left")
        self.title.pack(side="left", fill="x", expand=True)
        self._inside, self._height = 280, HEIGHT  # pixels; fitted to the panel before anything is shown
        self._why = ttk.Label(self, style="Raised.Muted.TLabel", justify="left")
        self._pictures = ttk.Frame(self, style="Raised.TFrame")
        self._pictures.pack(fill="x", pady=theme.space(1))
        self.piece = ttk.Label(self._pictures, style="Raised.TLabel", anchor="center")
        board = board_only(self._geometry)
        self.around = BoardView(self._pictures, theme, board, self._sides, orientation, ground="raised", margin=0)
        self.around.pack(side="right")
        self._steps = ttk.Label(self, style="Raised.TLabel", justify="left")
        self._steps.pack(fill="x")
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x", pady=(theme.space(1), 0))
        done = text(say("Set down (space)"))
        self.done = ttk.Button(row, text=done, style="Accent.TButton", command=set_down, takefocus=False)
        self.done.pack(side="left", fill="x", expand=True)
        printing = ttk.Button(row, text=text(say("Print")), command=print_card, takefocus=False)
        printing.pack(side="right", padx=(theme.space(1), 0))
        theme.on_change(self, self._again)

    def refresh(self) -> bool:
        """Shows the move that waits, if one does; whether there is one."""
        pending = self._table.pending
        if pending and pending is not self._shown and (announcement := placement(self._table)):
            self._fill(announcement, pending.before.cells())
        self._shown = pending
        return pending is not None

    def set_orientation(self, orientation: Orientation) -> None:
        """The board lies otherwise now."""
        self.around.set_orientation(orientation)
        self._again()

    def fit(self, width: int, room: int) -> None:
        """Fits the card to a panel, `width` pixels wide inside and `room` high; pictures are lower where that is little."""
        scale = self._theme.scale
        inside = max(80, width - 2 * self._theme.space(1.75))
        height = round((HEIGHT if room > ROOMY * scale else LOW) * scale)
        if (inside, height) == (self._inside, self._height):
            return
        self._inside, self._height = inside, height
        self._steps.configure(wraplength=inside)
        self._why.configure(wraplength=inside)
        self.title.configure(wraplength=inside - round(34 * scale))
        self._again()

    def _again(self) -> None:
        self._shown = None
        self.refresh()

    def _fill(self, said: Announcement, before: Cells) -> None:
        heading, *sentences = (sentence(self._text(text)) for text in said.texts)
        self.title.configure(text=heading.rstrip("."))
        self._chip.configure(image=self._swatches.of(said.colour))
        self._why.configure(text=sentence(self._text(said.why)) if said.why else "")
        if said.why:
            self._why.pack(fill="x", before=self._pictures)
        else:
            self._why.pack_forget()
        numbered = [f"{n}. {line}" for n, line in enumerate(sentences, 1)] if len(sentences) > 1 else sentences
        self._steps.configure(text="\n".join(numbered))
        taken = self._show_piece(said.steps)
        self._show_around(said.steps, rebuild(before, said.steps), max(40, self._inside - taken))

    def _show_piece(self, steps: tuple[Step, ...]) -> int:
        """Shows the move's piece alone, if it has one; how many pixels of the row it takes."""
        found = footprint(self._geometry, steps)
        if found is None:
            self.piece.pack_forget()
            return 0
        squares, content = found
        hue = self._theme.palette.colour(self._sides[content.colour - 1].hue)
        picture = piece_picture(squares, self.around.projection, hue, round(UNIT * self._theme.scale))
        self._photo = ImageTk.PhotoImage(picture, master=self)
        gap = self._theme.space(1.5)
        self.piece.configure(image=str(self._photo))
        self.piece.pack(side="left", fill="y", padx=(0, gap), before=self.around)
        return picture.width + gap

    def _show_around(self, steps: tuple[Step, ...], cells: Cells, width: int) -> None:
        on_its_side = self.around.projection.across[0] == 0
        height = self._height
        window = crop(self._geometry, steps, height / width if on_its_side else width / height)
        if is_whole(self._geometry, window):
            left, top, right, bottom = window = whole(self._geometry)
            shape = (right - left) / (bottom - top) if on_its_side else (bottom - top) / (right - left)
            height = min(height, round(width * shape))
        self.around.set_part(window, cells, width, height)
        self.around.mark(Mark.HINT, self._pointed_at(steps))

    def _pointed_at(self, steps: tuple[Step, ...]) -> list[str]:
        """The cells on which something lies afterwards; where only a throw will tell what, those that are named."""
        left = dict.fromkeys(cell for step in steps for cell, content in step.leaves if content)
        named = dict.fromkeys(cell for step in steps for cell in step.cells)
        return [cell for cell in left or named if self._geometry[cell].zone not in ZONES_BESIDE_BOARD]


def piece_picture(squares: Iterable[Polygon], projection: Projection, colour: str, unit: int) -> Image.Image:
    """A piece as it is to be held over the board, as the board lies on this table; `unit` pixels for a square."""
    own = Projection(projection.across, projection.down, float(unit), (0.0, 0.0), (0.0, 0.0))
    polygons = [own.pixels(square) for square in squares]
    left, top, right, bottom = extent(tuple(point for polygon in polygons for point in polygon))
    image = Image.new("RGBA", (round(right - left), round(bottom - top)), (0, 0, 0, 0))
    for polygon in polygons:
        x, y = min(x for x, _ in polygon) - left, min(y for _, y in polygon) - top
        image.alpha_composite(paint.tile(polygon, colour), (round(x), round(y)))
    return image
