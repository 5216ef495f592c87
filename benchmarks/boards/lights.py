"""Lights and sensors of a Nano at one port, in real time: the lights' latency while the sensors have much to report."""

from __future__ import annotations

import os
import random
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.boards.firmware import RAM_BYTES, board_of
from benchmarks.boards.hands import BoardType
from benchmarks.hardware.moves import move
from benchmarks.hardware.speed import MAX_LATE_MOVES, MAX_LATE_SHARE, MOVE_COUNT
from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.games import find
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.watch import BoardWatch
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.hardware.emulation.nano import NanoEmulation, build_board

BOARDS: tuple[
    tuple[int, int, BoardType, dict[str, Any]], ...
] = (  # LEDs, the longest that a move may take to be lit in ms, and the board
    (42, 50, BoardType("connect4", SensorKind.PRESENCE), {"rows": 7, "leds": 42}),
    (400, 150, BoardType("blokus", SensorKind.PRESENCE), {"rows": 20, "leds": 400}),
)
EVENTS_PER_S = 100
POLL_S = 0.004
TIMEOUT_S = 60.0


class BusySensors:
    """Contacts that close and open in turn, and what has been heard of that.

    Attributes:
        events, heard: how many changes there were, and how many were reported.
    """

    def __init__(self, nano: NanoEmulation, watch: BoardWatch, contacts: int) -> None:
        self._nano, self._watch = nano, watch
        self._truth = [0] * contacts
        self.events = self.heard = 0
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._touch, self._listen)]

    def __enter__(self) -> BusySensors:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _touch(self) -> None:
        due = time.monotonic()
        while not self._ended.is_set():
            number = self.events % len(self._truth)
            self._truth[number] ^= 1
            self._nano.touch(f"contact {number} {self._truth[number]}")
            self.events += 1
            due = max(due + 1 / EVENTS_PER_S, time.monotonic() - 1 / EVENTS_PER_S)
            time.sleep(max(0.0, due - time.monotonic()))

    def _listen(self) -> None:
        before = dict(self._watch.values)
        until = float("inf")
        while time.monotonic() < until and (not self._ended.is_set() or self.heard < self.events):
            if self._ended.is_set():
                until = min(until, time.monotonic() + 2.0)
            self._watch.step()
            now = dict(self._watch.values)
            self.heard += sum(value != before.get(number) for number, value in now.items())
            before = now
            time.sleep(POLL_S)


def measure_lights() -> None:
    """Light moves while the sensors are busy; print a row for each strip."""
    print(
        "lights and sensors at one port | moves lit | lost | median, worst (must be) | events, told | too busy | "
        "bytes left to the stack, deepest"
    )
    for count, limit, kind, more in BOARDS:
        game = find(kind.game)
        board, options = board_of(kind, more), game.options(kind.options)
        seats = [read_seat("human")] * game.seats(options)
        table = Table.begin(game, options, seats, None, lambda: datetime(2026, 11, 29, tzinfo=UTC))
        with TemporaryDirectory() as folder:
            os.environ[HOME_VARIABLE] = folder
            firmware, matrix = build_board(board), {"rows": board.rows, "columns": board.columns}
            with NanoEmulation(Path(folder) / "port", count, firmware, **matrix) as nano:
                watch = BoardWatch(table, f"serial:{nano.port}", lambda *_: None)
                try:
                    _print_row(count, limit, nano, watch, board.contacts)
                finally:
                    watch.close()


def _print_row(count: int, limit: int, nano: NanoEmulation, watch: BoardWatch, contacts: int) -> None:
    until = time.monotonic() + TIMEOUT_S
    while not watch.heard and time.monotonic() < until:
        watch.step()
        time.sleep(POLL_S)
    strip = make_strip(f"adalight://{nano.port}", count)
    chance, late, lost = random.Random(count), 0, 0
    taken: list[float] = []
    nano.wait(lambda _: strip.arrived, TIMEOUT_S)
    with BusySensors(nano, watch, contacts) as sensors:
        while len(taken) + lost < MOVE_COUNT and late < MAX_LATE_MOVES:
            time.sleep(chance.uniform(0.02, 0.3))
            wanted = move(count, chance)
            start = time.monotonic()
            strip.show(wanted)
            if not nano.wait_lit(wanted):
                lost += 1
            elif nano.frames[-1].late > MAX_LATE_SHARE * limit / 1000:
                late += 1
            else:
                taken.append(1000 * (nano.frames[-1].time - start))
    strip.close()
    taken.sort()
    figures = f"{taken[len(taken) // 2]:.0f}, {taken[-1]:.0f} ms ({limit} ms)" if taken else "-"
    variables, stack = nano.memory()
    memory = f"{RAM_BYTES - variables}, {stack}"
    told = f"{sensors.events}, {sensors.heard}"
    print(f"{count} LEDs, {contacts} contacts | {len(taken)} | {lost} | {figures} | {told} | {late} | {memory}", flush=True)
