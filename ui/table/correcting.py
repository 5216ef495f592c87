"""The bar under the board while the position is edited: colours, the eraser, numbers, and the two ways out."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from games.protocol import Side
from ui.table.correction import Correction
from ui.table.swatch import Swatches
from ui.theme import Theme
from ui.widgets.flow_layout import Flow
from words import Text, say, sentence

ERASER = 0  # beside the colours, which are counted from 1


class CorrectingBar(ttk.Frame):
    """Says what to do, chooses what a tap does, and ends the edit.

    Attributes:
        choices: a button for each colour, or one that adds where nothing has a colour; last the eraser.
    """

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
        """`coloured` where pieces belong to somebody, so that a colour must be chosen."""
        super().__init__(parent, padding=(theme.space(2), 0))
        self._text = text
        self._correction: Correction | None = None
        self._swatches = Swatches(self, theme, sides, 18)
        gap = theme.space(1)
        self._said = ttk.Label(self, justify="left")
        self._said.pack(fill="x", pady=(0, gap // 2))
        row = Flow(self, gap, style="TFrame")
        row.pack(fill="x")
        tools = ttk.Frame(row)
        row.add(tools)
        self.done = ttk.Button(
            row, text=text(say("It looks like this")), style="Accent.TButton", command=done, takefocus=False
        )
        row.add(self.done)
        self.cancel = ttk.Button(row, text=text(say("Cancel")), command=cancel, takefocus=False)
        row.add(self.cancel)
        self._choice = ttk.Frame(tools)
        self._choice.pack(side="left")
        self._tool = tk.IntVar(self, 1)
        if coloured:
            self.choices = [
                self._choice_button(colour, side.mark, self._swatches.of(colour)) for colour, side in enumerate(sides, 1)
            ]
            self.choices.append(self._choice_button(ERASER, text(say("Eraser"))))
        else:
            self.choices = [
                self._choice_button(1, text(say("One more"))),
                self._choice_button(ERASER, text(say("One less"))),
            ]
        self._faces = ttk.Frame(tools)
        self.faces = [
            ttk.Button(self._faces, text=str(face), width=2, command=partial(digit, face), takefocus=False)
            for face in range(1, 7)
        ]
        self.bind("<Configure>", lambda event: self._said.configure(wraplength=event.width - 2 * theme.space(2)))

    def _choice_button(self, tool: int, title: str, image: str = "") -> ttk.Radiobutton:
        button = ttk.Radiobutton(
            self._choice,
            style="Toggle.TButton",
            text=title,
            image=image,
            compound="left",
            variable=self._tool,
            value=tool,
            command=self._chosen,
            takefocus=False,
        )
        button.pack(side="left", padx=2)
        return button

    def begin(self, correction: Correction) -> None:
        """Start with this correction."""
        self._correction = correction
        self._tool.set(correction.colour if len(self.choices) > 2 else 1)
        self.refresh()

    def refresh(self) -> None:
        """Say what can be done now."""
        if self._correction is None:
            return
        self._said.configure(text=self._text(self._correction.said), style="TLabel")
        numbers = self._correction.numbers
        for face, button in enumerate(self.faces, 1):
            button.pack_forget()
            if face <= numbers:
                button.pack(side="left", padx=2)
        hidden, shown = (self._choice, self._faces) if numbers else (self._faces, self._choice)
        hidden.pack_forget()
        shown.pack(side="left")

    def refuse(self, reason: Text) -> None:
        """Say why such a board cannot be."""
        self._said.configure(text=sentence(self._text(reason)), style="Warn.TLabel")

    def _chosen(self) -> None:
        if self._correction:
            self._correction.erasing = self._tool.get() == ERASER
            if not self._correction.erasing:
                self._correction.colour = self._tool.get()
