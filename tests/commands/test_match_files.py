"""Games from a file at a table, and whole matches: played, exported, imported and exported again."""

from __future__ import annotations

import json
import random
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.games import CHANCE, find
from fourth_seat.games.formats import format_of, formats_of, result_of
from fourth_seat.table.analysis.session import session_scores
from fourth_seat.table.record.saved import latest, unfinished
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from tests.commands.test_terminal import data_folder, events, play
from tests.games.backgammon.test_match_files import random_match

__all__ = ["data_folder"]  # a fixture
GOLDEN = Path(__file__).parents[1] / "data" / "backgammon.mat"
MATCH = "cube=on,match=3,first=1"
TWO_GAMES = ["double", "drop", "next", "dice 31", "8/5 6/5", "resign 2 gammon", "next"]


def record(folder: Path) -> list[dict[str, Any]]:
    (path,) = (folder / "records").glob("*.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def shown(output: str) -> list[dict[str, Any]]:
    return [line for line in events(output) if line["event"] not in ("notice", "refused")]


def test_an_import_takes_everything_from_the_file(data_folder: Path) -> None:
    printed = play("backgammon", [f"import {GOLDEN}"], "human,random")
    assert not [line for line in events(printed) if line["event"] == "refused"]
    assert shown(printed) == record(data_folder)
    begun = [line for line in shown(printed) if line["event"] == "game"][1:]
    assert len(begun) == 4 and {tuple(line["seats"]) for line in begun} == {("human:Anna", "human:Ben")}
    assert "match=5,score1=3,score2=2" in begun[-1]["options"] and "cube=on" in begun[-1]["options"]
    results = [line["scores"] for line in shown(printed) if line["event"] == "result"]
    assert results == [[1, 0], [2, 0], [0, 2], [2, 0]]
    assert shown(printed)[-1] == {"event": "seat", "seat": 2, "player": "random"}


@pytest.mark.parametrize("seats", ["human,human", "human:Cleo,random", "human,human:Dan?takebacks=off"])
def test_an_export_of_an_import_is_the_same_file(seats: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.mat", tmp_path / "second.mat"
    lines = ["resign 2", "next", "resign 1", "next", "dice 31", "8/5 6/5", f"export {first}"]
    play("backgammon", lines, "human:Anna,random", MATCH)
    text = first.read_text("utf-8")
    assert text.count("Game ") == 3 and "Anna : 1" in text and "Computer (random) : 0" in text
    play("backgammon", [f"import {first}", f"export {second}"], seats)
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("seed", range(10))
def test_any_match_is_the_same_file_after_a_table(seed: int) -> None:
    game, rng = find("backgammon"), random.Random(seed)
    text = f"cube={rng.choice(('on', 'off'))},match={rng.choice((0, 2, 7))},first={rng.choice(('throw', '1', '2'))}"
    games = random_match(game.options(text), ("Anna; x", " Ü :3 "), rng)
    seats = [read_seat(rng.choice(("human", "human:Cleo+Dan?hints=2", "seed"))) for _ in range(2)]
    for form in formats_of(game):
        table = Table.begin(game, game.options(rng.choice(("", "cube=on,match=5"))), seats, None, datetime.now)
        written = form.write(games)
        table.take_in(form.read(written))
        assert form.write(table.games) == written


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_in_another_encoding(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "match.MAT"
    file.write_bytes(GOLDEN.read_text("utf-8").replace("Ben", "Jürgen").replace("\n", "\r\n").encode(encoding))
    printed = shown(play("backgammon", [f"import {file}"], "human,human"))
    assert [line["seats"] for line in printed if line["event"] == "game"][-1] == ["human:Anna", "human:J%C3%BCrgen"]
    assert printed[-1]["event"] == "result"


def test_a_match_goes_on_in_its_record(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    printed = play("backgammon", ["next", *TWO_GAMES, "next", f"export {file}"], "human,human", MATCH)
    assert [line["event"] for line in events(printed)].count("refused") == 3  # `next` before the end, and after the match
    assert shown(printed) == record(data_folder)
    options = [line["options"] for line in shown(printed) if line["event"] == "game"]
    assert "score1=1,score2=0" in options[1] and len(options) == 2


def test_games_of_a_match_are_all_exported(tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    play("backgammon", ["double", "drop", "next", "resign 1", "next", "dice 31", f"export {file}"], "human,human", MATCH)
    games = format_of(find("backgammon"), file.name).read(file.read_text("utf-8"))
    assert [(game.options["score1"], game.options["score2"]) for game in games] == [(0, 0), (1, 0), (1, 1)]
    assert [len(game.line.moves) for game in games] == [2, 0, 2]


def test_an_unfinished_match_is_resumed_with_all_its_games(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    lines = ["double", "drop", "next", "dice 31"]
    play("backgammon", lines, "human,human", MATCH)
    (saved,) = unfinished(data_folder / "records", 5)
    assert saved.moves == 1
    printed = play("backgammon", ["8/5 6/5", f"export {file}"], resume=True)
    assert shown(printed) == record(data_folder)
    assert file.read_text("utf-8").count("Game ") == 2


def test_a_match_is_resumed_between_two_games(data_folder: Path) -> None:
    play("backgammon", ["double", "drop"], "human,human", MATCH)
    assert record(data_folder)[-1]["goes_on"] is True
    printed = play("backgammon", ["next", "dice 31"], resume=True)
    assert shown(printed) == record(data_folder) and shown(printed)[-1]["event"] == "dice"
    play("backgammon", ["resign 2 gammon"], resume=True)
    assert not unfinished(data_folder / "records", 5)


def test_the_evening_counts_every_game_of_a_match(data_folder: Path) -> None:
    play("backgammon", ["double", "drop", "next", "resign 1"], "human:Anna,human:Ben", MATCH)
    folder = data_folder / "records"
    (path,) = folder.glob("*.jsonl")
    scores = {str(score.name): (score.games, score.wins, score.points) for score in session_scores(folder, path.stem)}
    assert scores == {"Anna": (2, 1.0, 1), "Ben": (2, 1.0, 1)}


@pytest.mark.parametrize(("word", "points"), [("", 1), (" single", 1), (" gammon", 2)])
def test_giving_up(word: str, points: int) -> None:
    printed = shown(play("backgammon", ["dice 31", "8/5 6/5", f"resign 1{word}"], "human,human"))
    assert printed[-1] == {
        "event": "result", "scores": [0, points], "winners": [2], "reason": "white gives up."
    }  # fmt: skip
    assert events(play("backgammon", ["resign 1 backgammon"], "human,human"))[-1]["event"] == "refused"


def test_a_match_of_computers_alone_is_played_out_and_exported(tmp_path: Path) -> None:
    file = tmp_path / "alone.mat"
    printed = events(play("backgammon", [f"export {file}", "show"], "seed,seed", "match=2,gammon=off"))
    assert printed[-1]["event"] == "notice"
    games = format_of(find("backgammon"), file.name).read(file.read_text("utf-8"))
    assert len(games) > 1 and all(result_of(game) for game in games)
    assert {game.names for game in games} == {("Computer (seed)", "Computer (seed)")}


def test_a_file_is_read_whole_or_not_at_all(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "broken.mat"
    file.write_text(GOLDEN.read_text("utf-8").replace("63: 5/0 5/2 ", "63: 5/0 5/1 "), "utf-8")
    printed = play("backgammon", [f"import {file}", "dice 31", f"import {GOLDEN}"], "human,human")
    assert [line["event"] for line in events(printed)] == ["game", "refused", "dice", "refused"]
    assert len(record(data_folder)) == 2
    assert latest(data_folder / "records")


def random_lines(name: str, rng: random.Random, options: str) -> list[str]:
    """Return some random moves, a correction, more moves, and a resignation."""
    game = find(name)
    state, lines = game.start(game.options(options)), list[str]()
    for number in range(12):
        if state.over:
            return lines
        move = str(rng.choice(list(state.legal())))
        lines.append(f"dice {move}" if state.to_move == CHANCE else move)
        state = state.play(game.parse(state, move)[0])
        if number == 5:
            lines.append(f"position {game.position(state)}")
    return [*lines, "resign 2"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("backgammon", "cube=on,jacoby=on"),
        ("blokus", "players=3"),
        ("connect4", "first=yellow"),
        ("kalah", "pits=4,seeds=3"),
        ("tridice", ""),
    ],
)
def test_a_moves_file_keeps_the_whole_game(name: str, options: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.moves", tmp_path / "second.moves"
    seats = ["human:Anna", "human"] + ["human:Cleo+Dan"] * (find(name).seats(find(name).options(options)) - 2)
    lines = random_lines(name, random.Random(1), options)
    written = shown(play(name, [*lines, f"export {first}"], ",".join(seats), options))
    again = shown(play(name, [f"import {first}", f"export {second}"]))
    assert second.read_bytes() == first.read_bytes()
    kinds = ("dice", "move", "correction", "resign", "result")
    kept = [{key: value for key, value in line.items() if key != "by"} for line in written if line["event"] in kinds]
    found = [{key: value for key, value in line.items() if key != "by"} for line in again if line["event"] in kinds]
    assert [line for line in found if line["event"] != "result"] == [line for line in kept if line["event"] != "result"]
    assert found[-1]["scores"] == kept[-1]["scores"]


def test_a_blokus_file_keeps_names_options_and_the_end(tmp_path: Path) -> None:
    first, second = tmp_path / "first.blksgf", tmp_path / "second.blksgf"
    lines = [*random_lines("blokus", random.Random(2), "players=3")[:6], "resign 3", f"export {first}"]
    play("blokus", lines, "human:Anna,human:Ben]\\,human:Cleo", "players=3")
    again = shown(play("blokus", [f"import {first}", f"export {second}"]))
    assert second.read_bytes() == first.read_bytes()
    (result,) = (line for line in again if line["event"] == "result")
    assert result["winners"] == [1, 2]
    assert again[1]["seats"][0] == "human:Anna" and "players=3" in again[1]["options"]
