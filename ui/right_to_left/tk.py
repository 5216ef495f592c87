"""A wrapper around the window's Tk interpreter that puts text into visual order and mirrors layouts for right-to-left
languages.

On X11, Tk 8.6 draws Hebrew letters in logical order from left to right, and it does not support mirrored layouts.
Reordering and mirroring are done here, where tkinter calls Tk, rather than on every page: pages, and the values that they
read, are the same as in English.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from fourth_seat.ui.right_to_left import mirror
from fourth_seat.ui.right_to_left.lines import Direction
from fourth_seat.words.direction import in_visual_order, names_kept

TEXT_OPTIONS = ("-label", "-values")
SILENT = frozenset(
    {
        "addtag",
        "bbox",
        "coords",
        "delete",
        "find",
        "identify",
        "lower",
        "move",
        "raise",
        "see",
        "selection",
        "state",
        "tag",
        "type",
        "xview",
        "yview",
    }
)
"""Widget commands that take no text; they account for most calls while a board is drawn."""
# Typing into a field: a right-to-left letter goes before the letters there, a space or a sign follows the letters
# around it, and Backspace deletes the letter typed last, which is to the right of the cursor.
TYPING = r"""
rename ttk::entry::Insert ttk::entry::InsertFromLeft
proc ttk::entry::FromRight {w index} { regexp {[\u0590-\u08ff]} [string index [$w get] $index] }
proc ttk::entry::Insert {w s} {
    set turned [regexp {[\u0590-\u08ff]} $s]
    if {!$turned && ![string is alnum $s]} { set turned [ttk::entry::FromRight $w [$w index insert]] }
    ttk::entry::InsertFromLeft $w $s
    if {$turned} { $w icursor [expr {[$w index insert] - [string length $s]}] }
}
rename ttk::entry::Backspace ttk::entry::BackspaceFromLeft
proc ttk::entry::Backspace w {
    if {![$w selection present] && [ttk::entry::FromRight $w [$w index insert]]} {
        $w delete insert
    } else {
        ttk::entry::BackspaceFromLeft $w
    }
}
"""


class Edge:
    """Replaces `root.tk`, through which every widget calls Tk."""

    def __init__(self, interpreter: Any) -> None:
        self._tk = interpreter
        on_x11 = interpreter.call("tk", "windowingsystem") == "x11"
        self._direction = Direction(by_us=on_x11)
        self._requested: dict[str, str] = {}  # the text that was set on a widget, if it differs from the one it shows
        self._widths: dict[str, int] = {}  # at which labels break their lines, in pixels
        self._read: dict[str, str] = {}  # logical text by drawn text: fields return the text they show
        if on_x11:
            interpreter.eval(TYPING)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tk, name)

    @property
    def right_to_left(self) -> bool:
        """Whether pages are mirrored; must be set before they are created."""
        return self._direction.right_to_left

    @right_to_left.setter
    def right_to_left(self, on: bool) -> None:
        if on != self._direction.right_to_left:
            self._direction.right_to_left = on
            for style in ("TRadiobutton", "TCheckbutton"):  # those of sv-ttk, which do not pass through here
                layout = self._tk.eval(f"ttk::style layout {style}")
                self._tk.call("ttk::style", "layout", style, mirror.style_layout(layout))

    def break_again(self) -> None:
        """Rewrap labels after a change of fonts."""
        for path in list(self._requested):
            if path in self._widths and self._tk.getboolean(self._tk.call("winfo", "exists", path)):
                self._tk.call(path, "configure", "-text", self._broken(path))

    def call(self, *arguments: Any) -> Any:
        """Call a Tk command."""
        if len(arguments) == 1 and isinstance(arguments[0], tuple):
            arguments = arguments[0]
        if len(arguments) < 2:
            return self._tk.call(*arguments)
        first, second = arguments[0], arguments[1]
        if isinstance(first, str) and first.startswith("."):
            return self._to_widget(first, arguments)
        if self.right_to_left and first in _MANAGERS:
            return self._tk.call(*self._managed(arguments))
        if self.right_to_left and first == "ttk::style" and second == "layout" and len(arguments) == 4 and arguments[3]:
            return self._tk.call(first, second, arguments[2], mirror.style_layout(str(arguments[3])))
        if first == "destroy":
            self._forget(str(second))
        elif isinstance(second, str) and second.startswith("."):
            options = {} if len(arguments) == 2 and first in mirror.WRITTEN else mirror.options_of(arguments[2:])
            if options is not None:
                return self._tk.call(first, second, *mirror.arguments_of(self._made(str(first), second, options)))
        return self._tk.call(*arguments)

    # -- widgets -----------------------------------------------------------------------------------------------------------

    def _made(self, command: str, path: str, options: mirror.TkOptions) -> mirror.TkOptions:
        if self.right_to_left:
            options = mirror.widget(options, command)
        if command == "ttk::label":
            self._widths[path] = 0
        return self._texts(path, options)

    def _to_widget(self, path: str, arguments: tuple[Any, ...]) -> Any:
        command = arguments[1]
        if command in SILENT:
            return self._tk.call(*arguments)
        if command == "configure" and (options := mirror.options_of(arguments[2:])):
            if self.right_to_left:
                options = mirror.widget(options)
            return self._tk.call(path, command, *mirror.arguments_of(self._texts(path, options)))
        if command == "cget" and arguments[2] == "-text" and path in self._requested:
            return self._requested[path]
        if command == "cget" and arguments[2] == "-values":
            return tuple(self._as_read(str(each)) for each in self._tk.splitlist(self._tk.call(*arguments)))
        if command == "get":
            return self._as_read(self._tk.call(*arguments))
        if command == "create":
            return self._tk.call(*(self._canvas_text(arguments) if arguments[2] == "text" else arguments))
        return self._tk.call(*(self._drawn(argument) for argument in arguments))

    def _texts(self, path: str, options: mirror.TkOptions) -> mirror.TkOptions:
        if path in self._widths and "-wraplength" in options:
            self._widths[path] = int(float(options["-wraplength"]))
            if path in self._requested and "-text" not in options:
                options = {**options, "-text": self._requested[path]}
        text = options.get("-text")
        if text is not None:
            self._requested.pop(path, None)
            if self._direction.concerns(str(text)):
                self._requested[path] = str(text)
                options = {**options, "-text": self._broken(path, options)}
            elif path in self._widths and (kept := names_kept(str(text))) != str(text):
                self._requested[path] = str(text)
                options = {**options, "-text": kept}
        if "-values" in options:  # tkinter makes one list of them, in Tcl's own quoting
            options = {**options, "-values": self._tk.splitlist(options["-values"])}
        return {name: self._drawn(value) if name in TEXT_OPTIONS else value for name, value in options.items()}

    def _broken(self, path: str, options: mirror.TkOptions | None = None) -> str:
        text, width = self._requested[path], self._widths.get(path, 0)
        if not self._direction.concerns(text):
            return names_kept(text)
        if not width:
            return self._direction.drawn(text)
        return self._direction.break_lines(text, width, self._measure(self._font(path, options or {})))

    def _font(self, path: str, options: mirror.TkOptions) -> Any:
        there = self._tk.getboolean(self._tk.call("winfo", "exists", path))
        font = options.get("-font") or (self._tk.call(path, "cget", "-font") if there else "")
        style = options.get("-style") or (self._tk.call(path, "cget", "-style") if there else "")
        return font or self._tk.call("ttk::style", "lookup", style or "TLabel", "-font")

    def _measure(self, font: Any) -> Callable[[str], float]:
        return lambda text: float(self._tk.call("font", "measure", font, text))

    def _canvas_text(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        drawn = list(arguments)
        try:
            at = drawn.index("-text") + 1
        except ValueError:
            return arguments
        if self._direction.concerns(str(drawn[at])):
            width = float(drawn[drawn.index("-width") + 1]) if "-width" in drawn else 0
            if width:
                measure = self._measure(drawn[drawn.index("-font") + 1])
                drawn[at] = self._direction.break_lines(str(drawn[at]), width, measure)
            else:
                drawn[at] = self._direction.drawn(str(drawn[at]))
        return tuple(drawn)

    # -- texts -------------------------------------------------------------------------------------------------------------

    def _drawn(self, value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return tuple(self._drawn(each) for each in value)
        if not isinstance(value, str) or not self._direction.concerns(value):
            return value
        text = value.lstrip(" ")  # leading spaces keep it away from a picture, which is on the left in every language
        drawn = value[: len(value) - len(text)] + self._direction.drawn(text)
        self._read[drawn] = value
        return drawn

    def _as_read(self, shown: Any) -> Any:
        if not isinstance(shown, str) or not self._direction.concerns(shown):
            return shown
        if shown in self._read or not self._direction.by_us:
            return self._read.get(shown, shown)
        return in_visual_order(shown, True)  # the inverse mapping, for short texts

    # -- places ------------------------------------------------------------------------------------------------------------

    def _managed(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        manager, command, *rest = arguments
        if command == "columnconfigure":
            return (manager, command, rest[0], mirror.column(rest[1]), *rest[2:])
        options = mirror.options_of(tuple(rest[1:])) if command == "configure" else None
        if not options:
            return arguments
        if manager == "grid":
            new = not self._tk.call("grid", "info", rest[0])
            return (manager, command, rest[0], *mirror.arguments_of(mirror.gridded(options, new=new)))
        mirrored = _MANAGERS[manager](options)
        return (manager, command, rest[0], *mirror.arguments_of(mirrored))

    def _forget(self, path: str) -> None:
        for known in (self._requested, self._widths):
            for each in [each for each in known if each == path or each.startswith(f"{path}.")]:
                del known[each]


_MANAGERS: dict[str, Callable[[mirror.TkOptions], mirror.TkOptions]] = {
    "pack": mirror.packed,
    "grid": mirror.packed,
    "place": mirror.placed,
}


def stand_between(root: tk.Tk) -> Edge:
    """Insert an `Edge` between a window and its interpreter; call this before creating any widgets."""
    edge = Edge(root.tk)
    root.tk = edge  # type: ignore[assignment]
    return edge
