"""Settings that assign actions to buttons of foot switches, presenters, remote controls, mice and gamepads."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.hardware.boards.description import Button
from fourth_seat.ui.devices.card import SectionCard
from fourth_seat.ui.learned_button import DeviceKind, LearnedButton
from fourth_seat.ui.widgets.label import SteadyLabel, steady, update, wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.ui.window import Page, Window

TITLES = {
    Button.DONE: say("Done"),
    Button.UNDO: say("Undo"),
    Button.HINT: say("Hint"),
    Button.AGAIN: say("Say it again"),
}
NOT_LEARNED = say("none yet", context="button")
SHEET_KEYS = ("Escape", "Tab", "ISO_Left_Tab")  # work on every sheet
USUAL = LearnedButton(DeviceKind.GAMEPAD, "16")  # by the length of its title
LONGEST = LearnedButton(DeviceKind.KEY, "XF86AudioRaiseVolume")


def refused(learned: LearnedButton) -> Text:
    """Return a message that says why a button cannot be learned."""
    return say("{button} cannot be used, because this window needs it: press another one.", button=learned.title)


class ButtonsSection(SectionCard):
    """A section with a line for each action, showing the learned button and controls for learning and forgetting it.

    Attributes:
        learners, forgetters: the controls for learning and forgetting, keyed by action.
        shown: the names of the learned buttons, keyed by action.
    """

    def __init__(self, parent: tk.Misc, window: Window, page: Page) -> None:
        super().__init__(parent, window, say("Buttons beside the board"))
        self._page = page
        self.learners: dict[Button, ttk.Button] = {}
        self.forgetters: dict[Button, ttk.Button] = {}
        self.shown: dict[Button, SteadyLabel] = {}
        for button, title in TITLES.items():
            self.line(title, self._line(button), fill=True)
        about = say(
            "Press “Learn ...”, then press the button of a foot switch, presenter, remote control, "
            "mouse or gamepad once. No button ever plays a move."
        )
        note = ttk.Label(self.inside, text=window.text(about), style="Raised.Muted.TLabel")
        self.line(None, wrapped(note), fill=True)
        self.refresh()

    def _line(self, button: Button) -> ttk.Frame:
        space, text = self.window.theme.space, self.window.text
        row = ttk.Frame(self.inside, style="Raised.TFrame")
        self.learners[button] = ttk.Button(
            row, text=text(say("Learn ...")), command=lambda: LearnButtonSheet(self._page, self, button).open()
        )
        self.forgetters[button] = ttk.Button(row, text=text(say("Forget")), command=partial(self.keep, button, None))
        for each in (self.forgetters[button], self.learners[button]):
            each.pack(side="right", padx=(space(1), 0))
        usual = [text(NOT_LEARNED), text(USUAL.title)]
        shown = self.shown[button] = SteadyLabel(row, [*usual, text(LONGEST.title)], "Raised.TLabel")
        steady(shown, *usual)  # or what is learned later would widen it
        shown.pack(side="left", fill="x", expand=True)
        return row

    def refresh(self) -> None:
        """Update the names of the learned buttons."""
        learned = self.window.settings.buttons
        for button in TITLES:
            self.shown[button].show(self.window.text(learned[button].title if button in learned else NOT_LEARNED))
            self.forgetters[button].state(["!disabled" if button in learned else "disabled"])

    def keep(self, button: Button, learned: LearnedButton | None) -> None:
        """Save the button learned for an action, and remove it from all other actions. None forgets the current button."""
        others = {each: old for each, old in self.window.settings.buttons.items() if each is not button and old != learned}
        self.window.change(replace(self.window.settings, buttons={**others, **({button: learned} if learned else {})}))
        self.refresh()


class LearnButtonSheet(Sheet):
    """A sheet that waits for a button to be pressed. Like any sheet, it can be closed with Escape.

    Attributes:
        message: instructions, or the reason why the pressed button cannot be learned.
    """

    def __init__(self, page: Page, section: ButtonsSection, button: Button) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("Press the button once"))
        self._window, self._section, self._button = page.window, section, button
        wanted = say("From then on, this button means “{action}” at the table.", action=TITLES[button])
        self.message = self.steady([wanted, refused(LONGEST)])
        self.button(say("Cancel"), lambda: None)
        self._window.buttons.learn(self._take)

    def _take(self, learned: LearnedButton) -> bool:
        """Learn a button, or show why this is not possible. Returns whether the button press should be suppressed."""
        if learned.needed:
            self.message.show(sentence(self._text(refused(learned))))
            update(self.message, style="Raised.Warn.TLabel")
        else:
            self._section.keep(self._button, learned)
            self.close()
        return learned.name not in SHEET_KEYS

    def destroy(self) -> None:
        self._window.buttons.learn(None)
        super().destroy()
