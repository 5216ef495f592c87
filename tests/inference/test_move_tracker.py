"""Moves are inferred from evidence alone, whatever its source: here a board with a contact under each square."""

from __future__ import annotations

import pytest

from fourth_seat.games import AnyState, find
from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.games.contents import Cells, Content
from fourth_seat.inference.events import BoardDiffers, BoardRestored, Event, FirstPositionSeen, MoveSetDown, MovesSeen
from fourth_seat.inference.evidence import Evidence, floored
from fourth_seat.inference.move_tracker import UNEXPLAINED_TIMEOUT_S, MoveTracker

GAME = find("connect4")
OPTIONS = GAME.options()
CELLS = [cell.name for cell in GAME.geometry(OPTIONS).cells if cell.zone == "board"]
CONTENTS = (None, Content(1), Content(2))


class ContactBoard:
    """A board that reports its contents ten times a second while nothing moves on it."""

    def __init__(self) -> None:
        self.moves, self.t = MoveTracker(GAME, OPTIONS, learned=True), 0.0

    def holds(self, cells: Cells, seconds: float = 0.6) -> list[Event]:
        """Set pieces on the board; return what is inferred."""
        events = []
        self.moves.interrupt()
        for _ in range(round(10 * seconds)):
            self.t += 0.1
            read = {name: floored((held, 0.0 if cells.get(name) == held else -8.0) for held in CONTENTS) for name in CELLS}
            if not self.moves.rests(self.t) and self.moves.gather(Evidence(read), self.t):
                events.append(self.moves.decide(self.t))
        return [event for event in events if event]


@pytest.fixture(name="board")
def _board() -> ContactBoard:
    return ContactBoard()


def played(*columns: int) -> AnyState:
    state: AnyState = GAME.start(OPTIONS)
    for column in columns:
        state = state.play(Connect4Move(column))
    return state


def test_moves_are_inferred_one_by_one(board: ContactBoard) -> None:
    assert [type(event) for event in board.holds({})] == [FirstPositionSeen]
    for moves in ((4,), (4, 4), (4, 4, 5)):
        (event,) = board.holds(played(*moves).cells())
        assert isinstance(event, MovesSeen) and event.state == played(*moves)


def test_the_computers_move_is_set_down(board: ContactBoard) -> None:
    board.moves.set_position(played(4), Connect4Move(3))
    assert [event for event in board.holds(played(4).cells()) if not isinstance(event, BoardRestored)] == []
    assert board.holds(played(4, 3).cells()) == [MoveSetDown(played(4, 3))]


def test_a_change_that_no_rule_allows_is_reported_and_its_mending(board: ContactBoard) -> None:
    board.moves.set_position(played(4))
    board.holds(played(4).cells())
    floating = {**played(4).cells(), "a5": Content(2), "g6": Content(1)}
    (event,) = board.holds(floating, UNEXPLAINED_TIMEOUT_S + 0.5)
    assert isinstance(event, BoardDiffers) and {differing.cell for differing in event.differences} == {"a5", "g6"}
    assert [type(event) for event in board.holds(played(4).cells())] == [BoardRestored]
    assert board.moves.states == (played(4),)
