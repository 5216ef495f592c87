"""A game at a simulated board: hands that set pieces down as real ones do, and a program that only feels what they do."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import partial
from itertools import count
from random import Random
from typing import Any

from fourth_seat.games import CHANCE, AnyState, find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.hardware.boards.board_bridge import BoardBridge
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.session import BoardSession, proved_text
from fourth_seat.hardware.boards.simulated import SimulatedBoard, description_of
from fourth_seat.inference.hypotheses import awaits_throw, bare
from fourth_seat.inference.move_tracker import with_changes
from fourth_seat.table.game_state import forced_pass
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text

TICK_S = 0.02
BOUNCE, LIFTED, KNOCKED, MISPLACED, SLID = 0.05, 0.10, 0.01, 0.02, 0.25  # shares of moves
MAX_WAIT_S = 12.0  # for which hands wait for the program before they tap the move
CALM_S = 6.0  # by which the program must have understood that everything lies as it should
REACTION_S = 1.5  # until they answer a question, or look at a complaint


@dataclass(frozen=True)
class BoardType:
    """A kind of board: the game, the sensors, and the places that it reports (all of them if none are given)."""

    game: str
    kind: SensorKind
    places: tuple[str, ...] = ()
    options: str = ""


@dataclass
class Tally:
    """What happened in some games."""

    games: int = 0
    moves: int = 0  # by people
    wrong: int = 0  # moves in the record that nobody made
    lost: int = 0  # times that the program complained, or followed another position, though everything lay as it should
    asked: int = 0
    needless: int = 0  # moves asked about or not noticed, though no other legal move looks the same to these sensors
    tapped: int = 0  # moves that people had to enter
    complaints: int = 0
    placed: int = 0  # the computer's moves
    delays: list[float] = field(default_factory=list)  # seconds from the last contact to the record
    corrected: int = 0  # moves that were slid on later
    faults: list[tuple[str, tuple[str, ...], int]] = field(default_factory=list)  # kind, places, after this many moves
    misnamed: int = 0  # faults that no sensor has
    off: int = 0  # moves at which the fault of a sensor could be noticed
    notes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add what happened in other games."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


class FeltGame:
    """A game of two hands: the people's moves, and the computer's, which people set down too."""

    def __init__(
        self,
        board: BoardType,
        rng: Random,
        *,
        fault: Callable[[list[int]], list[int]] | None = None,
        proved: bool = True,
        careless: bool = True,
    ) -> None:
        self.rng, self.careless, self.tally = rng, careless, Tally(games=1)
        self.game = find(board.game)
        self.options = self.game.options(board.options)
        people = ["human", *["computer:1"] * (self.game.seats(self.options) - 1)]
        clock = datetime(2026, 11, 29, tzinfo=UTC)
        self.table = Table.begin(self.game, self.options, [read_seat(seat) for seat in people], None, lambda: clock)
        description = description_of(self.game, self.options, board.kind, rng.randint(1, 60_000), board.places)
        self.board = SimulatedBoard(description)
        if fault:
            self.board.fault = fault
        self.board.pieces = dict(self.table.state.cells())
        self.board.tell()
        self.board.out.clear()
        self.sends: list[str] = []
        self._warned = False  # whether the program has said that something is wrong
        self.bridge = BoardBridge(self.table, self.sends.append, self._hear)
        self.session = BoardSession(
            {
                "game": self.game.name,
                "options": str(self.options),
                "position": self.bridge.position(),
                "proved": proved_text(range(len(description.sensors)), description) if proved else "",
            }
        )
        self.t = 0.0
        self.session.listener.begin()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._beat = 0.0
        self._changed_before = False  # whether a move before the last one was changed
        self._touched = 0.0
        self._advance(2.0)

    # -- time ------------------------------------------------------------------------------------------------------------

    def _advance(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass; return whether `until` has come true."""
        end = self.t + seconds
        while self.t < end:
            while self._due and self._due[0][0] <= self.t:
                heapq.heappop(self._due)[2]()
            if self.t - self._beat > 1.0:
                self._beat = self.t
                self.board.beat()
            self._carry()
            if until():
                return True
            self.t += TICK_S
        return False

    def _carry(self) -> None:
        session, board = self.session, self.board
        lines, board.out[:] = list(board.out), []
        for line in lines:
            self._report(session.hear(line.rstrip(b"\n"), self.t))
        if question := session.listener.due(self.t):
            board.hear(question)
        self._report(session.step(self.t))
        self.bridge.step()
        while self.sends:
            name, _, rest = self.sends.pop(0).partition(" ")
            self._report(session.obey(name, rest))

    def _report(self, messages: Iterator[dict[str, Any]]) -> None:
        for message in messages:
            if message.get("event") == "fault":
                self.tally.faults.append((message["kind"], tuple(message["places"]), self.tally.off))
            self.bridge.handle_event(message)

    def _hear(self, text: Text, warns: bool) -> None:
        self._warned |= warns

    def _at(self, t: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (t, next(self._order), act))

    # -- hands -----------------------------------------------------------------------------------------------------------

    def _do(self, cells: list[tuple[str, Content | None]], start: float, *, slow: bool) -> float:
        """Have hands change cells one after the other; return when they have finished."""
        t, rng = start, self.rng
        for cell, content in cells:
            t += rng.uniform(0.15, 0.6) if slow else rng.uniform(0.0, 0.05)
            before = self.board.pieces.get(cell)
            bouncing = self.careless and rng.random() < BOUNCE
            for n in range(rng.randint(1, 4) if bouncing else 0):
                self._at(t + 0.004 * n, partial(self._put, cell, content if n % 2 == 0 else before))
            t += 0.02 if bouncing else 0
            self._at(t, partial(self._put, cell, content))
            if self.passes and content is not None and before is None:
                self._at(t, partial(self._drop, cell))
        return t

    @property
    def passes(self) -> bool:
        return any(sensor.kind is SensorKind.PASSAGE for sensor in self.board.description.sensors)

    def _put(self, cell: str, content: Content | None) -> None:
        self._touched = self.t
        self.board.put(cell, content)

    def _drop(self, cell: str) -> None:
        self._touched = self.t
        area = next(area for area in self.game.geometry(self.options).tap_areas if cell in area.cells)
        self.board.drop(area.name)

    def changes(self, state: AnyState, move: Any) -> list[tuple[str, Content | None]]:
        """Return what hands do to the cells, in order, without dice that lie beside the board."""
        geometry, after = self.game.geometry(self.options), state.play(move)
        steps = list(self.game.steps(state, move))
        if awaits_throw(after):  # the die is set down as it is thrown
            steps += self.game.steps(after, after.legal()[0])
        return [(c, v) for step in steps for c, v in step.leaves if geometry[c].zone != "dice"]

    def seen(self, cells: Cells) -> tuple[int, ...]:
        """Return what sound sensors report about a board."""
        reader = self.session.reader
        assert reader is not None
        passes = SensorKind.PASSAGE
        return tuple(
            sum(name in cells for name in reader.cells(sensor)) if sensor.kind is passes else reader.wanted(n, cells)
            for n, sensor in enumerate(reader.description.sensors)
        )

    # -- a game ----------------------------------------------------------------------------------------------------------

    def play(self, most: int) -> Tally:
        """Play a game of at most this many moves, and return what happened."""
        table, tally = self.table, self.tally
        while not table.result and tally.moves + tally.placed < most and not self._changed_before:
            state = table.state
            if state.to_move == CHANCE:
                outcomes, weights = zip(*state.chances(), strict=True)
                table.throw(str(self.rng.choices(outcomes, weights)[0]))
                self._advance(0.1)
                continue
            self._note_fault()
            move = self.rng.choice(state.legal())
            if self.game.is_pass(move):
                table.play(str(move)) if not table.computers_turn else table.play_computer(move)
                continue
            if table.computers_turn:
                self._placed(state, move)
            else:
                self._played(state, move)
        return tally

    def _note_fault(self) -> None:
        """Count the moves at which the fault of a sensor can be noticed."""
        self.tally.off += self.board.at_fault

    def _played(self, state: AnyState, move: Any) -> None:
        """Have a person make a move on the board, and see what comes of it."""
        table, tally, rng = self.table, self.tally, self.rng
        tally.moves += 1
        troubled, before_text = tally.asked + tally.tapped, table.game.position(state)
        played = self._standing()
        cells, at = self.changes(state, move), table.history.at
        wanted = self._after(state, move)
        before = dict(self.board.pieces)
        start = self.t + 0.1
        if self.careless and rng.random() < LIFTED and not self.passes:
            start = self._lifted(start)
        if self.careless and rng.random() < KNOCKED and not self.passes:
            start = self._knocked(start)
        slides = self.session.reader is not None and self.session.reader.pieces_slide
        slow = self.game.name != "blokus"
        if slides and self.careless and rng.random() < SLID:
            start = self._slide(cells, before, start)
        done = self._do(cells, start, slow=slow)
        self._advance(done - self.t + TICK_S)
        self._advance(MAX_WAIT_S, lambda: table.history.at > at or bool(self.bridge.question or self.bridge.wrong))
        if table.state == wanted:
            tally.delays.append(self.t - self._touched)
        else:
            seen = table.history.at > at  # another move: is it corrected unasked, once the hands have finished?
            if seen:
                self._advance(3.0, lambda: table.state == wanted or bool(self.bridge.question))
                tally.corrected += table.state == wanted
            self._answer(state, move, wanted)
        self._look_back(played)
        if self._changed_before:
            return
        if table.state != wanted:
            tally.complaints += bool(self.bridge.wrong)
            self._advance(REACTION_S)
        if table.state != wanted:
            if table.history.at > at:
                tally.wrong += 1
                tally.notes[f"{table.history.entries[at].text} for {move}"] += 1
                table.back_to(at)
            tally.tapped += 1
            table.play(str(move))
        if tally.asked + tally.tapped > troubled and not self._ambiguous(state, move):
            tally.needless += 1
            tally.notes[f"{move} in {before_text}"] += 1
        self._advance(0.4)
        self._look_for_loss()

    def _look_for_loss(self) -> None:
        """Count a complaint or a question about a board on which everything lies as it should."""
        if self.table.result or self.table.pending or awaits_throw(self.table.state):
            return
        geometry = self.game.geometry(self.options)
        lie = {cell: bare(what) for cell, what in self.board.pieces.items()}
        should = {cell: bare(what) for cell, what in self.table.state.cells().items() if geometry[cell].zone != "dice"}
        assert self.passes or lie == should, "these hands do not do what they are told"
        if not self._advance(CALM_S, lambda: not self.bridge.wrong and not self.bridge.question):
            self.tally.lost += 1
            self.tally.notes["lost"] += 1

    def _answer(self, state: AnyState, move: Any, wanted: AnyState) -> None:
        """Answer the program's question, if it asks one."""
        if not self.bridge.question:
            return
        self.tally.asked += 1
        self._advance(REACTION_S)
        if self.table.state != wanted and self.bridge.question:
            answers = (each for each in self.bridge.question if each.moves and each.moves[-1] == str(move))
            self.bridge.answer(next(answers, None))

    def _after(self, state: AnyState, move: Any) -> AnyState:
        """Return the position after a move, and the passes that the rules then force."""
        state = state.play(move)
        while not state.over and (forced := forced_pass(self.game, state)) is not None:
            state = state.play(forced)
        return state

    def _placed(self, state: AnyState, move: Any) -> None:
        """Have a person set the computer's move down, and see whether the program agrees that it is there."""
        table, tally, rng = self.table, self.tally, self.rng
        tally.placed += 1
        played = self._standing()
        table.play_computer(move)
        self._advance(0.2)
        if table.pending is None:
            return
        cells = self.changes(state, move)
        others = [each for each in state.legal() if each != move and not self.game.is_pass(each)]
        if self.careless and rng.random() < MISPLACED and others and not self.passes:
            before = dict(self.board.pieces)
            wrong = self.changes(state, rng.choice(others))
            if self.seen(with_changes(before, dict(wrong))) != self.seen(with_changes(before, dict(cells))):
                self._warned = False
                done = self._do(wrong, self.t, slow=True)
                self._advance(done - self.t + TICK_S)
                if not self._advance(MAX_WAIT_S, lambda: self._warned or bool(self.bridge.wrong)):
                    taken = table.pending is None
                    tally.wrong += taken
                    tally.notes["a wrong place was taken for right" if taken else "a wrong place was not told"] += 1
                back = [(cell, before.get(cell)) for cell, _ in reversed(wrong)]
                done = self._do(back, self.t + REACTION_S, slow=True)
                self._advance(done - self.t + 0.5)
        done = self._do(cells, self.t, slow=self.game.name != "blokus")
        self._advance(done - self.t + TICK_S)
        if not table.result and not self._advance(MAX_WAIT_S, lambda: table.pending is None):
            tally.tapped += 1
            tally.notes["set down, but not noticed"] += 1
            if table.pending:
                table.set_down()
        self._advance(0.1)
        self._look_back(played)

    def _standing(self) -> list[str]:
        """Return the entries of the game so far."""
        return [entry.text for entry in self.table.history.standing]

    def _look_back(self, played: list[str]) -> None:
        """Count a change of a move before the last one; then nothing on the board is where hands would look for it."""
        if self._standing()[: len(played)] != played:
            self._changed_before = True
            self.tally.wrong += 1
            self.tally.notes["an earlier move was changed"] += 1

    def _lifted(self, start: float) -> float:
        """Have a piece lifted and put back."""
        if not self.board.pieces:
            return start
        on_board = [cell for cell in self.board.pieces if self.game.geometry(self.options)[cell].is_on_board]
        if not on_board:
            return start
        cell = self.rng.choice(on_board)
        content = self.board.pieces[cell]
        fewer = Content(content.colour, content.count - 1, content.faces) if content.count > 1 else None
        middle = self._do([(cell, fewer)], start, slow=True)
        return self._do([(cell, content)], middle + self.rng.uniform(0.3, 2.0), slow=True) + 0.2

    def _knocked(self, start: float) -> float:
        """Have a piece knocked off, see whether the program complains, and have the piece put back."""
        on_board = [cell for cell in self.board.pieces if self.game.geometry(self.options)[cell].is_on_board]
        if not on_board:
            return start
        cell = self.rng.choice(on_board)
        content = self.board.pieces[cell]
        end = self._do([(cell, None)], start, slow=False)
        at = self.table.history.at
        self._advance(end - self.t)
        self._advance(6.0, lambda: bool(self.bridge.wrong or self.bridge.question) or self.table.history.at > at)
        told = "told" if self.bridge.wrong else "asked" if self.bridge.question else "not told"
        self.tally.notes[f"knocked, {told}"] += 1
        end = self._do([(cell, content)], self.t + 0.5, slow=False)
        self._advance(end - self.t + 1.0)
        if self.table.history.at > at:  # it looked like a move; is that corrected unasked?
            self._advance(3.0, lambda: self.table.history.at == at)
            self.tally.corrected += self.table.history.at == at
            if self.table.history.at != at:
                self.tally.wrong += 1
                self.tally.notes["a knocked piece was taken for a move"] += 1
                self.table.back_to(at)
                self._advance(0.2)
        return self.t + 0.1

    def _slide(self, cells: list[tuple[str, Content | None]], before: Cells, start: float) -> float:
        """Have a piece slide over other cells on its way, resting for a moment on one."""
        target = next((cell for cell, content in cells if content is not None), None)
        if target is None:
            return start
        geometry = self.game.geometry(self.options)
        x, y = geometry[target].foot
        near = [
            cell.name
            for cell in geometry.cells
            if cell.is_on_board
            and cell.zone == "board"
            and cell.name not in before
            and cell.name not in dict(cells)
            and abs(cell.foot[0] - x) + abs(cell.foot[1] - y) < 3.5
        ]
        t = start
        for name in self.rng.sample(near, min(len(near), 2)):
            piece = next(content for cell, content in cells if cell == target)
            self._at(t, partial(self._put, name, piece))
            t += self.rng.uniform(0.05, 0.3)
            self._at(t, partial(self._put, name, None))
        return t

    def _ambiguous(self, state: AnyState, move: Any) -> bool:
        """Return whether another legal move looks the same to these sensors."""
        lay = state.cells()

        def after(other: Any) -> dict[str, Content]:
            merged = {**lay, **dict(self.changes(state, other))}
            return {name: content for name, content in merged.items() if content}

        wanted = self.seen(after(move))
        return any(self.seen(after(other)) == wanted for other in state.legal() if other != move) or wanted == self.seen(
            lay
        )
