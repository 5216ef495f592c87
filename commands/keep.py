"""`companion.py keep RECORD --to FILE`: make a keepsake of a finished game, with its board, its players and how it went."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from fourth_seat.boundary.given_path import given_path
from fourth_seat.commands import spoken
from fourth_seat.commands.arguments import whole
from fourth_seat.commands.arguments.output import add_force, check_free
from fourth_seat.engines.players.from_text import player
from fourth_seat.engines.players.tasks import Task
from fourth_seat.hardware.paper.keepsake_page import PAPERS, write_keepsake
from fourth_seat.hardware.paper.sheet import check_suffix
from fourth_seat.table.analysis.keepsake import keepsake
from fourth_seat.table.analysis.review import MAX_MOVES, Review
from fourth_seat.table.errors import BadRecord
from fourth_seat.table.game_state import GameState
from fourth_seat.table.protocols import Analyst, Player
from fourth_seat.table.record.record_file import read

ADVISER = "computer:6"  # values the moves
POLL_INTERVAL_S = 0.01  # between checks on a player that is thinking
REPORT_INTERVAL_S = 1.0  # between progress reports
SEARCH_S = 120

T = TypeVar("T")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record", metavar="RECORD", type=given_path,
        help="record of the game, a .jsonl file; of a match, the last game counts",
    )  # fmt: skip
    parser.add_argument("--to", metavar="FILE", type=given_path, required=True, help="the page: a .pdf, .png or .svg file")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="size of the page (default a4)")
    parser.add_argument(
        "--seconds", type=whole, default=SEARCH_S, metavar="N",
        help=f"time limit for finding turning points (default {SEARCH_S}; 0: only those in the record)",
    )  # fmt: skip
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    check_suffix(args.to)
    check_free(args.to, args.force)
    reading = read(args.record)
    game_state = GameState(reading.begun)
    _, damage = game_state.replay(reading.events)
    if damage := damage or reading.damage:
        raise BadRecord(damage)
    review = Review(game_state)
    if game_state.result and args.seconds:
        adviser = player(ADVISER, game_state.game, game_state.options)
        try:
            look_back(game_state, review, adviser, time.monotonic() + args.seconds)
        finally:
            adviser.close()
    write_keepsake(args.to, keepsake(game_state, review), spoken(), args.paper)
    return 0


def look_back(game_state: GameState, review: Review, adviser: Player, until: float) -> None:
    """Evaluate as many of a game's moves as possible before this time on the monotonic clock."""
    progress = _Progress(game_state.history.at, until)
    while True:
        if line := review.wanted():
            answers = progress.wait(adviser.values(line, MAX_MOVES))
            if answers is None:
                return
            review.learn(line, answers)
        elif isinstance(adviser, Analyst) and (turn := review.wanted_turn()):
            judged = progress.wait(adviser.judge(*turn))
            if judged is None:
                return
            review.learn_turn(*turn, judged)
        else:
            return


class _Progress:
    """Waits for answers, and reports the progress on standard error."""

    def __init__(self, entries: int, until: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._entries, self._until, self._clock = max(1, entries), until, clock
        self._done, self._reported = 0, clock()

    def wait(self, task: Task[T]) -> T | None:
        """Return the task's result, or None once time is up."""
        while (answer := task.poll()) is None:
            if self._clock() > self._until:
                task.cancel()
                return None
            time.sleep(POLL_INTERVAL_S)
        self._done += 1
        if self._clock() - self._reported >= REPORT_INTERVAL_S:
            self._reported = self._clock()
            print(f"progress {min(1.0, self._done / self._entries):.2f}", file=sys.stderr, flush=True)
        return answer
