"""The engine process itself: it starts, keeps to its time, stops when told to, ends with its input, and is light."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.players.engine_player import own_command
from fourth_seat.engines.players.from_text import player
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.games import find, game_names
from fourth_seat.games.protocol import Line

ROOT = Path(__file__).resolve().parents[3]
LATE = 0.25  # seconds of processor time that an engine may spend beyond its time
BUSY = 3.0  # seconds that anything may come late on a busy machine
LONG = 30.0
LEAST_PRIORITY = 19  # in Unix's units


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    link = EngineProcess(own_command(find("connect4")))
    link.ask("name", LONG)
    yield link
    link.end(1.0)


def cpu(link: EngineProcess) -> float:
    return float(link.ask("cputime", LONG))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", game_names())
def test_time_is_kept_at_the_highest_level(engine: EngineProcess, name: str) -> None:
    engine.ask(f"set_game {name}", LONG)
    engine.ask("level 9", LONG)
    engine.ask("time_per_move 0.3", LONG)
    dice = " 31" if name == "backgammon" else ""
    spent, start = cpu(engine), time.monotonic()
    engine.ask(f"genmove 1{dice}", LONG)
    assert time.monotonic() - start < 0.3 + BUSY
    if not engine_of(name).solver:  # which is prepared beside it
        assert cpu(engine) - spent < 0.3 + LATE


def test_stop_ends_the_running_command(engine: EngineProcess) -> None:
    engine.ask("level 9", LONG)
    engine.ask("time_per_move 60", LONG)
    engine.send("genmove 1", LONG)
    time.sleep(0.2)
    start = time.monotonic()
    engine.send_line("stop")
    assert engine.receive() in "1234567"
    assert time.monotonic() - start < BUSY


def test_a_stop_with_a_number_is_answered() -> None:
    done = subprocess.run(
        own_command(find("connect4")), input="5 stop\nstop\n6 name\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "=5\n\n=6 Fourth Seat\n\n"


def test_stop_is_for_what_came_before_it(engine: EngineProcess) -> None:
    engine.ask("set_game tridice", LONG)  # whose values no solver knows at once
    engine.ask("level 9", LONG)
    engine.ask("time_per_move 0.2", LONG)  # in which it does not reach its maximum number of simulations
    engine.send_line("stop")
    assert engine.ask("all_legal 1", LONG)
    start = time.monotonic()
    engine.ask("values 1", LONG)
    assert time.monotonic() - start > 0.15, "a stop without a running command means nothing"


def test_progress_is_told(engine: EngineProcess) -> None:
    engine.ask("set_game blokus", LONG)
    engine.ask("level 9", LONG)
    engine.ask(f"time_per_move {LONG}", LONG)
    engine.send("values 1", LONG)
    start = time.monotonic()
    while not engine.progress:
        time.sleep(0.05)
        assert time.monotonic() - start < LONG
    assert engine.progress < 1
    engine.send_line("stop")
    engine.receive()


def test_pondering_ends_with_the_next_command(engine: EngineProcess) -> None:
    engine.ask("level 9", LONG)
    engine.ask("ponder on", LONG)
    start = time.monotonic()
    engine.ask("play 1 4", LONG)
    assert time.monotonic() - start < BUSY
    before = cpu(engine)
    while cpu(engine) < before + 0.2:
        time.sleep(0.1)
        assert time.monotonic() - start < LONG, "it does not ponder"
    engine.ask("ponder off", LONG)
    before = cpu(engine)
    time.sleep(0.3)
    assert cpu(engine) < before + 0.1


def test_same_seed_same_moves() -> None:
    lines = "set_random_seed 7\nlevel 2\n" + "genmove 1\ngenmove 2\n" * 3
    command = own_command(find("connect4"))
    outputs = [subprocess.run(command, input=lines, capture_output=True, text=True, cwd=ROOT).stdout for _ in range(2)]
    assert outputs[0] == outputs[1] and outputs[0].count("=") == 8


def test_the_end_of_the_input_ends_it_after_what_was_asked() -> None:
    done = subprocess.run(
        own_command(find("connect4")), input="1 name\n2 genmove 1", capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.startswith("=1 Fourth Seat\n\n=2 ")


def test_the_engine_process_is_light() -> None:
    check = (
        "import sys, fourth_seat.commands.engine; from fourth_seat.games import find; find('connect4')\n"
        "print(sorted({'numba', 'cv2', 'numpy', 'tkinter', 'PIL'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_computers_at_a_level_play_every_game(name: str) -> None:
    game = find(name)
    options = game.options()
    line = Line.begin(game, game.start(options))
    who = player("computer:1", game, options)
    try:
        for _ in range(4):  # shorter than the shortest game
            while line.state.to_move == 0:
                line = line.play(line.state.legal()[1])
            chosen = who.choose(line).wait(LONG)
            assert chosen is not None and chosen.notice is None, str(chosen)
            line = line.play(chosen.move)
        while line.state.to_move == 0:
            line = line.play(line.state.legal()[1])
        values = who.values(line, 3).wait(LONG)
        assert values
        for value in values:
            assert line.state.why_not(value.move) is None
            assert len(value.shares) == game.seats(options)
    finally:
        who.close()


@pytest.mark.skipif(
    not hasattr(os, "getpriority") or os.getpriority(os.PRIO_PROCESS, 0) == LEAST_PRIORITY,
    reason="priorities are asked for the Unix way, and nothing comes after the last",
)
def test_engines_take_what_the_window_leaves(engine: EngineProcess) -> None:
    engine.ask("name", LONG)
    assert os.getpriority(os.PRIO_PROCESS, engine.pid) > os.getpriority(os.PRIO_PROCESS, 0)
