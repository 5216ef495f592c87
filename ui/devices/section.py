"""The section for a device that makes announcements, with a row for choosing and testing it and its status below."""

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
    """Show a device's status or error message in a label, and return whether the label has changed."""
    wanted = sentence(message), "Raised.Warn.TLabel" if wrong else style
    if wanted == (label.cget("text"), str(label.cget("style"))):
        return False
    label.configure(text=wanted[0], style=wanted[1])
    return True


class StatusSection(ttk.Frame):
    """A row for a device, with a choice, a button and a status message.

    Attributes:
        row: the frame that holds the choice and, after it, the button.
        test: the button that tests the device.
        message: the label that shows the device's status.
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
        """Create the widget in `row` for choosing the device."""
        raise NotImplementedError

    def try_out(self) -> None:
        """Test the device with a sample announcement."""
        raise NotImplementedError

    def stands(self) -> tuple[Text | None, bool]:
        """Return the device's status message, if any, and whether it reports a problem."""
        raise NotImplementedError

    def _look(self) -> None:
        self._timer.start(POLL_INTERVAL_MS, self._look)
        stands, wrong = self.stands()
        show_state(self.message, self._window.text(stands) if stands else "", wrong=wrong)


class AddressSection(StatusSection):
    """A section with an address field, which is saved on Enter, by the button, or when an example is chosen.

    Attributes:
        field: the address field.
    """

    def address_field(self, examples: tuple[str, ...], address: str) -> ttk.Combobox:
        """Create the field, filled in with an address."""
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
        """Save the typed address; an empty field means no device."""
        raise NotImplementedError
