"""The turns of computers: an engine that thinks long is spoken of once, and one that fails is known by its seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Event

import pytest

from fourth_seat.engines.players.tasks import Task, TaskThread
from fourth_seat.engines.results import Choice, MoveValue
from fourth_seat.games import find
from fourth_seat.games.protocol import Line
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import LONG_THOUGHT_S, TurnRunner
from fourth_seat.words import Text, say


class SlowPlayer:
    """Chooses its first move once it is let go."""

    def __init__(self) -> None:
        self.let_go = Event()
        self._thread = TaskThread()
        self.failed = False

    @property
    def name(self) -> Text:
        return say("Slow")

    def choose(self, line: Line) -> Task[Choice]:
        def work(_: Task[Choice]) -> Choice:
            self.let_go.wait()
            return Choice(next(iter(line.state.legal())), None, self.failed)

        return self._thread.start(Task(work))

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        return self._thread.start(Task(lambda _: ()))

    def close(self) -> None:
        self.let_go.set()
        self._thread.close()


class Notices:
    def __init__(self) -> None:
        self.texts: list[str] = []

    def show(self, announcement: Announcement) -> None:
        if announcement.kind is AnnouncementKind.NOTICE:
            self.texts.append(str(announcement.texts[0]))


class Hour:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def slow(*, failed: bool = False) -> Iterator[tuple[Table, TurnRunner, SlowPlayer, Hour, list[Seat]]]:
    game, clock, player = find("connect4"), Hour(), SlowPlayer()
    player.failed = failed
    gone: list[Seat] = []
    table = Table.begin(game, game.options(), [read_seat("engine:slow"), read_seat("human:Ben")], None, datetime.now)
    runner = TurnRunner(table, lambda _: player, waits=False, failed=gone.append, clock=clock)
    try:
        yield table, runner, player, clock, gone
    finally:
        runner.close()


def until_moved(runner: TurnRunner) -> None:
    while not runner.step():
        pass


def test_an_engine_that_thinks_long_is_spoken_of_once() -> None:
    with slow() as (table, runner, player, clock, _):
        notices = Notices()
        table.displays.append(notices)
        runner.step()
        clock.now = LONG_THOUGHT_S - 1
        runner.step()
        assert not notices.texts
        for clock.now in (LONG_THOUGHT_S, LONG_THOUGHT_S + 1, 10 * LONG_THOUGHT_S):
            runner.step()
        assert len(notices.texts) == 1 and "for a minute" in notices.texts[0] and "seat 1" in notices.texts[0]
        player.let_go.set()
        until_moved(runner)
        assert table.history.at == 1


def test_somebody_else_takes_over_from_an_engine_that_hangs() -> None:
    with slow() as (table, runner, *_):
        runner.step()
        table.reseat(1, read_seat("human:Anna"))
        assert not runner.step() and runner.thinking is None and table.people_move
        table.play("4")


@pytest.mark.parametrize("failed", [False, True])
def test_an_engine_that_has_failed_is_known(failed: bool) -> None:
    with slow(failed=failed) as (_, runner, player, _, gone):
        player.let_go.set()
        until_moved(runner)
        assert gone == ([read_seat("engine:slow")] if failed else [])


def test_whose_turn_it_is_is_one_of_three() -> None:
    game = find("connect4")
    table = Table.begin(game, game.options(), list(map(read_seat, ("human", "table:guest"))), None, datetime.now)
    assert (table.people_move, table.computers_turn, table.elsewhere) == (True, False, False)
    table.play("4")
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, False, True)
    table.reseat(2, read_seat("computer:1"))
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, True, False)
    table.resign(1)
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, False, False)
