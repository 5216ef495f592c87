"""A game with a handicap on the table: recorded, continued, passed on to the next game, and counted as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.games.formats import formats_of
from fourth_seat.games.options import Options
from fourth_seat.table.analysis.keepsake import keepsake
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.session import next_game, session_scores
from fourth_seat.table.handicap import handicap
from fourth_seat.table.library.files import import_file, write_games
from fourth_seat.table.record.saved import saved_game
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import ENGLISH
from tests.handicaps import uneven
from tests.table.conftest import Open, clock

CASES = [(name, options) for name in game_names() for options in uneven(find(name))]
each = pytest.mark.parametrize(("name", "options"), CASES, ids=[f"{name}-{options}" for name, options in CASES])


@each
def test_a_record_is_resumed_and_exported_with_its_handicap(name: str, options: Options, tmp_path: Path) -> None:
    game = find(name)
    table = Table.begin(game, options, [read_seat("human")] * game.seats(options), tmp_path, clock)
    assert table.record
    path, start = table.record.path, table.state
    table.close()
    again = Table.resume(path, clock)
    assert not again.notices and again.state == start == game.start(options) and again.options == options
    file = tmp_path / "game.moves"
    write_games(file, formats_of(game)[-1], again.games)
    again.close()
    imported = Table.resume(import_file(file, tmp_path, clock).record, clock)
    assert imported.state == start
    imported.close()
    assert saved_game(path, clock().timestamp()).handicap


def test_an_even_game_is_recorded_as_before(begin: Open) -> None:
    assert begin("kalah", "human", "human").begun.options == "pits=6,seeds=4,empty-capture=on,first=south"
    assert begin("connect4", "human", "human").begun.options == "first=red"
    table = begin("tridice", "human", "human")
    assert table.begun.options == "handedness=cw,dice=4,first=red"
    assert table.record and not saved_game(table.record.path, clock().timestamp()).handicap


def test_a_handicap_is_said_in_a_sentence() -> None:
    def said(name: str, options: str) -> str | None:
        text = handicap(find(name), find(name).options(options))
        return ENGLISH.render(text) if text else None

    assert said("kalah", "north-ahead=3") == "Handicap – Seeds in north's store at the start: 3"
    assert said("blokus", "red-aside=2") == "Handicap – Pieces that red plays without: I5, L5"
    assert said("backgammon", "cube=on,white-cube=on") == "Handicap – White owns the doubling cube at the start"
    assert said("backgammon", "cube=on,match=5,score1=2") is None, "the score of a match in progress is no handicap"


def test_the_handicap_goes_with_the_player_into_the_next_game(begin: Open) -> None:
    table = begin("kalah", "human:Anna", "human:Ben", options="south-ahead=3")
    table.resign(2)
    moved, stayed = next_game(table), next_game(table, stay=True)
    assert moved and stayed
    assert [str(seat) for seat in moved[1]] == ["human:Ben", "human:Anna"]
    assert (moved[0]["south-ahead"], moved[0]["north-ahead"]) == (0, 3)
    assert [str(seat) for seat in stayed[1]] == ["human:Anna", "human:Ben"] and stayed[0] == table.options


def test_an_evening_tells_games_with_a_handicap_apart(begin: Open, tmp_path: Path) -> None:
    first = begin("kalah", "human:Anna", "human:Ben")
    first.resign(1)
    assert first.record
    evening = first.record.path.stem
    for options in ("south-ahead=3", "first=north"):
        game = find("kalah")
        seats = [read_seat("human:Anna"), read_seat("human:Ben")]
        table = Table.begin(game, game.options(options), seats, tmp_path, clock, evening)
        table.resign(2)
        table.close()
    scores = {str(score.name): score for score in session_scores(tmp_path, evening)}
    assert {name: (score.games, score.wins, score.handicaps) for name, score in scores.items()} == {
        "Anna": (3, 2.0, 1),
        "Ben": (3, 1.0, 1),
    }


def test_the_page_to_keep_says_what_was_given(begin: Open) -> None:
    for options, given in (("", None), ("yellow-ahead=1", "Handicap – Yellow stones in the middle column at the start: 1")):
        table = begin("connect4", "human:Anna", "human:Ben", options=options)
        table.resign(1)
        kept = keepsake(table, Review(table)).handicap
        assert (kept and ENGLISH.render(kept)) == given
