"""Whatever an engine process does, the game goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from fourth_seat.engines.errors import EngineFailed, UnknownPlayer
from fourth_seat.engines.levels import level
from fourth_seat.engines.players import engine_player
from fourth_seat.engines.players.engine_player import EnginePlayer
from fourth_seat.engines.players.from_text import player
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.engines.results import Choice
from fourth_seat.games import find
from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.games.protocol import Line
from fourth_seat.words import say

MOCK = Path(__file__).with_name("mock_engine.py")
GAME = find("connect4")
OPTIONS = GAME.options()
LONG = 20.0  # seconds; nothing here should take this long, whatever else the machine is doing

Make = Callable[..., EnginePlayer]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Make players whose engine is the mock, given its arguments; a hanging one is detected quickly."""
    monkeypatch.setattr(engine_player, "MOVE_GRACE_S", 0.3)
    monkeypatch.setattr(engine_player, "COMMAND_TIMEOUT_S", 0.5)
    monkeypatch.setattr(engine_player, "STOP_TIMEOUT_S", 0.3)
    made = []

    def make(*arguments: str, seconds: float | None = 0.2) -> EnginePlayer:
        command = [sys.executable, "-S", str(MOCK), *arguments]
        made.append(EnginePlayer(GAME, OPTIONS, command, say("Mock"), level("1", GAME.name), seconds, Random(1)))
        return made[-1]

    yield make
    for each in made:
        each.close()


def line(digits: str = "") -> Line:
    """Return a line of play from the start."""
    begun = Line.begin(GAME, GAME.start(OPTIONS))
    for digit in digits:
        begun = begun.play(Connect4Move(int(digit)))
    return begun


def choose(who: Any, at: Line) -> Choice:
    chosen: Choice | None = who.choose(at).wait(LONG)
    assert chosen is not None
    assert at.state.why_not(chosen.move) is None
    return chosen


def test_an_engine_is_told_the_game_and_moves(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mock = make("--move", "4", "--log", str(log))
    assert choose(mock, line("12")) == Choice(Connect4Move(4))
    assert choose(mock, line("1244")) == Choice(Connect4Move(4))
    mock.close()
    words = [text.partition(" ")[2] for text in log.read_text().splitlines()]
    assert words[:2] == ["list_commands", "set_game connect4 first=red"]
    assert {"level 1", "time_per_move 0.2"} <= set(words)
    assert words[-6:-2] == ["set_position 7/7/7/7/7/RY5", "genmove 1", "set_position 7/7/7/7/3Y3/RY1R3", "genmove 1"]


def test_commands_are_numbered(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    choose(make("--log", str(log)), line())
    numbers = [int(text.split()[0]) for text in log.read_text().splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_an_engine_without_positions_has_the_game_played_to_it(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mock = make("--lacks", "set_position,set_game,stop", "--log", str(log))
    choose(mock, line("12"))
    choose(mock, line("1243"))
    choose(mock, line("55"))
    words = [text.partition(" ")[2] for text in log.read_text().splitlines()]
    played = [text for text in words if text.split()[0] in ("clear_board", "play", "genmove")]
    first = ["clear_board", "play 1 1", "play 2 2", "genmove 1"]
    assert played == [*first, "play 2 3", "genmove 1", "clear_board", "play 1 5", "play 2 5", "genmove 1"]


def test_an_engine_without_positions_is_told_the_game_too(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "log"
    choose(make("--lacks", "set_position", "--log", str(log)), line())
    words = [text.partition(" ")[2] for text in log.read_text().splitlines()]
    assert "set_game connect4 first=red" in words[: words.index("clear_board")]


def test_an_engine_without_positions_cannot_play_on_a_corrected_board(make: Make) -> None:
    mock = make("--lacks", "set_position")
    corrected = Line.begin(GAME, GAME.parse_position("1122", OPTIONS))
    assert "corrected board" in str(choose(mock, corrected).notice)
    assert choose(mock, line()).notice is None, "it still runs"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--at", "genmove", "hang"), "did not answer in time"),
        (("--at", "genmove", "die"), "it exited: something broke"),
        (("--at", "genmove", "noise"), "Lorem ipsum dolor, which is not a GTP response"),
        (("--at", "genmove", "refuse"), "refused genmove 1: I would rather not"),
        (("--at", "genmove", "resign"), "it answered resign, which is not a move"),
        (("--at", "genmove", "9"), "wanted to play 9, but there is no column 9"),
        (("--at", "genmove", "1"), "wanted to play 1, but column 1 is full"),
        (("--at", "set_position", "hang"), "did not answer in time"),
        (("--at", "set_position", "die"), "it exited"),
        (("--at", "list_commands", "die"), "it exited"),
        (("--at", "set_game", "refuse"), "refused set_game"),
    ],
)
def test_a_failing_engine_costs_a_notice_not_the_game(make: Make, arguments: tuple[str, ...], reason: str) -> None:
    mock = make(*arguments)
    full = line("111111")
    for _ in range(2):  # the second time it is started again
        chosen = choose(mock, full)
        assert reason in str(chosen.notice)
        assert str(chosen.notice).endswith("The simple player moved instead.")


def test_a_dead_engine_is_started_again(make: Make) -> None:
    mock = make()
    choose(mock, line())
    assert mock._process is not None
    mock._process._process.kill()
    mock._process._process.wait()
    assert choose(mock, line()).notice is not None
    assert choose(mock, line()).notice is None


def test_an_engine_that_always_fails_is_left_alone(make: Make) -> None:
    mock = make("--at", "genmove", "die")
    notices = [str(choose(mock, line()).notice) for _ in range(engine_player.MAX_FAILURES + 2)]
    assert "it exited" in notices[engine_player.MAX_FAILURES - 1]
    assert all("not be started again" in notice for notice in notices[engine_player.MAX_FAILURES :])


def test_a_program_that_does_not_exist() -> None:
    nobody = EnginePlayer(GAME, OPTIONS, ["no-such-program"], say("Nobody"))
    assert "could not be started" in str(choose(nobody, line()).notice)
    with pytest.raises(EngineFailed, match="Nobody failed: it could not be started: there is no program no-such-"):
        nobody.prepare().wait(LONG)
    nobody.close()


def test_a_mistake_of_ours_costs_no_game_either(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(*_: object) -> None:
        raise KeyError("oops")

    mock = make()
    monkeypatch.setattr("fourth_seat.engines.process.dialects.Dialect.position_commands", tell)
    assert "an internal error, KeyError at" in str(choose(mock, line()).notice)


def test_a_slow_start_is_waited_for(make: Make) -> None:
    mock = make("--slow", "1.5", "--banner", "Welcome to Mock")
    start = time.monotonic()
    job = mock.choose(line())
    assert time.monotonic() - start < 0.5, "the caller never waits"
    assert job.poll() is None
    assert job.wait(LONG) == Choice(Connect4Move(4))


def test_asking_never_blocks(make: Make) -> None:
    mock = make("--at", "genmove", "hang", seconds=5)
    start = time.monotonic()
    job = mock.choose(line())
    time.sleep(0.3)
    job.hurry()
    job.cancel()
    mock.values(line(), 3)
    assert time.monotonic() - start < 0.8


def test_a_hung_engine_is_hurried_in_vain(make: Make) -> None:
    job = make("--at", "genmove", "hang", seconds=60).choose(line())
    time.sleep(0.3)
    job.hurry()
    chosen = job.wait(LONG)
    assert chosen is not None and "did not answer in time" in str(chosen.notice)


def test_an_engine_that_cannot_stop_is_ended_when_hurried(make: Make) -> None:
    mock = make("--at", "genmove", "hang", "--lacks", "stop", seconds=60)
    mock.prepare().wait(LONG)
    job = mock.choose(line())
    time.sleep(0.2)
    job.hurry()
    chosen = job.wait(LONG)
    assert chosen is not None and "cannot be asked to move early" in str(chosen.notice)


def test_what_was_cancelled_gives_nothing(make: Make) -> None:
    mock = make("--at", "genmove", "hang", seconds=60)
    job = mock.choose(line())
    time.sleep(0.2)
    job.cancel()
    assert job.wait(LONG) is None
    assert job.poll() is None


def test_values_are_read(make: Make) -> None:
    text = (
        '{"unit": "share", "exact": false, "moves": [{"move": "4", "values": [0.6, 0.4], "bound": "exact", "why": "so"}]}'
    )
    (value,) = make("--at", "values", text).values(line(), 3).wait(LONG) or ()
    assert (value.move, value.shares, value.exact, value.why) == (Connect4Move(4), (0.6, 0.4), True, None)


def test_what_the_engine_wants_known_comes_with_its_move(make: Make) -> None:
    chosen = make("--knows", "notices", "--at", "notices", "the table was built anew").choose(line()).wait(LONG)
    assert chosen is not None and chosen.move == Connect4Move(4)
    assert str(chosen.notice).endswith(": the table was built anew")


def test_what_is_proven_is_put_into_words(make: Make) -> None:
    text = (
        '{"unit": "share", "exact": true, "moves": ['
        '{"move": "4", "values": [1, 0], "bound": "exact", "score": [18, 18], "line": ["4", "1", "4"], "why": "so"}]}'
    )
    (value,) = make("--at", "values", text).values(line(), 3).wait(LONG) or ()
    assert (str(value.why), value.short, value.line) == ("wins in 4 moves", "+4", ("4", "1", "4"))


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"moves": [{"move": "4"}]}', '{"moves": [{"move": "x", "values": [1, 0]}]}']
)
def test_nonsense_values_are_none(make: Make, text: str) -> None:
    assert make("--at", "values", text or " ").values(line(), 3).wait(LONG) == ()


def test_closing_ends_the_process(make: Make) -> None:
    mock = make("--at", "genmove", "hang", seconds=60)
    job = mock.choose(line())
    while mock._thinking is None:
        time.sleep(0.01)
    link = mock._process
    assert isinstance(link, EngineProcess)
    mock.close()
    mock.close()
    assert not psutil.pid_exists(link.pid)
    assert job.wait(LONG) is None


def test_seats_of_the_command_line() -> None:
    assert str(player("computer:7", GAME, OPTIONS).name) == "level 7"
    assert str(player("computer", GAME, OPTIONS, default="3").name) == "level 3"
    assert str(player("random", GAME, OPTIONS).name) == "Chance · any move at all"
    assert str(player("gtp:/usr/bin/some-engine --level 3", GAME, OPTIONS).name) == "some-engine"
    for nobody in ("gtp:", 'gtp:"'):
        with pytest.raises(UnknownPlayer):
            player(nobody, GAME, OPTIONS)


def test_a_named_player_moves_in_this_process() -> None:
    who = player("random", GAME, OPTIONS, rng=Random(1))
    assert choose(who, line("123")).notice is None
    assert who.values(line(), 3).wait(LONG) == ()
    who.close()
