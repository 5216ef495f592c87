"""The placement card, with instructions for a move on the real board, shown until the move has been made."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from PIL import Image, ImageTk

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games.drawing.crop import footprint
from fourth_seat.games.geometry import Polygon, extent
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step
from fourth_seat.table.announce import placement
from fourth_seat.table.game_state import Placement
from fourth_seat.table.table import Table
from fourth_seat.ui.board import paint
from fourth_seat.ui.theme.theme import STEP, Theme
from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.label import font_of
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say, sentence

SQUARE_PX = 22  # width of a square of the piece shown alone


class PlacementCard(ttk.Frame):
    """Shows the steps of a placement, all or one at a time, above the button that confirms them.

    Attributes:
        at: the number of the single step shown, from 1; 0 while all steps are shown.
        done: the button that confirms the placement.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        orientation: Orientation,
        set_down: Callable[[], None],
        show_step: Callable[[int], None],
    ) -> None:
        """`show_step` is called with `at` when it changes."""
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1.5))
        self._theme, self._text, self._table, self._show_step = theme, text, table, show_step
        game, options = table.game, table.options
        self._sides: tuple[Side, ...] = game.sides(options)
        self._geometry = game.geometry(options)
        self._shown: Placement | None = None
        self.at = 0
        self._walked_to = 0  # the step that somebody has gone to; 0 for none
        self._sentences: list[str] = []
        self._room = 300, 10_000  # pixels inside, fitted to the panel before anything is shown
        self._why = ttk.Label(self, style="Raised.Muted.TLabel", justify="left")
        self.piece = ttk.Label(self, style="Raised.TLabel", anchor="center")
        self._orientation = orientation
        self.steps = ttk.Label(self, style="Raised.Step.TLabel", justify="left")
        self.steps.pack(fill="x")
        self._place = ttk.Label(self, style="Raised.Muted.TLabel")
        self._foot = ttk.Frame(self, style="Raised.TFrame")
        self._foot.columnconfigure(1, weight=1)
        before, after = "›‹" if theme.mirrored else "‹›"
        self.back = ttk.Button(self._foot, text=before, style="Narrow.TButton", command=lambda: self.walk(-1))
        self.done = ttk.Button(self._foot, text=text(say("Done (space)")), style="Large.Accent.TButton", command=set_down)
        self.forward = ttk.Button(self._foot, text=after, style="Narrow.TButton", command=lambda: self.walk(1))
        explained(self.back, text(say("Previous step")))
        explained(self.forward, text(say("Next step")))
        self.done.bind("<Configure>", lambda event: self._name_done(event.width))
        self.done.grid(row=0, column=1, sticky="nsew")
        self._foot.pack(side="bottom", fill="x", pady=(theme.space(1), 0))
        theme.on_change(self, self._fill)

    def _name_done(self, width: int) -> None:
        """Show the shortcut on the button if there is room for it."""
        font, shown = font_of(self.done), str(self.done.cget("text"))
        around = self.done.winfo_reqwidth() - font.measure(shown)
        whole = self._text(say("Done (space)"))
        wanted = whole if font.measure(whole) + around <= width else self._text(say("Done"))
        if wanted != shown:
            self.done.configure(text=wanted)

    def refresh(self) -> None:
        """Show the pending placement, if any."""
        if self._table.pending is not self._shown:
            self._fill()

    def walk(self, way: int) -> None:
        """Go to the next or previous step; all steps are shown before the first and after the last."""
        if self._shown and len(self._sentences) > 1:
            self.at = self._walked_to = (self.at + way) % (len(self._sentences) + 1)
            self._write()
            self._show_step(self.at)

    def set_orientation(self, orientation: Orientation) -> None:
        """Show the piece as seen when held over a board in this orientation."""
        self._orientation = orientation
        self._fill()

    def fit(self, width: int, height: int) -> None:
        """Fit the card to this size in pixels; if the steps do not all fit, they are shown one at a time."""
        room = max(80, width - 2 * self._theme.space(1.75)), height
        if room != self._room:
            self._room = room
            for label in (self.steps, self._why):
                label.configure(wraplength=room[0])
            self._fill()

    def _fill(self) -> None:
        """Show the placement in the available room, keeping the current step if it was already shown."""
        pending = self._table.pending
        if pending is not self._shown:
            self._shown, self._walked_to = pending, 0
            for button in (self.back, self.done, self.forward):
                renew(button)
        announcement = placement(self._table)
        if announcement is None:
            return
        heading, *sentences = (sentence(self._text(text)) for text in announcement.texts)
        self._sentences = sentences or [heading]
        self.at = 0
        self._show_piece(announcement.steps)
        self._why.configure(text=sentence(self._text(announcement.why)) if announcement.why else "")
        self._write()
        if self._height > self._room[1]:
            self._why.configure(text="")
            self._write()
        if self._walked_to or (len(self._sentences) > 1 and not self.fits):
            self.at = self._walked_to or 1
            self._write()
        if not self.fits:
            self.piece.pack_forget()  # the board shows it too
            self._write()
        self._show_step(self.at)

    def _write(self) -> None:
        """Write the visible steps; a single step that is too long is shown in a smaller font."""
        lines, several = self._sentences, len(self._sentences) > 1
        self.steps.configure(style="Raised.Step.TLabel")
        if self.at:
            self.steps.configure(text=lines[self.at - 1])
        else:
            self.steps.configure(text="\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1)) if several else lines[0])
        self._place.configure(
            text=self._text(say("step {n} of {all}", n=self.at, all=len(lines)) if self.at else say("step by step"))
        )
        gap = self._theme.space(1)
        if several:
            self.back.grid(row=0, column=0, sticky="ns", padx=(0, gap))
            self.forward.grid(row=0, column=2, sticky="ns", padx=(gap, 0))
            self._place.pack(side="bottom", after=self._foot)
        else:
            for part in (self.back, self.forward):
                part.grid_remove()
            self._place.pack_forget()
        if self._why.cget("text") and not self.at:
            self._why.pack(fill="x", pady=(gap // 2, 0), after=self.steps)
        else:
            self._why.pack_forget()
        if (self.at or not several) and not self.fits:
            self.steps.configure(style="Raised.TLabel")
        if self.at and not self.fits:
            self._place.pack_forget()  # the buttons show that there are more

    def height_of(self, lines: int) -> int:
        """Return the height of a card with this many lines of instructions, in pixels."""
        texts = lines * self._theme.font(STEP).metrics("linespace") + self._place.winfo_reqheight()
        return texts + self.done.winfo_reqheight() + 2 * self._theme.space(1.5) + self._theme.space(2)

    @property
    def fits(self) -> bool:
        """Whether the visible contents fit."""
        return self._height <= self._room[1]

    @property
    def _height(self) -> int:
        """The height required for all visible parts, in pixels; Tk updates the card's own height only later."""
        gap = self._theme.space(1)
        parts = [self.steps, self.done, *(part for part in (self.piece, self._why) if part.winfo_manager())]
        place = self._place.winfo_reqheight() if self._place.winfo_manager() else 0
        return sum(part.winfo_reqheight() + gap for part in parts) + place + 3 * gap

    def _show_piece(self, steps: tuple[Step, ...]) -> None:
        """Show the move's piece, if any, as it should be held."""
        found = footprint(self._geometry, steps)
        if found is None:
            self.piece.pack_forget()
            return
        squares, content = found
        hue = self._theme.palette.hue(self._sides[content.colour - 1].hue)
        picture = piece_picture(squares, self._orientation, hue, round(SQUARE_PX * self._theme.scale))
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.piece.configure(image=str(self._photo))
        self.piece.pack(anchor="w", pady=(0, self._theme.space(1)), before=self.steps)


def piece_picture(squares: Iterable[Polygon], orientation: Orientation, colour: str, unit: int) -> Image.Image:
    """Draw a piece as seen when held over a board in this orientation; `unit` is the width of a square in pixels."""
    across, down = orientation.direction((1.0, 0.0)), orientation.direction((0.0, 1.0))
    projection = Projection(across, down, float(unit), (0.0, 0.0), (0.0, 0.0))
    polygons = [projection.pixels(square) for square in squares]
    left, top, right, bottom = extent(tuple(point for polygon in polygons for point in polygon))
    image = Image.new("RGBA", (round(right - left), round(bottom - top)), (0, 0, 0, 0))
    for polygon in polygons:
        x, y = min(x for x, _ in polygon) - left, min(y for _, y in polygon) - top
        image.alpha_composite(paint.tile(polygon, colour), (round(x), round(y)))
    return image
