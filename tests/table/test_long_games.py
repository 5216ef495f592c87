"""The cost of a move does not grow with the length of the game: it is counted in lines of the program, not in time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from fourth_seat.games import find
from fourth_seat.table import game_state, history
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import VERSION, Begun, Corrected, Event, Moved, Rewound, Valued

ROUNDS = 40
FILES = {Path(module.__file__ or "").name for module in (game_state, history)}
GAME = find("connect4")
START = GAME.position(GAME.start(GAME.options()))
BEGUN = Begun(VERSION, GAME.name, "", ("human", "human"), "")


def long_game(rounds: int) -> list[Event]:
    """Return moves with their values; the board is cleared after every second one."""
    events: list[Event] = []
    for round_ in range(rounds):
        at = 3 * round_
        events += [Moved(1, "4", "human"), Valued(at + 1, (0.5, 0.5)), Moved(2, "4", "human"), Valued(at + 2, (0.5, 0.5))]
        events.append(Corrected(START))
    return events


def taken_back(rounds: int) -> list[Event]:
    """Return a long game of seat 1, then a correction of seat 2 that is taken back again and again."""
    return [*[Corrected(START, 1)] * rounds, *[Corrected(START, 2), Rewound(rounds)] * rounds]


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of history and game state run, those of comprehensions each time."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if Path(frame.f_code.co_filename).name not in FILES:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def replayed(events: Sequence[Event]) -> None:
    used, damage = GameState(BEGUN).replay([BEGUN, *events])
    assert used == len(events) + 1, damage


@pytest.mark.parametrize("events", [long_game, taken_back])
def test_twice_as_long_a_game_costs_twice_as_much(events: Callable[[int], list[Event]]) -> None:
    short, long = (lines_run(lambda rounds=rounds: replayed(events(rounds))) for rounds in (ROUNDS, 2 * ROUNDS))  # type: ignore[misc]
    assert long < 2.1 * short


def test_turns_and_values_of_moves_that_were_undone_do_not_count() -> None:
    events = [BEGUN, *long_game(2)[:4], Rewound(1), Moved(2, "3", "human"), Moved(1, "5", "human"), Rewound(2)]
    game = GameState(BEGUN)
    used, _ = game.replay(events)
    assert used == len(events)
    assert [game.history.turns(seat) for seat in (0, 1, 2)] == [0, 1, 1]
    assert [entry.turn for entry in game.history.entries] == [0, 0, 1]
    assert set(game.values) == {1}
