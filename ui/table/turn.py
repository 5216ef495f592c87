"""The headline, which shows the player to move or the winner."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.table import announce
from fourth_seat.table.outcome import champions, verdict
from fourth_seat.table.table import Table
from fourth_seat.ui.table.crown import Crowns
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import HUGE, LABELS, LARGE, SMALL, STEP, STRONG, TITLE, Theme
from fourth_seat.ui.widgets.label import update
from fourth_seat.words import Text, sentence
from fourth_seat.words.direction import break_lines

FACES = HUGE, LARGE, TITLE, STEP, STRONG, SMALL
# The largest letters of the headline, and the height of the panel from which it has them, in pixels at 96 dots an inch and
# medium text: it is read from the other side of the table.
LARGEST = (HUGE, 860), (LARGE, 620), (TITLE, 0)


class TurnHeader(ttk.Frame):
    """The headline at the top of the panel.

    Attributes:
        instead: a sentence shown in place of the player to move, for example for an earlier position; usually None.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], table: Table) -> None:
        super().__init__(parent)
        self._theme, self._text, self._table = theme, text, table
        self._swatches = Swatches(self, theme, table.game.sides(table.options), 30, TITLE)
        self._crowns = Crowns(self, theme, table.game.sides(table.options))
        self._chip = ttk.Label(self)
        self._chip.grid(row=0, column=0, padx=(0, theme.space(1.25)), sticky="n")
        self.message = ttk.Label(self, style="Title.TLabel", justify="left")
        self.message.grid(row=0, column=1, sticky="ew")
        self.columnconfigure(1, weight=1)
        self.instead: Text | None = None
        self._said, self._ended = "", False
        self._room = 1, 1
        self._largest = TITLE
        self.grid_propagate(False)
        theme.on_change(self, self.refresh)

    def refresh(self) -> None:
        """Show the player to move, the winner once the last move has been made, or the text that replaces both."""
        table, colour, self._ended = self._table, 0, False
        if self.instead:
            said: tuple[Text | None, ...] = (self.instead,)
        elif table.result and not table.pending:
            said, self._ended = (verdict(table),), True
        else:
            text, colour = announce.headline(table)
            said = announce.remark(table), text
        self._said = " ".join(sentence(self._text(each)) for each in said if each)
        picture = self._crown() if self._ended else self._swatches.of(colour)
        update(self._chip, image=picture)
        if not picture:
            self._chip.grid_remove()
        elif not self._chip.winfo_manager():
            self._chip.grid()
        self._write()

    def _crown(self) -> str:
        """Return Tk's name for the crown over the winner's colour (none if there are several); empty without a winner."""
        won = champions(self._table)
        if not won:
            return ""
        colours = self._table.game.colours_of(won[0], self._table.options)
        return self._crowns.over(colours[0] if len(won) == 1 else 0, self._crown_size)

    @property
    def _crown_size(self) -> int:
        """The crown's size in pixels, which is the height of the headline."""
        return max(self._swatches.size, min(self._room[1], self._room[0] // 4))

    def fit(self, width: int, height: int, lines: int) -> int:
        """Fit the headline into a panel this many pixels wide and high, and return its height, which does not depend on its
        text.

        The height is that of `lines` lines in a large font, which scales with the panel; longer sentences are shown in a
        smaller font.
        """
        step = next(face for face, least in LARGEST if height >= least * self._theme.scale)
        largest = max(TITLE, step, key=self._line)  # across the room, that of titles is
        room = width, min(max(lines * self._line(largest), self._swatches.size), height)
        if (room, largest) != (self._room, self._largest):
            self._room, self._largest = room, largest
            self.configure(width=width, height=room[1])
            self.refresh()
        return room[1]

    def _write(self) -> None:
        """Show the sentence in the largest font in which it fits."""
        width = max(80, self._room[0] - (self._crown_size if self._ended else self._swatches.size) - self._theme.space(2))
        most = max(HUGE, self._largest, key=self._line) if self._ended else self._largest
        faces = sorted((face for face in FACES if self._line(face) <= self._line(most)), key=self._line, reverse=True)
        fitting = (face for face in faces if self._height(face, width) <= self._room[1])
        update(self.message, text=self._said, style=LABELS[next(fitting, SMALL)], wraplength=str(width))

    def _height(self, face: str, width: int) -> int:
        return len(break_lines(self._said, width, self._theme.font(face).measure)) * self._line(face)

    def _line(self, face: str) -> int:
        """Return the height of a line in pixels."""
        return self._theme.font(face).metrics("linespace")
