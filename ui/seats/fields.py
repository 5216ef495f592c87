"""The fields of a seat: of a person, of this program at a level, of another program, of another table."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from tkinter import ttk

from fourth_seat.engines.levels import DESCRIPTIONS
from fourth_seat.table.settings.seat_choice import LEVEL_AT_FIRST, SeatChoice, Who
from fourth_seat.ui.seats.wording import HELP_NAMES, HINTS, hints_name, simple_players
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import SteadyLabel
from fourth_seat.ui.widgets.step_slider import StepSlider
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say, sentence

COMMAND_WIDTH = LINK_WIDTH = 32
NAME_WIDTH = 10
Rebuild = Callable[[SeatChoice, bool], None]
"""Factory of the fields for a choice, with its details or without."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the fields of a seat go.

    Attributes:
        main: what is asked for first, as high for all kinds of player.
        said: the sentence below it.
        below: whatever else there is.
    """

    main: ttk.Frame
    said: SteadyLabel
    below: Flow


class Fields:
    """The widgets for one kind of player."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice, rebuild: Rebuild) -> None:
        self._places, self._window, self._choice, self._rebuild = places, window, choice, rebuild

    @property
    def choice(self) -> SeatChoice:
        """Choice in the widgets."""
        return self._choice

    def _button(self, text: Text, command: Callable[[], None]) -> None:
        below = self._places.below
        below.add(ttk.Button(below, text=self._window.text(text), command=command))

    def _slider(self, value: str | None, chosen: Callable[[str], None]) -> StepSlider:
        slider = StepSlider(self._places.main, self._window.theme, tuple(DESCRIPTIONS), value, chosen)
        slider.pack(fill="x", expand=True)
        return slider

    def _label(self, parent: tk.Misc, text: Text) -> ttk.Label:
        return ttk.Label(parent, text=self._window.text(text), style="Raised.Muted.TLabel")


class ComputerFields(Fields):
    """Fields for a computer: its level; in detail, the players that follow a simple rule, and other programs.

    Attributes:
        level: the slider.
        simple: the players that follow a simple rule; None without details.
    """

    def __init__(
        self, places: Places, window: Window, choice: SeatChoice, rebuild: Rebuild, game: str, details: bool
    ) -> None:
        super().__init__(places, window, choice, rebuild)
        self._names = {level: window.text(name) for level, name in (dict(DESCRIPTIONS) | simple_players(game)).items()}
        self.level = self._slider(choice.level if choice.level in DESCRIPTIONS else None, self._slide)
        self.simple: ChoiceBox[str] | None = None
        if details:
            names = {"": window.text(say("a level from 1 to 9"))}
            names |= {level: window.text(name) for level, name in simple_players(game).items()}
            self.simple = ChoiceBox(
                places.below, names, "" if choice.level in DESCRIPTIONS else choice.level, self._choose_simple
            )
            places.below.add(self.simple)
            self._button(say("Another program ..."), lambda: rebuild(replace(self.choice, who=Who.PROGRAM), details))
        self._say()

    @property
    def choice(self) -> SeatChoice:
        simple = self.simple.value if self.simple else self._choice.level
        return replace(self._choice, level=self.level.value or simple)

    def _slide(self, _: str) -> None:
        if self.simple:
            self.simple.value = ""
        self._say()

    def _choose_simple(self, player: str) -> None:
        self.level.value = None if player else LEVEL_AT_FIRST
        self._say()

    def _say(self) -> None:
        level = self.choice.level
        self._places.said.show(self._names.get(level, level))


class ProgramFields(Fields):
    """The command of a program that speaks GTP, such as Pentobi's; a level on the slider seats this program again."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice, rebuild: Rebuild, details: bool) -> None:
        super().__init__(places, window, choice, rebuild)
        below = places.below
        self.level = self._slider(None, lambda level: rebuilding.start("idle", lambda: self._seat_again(level, details)))
        rebuilding = Timer(places.main)  # the slider goes, which handles a press until then
        places.said.show(sentence(window.text(say("another program"))))
        below.add(self._label(below, say("Command that starts the program")))
        known = list(dict.fromkeys(window.engines.commands.values()))
        self._command = ttk.Combobox(below, values=known, width=COMMAND_WIDTH)
        self._command.set(choice.command)
        below.add(self._command)
        self._button(say("Built-in player"), lambda: rebuild(replace(self.choice, who=Who.COMPUTER), details))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, command=self._command.get())

    def _seat_again(self, level: str, details: bool) -> None:
        self._rebuild(replace(self.choice, who=Who.COMPUTER, level=level), details)


class TableFields(Fields):
    """The link to the table at which this seat is played."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice, rebuild: Rebuild, details: bool) -> None:
        super().__init__(places, window, choice, rebuild)
        self._link = ttk.Entry(places.main, width=LINK_WIDTH)
        self._link.insert(0, choice.link)
        self._link.pack(fill="x", expand=True)
        places.said.show(window.text(say("Link that the other table shows with its code")))
        self._button(say("Plays at this table"), lambda: rebuild(replace(self.choice, who=Who.PERSON), details))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, link=self._link.get())


class PersonFields(Fields):
    """Name, a second name where two share the seat, and in detail help and hints.

    Attributes:
        names: the fields of the names.
    """

    def __init__(self, places: Places, window: Window, choice: SeatChoice, rebuild: Rebuild, details: bool) -> None:
        super().__init__(places, window, choice, rebuild)
        self._details = details
        self.names = []
        main, gap = places.main, window.theme.space(1)
        for number, name in enumerate(choice.names):
            self._label(main, say("and") if number else say("Name")).pack(side="left", padx=(gap if number else 0, gap))
            box = ttk.Combobox(main, values=window.settings.names, width=NAME_WIDTH)
            box.set(name)
            box.pack(side="left", fill="x", expand=True)
            self.names.append(box)
        if details:
            self._fill_details(places.below)
        self._say()

    def _fill_details(self, line: Flow) -> None:
        text = self._window.text
        self._help = ChoiceBox(
            line, {key: text(name) for key, name in HELP_NAMES.items()}, self._choice.help, self._changed
        )
        hints = {hints: text(hints_name(hints)) for hints in HINTS}
        self._hints = ChoiceBox(line, hints, self._choice.hints, self._changed)
        self._takebacks = tk.BooleanVar(line, self._choice.takebacks)
        switch = ttk.Checkbutton(line, text=text(say("may take back")), variable=self._takebacks)
        switch.configure(style="Raised.Switch.TCheckbutton")
        for widget in (self._help, self._hints, switch):
            line.add(widget)
        self._button(say("One person plays") if len(self.names) > 1 else say("Two people take turns"), self._toggle_share)
        self._button(
            say("Plays at another table ..."), lambda: self._rebuild(replace(self.choice, who=Who.TABLE), self._details)
        )

    @property
    def choice(self) -> SeatChoice:
        named = replace(self._choice, names=tuple(box.get() for box in self.names))
        if not self._details:
            return named
        return replace(named, help=self._help.value, hints=self._hints.value, takebacks=self._takebacks.get())

    def _changed(self, _: object) -> None:
        self._say()

    def _say(self) -> None:
        """Say what help the person has."""
        self._places.said.show(helped(self._window, self.choice))

    def _toggle_share(self) -> None:
        now = self.choice
        self._rebuild(replace(now, names=now.names[:1] if len(now.names) > 1 else (*now.names, "")), self._details)


def helped(window: Window, choice: SeatChoice) -> str:
    """Return what help a person has, in words."""
    return " · ".join(sentence(window.text(part)) for part in (HELP_NAMES[choice.help], hints_name(choice.hints)))


def steady_texts(window: Window) -> list[str]:
    """Return the sentences for whose height a seat keeps room."""
    return [*map(window.text, DESCRIPTIONS.values()), helped(window, SeatChoice())]


def has_details(choice: SeatChoice) -> bool:
    """Return whether help, hints or takebacks are not as usual, so that they should be seen."""
    usual = SeatChoice()
    return (choice.help, choice.hints, choice.takebacks) != (usual.help, usual.hints, usual.takebacks)
