"""A drop-down list for buttons and fields."""

from __future__ import annotations

import tkinter as tk
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tkinter import font as tkfont
from tkinter import ttk

from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.dead_time import LIST_CLASS, TAG
from fourth_seat.ui.widgets.overlay import EDGE_PX, lay_over, right_to_left
from fourth_seat.ui.widgets.scroll import Scrollable

STYLE = "DropDown"
MIN_ROWS = 5  # below or above its owner; a list that is longer than that covers it
DRAG_MM = 2.5  # that a finger moves before it pushes the list
TYPING_MS = 1000  # between two letters of one word
STEPS = {"Up": -1, "Down": 1}


@dataclass(frozen=True, slots=True)
class Row:
    """An entry drawn in the list.

    Attributes:
        top, bottom: the edges, in pixels from the top of the list.
        text: the canvas item.
    """

    top: int
    bottom: int
    text: int


class DropDown(Scrollable):
    """A touch-friendly list over the page, shown from its creation until an entry is chosen or the list is closed.

    The current entry is highlighted at first, and the pointer and the keys move the same highlight. The list stays within
    the window, and scrolls if it is too long. A press elsewhere closes it without any other effect.

    Attributes:
        owner: the widget to which the list belongs.
        names: the entries.
        at: the index of the highlighted entry, if any.
    """

    def __init__(
        self,
        owner: tk.Widget,
        names: Sequence[str],
        at: int | None,
        chosen: Callable[[int], object],
    ) -> None:
        """`at` is the current entry; `chosen` is called with the index of the chosen entry once the list is closed."""
        top = owner.winfo_toplevel()
        super().__init__(top, class_=LIST_CLASS, style=f"{STYLE}.TFrame", padding=1)
        self.owner, self.names, self.at = owner, tuple(names), at
        self._present, self._chosen = at, chosen
        self._pointer = self.winfo_pointerxy()
        self._pressed: tuple[int, bool] | None = None  # its height on the screen, and whether it may choose
        self._typed, self._typed_ms = "", 0
        style = ttk.Style(self)
        self._colours = {name: str(style.lookup(STYLE, name)) for name in (
            "background", "foreground", "selectbackground", "selectforeground"
        )}  # fmt: skip
        self._right = right_to_left(self)
        self._margin, self._above = map(self.tk.getint, self.tk.splitlist(style.lookup(STYLE, "padding")))
        self._canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, background=self._colours["background"])
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._canvas.yview)
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._rows: list[Row] = []
        self._highlight = 0
        self._listen()
        self._show(top)

    # -- its place and its rows --------------------------------------------------------------------------------------------

    def _show(self, top: tk.Misc) -> None:
        font = tkfont.nametofont(BODY, self)
        across, down = (side - 2 * EDGE_PX for side in (top.winfo_width(), top.winfo_height()))
        mark = font.metrics("linespace") if self._present is not None else 0
        wanted = max(map(font.measure, self.names), default=0) + mark + 2 * self._margin
        bar = self._bar.winfo_reqwidth()
        width = min(across, max(self.owner.winfo_width(), wanted + bar + 2))
        high = self._draw(width - bar - 2, mark)
        x, y = self.owner.winfo_rootx() - top.winfo_rootx(), self.owner.winfo_rooty() - top.winfo_rooty()
        y = max(0, min(y, down))
        y, height = _beside(high + 2, self._rows[0].bottom * MIN_ROWS, y, self.owner.winfo_height(), down)
        if height >= high + 2:
            self._canvas.pack(fill="both", expand=True)
        else:
            self._bar.pack(side="right", fill="y")
            self._canvas.pack(side="left", fill="both", expand=True)
        x = x + self.owner.winfo_width() - width if self._right else x
        x = max(EDGE_PX, min(x, EDGE_PX + across - width))
        lay_over(self, x, y, width, height)
        self.update_idletasks()
        self._canvas.configure(scrollregion=(0, 0, width, high))
        self._mark(self.at)
        self.update_idletasks()
        self._see()
        self.grab_set()
        self._canvas.focus_set()

    def _draw(self, width: int, mark: int) -> int:
        """Draw the entries, and return their total height in pixels.

        `mark` is the space in front of each entry for the mark on the current one.
        """
        canvas, ink = self._canvas, self._colours["foreground"]
        self._highlight = canvas.create_rectangle(0, 0, 0, 0, width=0, fill=self._colours["selectbackground"])
        y = 0
        for number, name in enumerate(self.names):
            x = width - self._margin - mark if self._right else self._margin + mark
            text = canvas.create_text(
                x, y + self._above, text=name, fill=ink, font=BODY, width=max(1, width - 2 * self._margin - mark),
                anchor="ne" if self._right else "nw", justify="right" if self._right else "left",
            )  # fmt: skip
            bottom = canvas.bbox(text)[3] + self._above
            self._rows.append(Row(y, bottom, text))
            if number == self._present:
                left = width - self._margin - mark * 0.72 if self._right else self._margin
                middle, size = (y + bottom) / 2, mark * 0.18
                corners = [left, middle, left + size, middle + size, left + 3 * size, middle - size]
                canvas.create_line(corners, fill=ink, width=max(2, round(mark / 9)), tags="mark")
            y = bottom
        return y

    def box(self, number: int) -> tuple[int, int, int, int]:
        """Return an entry's bounding box (left, top, right, bottom) in screen pixels, even if it is not visible."""
        left, top = self._canvas.winfo_rootx(), self._canvas.winfo_rooty() - round(self._canvas.canvasy(0))
        row = self._rows[number]
        return left, top + row.top, left + self._canvas.winfo_width(), top + row.bottom

    def _mark(self, number: int | None) -> None:
        """Move the highlight to this entry."""
        canvas, colours = self._canvas, self._colours
        if self.at is not None:
            canvas.itemconfigure(self._rows[self.at].text, fill=colours["foreground"])
        self.at = number
        if number is not None:
            row = self._rows[number]
            canvas.coords(self._highlight, 0, row.top, canvas.winfo_width(), row.bottom)
            canvas.itemconfigure(row.text, fill=colours["selectforeground"])
        canvas.itemconfigure(self._highlight, state="normal" if number is not None else "hidden")
        there = number is not None and number == self._present
        canvas.itemconfigure("mark", fill=colours["selectforeground" if there else "foreground"])

    def _see(self) -> None:
        """Scroll until the highlighted entry is visible, with one more entry on either side if there is room."""
        if self.at is None:
            return
        first, last = self._rows[max(0, self.at - 1)], self._rows[min(self.at + 1, len(self._rows) - 1)]
        top, height = self._canvas.canvasy(0), self._canvas.winfo_height()
        if first.top < top:
            self._scroll_to(first.top)
        elif last.bottom > top + height:
            self._scroll_to(last.bottom - height)

    def _scroll_to(self, top: float) -> None:
        self._canvas.yview_moveto(top / max(1, self._rows[-1].bottom))

    # -- pointer and finger ------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        canvas = self._canvas
        # Presses elsewhere come to this frame, which has the grab; the pointer does not enter it before.
        for part in (self, canvas):
            part.bindtags((TAG, *part.bindtags()))
        self.bind("<ButtonRelease>", self._released_elsewhere)
        canvas.bind("<Motion>", self._moved)
        canvas.bind("<ButtonPress-1>", self._press)
        canvas.bind("<B1-Motion>", self._dragged)
        canvas.bind("<ButtonRelease-1>", self._released)
        canvas.bind("<Key>", self._key)
        canvas.bind("<FocusOut>", self._left)

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        if (event.x_root, event.y_root) != self._pointer:  # and not a list that opens or scrolls under it
            self._pointer = event.x_root, event.y_root
            self._mark(self._row_at(event.y_root))

    def _row_at(self, y_root: int) -> int | None:
        y = y_root - self._canvas.winfo_rooty()
        if not 0 <= y < self._canvas.winfo_height():
            return None
        number = bisect_right([row.top for row in self._rows], self._canvas.canvasy(y)) - 1
        return number if 0 <= number < len(self._rows) and self._canvas.canvasy(y) < self._rows[number].bottom else None

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed = event.y_root, True
        self._mark(self._row_at(event.y_root))

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        if self._pressed is None:
            return
        y, chooses = self._pressed
        if not self._bar.winfo_ismapped():
            self._moved(event)
        elif not chooses or abs(event.y_root - y) > self.winfo_fpixels(f"{DRAG_MM}m"):
            self._scroll_to(self._canvas.canvasy(0) + y - event.y_root)
            self._pressed = event.y_root, False

    def _released(self, event: tk.Event[tk.Misc]) -> str:
        pressed, self._pressed = self._pressed, None
        if pressed and pressed[1]:
            self._choose(self._row_at(event.y_root))
        return "break"  # the widget is gone before a release does anything else in this window

    def _released_elsewhere(self, event: tk.Event[tk.Misc]) -> str | None:
        """Close the list on release rather than on press, since the widget below would otherwise receive the release."""
        if event.widget is self and event.num in (1, 2, 3):
            self.close()
            return "break"
        return None

    def scroll(self, pixels: float) -> None:
        """Scroll by this many pixels, downwards if positive, keeping the highlight under the pointer."""
        self._scroll_to(self._canvas.canvasy(0) + pixels)
        self._mark(self._row_at(self.winfo_pointery()))

    # -- keys --------------------------------------------------------------------------------------------------------------

    def _key(self, event: tk.Event[tk.Misc]) -> str:
        """Move the highlight, choose an entry or close the list; all other keys are ignored."""
        last = len(self.names) - 1
        here = self.at if self.at is not None else self._present
        a_page = max(1, self._canvas.winfo_height() // self._rows[0].bottom - 1)
        steps = {**STEPS, "Prior": -a_page, "Next": a_page}
        key = event.keysym.removeprefix("KP_")
        if key in steps:
            begin = -1 if here is None and steps[key] > 0 else here or 0
            self._go(max(0, min(begin + steps[key], last)))
        elif key in ("Home", "End"):
            self._go(0 if key == "Home" else last)
        elif key in ("Return", "Enter", "space") and not (key == "space" and self._typing(event)):
            self._choose(self.at)
        elif key in ("Escape", "Tab", "ISO_Left_Tab", "F10"):
            self.close()
        elif event.char and event.char.isprintable():
            self._type(event)
        return "break"

    def _typing(self, event: tk.Event[tk.Misc]) -> bool:
        return bool(self._typed) and event.time - self._typed_ms < TYPING_MS

    def _type(self, event: tk.Event[tk.Misc]) -> None:
        """Go to the next entry that begins with the letters typed in quick succession, or else with the last of them."""
        word = (self._typed if self._typing(event) else "") + event.char.casefold()
        self._typed_ms = event.time
        here = self.at if self.at is not None else -1
        for typed, first in ((word, here + (len(word) == 1)), (event.char.casefold(), here + 1)):
            numbers = [(first + step) % len(self.names) for step in range(len(self.names))]
            found = next((number for number in numbers if self.names[number].casefold().startswith(typed)), None)
            if found is not None:
                self._typed = typed
                self._go(found)
                return
        self._typed = ""

    def _go(self, number: int) -> None:
        self._mark(number)
        self._see()

    # -- its end -----------------------------------------------------------------------------------------------------------

    def _left(self, _: tk.Event[tk.Misc]) -> None:
        """Close the list when the focus moves elsewhere in the window because a sheet or a page has opened."""
        focus = str(self.tk.call("focus"))
        if focus and not focus.startswith(str(self)):
            self.close()

    def _choose(self, number: int | None) -> None:
        self.close()
        if number is not None and self.owner.winfo_exists():
            self._chosen(number)

    def close(self) -> None:
        """Close the list without choosing an entry, and return the keyboard focus to the owner."""
        if not self.winfo_exists():
            return
        had_keyboard = str(self.tk.call("focus")).startswith(str(self))
        self.destroy()
        if had_keyboard and self.owner.winfo_exists() and self.owner.winfo_viewable():
            self.owner.focus_set()


def _beside(wanted: int, least: int, y: int, height: int, room: int) -> tuple[int, int]:
    """Return the top and height of a list placed below its owner, above it, or over it across the whole window.

    Args:
        wanted: the height of all entries.
        least: the minimum height for a longer list below or above the owner.
        y, height: the owner's top and height.
        room: the height of the window without its margins.
    """
    above, below = y - EDGE_PX, EDGE_PX + room - y - height
    if wanted <= below or (below >= above and below >= least):
        return y + height, min(wanted, below)
    if wanted <= above or above >= least:
        high = min(wanted, above)
        return y - high, high
    high = min(wanted, room)
    return max(EDGE_PX, min(y, EDGE_PX + room - high)), high


def open_list(widget: tk.Misc) -> DropDown | None:
    """Return the open list in a widget's window, if any."""
    children = widget.winfo_toplevel().winfo_children()
    return next((child for child in children if isinstance(child, DropDown)), None)


def close_list(owner: object) -> None:
    """Close the list when its owner or the window disappears or is resized."""
    if isinstance(owner, tk.Misc) and (shown := open_list(owner)) and owner in (shown.owner, shown.master):
        shown.close()
