"""Check an engine by playing against it over the protocol (docs/engine-protocol.md), describing each fault in a sentence.

The check sets up games and requests moves in the same dialect as a table would.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from fourth_seat.boundary.faults import last_words
from fourth_seat.boundary.text import printable, shorten
from fourth_seat.engines import dialect_of
from fourth_seat.engines.errors import EngineFailed, EngineRefused
from fourth_seat.engines.players.answers import read_move
from fourth_seat.engines.players.engine_player import COMMAND_TIMEOUT_S, MOVE_GRACE_S, START_TIMEOUT_S, STOP_TIMEOUT_S
from fourth_seat.engines.process.dialects import Dialect, Replay, turns_of
from fourth_seat.engines.process.engine_process import start_engine
from fourth_seat.engines.process.responses import GtpResponse, ResponseReader, is_progress
from fourth_seat.games import CHANCE, AnyGame, AnyState, all_games
from fourth_seat.games.contents import Cells
from fourth_seat.games.protocol import Line
from fourth_seat.words import FourthSeatError, Text, say

STANDARD = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("clear_board", "play", "genmove"),
)
"""The commands that every GTP program has, except those about the board of Go."""
BAD_LINES = ("no_such_command", "?!", "grüße ♟", "play", "play 1", "play 99 x", "genmove 99")
MOVE_TIME_S = 0.1  # given to an engine that takes a time for its moves
LONG_MOVE_TIME_S = 30.0  # given to one that is then stopped
MAX_MOVES = 300  # of a game of the check, throws included
MAX_GAMES, GAMES_TIME_S = 6, 10.0  # in each seat; no more are begun after this time: most slips in the rules are rare
MAX_WALKS = 200  # random games that are looked through for a turn that cannot be repeated
MAX_SHOWN = 60  # characters of an answer that a sentence quotes


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits in seconds; exceeding one counts as a fault.

    Attributes:
        start: time for the first answer.
        command: time for an answer that requires no search.
        move: time for a move if the engine does not support time limits.
        over: tolerance beyond the engine's time limit for a move.
        stop: time for the answer after `stop`.
        end: time for the process to exit.
    """

    start: float = START_TIMEOUT_S
    command: float = COMMAND_TIMEOUT_S
    move: float = 60.0
    over: float = 2.0
    stop: float = STOP_TIMEOUT_S
    end: float = 5.0


class EngineCheck:
    """A check of one engine.

    Attributes:
        name: the name reported by the engine; empty until then.
        games: the games that were tested.
    """

    def __init__(self, command: Sequence[str], game: AnyGame | None = None, patience: Patience | None = None) -> None:
        """`game` is the game that the engine plays; None to test all games that it accepts with `set_game`."""
        self.name = ""
        self.games: list[AnyGame] = []
        self._command, self._game, self._patience = tuple(command), game, patience or Patience()
        self._known: frozenset[str] = frozenset()
        self._found: list[Text] = []
        self._reported: set[str] = set()
        self._engine: _Conversation | None = None

    def faults(self) -> Iterator[Text]:
        """Yield each fault as soon as it is found. Each kind of fault is reported only once per game.

        Raises:
            EngineFailed: the program cannot be started.
        """
        try:
            yield from self._do(self._introduces_itself)
            if self._engine is None:  # nothing can be known about it
                return
            for manners in (self._knows_the_standard, self._keeps_the_form, self._bears_bad_lines):
                yield from self._do(manners)
            if self._can_play():
                for game in (self._game,) if self._game else all_games():
                    self._reported.clear()
                    yield from self._faults_in(game)
                if not self.games and not self._found and not self._game:
                    self._report(say("it does not accept a game with set_game: use --game to name the game that it plays"))
            yield from self._do(self._quits)
            yield from self._do(self._ends_with_its_input)
        finally:
            self._leave()

    # -- one thing after another ------------------------------------------------------------------------------------------

    def _do(self, stage: Callable[[_Conversation], None]) -> Iterator[Text]:
        """Run one stage of the check, restarting the engine if its process is gone; yield the faults found."""
        try:
            if self._engine is None:
                self._engine = _Conversation(self._command, self._patience, self._report)
            stage(self._engine)
        except _Broken as broken:
            self._report(broken.fault)
            self._leave()
        yield from self._found
        self._found.clear()

    def _leave(self) -> None:
        if self._engine:
            self._engine.close()
        self._engine = None

    def _report(self, fault: Text) -> None:
        if fault.key not in self._reported:
            self._reported.add(fault.key)
            self._found.append(fault)

    def _introduces_itself(self, engine: _Conversation) -> None:
        self._known = frozenset(engine.must("list_commands").split())
        if "name" in self._known:
            self.name = shorten(printable(engine.must("name")), MAX_SHOWN)

    def _can_play(self) -> bool:
        if "genmove" not in self._known:
            self._report(say("it cannot choose a move: it lacks genmove"))
            return False
        if self._can_replay or "set_position" in self._known:
            return True
        self._report(say("no game can be set up: it lacks play and clear_board, or else set_position"))
        return False

    @property
    def _can_replay(self) -> bool:
        return self._known >= {"play", "clear_board"}

    def _knows_the_standard(self, engine: _Conversation) -> None:
        if missing := [name for name in STANDARD if name not in self._known]:
            self._report(say("list_commands lacks {commands}, which every GTP engine has", commands=tuple(missing)))
        expected = {"protocol_version": "2", "known_command genmove": "true", "known_command no_such_command": "false"}
        for command, wanted in expected.items():
            if command.split()[0] in self._known and (text := engine.must(command)) != wanted:
                shown = shorten(text, MAX_SHOWN) or "''"
                self._report(
                    say("it answered {command} with {text} instead of {wanted}", command=command, text=shown, wanted=wanted)
                )
        if "version" in self._known:
            engine.must("version")

    def _keeps_the_form(self, engine: _Conversation) -> None:
        engine.process.send("")
        engine.process.send("  # a comment")
        engine.must("list_commands")
        if engine.taken_extra():
            self._report(say("it answered an empty line or a comment, which must get no answer"))
        if engine.ask("list_commands", self._patience.command, numbered=False).number:
            self._report(say("it put a number before the answer to a command that had none"))

    def _bears_bad_lines(self, engine: _Conversation) -> None:
        for line in BAD_LINES:
            if engine.ask(line, self._patience.command).ok:
                self._report(say("it accepted {command}, which it should refuse with ?", command=line))

    def _quits(self, engine: _Conversation) -> None:
        engine.must("quit")
        if not engine.ended.wait(self._patience.end):
            self._report(say("it is still running {n} seconds after quit", n=self._patience.end))
        self._leave()

    def _ends_with_its_input(self, engine: _Conversation) -> None:
        engine.must("list_commands")
        engine.process.end_input()
        if not engine.ended.wait(self._patience.end):
            self._report(say("it is still running {n} seconds after the end of its input", n=self._patience.end))
        self._leave()

    # -- a game -----------------------------------------------------------------------------------------------------------

    def _faults_in(self, game: AnyGame) -> Iterator[Text]:
        dialects = list[Callable[[], Dialect]]()
        if "set_position" in self._known:
            dialects.append(Dialect)
        if self._can_replay:
            try:
                dialect_of(game, self.name)
            except EngineRefused as error:
                if self._game:
                    self._report(error.text)
                dialects.clear()
            else:
                dialects.append(lambda: dialect_of(game, self.name))
        if not dialects or not self._takes(game, dialects[0]()):
            yield from self._do(lambda _: None)
            return
        self.games.append(game)
        for dialect in dialects:
            begun = time.monotonic()
            for number in range(MAX_GAMES):
                for seat in sorted({1, game.seats(game.options())}):
                    yield from self._do(partial(self._plays, game, dialect, seat, number))
                if time.monotonic() - begun > GAMES_TIME_S:
                    break
        turn = _repeated_turn(game)
        if self._can_replay and turn:
            yield from self._do(lambda engine: self._refuses_illegal_moves(engine, turn, dialects[-1]()))
            if "undo" in self._known:
                yield from self._do(lambda engine: self._undoes(engine, turn, dialects[-1]()))
        if "stop" in self._known:
            yield from self._do(lambda engine: self._stops(engine, game, dialects[0]()))

    def _takes(self, game: AnyGame, dialect: Dialect) -> bool:
        """Return whether the engine plays this game: it accepts the game with `set_game`, or the user named this game."""
        commands = list(self._game_commands(game, dialect))
        if not commands:
            return self._game is not None
        taken = False

        def ask(engine: _Conversation) -> None:
            nonlocal taken
            taken = all(engine.ask(command, self._patience.command).ok for command in commands)

        self._found += list(self._do(ask))
        if self._game and not taken:
            self._report(say("it refused {command}", command=commands[0]))
        return taken

    def _game_commands(self, game: AnyGame, dialect: Dialect) -> Iterator[str]:
        return (command for command in dialect.game_commands(game, game.options()) if command.split()[0] in self._known)

    def _begins(self, engine: _Conversation, game: AnyGame, dialect: Dialect, seconds: float = MOVE_TIME_S) -> None:
        for command in self._game_commands(game, dialect):
            engine.must(command)
        if "time_per_move" in self._known:
            engine.must(f"time_per_move {seconds}")

    def _plays(self, game: AnyGame, make: Callable[[], Dialect], seat: int, number: int, engine: _Conversation) -> None:
        """Play a game with the engine in one seat and random players in the others."""
        dialect = make()
        self._begins(engine, game, dialect)
        rng = Random(f"{seat} {number}")
        line = Line.begin(game, game.start(game.options()))
        while not line.state.over and len(line.moves) < MAX_MOVES:
            if line.state.seat == seat and line.state.to_move != CHANCE and not _must_pass(game, line.state):
                line = self._moves(engine, line, dialect)
            else:
                line = line.play(rng.choice(line.state.legal()))

    def _moves(self, engine: _Conversation, line: Line, dialect: Dialect) -> Line:
        """Return the line extended by the engine's move."""
        for command in dialect.position_commands(line):
            engine.must(command)
        if self._known >= {"set_game", "get_position"}:
            self._has_the_same_board(engine, line)
        timed = "time_per_move" in self._known
        begun = time.monotonic()
        text = engine.must(dialect.genmove(line), MOVE_TIME_S + MOVE_GRACE_S if timed else self._patience.move)
        took = time.monotonic() - begun
        if timed and took > MOVE_TIME_S + self._patience.over:
            self._report(
                say(
                    "it took {n} seconds for a move, although time_per_move gave it {given}",
                    n=round(took, 1),
                    given=MOVE_TIME_S,
                )
            )
        try:
            move = read_move(line, text, dialect)
        except EngineFailed as error:
            game, position = line.game.name, line.game.position(line.state)
            raise _Broken(
                say("{game}: {reason}, in the position {position}", game=game, reason=error.text, position=position)
            ) from None
        dialect.played(line, move)
        return line.play(move)

    def _has_the_same_board(self, engine: _Conversation, line: Line) -> None:
        game, options, text = line.game, line.game.options(), engine.must("get_position")
        geometry = game.geometry(options)

        def on_board(state: AnyState) -> Cells:
            return {cell: content for cell, content in state.cells().items() if geometry[cell].is_on_board}

        try:
            same = on_board(game.parse_position(text, options)) == on_board(line.state)
        except FourthSeatError:
            same = False
        if not same:
            raise _Broken(
                say(
                    "{game}: it answered get_position with {text} in the position {position}",
                    game=game.name, text=printable(text), position=game.position(line.state),
                )
            )  # fmt: skip

    def _refuses_illegal_moves(self, engine: _Conversation, turn: _RepeatedTurn, dialect: Dialect) -> None:
        assert isinstance(dialect, Replay)
        self._begins(engine, turn.later.game, dialect)
        for command in dialect.position_commands(turn.later):
            engine.must(command)
        for text in (dialect.write(turn.text, turn.later), "xyzzy"):
            command = f"play {dialect.colour(turn.colour, turn.later)} {text}"
            if engine.ask(command, self._patience.command).ok:
                game, position = turn.later.game, turn.later.game.position(turn.later.state)
                raise _Broken(
                    say(
                        "{game}: it accepted {command}, which is illegal, in the position {position}",
                        game=game.name, command=command, position=position,
                    )
                )  # fmt: skip
        self._moves(engine, _thrown(turn.later), dialect)

    def _undoes(self, engine: _Conversation, turn: _RepeatedTurn, dialect: Dialect) -> None:
        assert isinstance(dialect, Replay)
        self._begins(engine, turn.later.game, dialect)
        for command in (*dialect.position_commands(turn.before), *dialect.position_commands(turn.later)):
            engine.must(command)
        for _ in range(turn.turns_between):
            engine.must("undo")
        command = f"play {dialect.colour(turn.colour, turn.before)} {dialect.write(turn.text, turn.before)}"
        answer = engine.ask(command, self._patience.command)
        if not answer.ok:
            raise _Broken(
                say(
                    "{game}: it does not undo: after undo, it refused {command}, which it had accepted before",
                    game=turn.later.game.name, command=command,
                )
            )  # fmt: skip

    def _stops(self, engine: _Conversation, game: AnyGame, dialect: Dialect) -> None:
        self._begins(engine, game, dialect, LONG_MOVE_TIME_S)
        line = _thrown(Line.begin(game, game.start(game.options())))
        for command in dialect.position_commands(line):
            engine.must(command)
        try:
            engine.must(dialect.genmove(line), self._patience.stop, then="stop")
        except _Late:
            late = say("{game}: it did not move within {n} seconds of stop", game=game.name, n=self._patience.stop)
            raise _Broken(late) from None
        engine.must("list_commands")
        if engine.taken_extra():
            self._report(say("it answered stop, which gets no answer of its own unless it has a number"))


# -- positions to try it with ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _RepeatedTurn:
    """A turn that is legal at one point of a game, and illegal the next time the same colour is to move.

    Attributes:
        colour: the colour to move, both times.
        text: the turn as written for `play`.
        before, later: the game up to each of these points.
        turns_between: the turns sent with `play` between the two.
    """

    colour: int
    text: str
    before: Line
    later: Line
    turns_between: int


def _repeated_turn(game: AnyGame) -> _RepeatedTurn | None:
    """Find a `_RepeatedTurn` of a game by playing at random; return None if there seems to be none."""
    rng = Random(1)
    for _ in range(MAX_WALKS):
        line = Line.begin(game, game.start(game.options()))
        last: dict[int, tuple[Line, int]] = {}  # by colour: the game up to its last turn, and how many turns came before
        while not line.state.over and len(line.moves) < MAX_MOVES:
            turns, throw = turns_of(line)
            colour = line.state.mover
            if colour and not throw and not _must_pass(game, line.state):
                if found := last.get(colour):
                    before, number = found
                    after = turns[number:]
                    if after and after[0][0] == colour and not _is_legal(game, line.state, after[0][1]):
                        return _RepeatedTurn(colour, after[0][1], before, line, len(after))
                last[colour] = (line, len(turns))
            line = line.play(rng.choice(line.state.legal()))
            while not line.state.over and turns_of(line)[1]:
                line = line.play(rng.choice(line.state.legal()))
    return None


def _is_legal(game: AnyGame, state: AnyState, text: str) -> bool:
    try:
        for part in game.parse(state, text):
            state = state.play(part)
    except FourthSeatError:
        return False
    return True


def _must_pass(game: AnyGame, state: AnyState) -> bool:
    legal = state.legal()
    return len(legal) == 1 and game.is_pass(legal[0])


def _thrown(line: Line) -> Line:
    """Return the line with any pending throws made."""
    rng = Random(1)
    while line.state.to_move == CHANCE:
        line = line.play(rng.choice(line.state.legal()))
    return line


# -- the conversation ------------------------------------------------------------------------------------------------------


class _Broken(Exception):
    """The conversation with the engine cannot continue; `fault` gives the reason."""

    def __init__(self, fault: Text) -> None:
        super().__init__(fault)
        self.fault = fault


class _Late(_Broken):
    """No answer arrived in time."""


class _Conversation:
    """A running engine; every line of its output is checked.

    Attributes:
        process: the engine process, which accepts raw lines.
        ended: set once the process has exited.
    """

    def __init__(self, command: Sequence[str], patience: Patience, report: Callable[[Text], None]) -> None:
        self._patience, self._report = patience, report
        self._number = 0
        self._numbers: bool | None = None  # whether answers have the numbers of their commands; None before the first
        self._extra = 0
        self._reader = ResponseReader()
        self._arrived: queue.SimpleQueue[GtpResponse | str | None] = queue.SimpleQueue()
        self.ended = threading.Event()
        self.process = start_engine(command, self._take, self._end, is_progress)

    def must(self, command: str, seconds: float | None = None, then: str = "") -> str:
        """Return the answer to a command that a correct engine cannot refuse."""
        answer = self.ask(command, seconds or self._patience.command, then=then)
        if not answer.ok:
            reason = shorten(printable(answer.text), MAX_SHOWN)
            raise _Broken(say("it refused {command}: {reason}", command=command, reason=reason))
        return answer.text

    def ask(self, command: str, seconds: float, *, numbered: bool = True, then: str = "") -> GtpResponse:
        """Send a command, followed by the line `then` if any, and return the answer; report faults in the answer's form.

        Raises:
            _Broken: there was no answer.
        """
        self._number += 1
        number = str(self._number) if numbered else ""
        seconds = seconds if self._number > 1 else max(seconds, self._patience.start)
        self.process.send(f"{number} {command}".strip())
        if then:
            self.process.send(then)
        deadline = time.monotonic() + seconds
        between: list[str] = []
        while True:
            try:
                arrived = self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise self._late(command, seconds, between) from None
            if arrived is None:
                words = shorten(last_words(self.process.last_errors()), MAX_SHOWN)
                ended = say("it exited when it was sent {command}: {words}", command=command, words=words)
                raise _Broken(ended if words else say("it exited when it was sent {command}", command=command))
            if isinstance(arrived, str):
                between.append(arrived)
            elif numbered and not arrived.number and self._numbers:
                self._extra += 1
            else:
                break
        self._judge(arrived, command, number, between)
        return arrived

    def _late(self, command: str, seconds: float, between: list[str]) -> _Broken:
        if self._reader.unfinished:
            return _Broken(say("its answer to {command} does not end with an empty line", command=command))
        if between:
            shown = shorten(printable(between[0]), MAX_SHOWN)
            return _Broken(
                say("it answered {command} with {text}: an answer begins with = or ?", command=command, text=shown)
            )
        return _Late(say("it did not answer {command} within {n} seconds", command=command, n=seconds))

    def _judge(self, answer: GtpResponse, command: str, number: str, between: list[str]) -> None:
        if between:
            shown = shorten(printable(between[0]), MAX_SHOWN)
            self._report(
                say("it wrote {text} on standard output, which is for answers only: use standard error", text=shown)
            )
        if number and not answer.number:
            self._report(say("it answered {number} {command} without the number", number=number, command=command))
        elif number and answer.number != number:
            theirs = answer.number
            self._report(
                say(
                    "it answered {number} {command} with the number {theirs}", number=number, command=command, theirs=theirs
                )
            )
        if self._numbers is None and number:
            self._numbers = bool(answer.number)

    def taken_extra(self) -> bool:
        """Return whether any unsolicited answers arrived, and clear them."""
        found, self._extra = self._extra, 0
        return found > 0

    def close(self) -> None:
        """End the process."""
        self.process.close(0.0)

    def _take(self, line: str) -> None:
        response = self._reader.take(line)
        if response is not None:
            self._arrived.put(response)

    def _end(self, _: object) -> None:
        self.ended.set()
        self._arrived.put(None)
