"""Suppresses unintended taps: a second tap that hits a different widget because the first one has changed the page, and a
tap on a widget that has only just appeared in place of another one.
"""

from __future__ import annotations

import time
import tkinter as tk
from tkinter import ttk

from fourth_seat.ui.widgets.notice_bar import Notice
from fourth_seat.ui.widgets.sheet import Sheet

DEAD_TIME_MS = 400  # after a release, for as long as a double tap takes; and before anybody can aim at what has appeared
REACH_MM = 9.0  # around the first tap: as far apart as two taps of a finger that aims at one place can be
TAG = "DeadTime"
LIST_CLASS = "DropDown"  # of lists that open over the page
CLICKS = ("<ButtonPress-1>", "<ButtonRelease-1>", "<B1-Motion>")
LATEST_MS = 2000  # after a click, for which it may have been waiting before it is handled
LONG_AGO = -(10**13)  # milliseconds: before the first click, nothing has appeared just before it
APPEARED, AHEAD = "::dead_time_appeared", "::dead_time_ahead"  # variables of Tcl: see `_note`
RENEWED = "<<Renewed>>"


class DeadTime:
    """Intercepts all clicks in a window, and compares each click with the previous one before a widget receives it.

    A press within the dead time and near the previous press is ignored if the widget pressed first is no longer there
    (because it has moved, or is hidden or covered), if it has opened a list, or if it is a control such as a switch.

    The same applies to a press on a widget that has appeared within the dead time on an older page, sheet or list, and on a
    new notice. Times are event times by the display server's clock. Since the appearance of a widget has no event time, it
    is estimated from this machine's clock and the lead of the server's clock at clicks that were handled without delay.
    """

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._pressed, self._place, self._released_ms = "", (0, 0), 0
        self._lost = False  # the press under way, whose release must be lost as well
        root.tk.call("set", AHEAD, LONG_AGO)
        root.tk.call("array", "set", APPEARED, "")
        for happening in ("<Map>", RENEWED):
            root.bind_class("all", happening, self._appears, add="+")
        root.bind_class("all", "<Destroy>", self._goes, add="+")
        # A click reaches no widget that the pointer has not entered.
        root.bind_class("all", "<Enter>", self._watch, add="+")
        for event, handle in zip(CLICKS, (self._press, self._release, self._drag), strict=True):
            root.bind_class(TAG, event, handle)

    def _watch(self, event: tk.Event[tk.Misc]) -> None:
        """Intercept the clicks on a widget."""
        widget = event.widget
        if isinstance(widget, tk.Misc) and TAG not in (tags := widget.bindtags()):
            widget.bindtags((TAG, *tags))

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        place = event.x_root, event.y_root
        near = all(abs(now - before) <= self._reach for now, before in zip(place, self._place, strict=True))
        soon = 0 < event.time - self._released_ms < DEAD_TIME_MS
        again = bool(self._pressed) and near and soon
        self._lost = (again and self._changed(event.widget)) or self._appeared(event.widget, event.time)
        if self._lost:
            return "break"
        self._note(event)
        self._pressed, self._place = str(event.widget), place
        return None

    def _release(self, event: tk.Event[tk.Misc]) -> str | None:
        if self._lost:
            return "break"
        self._note(event)
        self._released_ms = event.time
        return None

    def _drag(self, _: tk.Event[tk.Misc]) -> str | None:
        return "break" if self._lost else None

    def _appears(self, event: tk.Event[tk.Misc]) -> None:
        tk_ = self._root.tk
        tk_.call("set", f"{APPEARED}({event.widget})", monotonic_ms() + tk_.getint(tk_.call("set", AHEAD)))

    def _goes(self, event: tk.Event[tk.Misc]) -> None:
        self._root.tk.call("unset", "-nocomplain", f"{APPEARED}({event.widget})")

    def _note(self, event: tk.Event[tk.Misc]) -> None:
        """Update the minimum lead of the display server's clock over this machine's; a busy window handles clicks late."""
        ahead, before = event.time - monotonic_ms(), self._root.tk.getint(self._root.tk.call("set", AHEAD))
        if ahead > before or before - ahead > LATEST_MS:  # or one of the clocks was set, or the machine has been asleep
            self._root.tk.call("set", AHEAD, ahead)

    def _changed(self, widget: tk.Misc) -> bool:
        """Return whether the previous press has changed the meaning of a press on a widget."""
        return not self._still_there() or self._undoes(widget) or self._has_opened(widget)

    def _still_there(self) -> bool:
        """Return whether the previous tap would still reach the same widget."""
        self._root.update_idletasks()  # a sheet that has just opened lies over it
        return str(self._root.tk.call("winfo", "containing", *self._place)) == self._pressed

    def _appeared(self, widget: tk.Misc, ms: int) -> bool:
        """Return whether a widget appeared just before this time on an older page or sheet, or belongs to a new notice."""
        at: tk.Misc | None = widget
        appeared = False
        while isinstance(at, tk.Misc) and at.master is not None:
            is_new = self._is_new(at, ms)
            if isinstance(at, Notice):
                return is_new
            if at.master is self._root or isinstance(at, (Sheet, tk.Toplevel)) or at.winfo_class() == LIST_CLASS:
                return appeared and not is_new
            appeared = appeared or is_new
            at = at.master
        return False

    def _is_new(self, widget: tk.Misc, ms: int) -> bool:
        name = f"{APPEARED}({widget})"
        exists = self._root.tk.getboolean(self._root.tk.call("info", "exists", name))
        return exists and -LATEST_MS < ms - self._root.tk.getint(self._root.tk.call("set", name)) < DEAD_TIME_MS

    def _undoes(self, widget: object) -> bool:
        """Return whether a press on a widget would undo the previous press, as in a double tap on a switch."""
        return isinstance(widget, ttk.Checkbutton) and str(widget) == self._pressed

    def _has_opened(self, widget: object) -> bool:
        """Return whether a widget belongs to a list opened by the previous press."""
        if not isinstance(widget, tk.Misc):
            return False
        opened = widget if widget.winfo_class() == LIST_CLASS else widget.master
        return opened is not None and opened.winfo_class() == LIST_CLASS and not self._pressed.startswith(str(opened))

    @property
    def _reach(self) -> float:
        return self._root.winfo_fpixels(f"{REACH_MM}m")


def renew(widget: tk.Misc) -> None:
    """Treat a widget as if it had just appeared, because its function has changed."""
    widget.event_generate(RENEWED)


def monotonic_ms() -> int:
    """Return this machine's monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000
