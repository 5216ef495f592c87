"""Lines typed while an engine thinks that never answers."""

from __future__ import annotations

import io
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.commands.play import host_of, open_table
from fourth_seat.commands.terminal.admission import Admission
from fourth_seat.commands.terminal.terminal import Terminal
from fourth_seat.commands.terminal.typed import TypedLines
from fourth_seat.engines.errors import EngineFailed
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.words import FourthSeatError, Text

HANGING = """
import sys, time
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if command.startswith(("genmove", "reg_genmove")):
        time.sleep(3600)
    answer = "genmove" if command == "list_commands" else ""
    print(f"={number} {answer}", end=2 * chr(10), flush=True)
"""
LONGEST_S = 30.0


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def admission() -> Admission:
    return Admission(EngineCommands(), TableLinks(lambda _: None), lambda _: None)


def play(tmp_path: Path, *lines: str, overtake: bool = False) -> str:
    """Play lines against an engine that hangs, each typed once it is thinking or a person has to move; return what was
    printed."""
    engine = tmp_path / "engine.py"
    engine.write_text(HANGING)
    seats = admission()
    command = shlex.join([sys.executable, str(engine)])
    table = open_table("connect4", f"human:Anna,gtp:{command}", None, "", False, seats)
    host = host_of(table, seats.engines)
    out = io.StringIO()

    def typed() -> Iterator[str | None]:
        for line in lines:
            yield line
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                yield None

    terminal = Terminal(table, host, Seat(computer="random"), out, admission=seats, as_json=False)
    thread = threading.Thread(target=lambda: terminal.run(TypedLines(typed(), overtake=overtake)), daemon=True)
    thread.start()
    thread.join(LONGEST_S)
    assert not thread.is_alive()
    host.close()
    table.close()
    return out.getvalue()


def test_quit_undo_and_seat_are_obeyed_at_once(tmp_path: Path) -> None:
    printed = play(tmp_path, "4", "undo", "5", "seat 2 human:Ben", "3", "quit")
    assert "Anna's turn" in printed.partition("Red played 4.")[2]
    assert "Yellow played 3." in printed


def test_at_a_keyboard_lines_that_need_not_wait_pass_those_that_do(tmp_path: Path) -> None:
    assert "played 3" not in play(tmp_path, "4", "3", "quit", overtake=True)


def test_a_script_is_obeyed_in_its_order() -> None:
    typed = TypedLines(["4", "quit"])
    assert typed.take(lambda line: line == "quit") is None
    assert typed.take(lambda line: line == "quit") is None
    assert [typed.take(lambda _: True), typed.take(lambda _: True)] == ["4", "quit"]
    assert typed.take(lambda _: True) is None and typed.over


@pytest.mark.parametrize("command", ["no-such-program --level 3", "false"])
def test_a_program_that_cannot_play_is_refused_before_anything_is_recorded(data_folder: Path, command: str) -> None:
    with pytest.raises(EngineFailed, match="cannot play here"):
        open_table("connect4", f"human,gtp:{command}", None, "", False, admission())
    assert not (data_folder / "records").exists() and not (data_folder / "engines.toml").exists()


def test_other_players_go_on_with_a_resumed_game() -> None:
    open_table("connect4", "human:Anna,human:Ben", None, "", False, admission()).close()
    with pytest.raises(FourthSeatError, match="2 seats to fill"):
        open_table("connect4", "human:Cleo", None, "", True, admission())
    table = open_table("connect4", "human:Cleo,random", None, "", True, admission())
    assert [str(seat) for seat in table.seats] == ["human:Cleo", "random"]
    table.close()


def test_what_is_no_link_is_refused() -> None:
    with pytest.raises(FourthSeatError, match="not a link"):
        open_table("connect4", "human,table:somewhere", None, "", False, admission())


def test_a_table_without_a_link_says_so() -> None:
    said: list[Text] = []
    links = TableLinks(said.append)
    table = open_table("connect4", "human,table:localhost:1", None, "", False, admission())
    links.follow(table, lambda: True)
    assert links.link is None and "new link" in str(said[0])
    table.close()
