"""The state of a game, derived entirely from its events, both during play and after a restart.

`prepare(event)` checks an event against the position and returns a function that commits it. Nothing changes until that
function is called. This allows an event to be checked first, then written to disk, and then shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fourth_seat.games import CHANCE, AnyGame, AnyState, find
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Ending, Line, PlayedGame, Result
from fourth_seat.games.steps import Step, is_for_hands
from fourth_seat.table.errors import BadRecord, BadSeat, OutOfTurn
from fourth_seat.table.history import History, HistoryEntry
from fourth_seat.table.move_input import MoveInput
from fourth_seat.table.record.events import (
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
from fourth_seat.table.seats import Person, Seat, read_seat, seat_name
from fourth_seat.words import FourthSeatError, Text, say, say_many

Commit = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Placement:
    """A pending change that people have to make on the board: the computer's move, or the effect of an undo or redo.

    Attributes:
        before, after: the positions before and after the change. Forced passes may have followed since then.
        steps: the steps to be made by hand.
        count: the number of moves and throws up to and including this one, which identifies it in the history.
        move: the computer's move, or None after undo and redo. Its notation is in `text`.
        seat, colour: the seat and colour that moved, or 0 after undo and redo.
    """

    before: AnyState
    after: AnyState
    steps: tuple[Step, ...]
    count: int
    move: Any = None
    text: str = ""
    seat: int = 0
    colour: int = 0


class GameState:
    """A game in progress, as the result of its events.

    Screens, lights, the voice, the camera, reports and score sheets depend only on this state. `table.table` records its
    changes and shows them.

    Attributes:
        begun: the event that started the game, with its options and initial seats.
        game, options: the rules and their options.
        history: the moves and throws, including those that were undone.
        seats: the current players, in seat order.
        tapped: the taps of a half-entered move.
        pending: the placement that still has to be made on the board, or None.
        ended: whether the record contains the result.
        values: the computer's estimates of each seat's share of the win, keyed by the number of entries.
        hints: the number of hints given to each seat. Seats without hints may be missing.
        earlier: the previous games in the same record, except empty ones.
        read_only: whether the game is only being viewed and cannot be changed.
    """

    read_only: ClassVar[bool] = False

    begun: Begun
    game: AnyGame
    options: Options
    history: History
    seats: list[Seat]
    tapped: Tapped
    pending: Placement | None
    ended: bool
    values: dict[int, tuple[float, ...]]
    hints: dict[int, int]

    def __init__(self, begun: Begun) -> None:
        """Raises `FourthSeatError` if the game, its options or its seats are invalid."""
        self.earlier: tuple[PlayedGame, ...] = ()
        self._judged: tuple[Line, Result | None] | None = None
        self._move_input: MoveInput | None = None
        self._handlers: dict[type[Event], Callable[[Any], Commit]] = {
            Begun: self._following,
            Thrown: self._thrown,
            Moved: self._moved,
            Tapped: self._tapped,
            SetDown: self._set_down,
            Rewound: self._rewound,
            Corrected: self._corrected,
            Resigned: self._resigned,
            Stopped: self._stopped,
            Reseated: self._reseated,
            Hinted: self._hinted,
            Valued: self._valued,
            Ended: self._ended,
        }
        self._beginning(begun)()

    def replay(self, events: Sequence[Event]) -> tuple[int, Text | None]:
        """Apply the events of a record. The first event, which starts the game, is skipped.

        Returns the number of valid events, and a description of the error in the next one, or None if all are valid.
        """
        for number, event in enumerate(events[1:], 2):
            try:
                self.prepare(event)()
            except FourthSeatError as error:
                return number - 1, say("invalid event in line {n} of the record: {reason}", n=number, reason=error.text)
        return len(events), None

    # -- the position ------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> Line:
        """The moves since the start or the last correction that have not been undone."""
        return self.history.line_at(self.history.at)

    @property
    def state(self) -> AnyState:
        """The current position, including the computer's last move."""
        return self.line.state

    @property
    def board_state(self) -> AnyState:
        """The position on the physical board, which does not include a pending placement."""
        return self.pending.before if self.pending else self.state

    @property
    def result(self) -> Result | None:
        """The result if the game has been ended by its rules or by the players, otherwise None."""
        last, line = self.history.last, self.line
        if last and last.result:
            return last.result
        if self._judged is None or self._judged[0] is not line:  # asked for a hundred times in each position by a window
            self._judged = line, line.state.result
        return self._judged[1]

    @property
    def played(self) -> PlayedGame:
        """The game in the form used for file exchange, with the names of its original players."""
        lines = [self.history.start]
        for entry in self.history.standing:
            if entry.by == "correction":
                lines.append(entry.line)
            lines[-1] = entry.line
        seats = map(read_seat, self.begun.seats)
        names = tuple(str(seat.name or "") for seat in seats)
        last = self.history.last
        return PlayedGame(tuple(lines), names, last.ending if last else None)

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """All games of the record in the form used for file exchange, with the current game last."""
        return (*self.earlier, self.played)

    @property
    def match_goes_on(self) -> bool:
        """Whether the game is over but the match continues."""
        return self.result is not None and self.game.match_goes_on(self.options, self.result)

    # -- whose turn it is --------------------------------------------------------------------------------------------------

    @property
    def needs_throw(self) -> bool:
        """Whether dice must be rolled and entered now."""
        return self.result is None and self.state.to_move == CHANCE

    @property
    def may_throw(self) -> bool:
        """Whether dice can be entered now, because they must be rolled or because the move before them is implied."""
        if self.result:
            return False
        implied = self.game.implied(self.state)
        return (self.state if implied is None else self.state.play_unchecked(implied)).to_move == CHANCE

    @property
    def computers_turn(self) -> bool:
        """Whether it is the turn of a computer at this table."""
        if self.result or self.state.to_move == CHANCE:
            return False
        seat = self.seat(self.state.seat)
        return bool(seat.computer) and not seat.elsewhere

    @property
    def elsewhere(self) -> bool:
        """Whether it is the turn of a player at another table."""
        return self.result is None and self.state.seat > 0 and self.seat(self.state.seat).elsewhere

    @property
    def people_move(self) -> bool:
        """Whether a person at this table, rather than a computer or another table, must enter a move or a throw now."""
        return self.result is None and not self.computers_turn and not self.elsewhere

    @property
    def taps(self) -> tuple[str, ...]:
        """The cells and pieces tapped so far for an incomplete move, in order."""
        return self.tapped.taps

    @property
    def move_input(self) -> MoveInput:
        """The move being entered. Cached until the position or the taps change."""
        known, state = self._move_input, self.state
        if known is None or known.state is not state or known.tapped != self.tapped:
            self._move_input = known = MoveInput(self.game, state, self.tapped)
        return known

    # -- who plays ---------------------------------------------------------------------------------------------------------

    def seat(self, number: int) -> Seat:
        """Return a seat by its number, from 1.

        Raises:
            BadSeat: there is no such seat.
        """
        if not 1 <= number <= len(self.seats):
            raise BadSeat(say("there is no seat {n}; the seats are 1 to {last}", n=number, last=len(self.seats)))
        return self.seats[number - 1]

    def person(self, seat: int) -> Person:
        """Return the person who moves next in a seat played by people."""
        return self.seat(seat).person(self.history.turns(seat))

    def name(self, seat: int) -> Text:
        """Return the name of a seat's player, or its colour if the player has no name."""
        return seat_name(self.seat(seat), seat, self.game, self.options)

    @property
    def names(self) -> list[Text]:
        """The names or colours of all seats, as returned by `name`."""
        return [self.name(seat) for seat in range(1, len(self.seats) + 1)]

    @property
    def people_play(self) -> bool:
        """Whether at least one seat is played by people."""
        return any(seat.people for seat in self.seats)

    def hints_left(self, seat: int) -> int | None:
        """Return the number of hints left for a seat, or None if there is no limit."""
        if self.seat(seat).computer:
            return 0
        allowed = self.person(seat).hints
        return None if allowed is None else max(0, allowed - self.hints.get(seat, 0))

    # -- what may happen ---------------------------------------------------------------------------------------------------

    def prepare(self, event: Event) -> Commit:
        """Check an event, and return a function that commits it.

        Raises:
            FourthSeatError: the event is not possible in the current state.
        """
        return self._handlers[type(event)](event)

    def must_go_on(self) -> None:
        """Raise `OutOfTurn` if the game is over."""
        if self.result:
            raise OutOfTurn(say("the game is over: {reason}", reason=self.result.reason))

    def end(self) -> Ended:
        """Return the event that records the result. The game must be over."""
        result = self.result
        assert result
        goes_on = self.game.match_goes_on(self.options, result)
        return Ended(result.scores, result.winners, str(result.reason), goes_on)

    def _beginning(self, begun: Begun) -> Commit:
        game = find(begun.game)
        options = game.options(begun.options)
        if len(begun.seats) != game.seats(options):
            raise BadSeat(
                say(
                    "{game} with these options has {wanted} seats, not {n}",
                    game=game.title, wanted=game.seats(options), n=len(begun.seats),
                )
            )  # fmt: skip
        seats = [read_seat(text) for text in begun.seats]
        start = Line.begin(game, game.start(options))

        def commit() -> None:
            self.begun, self.game, self.options, self.seats = begun, game, options, seats
            self.history, self.tapped, self.pending, self.ended = History(start), Tapped(), None, False
            self.values, self.hints = {}, {}

        return commit

    def _following(self, begun: Begun) -> Commit:
        begin = self._beginning(begun)
        if find(begun.game) is not self.game:
            raise BadRecord(say("a different game starts in the same record"))

        def commit() -> None:
            if self.history.entries:
                self.earlier += (self.played,)
            begin()

        return commit

    # -- what each event does ----------------------------------------------------------------------------------------------

    def _moved(self, event: Moved) -> Commit:
        self.must_go_on()
        state = self.state
        if state.to_move == CHANCE:
            raise OutOfTurn(say("the dice must be rolled first: type dice and the numbers that they show"))
        if event.seat != state.seat:
            raise OutOfTurn(say("it is seat {seat}'s turn", seat=state.seat))
        move = self._one(event.move)
        after = self.line.play(move)
        pending = self.pending if event.by == "rule" else None
        if event.by == "computer" and is_for_hands(steps := self.game.steps(state, move), self.game.geometry(self.options)):
            at = self.history.at + 1
            pending = Placement(state, after.state, steps, at, move, event.move, event.seat, state.mover)
        implied = move == self.game.implied(state)
        entry = HistoryEntry(event.move, event.by, event.seat, state.mover, after, move, implied=implied)
        return self._advance(entry, pending)

    def _thrown(self, event: Thrown) -> Commit:
        self.must_go_on()
        state = self.state
        if state.to_move != CHANCE:
            raise OutOfTurn(say("there are no dice to roll now"))
        throw = self._one(event.dice)
        return self._advance(HistoryEntry(event.dice, event.by, 0, state.mover, self.line.play(throw), throw))

    def _one(self, text: str) -> Any:
        moves = self.game.parse(self.state, text)
        if len(moves) != 1:
            raise OutOfTurn(say("{text} is more than one move", text=text))
        return moves[0]

    def _corrected(self, event: Corrected) -> Commit:
        self.must_go_on()
        state = self.game.parse_position(event.position, self.options)
        line = Line.begin(self.game, state)
        return self._advance(
            HistoryEntry(event.move or event.position, "correction", event.seat, self.state.mover, line, source=event.by)
        )

    def _resigned(self, event: Resigned) -> Commit:
        self.must_go_on()
        players = self.seat(event.seat).players
        result = self.game.resigned(self.state, event.seat, event.worth)
        reason = say_many("{who} gives up.", "{who} give up.", players, who=self.name(event.seat))
        return self._end(replace(result, reason=reason), Ending(event.seat, event.worth))

    def _stopped(self, _: Stopped) -> Commit:
        self.must_go_on()
        standing = self.state.standing()
        reason = say("The game was stopped here: {standing}", standing=standing.reason)
        return self._end(replace(standing, reason=reason), Ending())

    def _end(self, result: Result, ending: Ending) -> Commit:
        entry = HistoryEntry("", "human", ending.seat, self.state.mover, self.line, ending=ending, result=result)
        return self._advance(entry)

    def _advance(self, entry: HistoryEntry, pending: Placement | None = None) -> Commit:
        # An entry by a person shows that the computer's move before it has been made, even if nobody confirmed that.
        counted = replace(entry, turn=self.history.turns(entry.seat))

        def commit() -> None:
            for undone in range(self.history.at + 1, len(self.history.entries) + 1):
                self.values.pop(undone, None)
            self.history.add(counted)
            self.tapped = Tapped()
            self.pending = pending

        return commit

    def _tapped(self, event: Tapped) -> Commit:
        self.must_go_on()
        if event.taps:
            self.game.partial_move(self.state, event.taps)
        if event.over:
            laid = MoveInput(self.game, self.state, event).laid
            if laid is None or not laid.cells:
                raise OutOfTurn(laid.why_not if laid and laid.why_not else say("pick up a piece first"))

        def commit() -> None:
            self.tapped = event

        return commit

    def _set_down(self, _: SetDown) -> Commit:
        if self.pending is None and not self._only_said:
            raise OutOfTurn(say("there is nothing to set down"))

        def commit() -> None:
            self.pending = None

        return commit

    @property
    def _only_said(self) -> bool:
        """Whether the last move was a computer's move that changed nothing on the board. Records of earlier versions
        contain confirmations of such moves as well.
        """
        last = self.history.last
        if last is None or last.by != "computer" or last.move is None or not last.seat:
            return False
        steps = self.game.steps(self.history.line_at(self.history.at - 1).state, last.move)
        return not is_for_hands(steps, self.game.geometry(self.options))

    def _rewound(self, event: Rewound) -> Commit:
        if not 0 <= event.to <= len(self.history.entries):
            raise OutOfTurn(say("the game has only {n} moves and rolls of the dice", n=len(self.history.entries)))

        def commit() -> None:
            on_board = self.pending.before if self.pending else self.state
            self.history.at = event.to
            self.ended = False
            self.tapped = Tapped()
            self.pending = self._restoration(on_board)

        return commit

    def _restoration(self, on_board: AnyState) -> Placement | None:
        """Return the placement that turns the position on the board into the current one, or None if they are equal."""
        steps = self.game.restoring_steps(on_board.cells(), self.state.cells(), self.state.mover, self.options)
        return Placement(on_board, self.state, steps, self.history.at) if steps else None

    def _reseated(self, event: Reseated) -> Commit:
        self.seat(event.seat)
        seat = read_seat(event.player)

        def commit() -> None:
            self.seats[event.seat - 1] = seat

        return commit

    def _hinted(self, event: Hinted) -> Commit:
        self.seat(event.seat)

        def commit() -> None:
            self.hints[event.seat] = self.hints.get(event.seat, 0) + 1

        return commit

    def _valued(self, event: Valued) -> Commit:
        def commit() -> None:
            if len(event.values) == len(self.seats):  # a record may be a stranger's
                self.values[event.at] = event.values

        return commit

    def _ended(self, _: Ended) -> Commit:
        def commit() -> None:
            self.ended = True

        return commit


def forced_pass(game: AnyGame, state: AnyState) -> Any | None:
    """Return the pass if it is the only legal move in a position, otherwise None."""
    moves = () if state.to_move == CHANCE else state.legal()
    return moves[0] if len(moves) == 1 and game.is_pass(moves[0]) else None
