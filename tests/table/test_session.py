"""The evening: which games belong to it, and everybody's score."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fourth_seat.games import find
from fourth_seat.games.formats import formats_of
from fourth_seat.table.analysis.session import SESSION_GAP, current_session, next_game, session_scores
from fourth_seat.table.library.files import import_file, write_games
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.table.conftest import Open, clock


def test_games_of_one_evening_belong_together(begin: Open, tmp_path: Path) -> None:
    path = finished(begin("connect4", "human:Anna", "human:Ben"), clock())
    assert current_session(tmp_path, clock()) == path.stem
    assert current_session(tmp_path, clock() + SESSION_GAP - timedelta(minutes=1)) == path.stem
    assert current_session(tmp_path, clock() + SESSION_GAP + timedelta(minutes=1)) == ""
    assert current_session(tmp_path / "nowhere", clock()) == ""


def test_an_old_game_finished_tonight_belongs_to_its_own_evening(tmp_path: Path) -> None:
    now, days = clock(), timedelta(days=3)
    old = begin_at(now - days, tmp_path)
    finished(old, now)
    assert current_session(tmp_path, now) == ""
    first = finished(begin_at(now - timedelta(hours=1), tmp_path), now - timedelta(minutes=30))
    assert current_session(tmp_path, now) == first.stem


def test_a_disk_whose_clock_runs_ahead_hides_no_evening(tmp_path: Path) -> None:
    now, days = datetime.now(UTC), timedelta(days=3)
    finished(begin_at(now - days, tmp_path), now - days)
    tonight = finished(begin_at(now - timedelta(hours=1), tmp_path), now + timedelta(minutes=5))
    assert current_session(tmp_path, now) == tonight.stem


def test_a_game_of_a_match_that_was_stopped_counts_nothing(begin: Open) -> None:
    table = begin("backgammon", "human:Anna", "human:Ben", options="match=3,score2=1,first=1")
    table.throw("66")
    table.play("24/18(2) 13/7(2)")
    table.stop()
    assert table.result and table.result.winners == (1,)
    following = next_game(table)
    assert following and (following[0]["score1"], following[0]["score2"]) == (0, 1)


def begin_at(time: datetime, folder: Path) -> Table:
    game = find("connect4")
    return Table.begin(game, game.options(""), [read_seat("human:Anna"), read_seat("human:Ben")], folder, lambda: time)


def finished(table: Table, time: datetime) -> Path:
    """End a game by a player's resignation, and return its record, last changed at this time."""
    table.resign(1)
    table.close()
    assert table.record
    os.utime(table.record.path, (time.timestamp(), time.timestamp()))
    return table.record.path


def scores_of(folder: Path, path: Path) -> dict[str, tuple[int, float, int]]:
    return {str(score.name): (score.games, score.wins, score.points) for score in session_scores(folder, path.stem)}


def test_an_imported_game_belongs_to_no_evening(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.play("4")
    tonight = finished(table, clock())
    file = tmp_path / "game.moves"
    write_games(file, formats_of(table.game)[-1], table.games)
    imported = import_file(file, tmp_path, clock).record
    os.utime(imported, (clock().timestamp(), clock().timestamp()))
    assert current_session(tmp_path, clock()) == tonight.stem
    assert scores_of(tmp_path, tonight) == {"Anna": (1, 0.0, 0), "Ben": (1, 1.0, 0)}


def test_a_game_counts_for_who_finished_it_and_once_for_everybody(begin: Open, tmp_path: Path) -> None:
    table = begin("blokus", "human:Anna", "human:Mia", "computer:5", "computer:5")
    table.reseat(2, read_seat("human:Ben"))
    path = finished(table, clock())
    scores = scores_of(tmp_path, path)
    assert {name: games for name, (games, _, _) in scores.items()} == {"Anna": 1, "Ben": 1, "Computer (5)": 1}
    assert scores["Computer (5)"][2] == 2 * scores["Ben"][2]
    assert sum(wins for _, wins, _ in scores.values()) == 1


def test_people_without_names_are_named_by_their_colours(begin: Open, tmp_path: Path) -> None:
    path = finished(begin("connect4", "human", "human:Ben"), clock())
    assert [score.name.key for score in session_scores(tmp_path, path.stem)] == ["{names}", "red"]
