"""A dialog over the middle of the page, closed by Escape or a button."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.label import SteadyLabel
from fourth_seat.ui.widgets.scrim import Scrim, cover
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.words import Text, sentence

MAX_STEPS = 1000  # from one widget to the next, until the one that Tab leads to is found
LINE_PX = 420  # of a sentence, at 96 dots an inch and medium text
EDGE_STEPS = 1  # of the card around the sheet, on the grid


class Sheet(ttk.Frame):
    """A dialog over a page: fill `body`, add buttons, then call `open()`. While it is open, it keeps the keyboard focus.

    The body scrolls if the page is not tall enough for it.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], title: Text) -> None:
        super().__init__(parent, style="Raised.TFrame", padding=theme.space(2))
        self._scrim: Scrim | None = None
        self._theme, self._text = theme, text
        self._title = ttk.Label(self, text=sentence(text(title)), style="Raised.Title.TLabel", justify="left")
        self._title.pack(anchor="w")
        self._row = ttk.Frame(self, style="Raised.TFrame")
        self._row.pack(side="bottom", fill="x")
        self._scrolled = Scrolled(self, theme, raised=True)
        self._scrolled.pack(fill="both", expand=True, pady=theme.space(2))
        self.body = self._scrolled.body
        self.body.bind("<Configure>", lambda _: self._fit(), add="+")
        self.buttons: list[ttk.Button] = []
        self._stacked = False

    def paragraph(self, text: Text, style: str = "Raised.TLabel") -> ttk.Label:
        """Add a sentence to the body, and return its label."""
        label = ttk.Label(
            self.body, text=sentence(self._text(text)), style=style, wraplength=self._line_width, justify="left"
        )
        label.pack(anchor="w", pady=(0, self._theme.space(1)))
        return label

    def steady(self, texts: Sequence[Text], style: str = "Raised.TLabel") -> SteadyLabel:
        """Add a label to the body that initially shows the first of these texts, with room for the longest, and return it.
        Later texts make the sheet grow only if they are longer than that and longer than one line.
        """
        ttk.Frame(self.body, width=self._line_width, height=1, style="Raised.TFrame").pack()
        rendered = [sentence(self._text(text)) for text in texts] or [""]
        label = SteadyLabel(self.body, rendered, style, self._line_width)
        label.pack(anchor="w", pady=(0, self._theme.space(1)))
        label.show(rendered[0])
        return label

    @property
    def _line_width(self) -> int:
        """The line width of paragraphs in the body, in pixels."""
        return min(round(LINE_PX * self._theme.scale), self.room)

    def button(self, text: Text, command: Callable[[], object], *, main: bool = False, stays: bool = False) -> ttk.Button:
        """Add and return a button that closes the sheet, unless it `stays`, and calls the command."""

        def pressed() -> None:
            self.place_forget()
            self._uncover()
            command()  # which reads the choices, so that the sheet must still exist
            self.close()

        style = "Accent.TButton" if main else "TButton"
        button = ttk.Button(self._row, text=self._text(text), style=style, command=command if stays else pressed)
        button.pack(side="right", padx=(self._theme.space(1), 0))
        self.buttons.append(button)
        return button

    @property
    def title(self) -> str:
        """The heading's text."""
        return str(self._title.cget("text"))

    @property
    def room(self) -> int:
        """The maximum width of the body in pixels, on the page or, before it has been laid out, in the window."""
        page, window = self.master.winfo_width(), self.winfo_toplevel().winfo_width()
        return max(1, (page if page > 1 else window) - self._theme.space(8))

    def _stack(self) -> None:
        """Stack the buttons if the page is too narrow for them side by side."""
        gap = self._theme.space(1)
        buttons = [part for part in self._row.winfo_children() if isinstance(part, ttk.Button)]
        stacked = sum(button.winfo_reqwidth() + gap for button in buttons) > self.room
        if stacked != self._stacked:
            self._stacked = stacked
            for button in buttons:
                if stacked:
                    button.pack_configure(side="top", fill="x", padx=0, pady=(0, gap))
                else:
                    button.pack_configure(side="right", fill="none", padx=(gap, 0), pady=0)

    def _fit(self) -> None:
        """Request the size of the body, limited to that of the page."""
        space = self._theme.space
        self._title.configure(wraplength=self.room)
        self._stack()
        others = sum(part.winfo_reqheight() for part in self.pack_slaves() if part is not self._scrolled)
        width = max(self.body.winfo_reqwidth(), self._row.winfo_reqwidth())
        self._scrolled.wish(
            min(width, self.room),
            min(self.body.winfo_reqheight(), self.master.winfo_height() - others - space(11)),
        )

    def open(self) -> None:
        """Show the sheet over the dimmed page, with the focus on its main button."""
        self._scrim = cover(self.master, self._theme, self._fit)
        top = self.winfo_toplevel()
        for key, function in TAB_KEYS.items():
            if not top.bind(key):
                top.bind(key, function)
        self.bind("<Configure>", lambda _: self._show_card(), add="+")
        self._fit()
        self.place(relx=0.5, rely=0.5, anchor="center")
        self.lift()
        self.focus_set()

    def _show_card(self) -> None:
        if self._scrim:
            x, y, edge = self.winfo_x(), self.winfo_y(), self._theme.space(EDGE_STEPS)
            self._scrim.show_card(x - edge, y - edge, x + self.winfo_width() + edge, y + self.winfo_height() + edge)

    def _uncover(self) -> None:
        if self._scrim:
            self._scrim.release()
            self._scrim = None

    def focus_set(self) -> None:
        """Move the keyboard focus to the main button."""
        if self.buttons:
            self.buttons[0].focus_set()
        else:
            super().focus_set()

    def close(self) -> None:
        """Close the sheet; the keyboard focus returns to the sheet or the page below."""
        if self.winfo_exists():
            self.destroy()
            (uppermost(self.master) or self.master).focus_set()

    def destroy(self) -> None:
        """Remove the sheet and uncover the page below."""
        self.place_forget()  # no longer a sheet for anything that returns the focus as its widgets disappear
        self._uncover()
        super().destroy()


def uppermost(page: tk.Misc) -> Sheet | None:
    """Return the topmost open sheet over a page, if any."""
    sheets = [part for part in page.winfo_children() if isinstance(part, Sheet) and part.winfo_manager()]
    return sheets[-1] if sheets else None  # Tk has the uppermost last


def _go_on(event: tk.Event[tk.Misc], *, forward: bool) -> str | None:
    """Move the keyboard focus within the topmost sheet and any parts outside the page, such as a notice; without a sheet,
    leave this to Tk.
    """
    sheet = next(filter(None, map(uppermost, event.widget.winfo_toplevel().winfo_children())), None)
    if sheet is None:
        return None
    found: tk.Misc | None = event.widget
    for _ in range(MAX_STEPS):
        found = found and (found.tk_focusNext() if forward else found.tk_focusPrev())
        if found and (str(found).startswith(f"{sheet}.") or not f"{found}.".startswith(f"{sheet.master}.")):
            found.tk.call("tk::TabToWindow", found)
            break
        if found is event.widget:  # all the way round: nothing on this sheet takes the focus
            break
    return "break"


TAB_KEYS = {"<<NextWindow>>": partial(_go_on, forward=True), "<<PrevWindow>>": partial(_go_on, forward=False)}
