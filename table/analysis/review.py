"""Reviews a game in progress: its result with best play, and the moves that gave away value.

In solved games, the values are proven: the caller asks a player to evaluate the position returned by `wanted`, and passes
the result to `learn`. In games whose throws and moves can be judged (`judges`), the caller requests an analysis of the turn
returned by `wanted_turn`, and passes it to `learn_turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.results import MoveAnalysis, MoveValue
from fourth_seat.games import CHANCE, AnyState
from fourth_seat.games.protocol import Line
from fourth_seat.table.analysis.mistakes import Fault, chances, compared, describe, fault, refuted, weighed
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.game_state import GameState
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.record.events import PEOPLE
from fourth_seat.table.seats import HELP, Person
from fourth_seat.words import FourthSeatError, Text, say

MAX_MOVES = 200  # moves that are asked for: more than one side has in nearly all positions of solved games
MOST_TRIES = 10  # to prove the value of a position in which a person is thinking
NO_HELP, FULL_HELP = HELP[0], HELP[-1]


@dataclass(frozen=True, slots=True)
class KnownValues:
    """The values of the moves in one position, as a list with the best move first, and keyed by move."""

    answers: Sequence[MoveValue]
    by_move: Mapping[Any, MoveValue]

    @property
    def best(self) -> MoveValue | None:
        """The best move if its value is proven, otherwise None."""
        return self.answers[0] if self.answers and _proven(self.answers[0]) else None


@dataclass(frozen=True, slots=True)
class Worth:
    """Each seat's share of the win before and after a move, and the best move if it is known."""

    before: Sequence[float]
    after: Sequence[float]
    best: MoveValue | None


class Review:
    """Reviews the positions of one game.

    Attributes:
        solved: whether values can be proven in this game.
        judges: whether turns can be judged in this game although nothing can be proven.
    """

    def __init__(self, game_state: GameState) -> None:
        self._game_state = game_state
        self._known: dict[AnyState, KnownValues] = {}
        self._asked: dict[AnyState, int] = {}
        self._judgements: dict[tuple[AnyState, Any], MoveAnalysis | None] = {}
        self.solved = engine_of(game_state.game.name).explain_bounds is not None
        self.judges = not self.solved and engine_of(game_state.game.name).analyses

    @property
    def finds_faults(self) -> bool:
        """Whether this game supports finding mistakes."""
        return self.solved or self.judges

    # -- asking ------------------------------------------------------------------------------------------------------------

    def learn(self, line: Line, answers: Sequence[MoveValue]) -> None:
        """Store the move values, best first, for the position at the end of a line."""
        self._asked[line.state] = self._asked.get(line.state, 0) + 1
        found = KnownValues(answers, {answer.move: answer for answer in answers})
        if line.state not in self._known or found.best:
            self._known[line.state] = found

    def wanted(self, of_last: int | None = None) -> Line | None:
        """Return a line of this game whose position should be evaluated by a player, or None if there is none.

        The most recent moves come first. Positions that could not be proven are tried again after the game. If nothing can
        be proven or judged, all positions are evaluated after the game in order to find its turning points.

        Args:
            of_last: if given, consider only moves among this many most recent entries.
        """
        if not self.solved:
            return self._wanted_afterwards()
        times = 2 if self._game_state.result else 1
        first = 0 if of_last is None else self._game_state.history.at - of_last
        for number in reversed(self._moves()):
            if number < first:
                break
            entry, line = self._game_state.history.entries[number], self._game_state.history.line_at(number)
            if (
                self._asked.get(line.state, 0) < times
                and self._judged(line.state, entry) is None
                and (entry.by in PEOPLE or self._may_read(entry))
            ):
                return line
        return None

    def _wanted_afterwards(self) -> Line | None:
        """Return the latest unevaluated position of a finished game in which a player chose a move."""
        if self.judges or not self._game_state.result:
            return None
        lines = (self._game_state.history.line_at(number) for number in reversed(self._moves()))
        return next((line for line in lines if line.state not in self._asked), None)

    def learn_turn(self, line: Line, move: Any, judged: Sequence[MoveAnalysis]) -> None:
        """Store the analysis of a turn. `judged` is empty if the turn could not be analysed."""
        self._judgements[line.state, move] = judged[0] if judged else None

    def wanted_turn(self, of_last: int | None = None) -> tuple[Line, Any] | None:
        """Return a turn that should be judged, as the line before the move and the move itself, or None if there is none.
        The most recent turns come first. After the game, all turns are judged, including those with a forced move, because
        their throws involve luck as well.
        """
        first = 0 if of_last is None else self._game_state.history.at - of_last
        for number in reversed(self.turns()):
            if number < first:
                break
            entry, line = self._entry(number), self._game_state.history.line_at(number)
            wanted = entry.by in PEOPLE or self._may_read(entry)
            if (line.state, entry.move) not in self._judgements and wanted:
                return line, entry.move
        return None

    def turns(self) -> list[int]:
        """Return the indices of the entries that can be judged. These are all moves, including forced ones, that directly
        follow a throw.
        """
        if not self.judges:
            return []
        entries = self._game_state.history.standing
        return [n for n, entry in enumerate(entries) if n and _thrown(entries[n - 1]) and _played(entry)]

    def judgement(self, number: int) -> MoveAnalysis | None:
        """Return the analysis of an entry's throw and move, or None if it is not known."""
        return self._judgements.get((self._game_state.history.line_at(number).state, self._entry(number).move))

    def ask_again(self, number: int) -> None:
        """Allow another attempt to evaluate an entry whose value could not be determined."""
        turn = self._game_state.history.line_at(number).state, self._entry(number).move
        if self._judgements.get(turn, turn) is None:
            del self._judgements[turn]
        self._asked.pop(self._game_state.history.line_at(number).state, None)

    def given_up(self, number: int) -> bool:
        """Return whether an attempt to evaluate an entry has failed."""
        line = self._game_state.history.line_at(number)
        tried = line.state in self._asked or (line.state, self._entry(number).move) in self._judgements
        return not self.known(number) and tried

    def may_prove(self, state: AnyState) -> bool:
        """Return whether to try again to prove a position while a person is thinking about it. Solvers resume where they
        left off, and may have completed their preparations since then.
        """
        return self.solved and not self.answers(state) and self._asked.get(state, 0) < MOST_TRIES

    def _moves(self) -> list[int]:
        """Return the indices of the entries that have not been undone and are moves chosen by a player."""
        return [number for number, entry in enumerate(self._game_state.history.standing) if _chosen(entry)]

    def _judged(self, state: AnyState, entry: HistoryEntry) -> MoveValue | None:
        """Return the value of a move if both it and the best move in this position are proven, otherwise None."""
        known = self._known.get(state)
        played = known.by_move.get(entry.move) if known and known.best else None
        return played if played and _proven(played) else None

    def thought(self, count: int) -> Sequence[float] | None:
        """Return each seat's proven or estimated share of the win after the first `count` entries, or None if unknown."""
        line = self._game_state.history.line_at(count)
        if line.state.result:
            return [line.state.result.share(seat) for seat in range(1, len(self._game_state.seats) + 1)]
        known = self._known.get(line.state)
        if known and known.answers:
            return known.answers[0].shares
        judged = self.judgement(count) if count < self._game_state.history.at else None
        return judged.best.shares if judged else self._game_state.values.get(count)

    def worth(self, number: int) -> Worth | None:
        """Return the effect of a chosen move on the shares of the win, or None if it is unknown."""
        entry, line = self._entry(number), self._game_state.history.line_at(number)
        judged = self.judgement(number)
        if judged:
            return Worth(judged.best.shares, judged.played.shares, judged.best)
        if not _chosen(entry):
            return None
        known = self._known.get(line.state)
        best = known.answers[0] if known and known.answers else None
        played = known.by_move.get(entry.move) if known else None
        if best and played and (played.exact or entry.line.state.to_move == CHANCE):
            return Worth(best.shares, played.shares, best)
        before = self.thought(number)
        # A throw's effect is not due to the move.
        after = None if entry.line.state.to_move == CHANCE else self.thought(number + 1)
        if after is None and played:
            after = played.shares
        return Worth(before, after, best) if before is not None and after is not None else None

    # -- how it stands -----------------------------------------------------------------------------------------------------

    def answers(self, state: AnyState) -> Sequence[MoveValue]:
        """Return the values of the moves in a position if the best one is proven, otherwise an empty sequence."""
        known = self._known.get(state)
        return known.answers if known and known.best else ()

    def shares(self, count: int) -> Sequence[float] | None:
        """Return each seat's proven share of the win after the first `count` entries, or None if it is not proven."""
        answers = self.answers(self._game_state.history.line_at(count).state)
        return answers[0].shares if answers else None

    def standing(self, count: int) -> Text | None:
        """Describe the result with best play after the first `count` entries. Returns None if it is not proven."""
        game_state = self._game_state
        state = game_state.history.line_at(count).state
        answers = self.answers(state)
        if answers:
            return self._stands(answers[0], state.mover)
        entry = game_state.history.entries[count - 1] if count else None
        if entry is None or not _chosen(entry):
            return None
        played = self._judged(game_state.history.line_at(count - 1).state, entry)
        return self._stands(played, entry.colour) if played else None

    def _stands(self, valued: MoveValue, colour: int) -> Text | None:
        if valued.shares[0] == valued.shares[-1]:
            return say("a draw with best play")
        name = self._game_state.game.colour_name(colour, self._game_state.options)
        return say("{who} {verdict}", who=name, verdict=valued.why) if valued.why else None

    # -- moves that gave value away ----------------------------------------------------------------------------------------

    def last_choice(self, count: int) -> int | None:
        """Return the index of the last move chosen by a person among the first `count` entries, or None."""
        return next((n for n in reversed(self._moves()) if n < count and self._entry(n).by in PEOPLE), None)

    def known(self, number: int) -> bool:
        """Return whether the value of an entry is known."""
        return _chosen(self._entry(number)) and self._played(number) is not None

    def fault(self, number: int) -> Fault | None:
        """Return the mistake in an entry, or None if none is known."""
        entry = self._entry(number)
        judged = self.judgement(number)
        if judged:
            return weighed(judged.best, judged.played)
        played = self._played(number) if _chosen(entry) else None
        if played is None:
            return None
        best = self.answers(self._game_state.history.line_at(number).state)[0]
        return fault(self._game_state.game, entry.seat, best, played)

    def mark(self, number: int) -> str:
        """Return the annotation symbol of an entry in the public move list, or an empty string if there is none."""
        found = self.fault(number) if self.finds_faults and self._may_read(self._entry(number)) else None
        return found.mark if found else ""

    def answer(self, number: int) -> Text:
        """Describe the best reply to an entry and its consequences. The value of the entry must be known."""
        entry, line = self._entry(number), self._game_state.history.line_at(number)
        judged = self.judgement(number)
        if judged:
            return compared(self._game_state.game, judged.best, judged.played)
        played = self._played(number)
        assert played is not None
        name = self._game_state.game.colour_name(entry.colour, self._game_state.options)
        return refuted(self._game_state.game, played, name, ends=_ends(line, played.line))

    def judged(self, number: int) -> Text:
        """Describe the mistake in an entry, or state that there is none or that its value is unknown."""
        entry, played = self._entry(number), self._played(number)
        move = entry.text if entry.move is None else self._game_state.game.move_name(entry.move)
        if played is None and self.judges:
            return say("The value of {move} could not be worked out.", move=move)
        if played is None:
            return say("The value of {move} could not be proven.", move=move)
        found = self.fault(number)
        if found:
            return describe(self._game_state.game, found, late=number + 1 < self._game_state.history.at)
        judged = self.judgement(number)
        if judged:
            return say("The move {move} gave nothing away ({why}).", move=move, why=chances(judged.played))
        return say("The move {move} gave nothing away ({why}).", move=move, why=played.why or "")

    def check_asked(self, number: int | None) -> int:
        """Check that a player may be told about an entry, and return its index.

        Raises:
            OutOfTurn: this is not allowed. The text gives the reason.
        """
        if not self.finds_faults:
            raise OutOfTurn(say("mistakes cannot be proven in this game, because it is not solved"))
        if number is None:
            raise OutOfTurn(say("nobody has moved yet"))
        person = self._person(self._entry(number))
        if person and person.help == NO_HELP and not self._game_state.result:
            name = self._game_state.name(self._entry(number).seat)
            raise OutOfTurn(say("{name} plays without help, so this is shown only after the game", name=name))
        return number

    def _entry(self, number: int) -> HistoryEntry:
        return self._game_state.history.entries[number]

    def _played(self, number: int) -> MoveValue | None:
        judged = self.judgement(number)
        if judged:
            return judged.played
        return self._judged(self._game_state.history.line_at(number).state, self._entry(number))

    # -- who may see it ----------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether proven values may be shown to everybody. True if no player has disabled help, or the game is over."""
        return bool(self._game_state.result) or all(person.help != NO_HELP for person in self._people())

    @property
    def unasked(self) -> bool:
        """Whether proven values may be shown without being requested. True if all players use full help, or the game is
        over.
        """
        return bool(self._game_state.result) or all(person.help == FULL_HELP for person in self._people())

    def person(self, number: int) -> Person | None:
        """Return the person who played an entry, or None for a computer."""
        return self._person(self._entry(number))

    def _person(self, entry: HistoryEntry) -> Person | None:
        return self._game_state.seat(entry.seat).person(entry.turn) if self._game_state.seat(entry.seat).people else None

    def _people(self) -> Iterator[Person]:
        return (person for seat in self._game_state.seats for person in seat.people)

    def _may_read(self, entry: HistoryEntry) -> bool:
        """Return whether the value of an entry may be shown to everybody. This is the case after the game, or if the
        players concerned use full help.
        """
        if self._game_state.result:
            return True
        person = self._person(entry) if _chosen(entry) else None
        concerned = [person] if person else list(self._people())
        return self.open and all(somebody.help == FULL_HELP for somebody in concerned)


def _proven(valued: MoveValue) -> bool:
    """Return whether a move's value was proven by a solver. A search can find a win as well, but not its margin."""
    return valued.exact and valued.why is not None


def _chosen(entry: HistoryEntry) -> bool:
    """Return whether an entry is a chosen move, rather than a throw, a forced pass, a correction or the end of the game."""
    return entry.by in (*PEOPLE, "computer") and entry.seat > 0 and entry.move is not None


def _played(entry: HistoryEntry) -> bool:
    """Return whether an entry is a move, chosen or forced."""
    return entry.seat > 0 and entry.move is not None and entry.by != "correction"


def _thrown(entry: HistoryEntry) -> bool:
    """Return whether an entry is a throw."""
    return entry.seat == 0 and entry.move is not None


def _ends(line: Line, texts: Sequence[str]) -> bool:
    """Return whether these moves lead to the end of the game."""
    state = line.state
    try:
        for text in texts:
            for move in line.game.parse(state, text):
                state = state.play(move)
    except FourthSeatError:
        return False
    return bool(state.over)
