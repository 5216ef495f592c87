"""The section for a device that makes announcements: a line to choose and test it, and its state below."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

POLL_INTERVAL_MS = 300  # between checks of the device
ADDRESS_CHARACTERS = 44  # of the field for an address


def show_state(label: ttk.Label, message: str, *, wrong: bool, style: str = "Raised.Muted.TLabel") -> bool:
    """Show a sentence about the state of a device, or a complaint, in a label; return whether it has changed."""
    wanted = sentence(message), "Raised.Warn.TLabel" if wrong else style
    if wanted == (label.cget("text"), str(label.cget("style"))):
        return False
    label.configure(text=wanted[0], style=wanted[1])
    return True


class StatusSection(ttk.Frame):
    """A line for a device, with a choice, a button and a sentence about the device's state.

    Attributes:
        row: the frame that holds the widgets of the line: the choice, then the button.
        test: the button that tries the device.
        message: the state of the device.
    """

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._window = window
        space, text = window.theme.space, window.text
        self.row = ttk.Frame(self, style="Raised.TFrame")
        self.row.pack(fill="x")
        self.test = ttk.Button(self.row, text=text(say("Test")), command=self.try_out)
        self.test.pack(side="right", padx=(space(1), 0))
        self.choice().pack(side="left", fill="x", expand=True)
        self.message = wrapped(ttk.Label(self, style="Raised.Muted.TLabel"))
        self.message.pack(fill="x", pady=(space(0.5), 0))
        self._timer = Timer(self)
        self._look()

    def choice(self) -> tk.Widget:
        """Make the widget in `row` for choosing the device."""
        raise NotImplementedError

    def try_out(self) -> None:
        """Present a sample on the device."""
        raise NotImplementedError

    def stands(self) -> tuple[Text | None, bool]:
        """Return a sentence about the state of the device, if there is one to show, and whether it is a complaint."""
        raise NotImplementedError

    def _look(self) -> None:
        self._timer.start(POLL_INTERVAL_MS, self._look)
        stands, wrong = self.stands()
        show_state(self.message, self._window.text(stands) if stands else "", wrong=wrong)


class AddressSection(StatusSection):
    """A section with a field for an address, which is saved by Enter, by the button, or by choosing an example.

    Attributes:
        field: for the address.
    """

    def address_field(self, examples: tuple[str, ...], address: str) -> ttk.Combobox:
        """Make the field, with an address in it."""
        label = ttk.Label(self.row, text=self._window.text(say("Address")), style="Raised.TLabel")
        label.pack(side="left", padx=(0, self._window.theme.space(2)))
        self.field = ttk.Combobox(self.row, values=examples, width=ADDRESS_CHARACTERS)
        self.field.insert(0, address)
        on_return(self.field, self.keep)
        self.field.bind("<<ComboboxSelected>>", lambda _: self.keep())
        return self.field

    @property
    def written(self) -> str:
        return self.field.get().strip()

    def keep(self) -> None:
        """Save the typed address, or none if the field is empty."""
        raise NotImplementedError
