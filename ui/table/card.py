"""The placement card: the computer's move as hands carry it out. It stays until the move has been set down."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from PIL import Image, ImageTk

from calibration.orientation import Orientation
from calibration.projection import Projection
from games.drawing.crop import footprint
from games.geometry import Polygon, extent
from games.protocol import Side
from games.steps import Step
from table.announce import placement
from table.game_state import Placement
from table.protocols import Announcement
from table.table import Table
from ui.board import paint
from ui.table.swatch import Swatches
from ui.theme import Theme
from ui.widgets.label import sentence
from words import Text, say

UNIT = 22  # width of a square of the piece shown alone


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
        self._shown: Placement | None = None
        self._swatches = Swatches(self, theme, self._sides, 22)
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x")
        self._chip = ttk.Label(row, style="Raised.TLabel")
        self._chip.pack(side="left", anchor="n", padx=(0, theme.space(1)))
        self.title = ttk.Label(row, style="Raised.Title.TLabel", justify="left")
        self.title.pack(side="left", fill="x", expand=True)
        self._inside = 280  # pixels; fitted to the panel before anything is shown
        self._why = ttk.Label(self, style="Raised.Muted.TLabel", justify="left")
        self._pictures = ttk.Frame(self, style="Raised.TFrame")
        self.piece = ttk.Label(self._pictures, style="Raised.TLabel", anchor="center")
        self._projection = Projection.fit((0, 0, 1, 1), orientation, 100, 100, 0)
        self._steps = ttk.Label(self, style="Raised.TLabel", justify="left")
        self._steps.pack(fill="x")
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x", pady=(theme.space(1), 0))
        done = text(say("Done (space)"))
        self.done = ttk.Button(row, text=done, style="Accent.TButton", command=set_down, takefocus=False)
        self.done.pack(side="left", fill="x", expand=True)
        printing = ttk.Button(row, text=text(say("Print")), command=print_card, takefocus=False)
        printing.pack(side="right", padx=(theme.space(1), 0))
        theme.on_change(self, self._again)

    def refresh(self) -> bool:
        """Shows the move that waits, if one does; whether there is one."""
        pending = self._table.pending
        if pending and pending is not self._shown and (announcement := placement(self._table)):
            self._fill(announcement)
        self._shown = pending
        return pending is not None

    def set_orientation(self, orientation: Orientation) -> None:
        """The board lies otherwise now."""
        self._projection = Projection.fit((0, 0, 1, 1), orientation, 100, 100, 0)
        self._again()

    def fit(self, width: int) -> None:
        """Fit the card to a panel so many pixels wide inside."""
        inside = max(80, width - 2 * self._theme.space(1.75))
        if inside == self._inside:
            return
        self._inside = inside
        self._steps.configure(wraplength=inside)
        self._why.configure(wraplength=inside)
        self.title.configure(wraplength=inside - round(34 * self._theme.scale))
        self._again()

    def _again(self) -> None:
        self._shown = None
        self.refresh()

    def _fill(self, said: Announcement) -> None:
        heading, *sentences = (sentence(self._text(text)) for text in said.texts)
        self.title.configure(text=heading.rstrip("."))
        self._chip.configure(image=self._swatches.of(said.colour))
        self._why.configure(text=sentence(self._text(said.why)) if said.why else "")
        if said.why:
            self._why.pack(fill="x", before=self._steps)
        else:
            self._why.pack_forget()
        numbered = [f"{n}. {line}" for n, line in enumerate(sentences, 1)] if len(sentences) > 1 else sentences
        self._steps.configure(text="\n".join(numbered))
        self._show_piece(said.steps)

    def _show_piece(self, steps: tuple[Step, ...]) -> None:
        """Show the move's piece alone, as it is to be held, if the move has one."""
        found = footprint(self._geometry, steps)
        if found is None:
            self._pictures.pack_forget()
            return
        squares, content = found
        hue = self._theme.palette.colour(self._sides[content.colour - 1].hue)
        picture = piece_picture(squares, self._projection, hue, round(UNIT * self._theme.scale))
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.piece.configure(image=str(self._photo))
        self.piece.pack(side="left", fill="y")
        self._pictures.pack(fill="x", pady=self._theme.space(1), before=self._steps)


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
