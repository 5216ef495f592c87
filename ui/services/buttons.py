"""The window's learned buttons; at a table, presses are handled before any widget receives them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.machine.gamepads import Gamepads
from fourth_seat.ui.learned_button import DeviceKind, LearnedButton, key_of
from fourth_seat.ui.widgets.by_keyboard import is_field
from fourth_seat.ui.widgets.dead_time import DEAD_TIME_MS

POLL_INTERVAL_MS = 20  # between two looks at gamepads
TAG = "LearnedButtons"  # one of the first bind tags of every widget that has had the focus or the pointer
PRESSED = "<<LearnedButton>>"  # the event of a button that was obeyed


class ButtonsControl:
    """Handles a window's learned buttons.

    Attributes:
        gamepads: the gamepads, which are read only while needed.
    """

    def __init__(
        self,
        root: tk.Misc,
        meanings: Callable[[], Mapping[Button, LearnedButton]],
        at_table: Callable[[], bool],
        press: Callable[[Button], None],
    ) -> None:
        """`meanings` returns the learned buttons, and `at_table` whether a table is shown with no sheet over it; `press`
        handles a button.
        """
        self._root, self._meanings, self._at_table, self._press = root, meanings, at_table, press
        self.gamepads = Gamepads()
        self._timer: str | None = None
        self._taken: Callable[[LearnedButton], bool] | None = None
        self._released: dict[int, int | None] = {}  # when each key was released; None while it is held down
        self._done: tuple[LearnedButton, int] | None = None  # the last one that was obeyed
        for event in ("<FocusIn>", "<Enter>"):  # a key or a click reaches no widget before these
            root.bind_class("all", event, self._watch, add="+")
        root.bind_class("all", "<FocusOut>", self._unwatched, add="+")
        root.bind_class(TAG, "<ButtonPress>", self._mouse)
        root.bind_class(TAG, "<KeyPress>", self._key)
        root.bind_class(TAG, "<KeyRelease>", self._key_up)
        self.follow()

    def learn(self, taken: Callable[[LearnedButton], bool] | None) -> None:
        """Pass each pressed button to a callback, which returns whether to suppress other effects of the press; None stops
        this.
        """
        self._taken = taken
        self.follow()

    def follow(self) -> None:
        """Start reading gamepads if a gamepad button is in use or buttons are being learned; otherwise stop."""
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = None
        if self._taken or any(each.kind is DeviceKind.GAMEPAD for each in self._meanings().values()):
            self._timer = self._root.after(POLL_INTERVAL_MS, self._tick)
        else:
            self.gamepads.close()

    def close(self) -> None:
        """Release the gamepads when the window closes."""
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = None
        self.gamepads.close()

    # -- what is pressed ---------------------------------------------------------------------------------------------------

    def _watch(self, event: tk.Event[tk.Misc]) -> None:
        """Intercept a widget's key presses and clicks."""
        widget = event.widget
        if isinstance(widget, tk.Misc) and TAG not in (tags := widget.bindtags()):
            widget.bindtags((TAG, *tags))

    def _unwatched(self, _: tk.Event[tk.Misc]) -> None:
        """Forget which keys are held down once another program has the focus and receives their releases."""
        if not self._root.tk.call("focus"):
            self._released.clear()

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        # A key that is held down repeats: X releases and presses it at the same time, others only press it.
        again = self._released.get(event.keycode, -1) in (None, event.time)
        self._released[event.keycode] = None
        return "break" if self._pressed(key_of(event), event.time, again=again) else None

    def _key_up(self, event: tk.Event[tk.Misc]) -> None:
        self._released[event.keycode] = event.time

    def _mouse(self, event: tk.Event[tk.Misc]) -> None:
        if not (self._taken and isinstance(event.widget, ttk.Button)):  # the way out of learning is one
            self._pressed(LearnedButton(DeviceKind.MOUSE, str(event.num)), event.time)

    def _tick(self) -> None:
        self._timer = self._root.after(POLL_INTERVAL_MS, self._tick)
        for number, ms in self.gamepads.presses():
            self._pressed(LearnedButton(DeviceKind.GAMEPAD, str(number)), ms)

    # -- what it means -----------------------------------------------------------------------------------------------------

    def _pressed(self, learned: LearnedButton, ms: int, *, again: bool = False) -> bool:
        """Learn or handle a button, ignoring repeats; return whether to suppress any other effect of the press.

        `ms` is the time by the device's clock.
        """
        if self._taken:
            return (again and not learned.needed) or self._taken(learned)
        meanings = self._meanings()
        button = next((button for button in meanings if meanings[button] == learned), None)
        if button is None or not self._obeys:
            return False
        if not (again or (button is Button.DONE and self._is_second(learned, ms))):
            self._root.event_generate(PRESSED)
            self._press(button)
        return True

    def _is_second(self, learned: LearnedButton, ms: int) -> bool:
        """Return whether this is the second half of a double press, which would confirm the result of the first."""
        if self._done and self._done[0] == learned and 0 <= ms - self._done[1] < DEAD_TIME_MS:
            return True
        self._done = learned, ms
        return False

    @property
    def _obeys(self) -> bool:
        """Whether buttons are active: a table is shown, its window has the focus, and no field does."""
        if not self._at_table():
            return False
        try:
            focused = self._root.focus_get()
        except KeyError:  # a list that Tk itself has opened
            return False
        return focused is not None and not is_field(focused)
