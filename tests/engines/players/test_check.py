"""The check of an engine passes sound ones, and reports what others do wrong: the example engine with one line changed."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.check import EngineCheck, Patience
from fourth_seat.games import all_games, find, game_names
from fourth_seat.processes.child import own_module

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "engine" / "connect4.py"
PATIENT = Patience(over=60.0, stop=60.0, end=60.0)  # on a busy machine
ANSWER = 'print(answer + "\\n", flush=True)'
LISTED = '"list_commands": lambda: "\\n".join(COMMANDS)'


def faults(command: Sequence[str], game: str | None, patience: Patience = PATIENT) -> list[str]:
    return list(map(str, EngineCheck(command, find(game) if game else None, patience).faults()))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_our_own_engine_does_nothing_wrong(game: str) -> None:
    assert faults(own_module("fourth_seat.commands.engine", game, "--level", "1"), game) == []


@pytest.mark.slow
def test_the_game_need_not_be_named_where_the_engine_takes_one() -> None:
    check = EngineCheck(own_module("fourth_seat.commands.engine", "kalah", "--level", "random"), None, PATIENT)
    assert list(check.faults()) == []
    assert check.name == "Fourth Seat" and check.games == list(all_games())


def test_the_example_does_nothing_wrong() -> None:
    assert faults([sys.executable, str(EXAMPLE)], "connect4") == []


@pytest.mark.skipif(not shutil.which("pentobi-gtp"), reason="pentobi-gtp is not installed")
def test_pentobi_does_nothing_wrong() -> None:
    assert faults(["pentobi-gtp", "--level", "1"], "blokus") == []


def changed(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the command of the example engine with some of its text changed."""
    source = EXAMPLE.read_text("utf-8")
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    file = folder / "engine.py"
    file.write_text(source, "utf-8")
    return [sys.executable, str(file)]


THINK = "    column = choose(COLOURS[colour])\n"
ANSWERED = "    return str(column + 1)\n"
FULLEST = "    return str(max(range(7), key=[column for _, column in moves].count) + 1)\n"
WITH_STOP = ('    "quit": lambda', '    "stop": lambda: "",\n    "quit": lambda')
ALWAYS_EMPTY = '    "set_game": lambda *_: "",\n    "get_position": lambda: "7/7/7/7/7/7",\n'


@pytest.mark.quick
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('={number} {C', "= {C", "it answered 1 list_commands without the number"),
        ('={number} {C', "=7 {C", "it answered 1 list_commands with the number 7"),
        (ANSWER, f'print("thinking"); {ANSWER}', "it wrote thinking on standard output, which is for answers only"),
        ("        continue\n", '        print("= \\n", flush=True)\n', "it answered an empty line or a comment"),
        ('else ""\n    if not', 'else "5"\n    if not', "it put a number before the answer to a command that had none"),
        ("except (KeyError, ValueError,", "except (ValueError,", "it exited when it was sent no_such_command: "),
        ("?{number} {type", "={number} {type", "it accepted no_such_command, which it should refuse"),
        ('"protocol_version": lambda: "2"', '"protocol_version": lambda: "1"', "it answered protocol_version with 1"),
        ('"true" if name in COMMANDS else "false"', '"true"', "it answered known_command no_such_command with true"),
        ('    "version": lambda: "1",\n', "", "list_commands lacks version, which every GTP engine has"),
        ('    "genmove": genmove,\n', "", "it cannot choose a move: it lacks genmove"),
        ('    "clear_board": lambda: moves.clear(),\n', "", "no game can be set up: it lacks play and clear_board"),
        (LISTED, '"list_commands": lambda: ""', "list_commands lacks protocol_version, name, version"),
        (ANSWERED, '    return "e4"\n', "it answered e4, which is not a move, in the position"),
        (ANSWERED, FULLEST, "it wanted to play"),
        ("    if not 0 <= column < 7 or sum", "    if not 0 <= column < 7 or 0 * sum", "which is illegal, in the position"),
        ('moves.pop() and ""', '""', "it does not undo: after undo, it refused play"),
        (*WITH_STOP, "it answered stop, which gets no answer of its own"),
        ('    "quit": lambda', f'{ALWAYS_EMPTY}    "quit": lambda', "it answered get_position with 7/7/7/7/7/7 in"),
        ('if words == ["quit"]:\n        break', "pass", "seconds after quit"),
        ("import sys\n", "import atexit, sys, time\natexit.register(time.sleep, 60)\n", "after the end of its input"),
        (THINK, "    raise ValueError('no')\n", "it refused genmove 1: ValueError: no"),
        (THINK, "    sys.exit('broken')\n", "it exited when it was sent genmove 1: broken"),
    ],
)  # fmt: skip
def test_a_fault_is_named(old: str, new: str, fault: str, tmp_path: Path) -> None:
    found = faults(changed(tmp_path, (old, new)), "connect4", Patience(end=1.0))
    assert any(fault in each for each in found), found


@pytest.mark.quick
@pytest.mark.parametrize(
    ("new", "fault"),
    [
        ("", "it did not answer list_commands within 1.0 seconds"),
        ("print(answer, flush=True)", "its answer to list_commands does not end with an empty line"),
        ('print(f"ok {words}", flush=True)', "it answered list_commands with ok ['list_commands']: an answer begins"),
    ],
)  # fmt: skip
def test_no_answer_is_told_from_one_in_another_form(new: str, fault: str, tmp_path: Path) -> None:
    assert faults(changed(tmp_path, (ANSWER, new)), "connect4", Patience(start=1.0, command=1.0))[0].startswith(fault)


def test_a_slow_engine_is_named(tmp_path: Path) -> None:
    timed = ('    "quit": lambda', '    "time_per_move": lambda text: "",\n    "quit": lambda')
    slow = (THINK, f"    __import__('time').sleep(0.2)\n{THINK}")
    (fault,) = faults(changed(tmp_path, timed, slow), "connect4", Patience(over=0.05))
    assert re.fullmatch(r"it took \d+\.\d seconds for a move, although time_per_move gave it 0\.1", fault)


def test_one_that_cannot_be_stopped_is_named(tmp_path: Path) -> None:
    slow = (THINK, f"    len(moves) or __import__('time').sleep(2.0)\n{THINK}")
    found = faults(changed(tmp_path, WITH_STOP, slow), "connect4", Patience(stop=0.5))
    assert "connect4: it did not move within 0.5 seconds of stop" in found


def test_a_game_that_the_engine_does_not_take_is_named(tmp_path: Path) -> None:
    chess = """    "set_game": lambda game, *_: {"chess": ""}[game],\n    "set_position": len,\n"""
    command = changed(tmp_path, ('    "quit": lambda', f'{chess}    "quit": lambda'))
    assert "it does not accept a game with set_game: use --game to name the game that it plays" in faults(command, None)
    assert any(fault.startswith("it refused set_game connect4") for fault in faults(command, "connect4"))


def test_a_program_that_is_not_there_is_said() -> None:
    with pytest.raises(EngineFailed, match="there is no program no-such-engine on this computer"):
        faults(["no-such-engine"], "connect4")
