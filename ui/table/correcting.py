"""The bar that takes the entry line's place while the board is set right by hand."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from games.protocol import Side
from ui.table.correction import Correction
from ui.table.swatch import Swatches
from ui.theme import Theme
from ui.widgets.label import sentence
from words import Text, say


class CorrectingBar(ttk.Frame):
    """Says what to do, lets one choose the colour, and ends the correction."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        sides: tuple[Side, ...],
        coloured: bool,
        digit: Callable[[int], None],
        done: Callable[[], None],
        cancel: Callable[[], None],
    ) -> None:
        """`coloured` where what lies on the board belongs to somebody, so that a colour must be chosen."""
        super().__init__(parent)
        self._text = text
        self._correction: Correction | None = None
        self._swatches = Swatches(self, theme, sides, 18)
        gap = theme.space(1)
        self._said = ttk.Label(self, justify="left")
        self._said.pack(fill="x", pady=(0, gap // 2))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self.cancel = ttk.Button(row, text=text(say("Cancel")), command=cancel, takefocus=False)
        self.cancel.pack(side="right")
        lies = text(say("It looks like this"))
        self.done = ttk.Button(row, text=lies, style="Accent.TButton", command=done, takefocus=False)
        self.done.pack(side="right", padx=gap)
        self._choice = ttk.Frame(row)
        self._choice.pack(side="left")
        self._colour = tk.IntVar(self, 1)
        self.choices = [self._colour_button(colour, side) for colour, side in enumerate(sides, 1)] if coloured else []
        self._faces = ttk.Frame(row)
        self.faces = [
            ttk.Button(self._faces, text=str(face), width=2, command=partial(digit, face), takefocus=False)
            for face in range(1, 7)
        ]
        self.bind("<Configure>", lambda event: self._said.configure(wraplength=event.width))

    def _colour_button(self, colour: int, side: Side) -> ttk.Radiobutton:
        button = ttk.Radiobutton(
            self._choice,
            style="Toggle.TButton",
            text=side.mark,
            image=self._swatches.of(colour),
            compound="left",
            variable=self._colour,
            value=colour,
            command=self._chosen,
            takefocus=False,
        )
        button.pack(side="left", padx=2)
        return button

    def begin(self, correction: Correction) -> None:
        """Starts with this correction."""
        self._correction = correction
        self._colour.set(correction.colour)
        self.refresh()

    def refresh(self) -> None:
        """Says what can be done now."""
        if self._correction is None:
            return
        self._said.configure(text=self._text(self._correction.said), style="TLabel")
        numbers = self._correction.numbers
        for face, button in enumerate(self.faces, 1):
            button.pack_forget()
            if face <= numbers:
                button.pack(side="left", padx=2)
        if numbers:
            self._faces.pack(side="left", padx=16, after=self._choice)
        else:
            self._faces.pack_forget()

    def refuse(self, reason: Text) -> None:
        """Says why such a board cannot be."""
        self._said.configure(text=sentence(self._text(reason)), style="Warn.TLabel")

    def _chosen(self) -> None:
        if self._correction:
            self._correction.colour = self._colour.get()
