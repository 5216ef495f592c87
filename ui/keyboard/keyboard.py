"""An on-screen keyboard along the bottom of the window, which echoes the typed text, since it may cover the field."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.timer import Timer

Field = ttk.Entry | ttk.Combobox | ttk.Spinbox
Rows = tuple[str, str, str]

DIGITS = "1234567890"
LETTERS: dict[str, Rows] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "he": ("קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"),
}
"""The letters of each layout, from left to right, as on commercial keyboards."""
SIGNS: Rows = ("!\"#$%&'()*", "+,;<=>?@\\", "[]^_`{|}~")
ACCENTS: Rows = ("áàâäãåæçéè", "êëíìîïñóò", "ôöõøúùûý")
BESIDE_SPACE = ":/", "-."
"""Signs for names and addresses to the left and right of the space bar, on every page of keys."""

HIGH_SHARE = 0.62  # of the window's height that the keyboard takes at most
KEY_HEIGHT = 6  # steps of the grid
ROWS = 5
SHIFT, BACK, LEFT, RIGHT, ENTER, HIDE = "⇧", "⌫", "◀", "▶", "⏎", "▼"
SIGNS_KEY, ACCENTS_KEY, LETTERS_KEY = "#+=", "áé", "abc"
REPEAT_AFTER_MS, REPEAT_MS = 500, 90  # a key that is held
# The line is copied as it is drawn, and the cursor with it: neither is mirrored once more.
ECHO = """
proc fourth_seat_echo {field line caret} {
    $line delete 0 end
    $line insert 0 [$field get]
    set at [$field index insert]
    $line icursor $at
    ttk::entry::See $line insert
    lassign [$line bbox insert] x y width height
    if {$at == [$line index end] && $at > 0} {incr x $width}
    place $caret -x $x -y $y -height $height -width 2
}
"""


class ScreenKeyboard(ttk.Frame):
    """A keyboard for typing into one field.

    Attributes:
        buttons: the keys on the screen, keyed by name or by the text that they type.
        line: the text being typed.
    """

    def __init__(self, root: tk.Tk, theme: Theme, field: Field, language: str, hide: Callable[[], None]) -> None:
        """`language` is the initial layout; `hide` is called by the key that hides the keyboard."""
        super().__init__(root, style="Sunken.TFrame", padding=theme.space(0.5))
        self._theme, self._field, self._hide = theme, field, hide
        self._language = language if language in LETTERS else next(iter(LETTERS))
        self._page, self._capitals = LETTERS_KEY, False
        self._repeating = Timer(self)
        self.buttons: dict[str, ttk.Button] = {}
        root.tk.eval(ECHO)
        top = ttk.Frame(self, style="Sunken.TFrame")
        top.pack(fill="x", pady=(0, theme.space(0.5)))
        away = ttk.Button(top, text=HIDE, style="Narrow.TButton", takefocus=False, command=hide)
        away.pack(side="right", padx=(theme.space(0.5), 0))
        self.line = ttk.Entry(top, font=BODY, takefocus=False)
        self.line.pack(side="left", fill="both", expand=True)
        self.line.bindtags((str(self.line), "all"))  # without its class: the field keeps the keyboard
        self.line.bind("<Button-1>", self._place_cursor)
        self._caret = tk.Frame(self.line, background=theme.palette.ink)
        self._block = ttk.Frame(self, style="Sunken.TFrame")
        self._block.pack(fill="both", expand=True)
        self._away = away
        self._show_keys()
        self.update_idletasks()
        room = round(HIGH_SHARE * root.winfo_height()) - top.winfo_reqheight() - 2 * theme.space()
        least = ROWS * max(row.winfo_reqheight() for row in self._block.winfo_children())  # large letters are high
        self._block.configure(height=min(max(ROWS * theme.space(KEY_HEIGHT), least), room))
        self._block.pack_propagate(False)
        self.place(relx=0, rely=1, anchor="sw", relwidth=1)
        self.lift()
        self.update_idletasks()

    def echo(self) -> None:
        """Show the current text of the field."""
        self.tk.eval(f"fourth_seat_echo {self._field} {self.line} {self._caret}")

    # -- keys --------------------------------------------------------------------------------------------------------------

    def _show_keys(self) -> None:
        for child in self._block.winfo_children():
            child.destroy()
        self.buttons = {HIDE: self._away}
        first, second, third = self._rows()
        shift = [] if self._page != LETTERS_KEY or self._language == "he" else [(SHIFT, 3)]
        for row in (
            [(each, 2) for each in DIGITS],
            [(each, 2) for each in first],
            [(each, 2) for each in second],
            [*shift, *((each, 2) for each in third), (BACK, 3)],
            self._last_row(),
        ):
            self._row(row)

    def other_pages(self) -> dict[str, str]:
        """Return the characters on the other pages, keyed by the key that switches to each page."""
        pages = {LETTERS_KEY: LETTERS[self._language], SIGNS_KEY: SIGNS, ACCENTS_KEY: ACCENTS}
        following = "".join(LETTERS[next_language(self._language)])
        others = {key: "".join(rows) for key, rows in pages.items() if key != self._page}
        return others if self._page != LETTERS_KEY else {**others, self._language.upper(): following}

    def _rows(self) -> Rows:
        rows = {SIGNS_KEY: SIGNS, ACCENTS_KEY: ACCENTS}.get(self._page, LETTERS[self._language])
        if self._capitals:
            first, second, third = ("".join(map(capital, row)) for row in rows)
            return first, second, third
        return rows

    def _last_row(self) -> list[tuple[str, int]]:
        """Return the bottom row: page keys, the space bar between signs for names and addresses, cursor keys and Enter."""
        before, after = BESIDE_SPACE
        pages = [each for each in (LETTERS_KEY, SIGNS_KEY, ACCENTS_KEY) if each != self._page]
        if self._page == LETTERS_KEY:
            pages = [SIGNS_KEY, ACCENTS_KEY, self._language.upper()]
        return [
            *((each, 3) for each in pages),
            *((each, 2) for each in before),
            (" ", 5),
            *((each, 2) for each in after),
            (LEFT, 2),
            (RIGHT, 2),
            (ENTER, 3),
        ]

    def _row(self, keys: list[tuple[str, int]]) -> None:
        """Lay out a row of keys with their shares of the width, from left to right in every language."""
        row = ttk.Frame(self._block, style="Sunken.TFrame")
        row.pack(fill="both", expand=True)
        row.rowconfigure(0, weight=1)
        for number, (key, share) in enumerate(keys):
            column = len(keys) - 1 - number if self._theme.mirrored else number
            row.columnconfigure(column, weight=share, uniform="key")
            button = ttk.Button(row, text=key, style="Key.TButton", takefocus=False)
            button.grid(row=0, column=column, sticky="nsew", padx=1, pady=1)
            if key in (BACK, LEFT, RIGHT):
                button.bind("<ButtonPress-1>", partial(self._hold, key))
                button.bind("<ButtonRelease-1>", lambda _: self._repeating.stop())
            else:
                button.configure(command=partial(self.press, key))
            self.buttons[key] = button

    def _hold(self, key: str, _: object) -> None:
        self.press(key)
        self._repeating.start(REPEAT_AFTER_MS, partial(self._repeat, key))

    def _repeat(self, key: str) -> None:
        self.press(key)
        self._repeating.start(REPEAT_MS, partial(self._repeat, key))

    # -- actions -----------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Perform a key's action."""
        if key in (SIGNS_KEY, ACCENTS_KEY, LETTERS_KEY):
            self._page, self._capitals = key, False
            self._show_keys()
        elif key == SHIFT:
            self._capitals = not self._capitals
            self._show_keys()
        elif key == self._language.upper():
            self._language = next_language(self._language)
            self._show_keys()
        elif key == ENTER:
            self._enter()
        else:
            self._edit(key)
            self.echo()
            if self._capitals:  # one capital, then small letters again
                self._capitals = False
                self._show_keys()

    def _edit(self, key: str) -> None:
        """Edit the field in the way Tk does for this key."""
        call, field = self.tk.call, str(self._field)
        if key == BACK:
            call("ttk::entry::Backspace", field)
        elif key in (LEFT, RIGHT):
            call("ttk::entry::Move", field, "prevchar" if key == LEFT else "nextchar")
        else:
            call("ttk::entry::Insert", field, key)

    def _enter(self) -> None:
        self._hide()
        self._field.focus_force()
        self._field.event_generate("<Return>")

    def _place_cursor(self, event: tk.Event[tk.Misc]) -> None:
        self.tk.eval(f"{self._field} icursor [{self.line} index @{event.x}]; {self._field} selection clear")
        self.echo()


def capital(character: str) -> str:
    """Return the capital letter, or the character itself if there is none."""
    upper = character.upper()
    return upper if len(upper) == 1 else character


def next_language(language: str) -> str:
    """Return the language of the next layout."""
    order = list(LETTERS)
    return order[(order.index(language) + 1) % len(order)]
