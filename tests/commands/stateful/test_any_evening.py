"""Whatever is typed and tapped, and whatever happens to the program and the record: everything shown was written, and is
there again.

A state machine plays against a model (`model.py`) that knows only what was shown, and the rules of the game.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from fourth_seat.games import find, game_names
from fourth_seat.games.formats import formats_of
from fourth_seat.table.errors import RecordInUse
from fourth_seat.table.record.record_file import Record
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError
from tests.commands.stateful.model import Model
from tests.commands.stateful.typed_session import Shown, TypedSession

resource = pytest.importorskip("resource", reason="files that are open are removed, and their size is limited")

MEMORY = Path("/dev/shm")  # every event is synced, which takes a disk some time
INDEX = st.integers(0, 1 << 16)  # of something in a list whose length is not known in advance
SEATS = [
    "human", "human", "human:Anna", "human:Mia?hints=1&takebacks=off", "human:Ben+M%C3%BCller",
    "random", "seed", "engine:none",
]  # fmt: skip
WORDS = [
    "undo", "redo", "hint", "roll", "stop", "resign", "resign 1", "resign 2", "resign 9", "pass", "next", "why", "moves",
    "report", "show", "save", "help", "threats", "double", "take", "drop", "", " ", "dice", "dice 31", "dice 6", "seat",
    "position", "set", "stand", "export", "import", "card", "\x00", "4\x1b[2J", "שלום", "İ", "I", "9" * 400,
]  # fmt: skip
SIGNS = st.text(st.sampled_from("abcdefghRBY123456789/-+:=*@,. ıß\u00a0"), max_size=12)


def clock() -> datetime:
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace_file(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def write_more(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"event": "stop"}\n')


def remove_lock(path: Path) -> None:
    path.with_suffix(".lock").unlink()


def take_lock(path: Path) -> None:
    remove_lock(path)
    Record(path).close()


LOSSES = [remove_folder, Path.unlink, replace_file, truncate, empty, write_more, remove_lock, take_lock]


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Keep files from growing beyond this many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class Evening(RuleBasedStateMachine):
    """One game after another on a table."""

    session: TypedSession
    model: Model

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.rng = Random(1)
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        self.lost = False  # the record, and nothing has happened since

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def path(self) -> Path:
        """The record."""
        assert self.session.table.record
        return self.session.table.record.path

    # -- opening and closing -----------------------------------------------------------------------------------------------

    @initialize(options=st.lists(INDEX, max_size=2), seats=st.lists(INDEX, min_size=4, max_size=4))
    def begin(self, options: list[int], seats: list[int]) -> None:
        game = find(self.name)
        declared = game.declared_options
        chosen = {option.name: option for option in (declared[n % len(declared)] for n in options if declared)}
        values = {name: option.choices[options[0] // 8 % len(option.choices)] for name, option in chosen.items()}
        try:
            found = game.options(",".join(f"{name}={str(value).lower()}" for name, value in values.items()))
            game.start(found)
        except FourthSeatError:
            found = game.options()
        players = ["human", *(SEATS[number % len(SEATS)] for number in seats)][: game.seats(found)]
        table = Table.begin(game, found, [read_seat(text) for text in players], self.folder / "records", clock)
        self.model = Model(json.loads(self.path_of(table).read_bytes()))
        self._open(table)

    @staticmethod
    def path_of(table: Table) -> Path:
        assert table.record
        return table.record.path

    @rule(options=st.lists(INDEX, max_size=2), seats=st.lists(INDEX, min_size=4, max_size=4))
    def begin_another(self, options: list[int], seats: list[int]) -> None:
        before = len(list((self.folder / "records").glob("*.jsonl")))
        self.session.kill()
        self.lost = False
        self.begin(options, seats)
        assert len(list((self.folder / "records").glob("*.jsonl"))) == before + 1

    def _open(self, table: Table, notices: int = 0) -> None:
        """Show a table that was begun or resumed; everything known comes first, and after it only what follows
        automatically."""
        self.session = TypedSession(table, self.rng)
        shown = self.session.shown()
        known = len(self.model.events)
        assert shown.events[:known] == self.model.events
        assert not shown.refused and len(shown.notices) == notices
        for event in shown.events[known:]:
            assert event["event"] == "result" or event.get("by") in ("rule", "computer", "program")
            self.model.show(event)

    def _resume(self, notices: int = 0) -> None:
        self._open(Table.resume(self.path, clock), notices)

    def _find_out(self) -> None:
        """Let the loss of a record be noticed."""
        if self.lost:
            self.session.table.reseat(1, read_seat(self.model.seats[0]))
            self._take(self.session.shown())
            assert not self.lost

    @rule()
    def quit_and_resume(self) -> None:
        self._find_out()
        self.session.type("quit") if self.session.running else None
        self.session.kill()
        self._resume()

    @rule(line=SIGNS | st.sampled_from(WORDS) | INDEX, at=st.floats(0, 1))
    def kill_while_it_writes(self, line: str | int, at: float) -> None:
        """Type the line, and kill the process before anything of its answer is seen."""
        self._find_out()
        if not self.session.running:
            return
        path, seen = self.path, self.path.read_bytes()
        self.session.type(self._move(line) if isinstance(line, int) else line)
        written = path.read_bytes()[len(seen) :]
        self.session.kill()
        kept = written[: round(at * len(written))]
        path.write_bytes(seen + kept)
        whole, _, torn = kept.rpartition(b"\n")
        for event in whole.splitlines():
            self.model.show(json.loads(event))
        self._resume(notices=bool(torn))

    @precondition(lambda self: not self.lost)
    @rule()
    def open_a_second_time(self) -> None:
        before = self.path.read_bytes()
        with pytest.raises(RecordInUse):
            Table.resume(self.path, clock)
        assert self.path.read_bytes() == before

    @precondition(lambda self: not self.lost and len(self.model.events) > 1)
    @rule(number=INDEX, what=st.sampled_from([b"{}", b"", b"\xff", b'{"event": "teleport"}', b"[[[["]))
    def damage_and_resume(self, number: int, what: bytes) -> None:
        self.session.kill()
        path, lines = self.path, self.path.read_bytes().splitlines()
        at = 1 + number % (len(lines) - 1)
        lines[at] = what
        path.write_bytes(b"\n".join(lines) + b"\n")
        damaged = path.read_bytes()
        events, self.model = self.model.events[:at], Model(self.model.events[0])
        for event in events[1:]:
            self.model.show(event)
        self._resume(notices=2)
        assert path.read_bytes() == damaged and self.path != path

    @rule(lose=st.sampled_from(LOSSES))
    def lose_the_record(self, lose: Callable[[Path], None]) -> None:
        self._find_out()
        lose(self.path)
        self.lost = True

    # -- lines -------------------------------------------------------------------------------------------------------------

    def _move(self, index: int) -> str:
        """Return one of the legal moves, or of the possible throws, in the form that people type."""
        model = self.model
        if model.over:
            return "4"
        moves = list(model.state.legal())
        text = str(moves[index % len(moves)])
        return f"dice {text}" if model.throws else text

    def _type(self, line: str) -> Shown:
        if not self.session.running:  # nobody sits here any more
            return Shown()
        shown = self._take(self.session.type(line))
        if shown.refused:
            assert all(event.get("by") in ("computer", "rule") for event in shown.events)
        return shown

    def _take(self, shown: Shown) -> Shown:
        """Take in what was shown in answer to one line."""
        for event in shown.events:
            self.model.show(event)
        assert len(shown.refused) <= 1
        losses = sum("was changed or removed" in notice for notice in shown.notices)
        assert losses == self.lost if shown.events else losses <= self.lost  # a file without moves is noticed, too
        if losses:
            self.lost = False
        return shown

    @rule(index=INDEX)
    def move(self, index: int) -> None:
        if not (self.model.person_moves and self.session.running):
            return
        seat, thrown = self.model.state.seat, self.model.throws
        text = self._move(index)
        shown = self._type(text)
        assert not shown.refused
        first = shown.events[0]
        if thrown:
            assert (first["event"], first["dice"]) == ("dice", text.removeprefix("dice "))
        else:
            assert (first["event"], first["seat"], first["move"]) == ("move", seat, text)

    @rule(line=SIGNS | st.sampled_from(WORDS))
    def line(self, line: str) -> None:
        self._type(line)

    @rule(text=st.sampled_from(["", "@", "31: ", "dice ", "stand ", "position "]), index=INDEX, of=INDEX)
    def move_of_another_position(self, text: str, index: int, of: int) -> None:
        """Type a move that may be legal now, may be after a throw, or not at all."""
        states = [entry.state for entry in self.model.entries] or [self.model.start]
        state = states[of % len(states)]
        if text == "position ":
            self._type(text + self.model.game.position(state))
        elif not state.over:
            moves = list(state.legal())
            self._type(text + str(moves[index % len(moves)]))

    @rule(number=st.integers(0, 5), player=st.sampled_from([*SEATS, "", "gtp:true", "human:x?hints=²"]))
    def seat(self, number: int, player: str) -> None:
        shown = self._type(f"seat {number} {player}")
        if not (self.session.running and 1 <= number <= len(self.model.seats) and player in SEATS):
            return
        if player == "engine:none":  # which is not set up
            assert shown.refused
        else:
            assert self.model.seats[number - 1] == player and not shown.refused

    @rule(cell=INDEX, what=st.sampled_from(["-", "0", "1", "5", "red", "yellow", "white:2", "black:1", "blue", "999", "²"]))
    def set(self, cell: int, what: str) -> None:
        cells = [found.name for found in self.model.game.geometry(self.model.options).cells]
        self._type(f"set {cells[cell % len(cells)]}={what}")

    @rule(index=INDEX, reading=st.booleans())
    def file(self, index: int, reading: bool) -> None:
        forms = formats_of(self.model.game)
        path = self.folder / f"game{forms[index % len(forms)].suffix}"
        self._type(f"import {path}" if reading else f"export --force {path}")

    @precondition(lambda self: not self.lost)
    @rule(index=INDEX, room=st.integers(0, 300))
    def move_on_a_full_disk(self, index: int, room: int) -> None:
        if self.model.person_moves and self.session.running:
            with full_disk(self.path.stat().st_size + room):
                shown = self._take(self.session.type(self._move(index)))
            assert shown.events or "could not be saved" in shown.refused[0]
            self._type("")  # there is room again

    # -- taps, as the window passes them on --------------------------------------------------------------------------------

    def _tap(self, tap: Callable[[Table], None]) -> None:
        if not self.session.running:
            return
        before = len(self.model.events)
        try:
            tap(self.session.table)
        except FourthSeatError:
            assert not self.session.shown().events
            assert len(self.model.events) == before
            return
        self._take(self.session.shown())
        self._type("")  # for the computers

    @rule(index=INDEX, any_cell=st.booleans())
    def tap(self, index: int, any_cell: bool) -> None:
        if self.model.over:
            return
        cells = [cell.name for cell in self.model.game.geometry(self.model.options).cells]
        if not any_cell:
            cells = sorted(self.session.table.move_input.partial.next) or cells
        self._tap(lambda table: table.tap(cells[index % len(cells)]))

    @rule(index=INDEX)
    def lay(self, index: int) -> None:
        cells = [cell.name for cell in self.model.game.geometry(self.model.options).cells]
        self._tap(lambda table: table.lay(cells[index % len(cells)]))

    @rule(
        what=st.sampled_from(
            [Table.untap, Table.clear_taps, Table.turn_piece, Table.flip_piece, Table.confirm, Table.set_down, Table.stop]
        )
    )
    def act(self, what: Callable[[Table], None]) -> None:
        self._tap(what)

    @rule(count=st.integers(-1, 30))
    def back_to(self, count: int) -> None:
        self._tap(lambda table: table.back_to(count))

    # -- what always holds -------------------------------------------------------------------------------------------------

    @invariant()
    def what_is_shown_is_written(self) -> None:
        if hasattr(self, "session") and not self.lost:
            written = [json.loads(line) for line in self.path.read_bytes().splitlines()]
            assert written == self.model.events

    @invariant()
    def the_position_is_that_of_the_model(self) -> None:
        if not hasattr(self, "session"):
            return
        table, model = self.session.table, self.model
        assert table.state == model.state and table.history.at == model.at
        assert len(table.history.entries) == len(model.entries)
        assert [str(seat) for seat in table.seats] == model.seats
        assert list(table.taps) == model.taps
        assert bool(table.result) == model.over == model.ended


def run_evenings(name: str, evenings: int, steps: int) -> None:
    run_state_machine_as_test(
        partial(Evening, name),  # type: ignore[arg-type] # it calls it, whatever it is
        settings=settings(
            max_examples=evenings, stateful_step_count=steps, derandomize=True, database=None, deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("name", game_names())
def test_an_evening(name: str) -> None:
    run_evenings(name, 15, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_many_evenings(name: str) -> None:
    run_evenings(name, 400, 60)
