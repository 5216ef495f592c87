"""Pentobi's dialect, spoken to a mock that records what it hears."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.players.engine_player import EnginePlayer
from fourth_seat.games import find
from fourth_seat.games.protocol import Line
from fourth_seat.words import say

MOCK = Path(__file__).parents[1] / "players" / "mock_engine.py"
GAME = find("blokus")

Hear = Callable[..., list[str]]


@pytest.fixture
def received_by_mock(tmp_path: Path) -> Iterator[Hear]:
    """Ask Pentobi for a move at the end of each line of play, always the same, and return what it heard."""
    made = []
    log = tmp_path / "log"

    def received_by_mock(lines: list[Line], move: str) -> list[str]:
        options = lines[0].state.options
        command = [sys.executable, "-S", str(MOCK), "--name", "Pentobi", "--log", str(log), "--move", move]
        command += ["--lacks", "set_position,stop,level,time_per_move", "--knows", "loadsgf"]
        player = EnginePlayer(GAME, options, command, say("Pentobi"), rng=Random(1))
        made.append(player)
        for line in lines:
            chosen = player.choose(line).wait(20)
            assert chosen is not None and chosen.notice is None, str(chosen)
        return log.read_text().splitlines()

    yield received_by_mock
    for player in made:
        player.close()


def commands(received: list[str], *names: str) -> list[str]:
    words = [line.partition(" ")[2] for line in received]
    return [line for line in words if line.split()[:1] and line.split()[0] in names]


def begin(options: str = "", position: str = "") -> Line:
    chosen = GAME.options(options)
    return Line.begin(GAME, GAME.parse_position(position, chosen) if position else GAME.start(chosen))


def play(line: Line, *moves: str) -> Line:
    for text in moves:
        (move,) = GAME.parse(line.state, text)
        line = line.play(move)
    return line


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("", "Blokus"),
        ("players=3", "Blokus Three-Player"),
        ("players=2", "Blokus Two-Player"),
    ],
)
def test_games_by_its_own_names(received_by_mock: Hear, options: str, name: str) -> None:
    received = received_by_mock([begin(options)], "a20,b20")
    assert commands(received, "set_game", "clear_board", "genmove") == [f"set_game {name}", "clear_board", "genmove 1"]


def test_duo_is_black_and_white(received_by_mock: Hear) -> None:
    line = play(begin("variant=duo"), "e10")
    received = received_by_mock([line], "j5,j6")
    assert commands(received, "set_game", "play", "genmove") == ["set_game Blokus Duo", "play b e10", "genmove w"]


def test_a_game_taken_back_is_played_to_it_again(received_by_mock: Hear) -> None:
    received = received_by_mock([play(begin(), "a20", "t20"), play(begin(), "a20,b20", "t20")], "t1")
    first, again = ["clear_board", "play 1 a20", "play 2 t20", "genmove 3"], ["play 1 a20,b20", "play 2 t20", "genmove 3"]
    assert commands(received, "clear_board", "play", "genmove") == [*first, "clear_board", *again]


def test_no_pass_and_no_out_is_sent(received_by_mock: Hear) -> None:
    line = play(begin(), "a20", "out", "t1", "a1")
    received = received_by_mock([line], "b19,c19")
    assert commands(received, "play", "genmove") == ["play 1 a20", "play 3 t1", "play 4 a1", "genmove 1"]


def test_a_corrected_board_is_read_from_a_file(received_by_mock: Hear) -> None:
    played = play(begin(), "a20", "t20", "t1", "a1")
    corrected = begin(position=GAME.position(played.state))
    received = received_by_mock([corrected], "b19,c19")
    assert any(line.split()[1:2] == ["loadsgf"] for line in received)
    text = "\n".join(received)
    assert "A1[a20]" in text and "A4[a1]" in text
    assert commands(received, "clear_board", "play") == []


def test_boards_that_lie_otherwise_are_turned(received_by_mock: Hear) -> None:
    """First colour below on the right: Pentobi's a20 is this table's t1."""
    line = play(begin("start=t1"), "t1,s1", "a1")
    received = received_by_mock([line], "t1")
    assert commands(received, "play", "genmove") == ["play 1 a20,b20", "play 2 t20", "genmove 3"]


def test_without_all_pieces_another_player_moves_and_says_why(tmp_path: Path) -> None:
    line = begin("green-aside=2")
    command = [sys.executable, "-S", str(MOCK), "--name", "Pentobi", "--log", str(tmp_path / "log"), "--move", "a20"]
    command += ["--lacks", "set_position,stop,level,time_per_move", "--knows", "loadsgf"]
    player = EnginePlayer(GAME, line.state.options, command, say("Pentobi"), rng=Random(1))
    try:
        chosen = player.choose(line).wait(20)
    finally:
        player.close()
    assert chosen and chosen.move in line.state.legal()
    assert "does not support handicaps" in str(chosen.notice)
