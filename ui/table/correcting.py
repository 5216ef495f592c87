"""The bar that takes the entry line's place while the board is set right by hand."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from games.protocol import Side
from ui.table.correction import Correction
from ui.table.swatch import Swatches
from ui.table.wording import sentence
from ui.theme import Theme
from words import Text, say


class CorrectingBar(ttk.Frame):
    """Says what to do, lets one choose the colour, and ends the correction."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        sides: tuple[Side, ...],
        digit: Callable[[int], None],
        done: Callable[[], None],
        cancel: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._correction: Correction | None = None
        self._swatches = Swatches(self, theme, sides, 18)
        self._said = ttk.Label(self, style="Strong.TLabel", justify="left")
        self._said.pack(side="left", fill="x", expand=True)
        gap = theme.space(1)
        self.cancel = ttk.Button(self, text=text(say("Cancel")), command=cancel, takefocus=False)
        self.cancel.pack(side="right")
        self.done = ttk.Button(
            self, text=text(say("It lies like this")), style="Accent.TButton", command=done, takefocus=False
        )
        self.done.pack(side="right", padx=gap)
        self._colour = tk.IntVar(self, 1)
        self.choices: list[ttk.Radiobutton] = []
        for colour, side in reversed(list(enumerate(sides, 1))):
            choice = ttk.Radiobutton(
                self,
                style="Toggle.TButton",
                text=side.mark,
                image=self._swatches.of(colour),
                compound="left",
                variable=self._colour,
                value=colour,
                command=self._chosen,
                takefocus=False,
            )
            choice.pack(side="right", padx=(0, gap // 2))
            self.choices.insert(0, choice)
        self._faces = ttk.Frame(self)
        self.faces: list[ttk.Button] = []
        for face in range(1, 7):
            button = ttk.Button(self._faces, text=str(face), width=2, command=partial(digit, face), takefocus=False)
            self.faces.append(button)
        self.bind("<Configure>", lambda event: self._said.configure(wraplength=max(120, event.width - 360)))

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
            self._faces.pack(side="right", padx=8, before=self.cancel)
        else:
            self._faces.pack_forget()

    def refuse(self, reason: Text) -> None:
        """Says why such a board cannot be."""
        self._said.configure(text=sentence(self._text(reason)), style="Warn.TLabel")

    def _chosen(self) -> None:
        if self._correction:
            self._correction.colour = self._colour.get()
