"""The main fields of a seat: a person's name, the computer's level, another program's command, or a link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from tkinter import ttk

from fourth_seat.engines.levels import descriptions
from fourth_seat.table.settings.seat_choice import SeatChoice
from fourth_seat.ui.seats.wording import helped, simple_players
from fourth_seat.ui.widgets.label import SteadyLabel
from fourth_seat.ui.widgets.step_slider import StepSlider
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say

COMMAND_WIDTH = LINK_WIDTH = 32
NAME_WIDTH = 10
COMMAND_MEANT = say("Command that starts the program")
LINK_MEANT = say("Link that the other table shows with its code")


@dataclass(frozen=True, slots=True)
class Places:
    """The containers for a seat's fields, `main`, and for the sentence below, `said`."""

    main: ttk.Frame
    said: SteadyLabel


class Fields:
    """Base class for the widgets for one kind of player."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice) -> None:
        self._places, self._window, self._choice = places, window, choice

    @property
    def choice(self) -> SeatChoice:
        """The choice entered in the widgets."""
        return self._choice


class ComputerFields(Fields):
    """The slider for the computer's level, without a value if the computer follows a simple rule instead."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice, game: str) -> None:
        super().__init__(places, window, choice)
        levels = descriptions(game)
        self._names = {level: window.text(name) for level, name in (dict(levels) | simple_players(game)).items()}
        level = choice.level if choice.level in levels else None
        self.level = StepSlider(places.main, window.theme, tuple(levels), level, lambda _: self._say())
        self.level.pack(fill="x", expand=True)
        self._say()

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, level=self.level.value or self._choice.level)

    def _say(self) -> None:
        level = self.choice.level
        self._places.said.show(self._names.get(level) or self._window.text(say("level {level}", level=level)))


class ProgramFields(Fields):
    """A field for the command of a program that speaks GTP, such as Pentobi's."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice) -> None:
        super().__init__(places, window, choice)
        known = list(dict.fromkeys(window.engines.commands.values()))
        self.command = ttk.Combobox(places.main, values=known, width=COMMAND_WIDTH)
        self.command.set(choice.command)
        self.command.pack(fill="x", expand=True)
        places.said.show(window.text(COMMAND_MEANT))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, command=self.command.get())


class TableFields(Fields):
    """A field for the link to the table at which this seat is played."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice) -> None:
        super().__init__(places, window, choice)
        self._link = ttk.Entry(places.main, width=LINK_WIDTH)
        self._link.insert(0, choice.link)
        self._link.pack(fill="x", expand=True)
        places.said.show(window.text(LINK_MEANT))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, link=self._link.get())


class PersonFields(Fields):
    """A field for the player's name, and another one if two people share the seat."""

    def __init__(self, places: Places, window: Window, choice: SeatChoice) -> None:
        super().__init__(places, window, choice)
        self.names = []
        main, gap = places.main, window.theme.space(1)
        for number, name in enumerate(choice.names):
            title = window.text(say("and") if number else say("Name"))
            label = ttk.Label(main, text=title, style="Raised.Muted.TLabel")
            label.pack(side="left", padx=(gap if number else 0, gap))
            box = ttk.Combobox(main, values=window.settings.names, width=NAME_WIDTH)
            box.set(name)
            box.pack(side="left", fill="x", expand=True)
            self.names.append(box)
        places.said.show(helped(window.text, choice))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, names=tuple(box.get() for box in self.names))


def steady_texts(text: Callable[[Text], str], game: str) -> list[str]:
    """Return all sentences for which a seat must reserve room."""
    return [*map(text, (*descriptions(game).values(), COMMAND_MEANT, LINK_MEANT)), helped(text, SeatChoice())]
