"""Section of a device that announces: a line to choose and test, and its state below."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.ui.context import WindowContext

POLL_INTERVAL_MS = 300  # between checks of the device
RIGHT_STYLE, WRONG_STYLE = "Raised.Muted.TLabel", "Raised.Warn.TLabel"


class StatusSection(ttk.Frame):
    """A line of the devices with a choice, a button and a sentence on the device's state.

    Attributes:
        row: the frame that holds the widgets of the line: the choice, then the button.
        test: the button that tries the device.
        message: the state of the device.
    """

    def __init__(self, parent: tk.Misc, window: WindowContext) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._window = window
        space, text = window.theme.space, window.text
        self.row = ttk.Frame(self, style="Raised.TFrame")
        self.row.pack(fill="x")
        self.test = ttk.Button(self.row, text=text(say("Test")), command=self.try_out)
        self.test.pack(side="right", padx=(space(1), 0))
        self.choice().pack(side="left", fill="x", expand=True)
        self.message = wrapped(ttk.Label(self, style=RIGHT_STYLE))
        self.message.pack(fill="x", pady=(space(0.5), 0))
        self._timer = Timer(self)
        self._look()

    def choice(self) -> tk.Widget:
        """Make the widget in `row` by which the device is chosen."""
        raise NotImplementedError

    def try_out(self) -> None:
        """Present a sample on the device."""
        raise NotImplementedError

    def stands(self) -> tuple[Text | None, bool]:
        """Return a sentence on the state of the device, if there is one, and whether it is a complaint."""
        raise NotImplementedError

    def _look(self) -> None:
        self._timer.start(POLL_INTERVAL_MS, self._look)
        stands, wrong = self.stands()
        message, style = sentence(self._window.text(stands)) if stands else "", WRONG_STYLE if wrong else RIGHT_STYLE
        if (message, style) != (self.message.cget("text"), str(self.message.cget("style"))):
            self.message.configure(text=message, style=style)
