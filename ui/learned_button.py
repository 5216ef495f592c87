"""A key, or a mouse or gamepad button, that was learned by pressing it once."""

from __future__ import annotations

import re
import sys
import tkinter as tk
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.ui.widgets.by_keyboard import CONTROL_STATE
from fourth_seat.words import Text, say

MAX_NUMBER = 256  # of a gamepad's button; the kernel has no more
KEY_NAME = re.compile(r"[!-~]{1,40}")
NAMELESS = "??"  # Tk's name of a key that it does not know
CONTROL = "Control+"
NEEDED_KEYS = {"Escape", "Tab", "ISO_Left_Tab", "Return", "KP_Enter", "space", "Left", "Right", "Up", "Down"}
MODIFIERS = re.compile(r"(Shift|Control|Alt|Meta|Super|Hyper|Win)_[LR]|(Caps|Num|Shift)_Lock|Mode_switch|ISO_Level.*")
HAS_WHEEL_BUTTONS = sys.platform not in ("win32", "darwin") and tk.TkVersion < 8.7  # 4 to 7; elsewhere the wheel has none
NEEDED_MOUSE_BUTTONS = [str(number) for number in range(1, 8 if HAS_WHEEL_BUTTONS else 4)]
KEY_TITLES: Mapping[str, Text | str] = {
    "Prior": say("Page Up"), "Next": say("Page Down"), "period": ".", "comma": ",",
    "space": say("Space", context="key"), "Return": "Enter", "KP_Enter": "Enter",
    "Left": "\N{LEFTWARDS ARROW}", "Right": "\N{RIGHTWARDS ARROW}",
    "Up": "\N{UPWARDS ARROW}", "Down": "\N{DOWNWARDS ARROW}",
}  # fmt: skip


class DeviceKind(Enum):
    """The kinds of devices whose buttons can be learned."""

    KEY = "key"  # foot switches, presenters and remote controls are keyboards with few keys
    MOUSE = "mouse"
    GAMEPAD = "gamepad"


@dataclass(frozen=True, slots=True)
class LearnedButton:
    """A learned button, written in the settings as `key F13`, `mouse 8` or `gamepad 2`.

    Attributes:
        name: Tk's name for a key, or the number of any other button, from 1.
    """

    kind: DeviceKind
    name: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.name}"

    @property
    def title(self) -> Text:
        """The button's display name."""
        if self.kind is DeviceKind.MOUSE:
            return say("mouse button {n}", n=self.name)
        if self.kind is DeviceKind.GAMEPAD:
            return say("gamepad button {n}", n=self.name)
        name = self.name.upper() if len(self.name) == 1 else self.name.removeprefix("XF86")
        return say("key {name}", name=KEY_TITLES.get(self.name, name))

    @property
    def needed(self) -> bool:
        """Whether the window already uses the button for something else, so that it cannot be learned."""
        if self.kind is DeviceKind.MOUSE:
            return self.name in NEEDED_MOUSE_BUTTONS
        return self.kind is DeviceKind.KEY and (
            self.name in NEEDED_KEYS or self.name.startswith(CONTROL) or MODIFIERS.fullmatch(self.name) is not None
        )


def key_of(event: tk.Event[tk.Misc]) -> LearnedButton:
    """Return the key of an event, ignoring Caps Lock; a key combined with Control is a different key."""
    name = event.keysym if event.keysym != NAMELESS else f"#{event.keycode}"
    return LearnedButton(DeviceKind.KEY, CONTROL * bool(int(event.state) & CONTROL_STATE) + _uncapitalised(name))


def read_learned_button(text: object) -> LearnedButton | None:
    """Parse a button from the settings; return None if it is invalid or cannot be learned."""
    kind, _, name = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if kind not in (each.value for each in DeviceKind):
        return None
    if kind == DeviceKind.KEY.value:
        fits = KEY_NAME.fullmatch(name) is not None
    else:
        number = parse_integer(name, 1, MAX_NUMBER)
        fits = number is not None and name == str(number)
    button = LearnedButton(DeviceKind(kind), _uncapitalised(name))
    return button if fits and not button.needed else None


def _uncapitalised(name: str) -> str:
    return name.lower() if len(name) == 1 else name
