"""A game in progress. Every action by a person or computer is checked, then recorded, and then shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Self

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import PlayedGame
from fourth_seat.table import announce
from fourth_seat.table.analysis.session import next_game as following_game
from fourth_seat.table.errors import NotSaved, OutOfTurn
from fourth_seat.table.game_state import Commit, GameState, forced_pass
from fourth_seat.table.move_input import implies_throw
from fourth_seat.table.protocols import Announcement, AnnouncementKind, Display
from fourth_seat.table.record.events import (
    VERSION,
    Begun,
    Corrected,
    Ended,
    Event,
    Hinted,
    Moved,
    Reseated,
    Resigned,
    Rewound,
    SetDown,
    Stopped,
    Tapped,
    Thrown,
    Valued,
)
from fourth_seat.table.record.exchange import take_in
from fourth_seat.table.record.opening import next_record, open_record
from fourth_seat.table.record.record_file import Record
from fourth_seat.table.seats import Seat, check_names_no_command
from fourth_seat.words import Text, say

Clock = Callable[[], datetime]


class Table(GameState):
    """A game that is being played. Methods that change the game raise `FourthSeatError` on failure and leave the game
    unchanged.

    Attributes:
        events: all events so far, as in the record.
        notices: notices about problems found when the record was opened.
        displays: the displays that receive every announcement.
        watchers: callbacks that are called with every event after it has been saved.
    """

    def __init__(self, begun: Begun, clock: Clock) -> None:
        super().__init__(begun)
        self.events: list[Event] = [begun]
        self.record: Record | None = None  # None: nothing is kept
        self.notices: tuple[Text, ...] = ()
        self.displays: list[Display] = []
        self.watchers: list[Callable[[Event], None]] = []
        self._clock = clock
        self._behind = False  # whether a forced pass or the result may not be saved yet

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        options: Options,
        seats: Sequence[Seat],
        folder: Path | None,
        clock: Clock,
        evening: str = "",
        *,
        dated: bool = True,
    ) -> Self:
        """Start a new game. It is recorded in `folder`, or not at all if `folder` is None. The record contains the current
        time if `dated`, and the `evening`, which is identified by its first game.

        Raises:
            FourthSeatError: the number of seats is wrong, or the record cannot be written.
        """
        for seat in seats:
            check_names_no_command(seat)
        now = clock()
        time = now.isoformat(timespec="seconds") if dated else ""
        start = Begun(VERSION, game.name, str(options), tuple(map(str, seats)), time, evening)
        table = cls(start, clock)
        if folder:
            table.record = Record.create(folder, game.name, f"{now:%Y-%m-%d}", (start,))
        return table

    @classmethod
    def resume(cls, path: Path, clock: Clock) -> Self:
        """Open a record and resume its game. Damaged parts are skipped and reported in `notices`.

        Raises:
            FourthSeatError: the record does not contain a valid game, or is open in another window.
        """
        table, record, events, notices = open_record(path, f"{clock():%Y-%m-%d}", lambda begun: cls(begun, clock))
        table.record, table.events, table.notices = record, list(events), tuple(notices)
        with suppress(NotSaved):  # the program may have ended between a move and what follows from it
            table.play_forced()
        return table

    def close(self) -> None:
        """Close the record. Can be called more than once."""
        if self.record:
            self.record.close()

    # -- moves -------------------------------------------------------------------------------------------------------------

    def play(self, text: str, by: str = "human") -> None:
        """Play a person's move, given in notation, optionally with a throw before or after it (`31: 8/5 6/5`, `@33 4/1`).
        `by` is its origin (see `Moved`).
        """
        self._may_enter()
        moves = self.game.parse(self.state, text)
        state = self.state
        for move in moves:  # all or nothing: the whole text is checked before its first part is played
            state = state.play(move)
        for move in moves:
            self._enter(move, by)
        self._go_on()

    def confirm(self) -> None:
        """Play the move entered by tapping or by laying a piece on the board."""
        self._may_enter()
        entry = self.move_input
        if entry.laid and entry.laid.why_not:
            raise IllegalMove(entry.laid.why_not)
        if entry.complete is None:
            unlaid = entry.in_hand and not entry.laid
            raise OutOfTurn(say("lay the piece on the board first") if unlaid else say("the move is not complete yet"))
        self._play_tapped(entry.complete)

    def _enter(self, move: Any, by: str) -> None:
        moved = Moved(self.state.seat, str(move), "rule" if self.game.is_pass(move) else by)
        self._do(Thrown(str(move), by) if self.needs_throw else moved)
        self._behind = True

    def throw(self, text: str) -> None:
        """Enter dice rolled at the table."""
        if not (self.needs_throw or implies_throw(self.game, self.state, text)):
            raise OutOfTurn(say("there are no dice to roll now"))
        self.play(text)

    def play_computer(self, move: Any) -> None:
        """Play the computer's move, or a move or throw from another table."""
        self._play(move, "computer")

    def _play(self, move: Any, by: str) -> None:
        self._enter(move, by)
        self._go_on()

    def _play_tapped(self, move: Any) -> None:
        """Play the move entered by taps, preceded by the implied move, if any."""
        self._enter_implied(move)
        self._play(move, "human")

    def _enter_implied(self, move: Any) -> None:
        implied = self.game.implied(self.state)
        if implied is not None and self.state.why_not(move):
            self._enter(implied, "human")

    def roll(self, dice: Random) -> None:
        """Roll the dice with the given random number generator."""
        if not self.may_throw:
            raise OutOfTurn(say("there are no dice to roll now"))
        if not self.needs_throw:
            self._may_enter()
            self._enter(self.game.implied(self.state), "human")
        outcomes, weights = zip(*self.state.chances(), strict=True)
        self._do(Thrown(str(dice.choices(outcomes, weights)[0]), "program"))
        self._go_on()

    def set_down(self) -> None:
        """Record that the computer's move has been made on the board."""
        self._do(SetDown())

    def _go_on(self) -> None:
        """Play forced passes and record the result. If they cannot be saved, `catch_up` tries again."""
        with suppress(NotSaved):  # the person's own action has been saved, and remains
            self.play_forced()

    def play_forced(self) -> None:
        """Play forced passes and record the result, including in a position reached by undo or redo.

        Raises:
            NotSaved: the record cannot be written. `catch_up` tries again.
        """
        self._behind = True
        self.catch_up()

    def catch_up(self) -> bool:
        """Play forced passes and record the result if they could not be saved earlier.

        Returns whether there was anything to do. This is called periodically by the turn runner.

        Raises:
            NotSaved: the record still cannot be written.
        """
        if not self._behind:
            return False
        while not self.result and (forced := forced_pass(self.game, self.state)) is not None:
            self._do(Moved(self.state.seat, str(forced), "rule"))
        self._note_result()
        self._behind = False
        return True

    def _note_result(self) -> None:
        """Record the result if the game is over."""
        if self.result and not self.ended:
            self._do(self.end())

    def take_in(self, games: Sequence[PlayedGame], by: str = "human") -> None:
        """Import the games of a file, with their options and names, into the record of this new game. `by` is the origin of
        corrected positions.
        """
        if self.history.entries or self.earlier:
            raise OutOfTurn(say("a file can be imported only into a new game: begin one first"))
        events = take_in(self, games, by)
        loss = self.record.append(*events) if self.record else None
        for event in events:
            self._happen(event, self.prepare(event))
        self._show(Ended((), (), "") if self.result else Rewound(self.history.at), self.state, loss)
        self._go_on()

    def next_game(self) -> None:
        """Start the next game of a match in the same record, or in a new record if a long game might not fit."""
        following = following_game(self) if self.match_goes_on else None
        if following is None:
            raise OutOfTurn(say("the next game of a match cannot be started now"))
        options, seats = following
        time = self._clock().isoformat(timespec="seconds")
        start = replace(self.begun, options=str(options), seats=tuple(map(str, seats)), time=time)
        if not (self.record and self.record.half_full):
            self._do(start)
            return
        commit = self.prepare(start)
        self.record, notice = next_record(self.record, self.end(), start, f"{self._clock():%Y-%m-%d}")
        self.events.clear()
        self._happen(start, commit)
        self.earlier = ()
        self._show(start, self.state, notice)

    # -- entry by taps -----------------------------------------------------------------------------------------------------

    def tap(self, name: str) -> None:
        """Enter a tap. The move is played as soon as it is complete and unambiguous."""
        self._may_enter()
        following = self.move_input.tap(name)
        if following.partial.sole is not None:
            self._play_tapped(following.partial.sole)
        else:
            self._do(following.tapped)
            self._move_input = following

    def untap(self, name: str = "") -> None:
        """Take back the last tap or, if a name is given, the tap on that cell."""
        self._do(self.move_input.untap(name))

    def clear_taps(self) -> None:
        """Take back all taps."""
        if self.taps:
            self._do(Tapped())

    def lay(self, over: str) -> None:
        """Lay the piece in hand on the board, centred near a cell. Call `confirm` to play it."""
        self._may_enter()
        self._do(replace(self.tapped, over=over))

    def lay_first(self) -> None:
        """Lay the piece in hand where it fits, turning it if necessary. If it does not fit anywhere, it stays in hand."""
        self._may_enter()
        if laid := self.move_input.first_place():
            self._do(laid)

    def turn_piece(self, quarters: int = 1) -> None:
        """Rotate the piece in hand clockwise."""
        self._do(self.move_input.turned(quarters))

    def flip_piece(self) -> None:
        """Flip the piece in hand."""
        self._do(self.move_input.flipped())

    def _may_enter(self) -> None:
        self.must_go_on()
        if self.elsewhere:
            raise OutOfTurn(say("it is the other table's turn: its move will be shown here"))
        if self.computers_turn:
            raise OutOfTurn(say("it is the computer's turn: {name}", name=self.name(self.state.seat)))

    # -- back and forth ----------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last decision made by a person, together with any subsequent computer moves and passes."""
        to = self.history.last_choice()
        if to is None:
            raise OutOfTurn(say("there is nothing to take back"))
        entry = self.history.entries[to]
        seat = self.seat(entry.seat) if entry.seat and not entry.implied else None
        if seat and seat.people and not seat.person(entry.turn).takebacks:
            raise OutOfTurn(say("{name} plays without takebacks", name=self.name(entry.seat)))
        self.back_to(to)

    def redo(self) -> None:
        """Redo the next decision made by a person and the replies to it."""
        to = self.history.next_choice()
        if to is None:
            raise OutOfTurn(say("there is nothing to redo"))
        self.back_to(to)

    def back_to(self, count: int) -> None:
        """Go backwards or forwards to the position after the first `count` moves and throws."""
        self._do(Rewound(count))
        self._behind = self.result is not None  # a pass that is rewound to is left to whoever looks at the position
        with suppress(NotSaved):
            self.catch_up()

    # -- when table and screen differ --------------------------------------------------------------------------------------

    def correct(self, cells: Mapping[str, Content | None], by: str = "human", mover: int = 0) -> None:
        """Correct the contents of cells. `by` is the origin of the correction, and `mover` is the new colour to move (0 for
        no change).
        """
        state = self.game.correct(self.state, cells)
        state = self.game.with_mover(state, mover) if mover else state
        self._do(Corrected(self.game.position(state), by=by))
        self._go_on()

    def set_position(self, text: str) -> None:
        """Correct the whole board from the notation of a position."""
        self._do(Corrected(self.game.position(self.game.parse_position(text, self.options))))
        self._go_on()

    def play_anyway(self, text: str) -> None:
        """Play an illegal move that the players allow."""
        self._may_enter()
        state = self.game.play_anyway(self.state, text)
        self._do(Corrected(self.game.position(state), self.state.seat, text))
        self._go_on()

    # -- the end, and who plays --------------------------------------------------------------------------------------------

    def resign(self, seat: int, worth: int = 1) -> None:
        """Resign for a seat. If wins differ in value (`Game.resignations`), the win is multiplied by `worth`."""
        self._do(Resigned(seat, worth if self.game.resignations(self.options) else 0))
        self._go_on()

    def stop(self) -> None:
        """Stop the game and score the current position."""
        self._do(Stopped())
        self._go_on()

    def reseat(self, seat: int, player: Seat) -> None:
        """Let another player take over a seat, for example a computer when a child has to go to bed."""
        check_names_no_command(player)
        self._do(Reseated(seat, str(player)))

    # -- help --------------------------------------------------------------------------------------------------------------

    def hinted(self, move: Any) -> None:
        """Record that a hint is about to be shown to the player to move."""
        if self.hints_left(self.state.seat) == 0:
            raise OutOfTurn(say("{name} has no hints left", name=self.name(self.state.seat)))
        self._do(Hinted(self.state.seat, str(move)))

    def valued(self, values: Sequence[float], at: int | None = None) -> None:
        """Record the computer's estimate of the position after the first `at` moves and throws (defaults to the current
        position).
        """
        count = self.history.at if at is None else at
        self._do(Valued(count, tuple(round(value, 4) for value in values)))

    # -- events ------------------------------------------------------------------------------------------------------------

    def _do(self, event: Event) -> None:
        before = self.state
        commit = self.prepare(event)
        loss = self.record.append(event) if self.record else None
        self._happen(event, commit)
        self._show(event, before, loss)

    def _happen(self, event: Event, commit: Commit) -> None:
        commit()
        self.events.append(event)
        for watcher in self.watchers:
            watcher(event)

    def _show(self, event: Event, before: AnyState, loss: Text | None) -> None:
        """Announce an event, given the position before it, and any notice about the record."""
        if announcement := announce.announcement(self, before, event):
            self.announce(announcement)
        if loss:
            self.announce(Announcement(AnnouncementKind.NOTICE, (loss,)))

    def announce(self, announcement: Announcement) -> None:
        """Show an announcement on all displays."""
        for display in self.displays:
            display.show(announcement)
