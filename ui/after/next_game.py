"""Starts the next game of a match, or a new game in which the players can choose who begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from fourth_seat.games.options import Options
from fourth_seat.table.analysis.session import begins, can_follow, may_sit_otherwise, next_game
from fourth_seat.table.game_state import GameState
from fourth_seat.table.handicap import handicap
from fourth_seat.table.seats import Seat
from fourth_seat.ui.table.opening import new_table, resumed_table
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import Text, say


def following(stage: Stage) -> tuple[Options, list[Seat]] | None:
    """Return the options and seats of the next game, or None if there is none.

    Everybody moves along one seat, so that another player begins, unless a guest plays on a phone and has to keep their
    seat.
    """
    return next_game(stage.table, stay=stage.window.phones.played_on) if can_follow(stage.table) else None


def begin_next_game(stage: Stage) -> None:
    """Start the next game, in the same record if it is part of a match.

    Raises:
        FourthSeatError: the record cannot be written.
    """
    table, window = stage.table, stage.window
    found = following(stage)
    if found is None:
        return
    if table.match_goes_on and table.record:
        table.next_game()
        table.close()
        stage.sit_down(*resumed_table(window, table.record.path))
    else:
        stage.sit_down(new_table(window, table.game, *found), ())


def choose_who_begins(stage: Stage) -> None:
    """Open a sheet for choosing who begins the next game and who plays which colour."""
    if may_sit_otherwise(stage.table):
        ways = [next_game(stage.table, stay=stay) for stay in (False, True)]
        stage.page.open_sheet(NextGameSheet(stage, [way for way in ways if way]))


class NextGameSheet(Sheet):
    """A sheet with a large button for each seating: either everybody moves along one seat, so that another player begins,
    or everybody stays.

    Attributes:
        ways: the buttons, with the fair seating first.
    """

    def __init__(self, stage: Stage, ways: Sequence[tuple[Options, Sequence[Seat]]]) -> None:
        """`ways` are the options and seats of each seating, with the fair one first."""
        super().__init__(stage.page, stage.window.theme, stage.window.text, say("The next game"))
        table, text = stage.table, stage.window.text
        self.paragraph(say("Who goes first, and who plays which colour?"), "Raised.Muted.TLabel")
        self.ways: list[ttk.Button] = []
        for n, (options, seats) in enumerate(ways):
            said = begins(table.game, options, seats), *seating(table, seats), handicap(table.game, options)
            heading = [*filter(None, said)]
            button = ttk.Button(
                self.body,
                text="\n".join(map(text, heading)),
                style="TButton" if n else "Accent.TButton",
                command=partial(self._begin, stage, options, seats),
            )
            button.pack(fill="x", pady=(0, self._theme.space(1.5)), ipady=self._theme.space(0.5))
            self.ways.append(button)
        self.button(say("Cancel"), lambda: None)

    def open(self) -> None:
        super().open()
        self.ways[0].focus_set()

    def _begin(self, stage: Stage, options: Options, seats: Sequence[Seat]) -> None:
        self.close()
        stage.sit_down(new_table(stage.window, stage.table.game, options, seats), ())


def seating(game_state: GameState, seats: Sequence[Seat]) -> list[Text]:
    """Return the colours and the player of each seat."""
    return [
        say("{colours}: {name}", colours=_colours(game_state, seat), name=_name(seats, seat))
        for seat in range(1, len(seats) + 1)
    ]


def _colours(game_state: GameState, seat: int) -> tuple[Text, ...]:
    game, options = game_state.game, game_state.options
    return tuple(game.colour_name(colour, options) for colour in game.colours_of(seat, options))


def _name(seats: Sequence[Seat], seat: int) -> Text:
    return seats[seat - 1].name or say("a person")
