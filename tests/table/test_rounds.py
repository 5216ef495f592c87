"""The turns of a list of moves: moves with their dice, round by round."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from fourth_seat.games import AnyGame, all_games, find
from fourth_seat.games.contents import Content
from fourth_seat.table.seats import read_seat
from fourth_seat.table.stage.rounds import ListedTurn, listed_turns, rounds
from fourth_seat.table.table import Table


def table_of(game: str, options: str = "") -> Table:
    rules = find(game)
    chosen = rules.options(options)
    seats = [read_seat("human") for _ in range(rules.seats(chosen))]
    return Table.begin(rules, chosen, seats, None, lambda: datetime(2026, 11, 21, tzinfo=UTC))


def told(table: Table) -> list[list[str]]:
    """Return the rounds as texts: a move with its dice before or after it."""
    entries = table.history.entries
    return [
        [" ".join(str(entries[n].move).rpartition(": ")[2] for n in turn.entries) for turn in each]
        for each in rounds(listed_turns(table.history))
    ]


def test_dice_stand_with_the_move_for_which_they_were_thrown() -> None:
    table = table_of("backgammon", "first=1")
    for line in ("31", "8/5 6/5", "62"):
        table.play(line)
    assert told(table) == [["31 8/5 6/5", "62"]]
    waiting = listed_turns(table.history)[-1]
    assert waiting == ListedTurn(2, (2,)) and waiting.end == 3


def test_who_begins_second_has_a_round_of_its_own() -> None:
    table = table_of("backgammon")
    for line in ("16", "24/18 8/7", "21", "8/6 6/5"):
        table.play(line)
    assert [[turn.colour for turn in each] for each in rounds(listed_turns(table.history))] == [[2], [1]]


def test_the_cube_has_turns_and_what_goes_without_saying_has_none() -> None:
    table = table_of("backgammon", "cube=on,first=1")
    for line in ("double", "take", "53"):
        table.play(line)
    assert told(table) == [["double", "take"], ["53"]]
    table.play("8/3 6/3")
    table.play("42")
    assert told(table) == [["double", "take"], ["53 8/3 6/3", "42"]]


def test_a_move_that_waits_for_its_dice_has_them() -> None:
    table = table_of("tridice")
    for _ in range(2):
        table.play(str(table.state.legal()[0]))
    (turn,) = listed_turns(table.history)
    assert turn.entries == (0, 1) and turn.move == 0


def test_what_is_nobodys_stands_alone() -> None:
    table = table_of("connect4")
    table.play("4")
    table.correct({"d1": None, "e1": Content(1)})
    table.play("4")
    table.resign(1)
    assert [[turn.colour for turn in each] for each in rounds(listed_turns(table.history))] == [[1], [0], [2], [0]]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_entry_has_one_place_in_order(game: AnyGame) -> None:
    table, rng = table_of(game.name), Random(3)
    for _ in range(60):
        if table.result:
            break
        table.play(str(rng.choice(list(table.state.legal()))))
    turns = listed_turns(table.history)
    listed = [number for turn in turns for number in turn.entries]
    assert listed == [n for n, entry in enumerate(table.history.entries) if not entry.implied]
    for each in rounds(turns):
        colours = [turn.colour for turn in each]
        assert colours == sorted(set(colours))
    choices = sum(entry.seat != 0 and not entry.implied for entry in table.history.entries)
    assert len(turns) - choices in (0, 1), "dice have no place of their own, but for those for which no move is known yet"
