"""The seats page, for choosing the player of each colour and the rules."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.processes.command_line import program_name
from fourth_seat.table.seats import ENGINE, Seat, seat_name
from fourth_seat.table.settings.engine_commands import NO_COMMAND, check_command
from fourth_seat.table.settings.seat_choice import Draft, SeatChoice, Who, at_first, resized
from fourth_seat.ui.learn.page import LearnPage
from fourth_seat.ui.seats.arrangement import BAR_STEPS, Parts, SeatsArrangement
from fourth_seat.ui.seats.beginner import BeginnerChoice
from fourth_seat.ui.seats.board import BoardPreview
from fourth_seat.ui.seats.options import RulesLine
from fourth_seat.ui.seats.row import SeatRow
from fourth_seat.ui.seats.trials import ProgramTrials
from fourth_seat.ui.table.page import TablePage, begin
from fourth_seat.ui.widgets.label import SteadyLabel
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, say_many, sentence

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window


class SeatsPage(Page):
    """The seats page, filled in from the last game of this kind; `begin` starts the game.

    Attributes:
        rows: the cards of the seats, in order of play.
        shown: the same cards, from top to bottom.
        beginner: the choice of who begins.
        rules: the other options.
        start, photo, complaint: the widgets below the seats.
    """

    led = True

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        game: AnyGame,
        options: str = "",
        level: str | None = None,
        lots: Random | None = None,
    ) -> None:
        """`options` and `level` (of the computers) override the saved settings; `lots` is the generator for drawing lots.

        Raises:
            BadOption: the given options are invalid.
        """
        super().__init__(parent, window)
        self.game, self._lots = game, lots or SystemRandom()
        last = window.settings.last.get(game.name)
        draft = None if options or level else window.drafts.get(game.name)
        remembered = draft.options if draft else last.options if last else ""
        chosen = game.options(options) if options else _remembered(game, remembered)
        seats = game.seats(chosen)
        before = tuple(map(window.engines.typed, last.seats)) if last else ()
        choices = at_first(seats, window.settings.names, before, level)
        drawn = draft.lots if draft else bool(last and last.lots and not options)
        self.header(game.title, say("Who is playing?"))
        room = ttk.Frame(self)
        room.pack(fill="both", expand=True)
        self.board = BoardPreview(room, window.theme, game, chosen)
        column = ttk.Frame(room)
        scrolled = Scrolled(column, window.theme)
        footer = self._footer(column)
        body = ttk.Frame(scrolled.body, padding=(0, 0, window.theme.space(BAR_STEPS), 0))
        body.pack(fill="x")
        self._list = ttk.Frame(body)
        self._list.pack(fill="x")
        self.beginner = BeginnerChoice(body, window, game, drawn, self._begins)
        self.rules = RulesLine(body, window, game, chosen, self._options_changed)
        self.rules.pack(fill="x", pady=(window.theme.space(1), 0))
        if game.lessons:
            learn = ttk.Button(self.rules, text=window.text(say("How to play")))
            learn.configure(command=lambda: window.show(LearnPage, game, lambda: window.show(SeatsPage, game)))
            learn.pack(side="right", anchor="n", before=self.rules.summary)
        parts = Parts(self.board, column, scrolled, body, footer, self._list, self.beginner, self.rules, self.start)
        self._arrangement = SeatsArrangement(room, window.theme, parts)
        self.rows: list[SeatRow] = []
        self._spare: list[SeatChoice] = []  # for further seats, such as those that another option has taken away
        self._seat(list(draft.choices) if draft else choices, seats)
        self._show_beginner()
        self.trials = ProgramTrials(self)
        self.shortcuts["<Return>"] = self.begin

    def _footer(self, column: ttk.Frame) -> ttk.Frame:
        window, space = self.window, self.window.theme.space
        footer = ttk.Frame(column, padding=(0, space(1.5), space(BAR_STEPS), space(2.5)))
        self.start = ttk.Button(footer, text=window.text(say("Start")), style="Large.Accent.TButton", command=self.begin)
        self.start.pack(side="right", anchor="n")
        self.photo = ttk.Button(footer, text=window.text(say("From a photo ...")), command=self._choose_photo)
        self.photo.pack(side="right", anchor="n", padx=(space(1), space(1)), pady=(space(0.5), 0))
        self.complaint = SteadyLabel(footer, [window.text(NO_COMMAND)], "Small.Warn.TLabel")
        self.complaint.pack(side="left", anchor="n", fill="x", expand=True)
        return footer

    def fill(self, choices: list[SeatChoice]) -> None:
        """Fill in one choice per seat."""
        for row in self.rows:
            row.destroy()
        sides = self.game.sides(self.rules.options)
        self.rows = []
        text = self.window.text
        names = [sentence(text(say("{colours}", colours=each))) for each in self._colour_names()]
        places = self._places()
        for number, choice in enumerate(choices):
            colours = tuple(sides[colour - 1] for colour in self.game.colours_of(number + 1, self.rules.options))
            up = (lambda place=places[number]: self.exchange(place)) if places[number] else None
            self.rows.append(SeatRow(self._list, self.window, self.game.name, colours, choice, up, names))
        self.shown = [self.rows[places.index(place)] for place in range(len(choices))]
        self._arrangement.seat(self.shown)

    def _places(self) -> list[int]:
        """Return each seat's position from the top, in the order of play when the first colour begins, so that positions do
        not depend on who begins.
        """
        usual = _colours_by_seat(
            self.game, next(iter(self.game.beginnings(self.rules.options).values()), self.rules.options)
        )
        now = _colours_by_seat(self.game, self.rules.options)
        return [usual.index(colours) for colours in now] if set(now) == set(usual) else list(range(len(now)))

    def _seat(self, choices: list[SeatChoice], seats: int) -> None:
        """Fill the seats with these choices, adding computers if there are too few, and keep any spare choices."""
        self._spare = choices[seats:]
        self.fill(resized(choices, seats))

    def _colour_names(self) -> list[tuple[Text, ...]]:
        """Return the names of each seat's colours."""
        game, options = self.game, self.rules.options
        seats = range(1, game.seats(options) + 1)
        return [tuple(game.colour_name(colour, options) for colour in game.colours_of(seat, options)) for seat in seats]

    def exchange(self, place: int) -> None:
        """Swap the players of a seat and the seat above it; `place` counts from the top, starting at 0."""
        above, below = self.rows.index(self.shown[place - 1]), self.rows.index(self.shown[place])
        choices = [row.choice for row in self.rows]
        choices[above], choices[below] = choices[below], choices[above]
        self.fill(choices)

    def _begins(self, options: Options | None) -> None:
        """Apply the options for a choice of who begins; None (draw lots) changes nothing yet."""
        if options is not None:
            self.rules.choose(options)

    def _options_changed(self, before: Options) -> None:
        self._complain(None)
        options = self.rules.options
        seats, sides = self.game.seats(options), self.game.sides(options)
        if moved := _same_seats(self.game, before, options):
            self.rows = [self.rows[seat] for seat in moved]
        elif (seats, sides) != (self.game.seats(before), self.game.sides(before)):
            self._seat(self._choices, seats)
        self._show_beginner()
        self.board.show(options)

    def _show_beginner(self) -> None:
        space = self.window.theme.space
        if self.beginner.show(self.rules.options):
            self.beginner.pack(fill="x", pady=(space(1), 0), before=self.rules)
        else:
            self.beginner.pack_forget()

    @property
    def _choices(self) -> list[SeatChoice]:
        """The choices for the seats, followed by the spare choices."""
        return [*(row.choice for row in self.rows), *self._spare]

    # -- the start ---------------------------------------------------------------------------------------------------------

    def _choose_photo(self) -> None:
        from fourth_seat.ui.camera.photo import choose_photo

        try:
            choose_photo(self, self.game, self.begin)
        except FourthSeatError as error:
            self._complain(error.text)

    def take_photo(self, photo: Path) -> None:
        """Begin the game from a photo of a board dropped on the page."""
        from fourth_seat.ui.camera.photo import with_vision

        try:
            with_vision(self, self.game, lambda: self.begin(photo))
        except FourthSeatError as error:
            self._complain(error.text)

    def begin(self, photo: Path | None = None) -> None:
        """Begin the game, from the board in a photo if there is one, or show the reason why it cannot begin.

        Third-party programs are tested first.
        """
        if self.trials.running:
            return
        try:
            options = self.rules.options
            self._check(options)
        except FourthSeatError as error:
            self._complain(error.text)
            return
        commands = [row.choice.program for row in self.rows if row.choice.who is Who.PROGRAM]
        self.trials.start(commands, lambda: self._begin(options, photo), self._no_player)
        if self.trials.running:
            self._complain(say("Trying the program ..."))
            self._allow_start("disabled")

    def _allow_start(self, state: str) -> None:
        for button in (self.start, self.photo):
            button.state([state])

    def _begin(self, options: Options, photo: Path | None) -> None:
        window, game, seats = self.window, self.game, [row.choice.seat for row in self.rows]
        if self.beginner.lots:
            drawn = self._lots.choice(list(game.beginnings(options).values()))
            seats = [seats[seat] for seat in _same_seats(game, options, drawn) or range(len(seats))]
            options = drawn
        try:
            page = begin_from(window, game, options, seats, photo)
        except FourthSeatError as error:
            self._complain(error.text)
            return
        window.drafts.pop(game.name, None)
        if self.beginner.lots:
            window.change(window.settings.drew_lots(game.name))
            page.stage.line.show(_drawn(game, options, seats[0]))

    def _no_player(self, command: str, reason: Text) -> None:
        """Show why a program cannot play, and stop proposing it."""
        self._allow_start("!disabled")
        for row in self.rows:
            row.complain(row.choice.who is Who.PROGRAM and row.choice.program == command)
        self._complain(say("{program} cannot play here: {reason}", program=program_name(command), reason=reason))
        for name, known in self.window.engines.commands.items():
            if known == command:
                self.window.change(self.window.settings.without(Seat(computer=ENGINE + name)))

    def now(self) -> tuple[Text, ...]:
        """Return the instruction for the page's current state."""
        return (say("Choose who plays; the computer already has the last seat."), say("Then press “Start”."))

    def leave(self) -> None:
        """Save the typed values for the next time the page is shown."""
        self.window.drafts[self.game.name] = Draft(tuple(self._choices), str(self.rules.options), self.beginner.lots)

    def _check(self, options: Options) -> None:
        """Check that all levels can be played, without starting any, and that commands and links are valid."""
        from fourth_seat.engines.players.from_text import player
        from fourth_seat.page.linked.client import check_seat

        for row in self.rows:
            row.complain(False)
        for row in self.rows:
            choice = row.choice
            if choice.who is not Who.PERSON:
                try:
                    if choice.who is Who.TABLE:
                        check_seat(choice.seat)
                    elif choice.who is Who.PROGRAM:
                        check_command(choice.program)
                    else:
                        player(choice.seat.computer, self.game, options).close()
                except FourthSeatError:
                    row.complain(True)
                    raise

    def _complain(self, text: Text | None) -> None:
        self.complaint.show(sentence(self.window.text(text)) if text else "")


def _remembered(game: AnyGame, options: str) -> Options:
    try:
        return game.options(options)
    except FourthSeatError:  # the settings were edited, or the game has different options by now
        return game.options()


def _colours_by_seat(game: AnyGame, options: Options) -> list[frozenset[str]]:
    """Return the hues played by each seat."""
    sides = game.sides(options)
    return [
        frozenset(sides[colour - 1].hue for colour in game.colours_of(seat, options))
        for seat in range(1, game.seats(options) + 1)
    ]


def _same_seats(game: AnyGame, before: Options, after: Options) -> list[int]:
    """Return the previous index of each seat, matched by its colours; empty unless only their order has changed."""
    had, have = _colours_by_seat(game, before), _colours_by_seat(game, after)
    return [had.index(colours) for colours in have] if had != have and set(had) == set(have) else []


def _drawn(game: AnyGame, options: Options, seat: Seat) -> Text:
    """Return the sentence that announces the result of drawing lots."""
    name = seat_name(seat, 1, game, options)
    return say_many("Lots were drawn: {name} goes first.", "Lots were drawn: {name} go first.", seat.players, name=name)


def begin_from(window: Window, game: AnyGame, options: Options, seats: Sequence[Seat], photo: Path | None) -> TablePage:
    """Begin a game and return its page. With a photo, begin from the board that it shows; if the photo is cancelled,
    return to the seats page.

    Raises:
        FourthSeatError: these seats or options are impossible, or the record cannot be written.
    """
    page = begin(window, game, options, seats)
    if photo:
        page.camera.photo.read(photo, given_up=lambda: window.show(SeatsPage, game))
    return page
