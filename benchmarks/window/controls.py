"""The controls on the screen now: their places, their meanings, and whether a press would reach them.

It asks only Tk. A control is a widget that acts on a press: a button, a switch, a field, a card, a scroll bar, each row
of a list, each entry of an open list; on a board each die, button and piece of a tray, and the squares together.
"""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Iterator
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from benchmarks.window.inside import AHEAD, SQUARES, Box, Card, DropDown, Window, interpreter, layer_of, places_of
from fourth_seat.ui.table.moves import MoveList

PRESSED_CLASSES = (
    "TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "TCombobox", "TEntry", "TSpinbox", "TScale", "TScrollbar",
)  # fmt: skip
VALUED_CLASSES = ("TMenubutton", "TCombobox", "TEntry", "TSpinbox", "TScale", "TScrollbar")  # their text is not a meaning
PRESSES = {"<Button-1>", "<ButtonPress-1>", "<ButtonRelease-1>", "<Button>", "<ButtonPress>"}
PROBE_TAG = "PressProbe"
MIN_SIDE_PX = 4  # that a part in sight must have


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be pressed.

    Attributes:
        path: Tk's name of the widget, and of the row, entry or cell in it.
        layer: the page or sheet on which it lies.
        home: the names of the widgets around it, without numbers, and its number among those that are alike: the same after
            a page has been built again.
        kind, text, command: its meaning: the class, the text (empty if that is a value), the callback.
        calls: Tk's name of the callback, a new one each time a command is set.
        box: its visible part.
    """

    path: str
    layer: str
    home: str
    kind: str
    text: str
    command: str
    calls: str
    box: Box
    enabled: bool

    @property
    def middle(self) -> tuple[int, int]:
        """A finger's aim."""
        return (self.box[0] + self.box[2]) // 2, (self.box[1] + self.box[3]) // 2

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """Its identity: constant while it is the same control."""
        return self.layer, self.home, self.kind, self.text

    def means(self, other: Control) -> bool:
        """Return whether it means the same as another one."""
        if self.path == other.path and (self.kind in VALUED_CLASSES or (self.calls and self.calls == other.calls)):
            return True
        if (self.kind, self.text, self.command) != (other.kind, other.text, other.command):
            return False
        return bool(self.text) or self.home == other.home

    def __str__(self) -> str:
        return f"{self.kind} {self.text!r}" if self.text else f"{self.kind} {self.home.rsplit('.', 1)[-1]}"


def controls(window: Window) -> list[Control]:
    """Return the visible controls, from the first widget to the last."""
    numbers: dict[tuple[str, str, str, str], int] = {}
    found: list[Control] = []
    for each in _controls(window):
        key = each.layer, each.home, each.kind, each.text
        numbers[key] = number = numbers.get(key, 0) + 1
        found.append(
            each if number == 1 else Control(
                each.path, each.layer, f"{each.home}#{number}", each.kind, each.text, each.command, each.calls, each.box,
                each.enabled,
            )
        )  # fmt: skip
    return found


def _controls(window: Window) -> Iterator[Control]:
    whole = box_of(window.root)
    for widget, seen in mapped(window.root, whole):
        kind = widget.winfo_class()
        if isinstance(widget, DropDown):
            yield from _entries(widget, seen, window)
        elif kind == "Listbox" or moves_on(widget) is not None:
            yield from _rows(widget, seen, window)
        elif kind in PRESSED_CLASSES or isinstance(widget, Card) or (_acts(widget) and not _in_card(widget)):
            places = [
                Control(
                    f"{widget}:{name}", layer_of(widget, window), f"{home_of(widget)}:{name}", zone or "board",
                    "" if name == SQUARES else name, "", "", _cut(box, seen), True,
                )
                for name, zone, box in places_of(widget)
            ]  # fmt: skip
            if places:
                yield from (each for each in places if _in_sight(widget, each.box))
            elif _in_sight(widget, seen):
                command = option_of(widget, "command")
                yield Control(
                    str(widget), layer_of(widget, window), home_of(widget), "Card" if isinstance(widget, Card) else kind,
                    "" if kind in VALUED_CLASSES else _said(widget), _function(command), command, seen,
                    _enabled(widget),
                )  # fmt: skip


def mapped(widget: tk.Misc, seen: Box) -> Iterator[tuple[tk.Misc, Box]]:
    """Yield the widgets below one that are on the screen, each with the part of it that is in sight."""
    for child in widget.winfo_children():
        if isinstance(child, tk.Toplevel):
            if child.winfo_ismapped():
                yield child, box_of(child)
            continue
        if not child.winfo_ismapped():
            continue
        box = _cut(box_of(child), seen)
        if min(box[2] - box[0], box[3] - box[1]) < MIN_SIDE_PX:
            continue
        yield child, box
        if not isinstance(child, (DropDown, ttk.Entry)):  # a hint in a field is not a separate control
            yield from mapped(child, box)


def _acts(widget: tk.Misc) -> bool:
    return bool(PRESSES.intersection(map(str, widget.tk.splitlist(widget.tk.call("bind", str(widget))))))


def _in_card(widget: tk.Misc) -> bool:
    at: tk.Misc | None = widget.master
    while at is not None:
        if isinstance(at, Card):
            return True
        at = at.master
    return False


def _entries(dropped: DropDown, seen: Box, window: Window) -> Iterator[Control]:
    """Yield the entries of an open list that are in sight."""
    for number, name in enumerate(dropped.names):
        box = _cut(dropped.box(number), seen)
        if box[3] - box[1] >= MIN_SIDE_PX:
            yield Control(
                f"{dropped}:{number}", f"{layer_of(dropped, window)} / list", f"{home_of(dropped)}:{number}", "entry",
                " ".join(name.split()), "", "", box, True,
            )  # fmt: skip


def _rows(widget: tk.Misc, seen: Box, window: Window) -> Iterator[Control]:
    """Yield the rows of a list that are in sight, each named by its text and, among equal ones, its number."""
    layer, home = layer_of(widget, window), home_of(widget)
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    lines: list[tuple[str, Any, str]] = []  # by what is known of a row: its box in the widget, empty out of sight, and text
    if (moves := moves_on(widget)) is not None:
        for spot, text in zip(moves.spots, moves.words(), strict=True):
            x0, y0, x1, y1 = moves.box(spot)
            lines.append((str(spot.end), (x0, y0, x1 - x0, y1 - y0), text))
    else:
        assert isinstance(widget, tk.Listbox)
        lines = [(str(n), widget.bbox(n) or "", str(widget.get(n))) for n in range(widget.size())]
    for name, place, text in lines:
        if not place:
            continue
        x, y, width, height = place
        box = _cut((left + x, top + y, left + x + width, top + y + height), seen)
        if box[3] - box[1] >= MIN_SIDE_PX and _in_sight(widget, box):
            yield Control(
                f"{widget}:{name}", layer, f"{home}:{name}", "row", " ".join(text.split()), "", "", box, True
            )  # fmt: skip


def moves_on(widget: tk.Misc) -> MoveList | None:
    """Return the list of moves that is drawn on a canvas; None on any other widget."""
    return widget.master if isinstance(widget.master, MoveList) and widget is widget.master.canvas else None


def home_of(widget: tk.Misc) -> str:
    """Return the names of a widget and those around it, without numbers."""
    return re.sub(r"\d+(?=\.|$)", "", str(widget))


def _function(command: str) -> str:
    """Return the name of the function behind Tk's name for it, which begins with its address."""
    return command.lstrip("0123456789")


def _said(widget: tk.Misc) -> str:
    """Return the text of a control: its own, or the first two in it."""
    found: list[str] = []
    waiting = [widget]
    while waiting and len(found) < 2:
        at = waiting.pop(0)
        if text := " ".join(option_of(at, "text").split()):
            found.append(text)
        if at is widget and found:
            break
        waiting += at.winfo_children()
    return ": ".join(found)


def option_of(widget: tk.Misc, name: str) -> str:
    """Return an option of a widget; empty if it has none of this name."""
    return str(widget.cget(name)) if name in widget.keys() else ""  # noqa: SIM118 - a widget is no mapping


def _enabled(widget: tk.Misc) -> bool:
    if isinstance(widget, ttk.Widget):
        return bool(widget.instate(["!disabled"]))
    return option_of(widget, "state") != "disabled"


def box_of(widget: tk.Misc) -> Box:
    """Return the place of a widget."""
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def _cut(box: Box, seen: Box) -> Box:
    return max(box[0], seen[0]), max(box[1], seen[1]), min(box[2], seen[2]), min(box[3], seen[3])


def _in_sight(widget: tk.Misc, box: Box) -> bool:
    """Return whether a press on the box would reach the widget at one of five places."""
    if min(box[2] - box[0], box[3] - box[1]) < MIN_SIDE_PX:
        return False
    across, down = (box[2] - box[0]) // 4, (box[3] - box[1]) // 4
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    places = (x, y), (x - across, y), (x + across, y), (x, y - down), (x, y + down)
    return any(reaches_at(widget, str(widget), *place) for place in places)


def reaches_at(root: tk.Misc, path: str, x: int, y: int) -> bool:
    """Return whether a press would reach a widget, or one in it."""
    return f"{root.tk.call('winfo', 'containing', x, y)}.".startswith(f"{path}.")


class Presses:
    """Presses at places of the screen by an injected clock: their time is the given one, however long the machine takes."""

    def __init__(self, window: Window) -> None:
        self.window, self.tried_ms = window, 0  # the time of the last press that was tried
        self._tk = interpreter(window)
        self._tk.call("bind", PROBE_TAG, "<ButtonPress-1>", "set ::press_probe 1; break")
        self._tk.call("bind", PROBE_TAG, "<ButtonRelease-1>", "break")

    def tap(self, x: int, y: int, ms: int) -> str:
        """Press and let go, at a time in milliseconds; return the widget that was there."""
        path = str(self._tk.call("winfo", "containing", x, y))
        if path:
            self._enter(path, x, y)
            self._send(path, "<ButtonPress-1>", x, y, ms)
            if self._tk.getboolean(self._tk.call("winfo", "exists", path)):
                self._send(path, "<ButtonRelease-1>", x, y, ms + 60)
        return path

    def reaches(self, x: int, y: int, ms: int) -> bool:
        """Return whether a press at this time would reach the control there. It is stopped just before it does anything."""
        path = str(self._tk.call("winfo", "containing", x, y))
        if not path:
            return False
        self.tried_ms = ms
        self._enter(path, x, y)
        before = self._tk.splitlist(self._tk.call("bindtags", path))
        own = list(map(str, before)).index(path) if path in map(str, before) else 0
        self._tk.call("bindtags", path, (*before[:own], PROBE_TAG, *before[own:]))
        self._tk.call("set", "::press_probe", 0)
        ahead = self._tk.call("set", AHEAD)  # which a press of another time would change
        try:
            self._send(path, "<ButtonPress-1>", x, y, ms)
            reached = str(self._tk.call("set", "::press_probe")) == "1"
            self._send(path, "<ButtonRelease-1>", x, y, ms + 60)
            self._send(path, "<Leave>", x, y, ms + 60)
        finally:
            self._tk.call("bindtags", path, before)
            self._tk.call("set", AHEAD, ahead)
        return reached

    def _enter(self, path: str, x: int, y: int) -> None:
        self._tk.call("event", "generate", path, "<Enter>", *self._at(path, x, y))

    def _send(self, path: str, event: str, x: int, y: int, ms: int) -> None:
        if event != "<Leave>":
            self._tk.call("event", "generate", path, event, *self._at(path, x, y), "-time", ms)
        else:
            self._tk.call("event", "generate", path, event, *self._at(path, x, y))

    def _at(self, path: str, x: int, y: int) -> tuple[object, ...]:
        left, top = (int(self._tk.call("winfo", each, path)) for each in ("rootx", "rooty"))
        return "-x", x - left, "-y", y - top, "-rootx", x, "-rooty", y
