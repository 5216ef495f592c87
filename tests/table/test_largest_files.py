"""Files of the largest allowed size are read in time that grows with their size, and within memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.games.errors import BadNotation, IllegalMove
from fourth_seat.games.formats import format_of
from fourth_seat.games.protocol import MAX_GAME_MOVES, Line
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.record import record_file
from fourth_seat.table.settings import config_file
from fourth_seat.table.table import Table
from tests.table.conftest import clock

MATCH = Path(__file__).resolve().parents[1] / "data" / "backgammon.mat"
MAX_IMPORT_CPU_S = 2.0
BEGUN = b'{"event": "game", "version": 1, "game": "%s", "options": "", "seats": ["human", "human"], "time": ""}\n'
MAX_CPU_S = 10.0  # of some 2 on a fast machine; quadratic time would take minutes
RECORDS = {
    "corrections": (b"connect4", b'{"event": "correction", "position": ""}\n'),
    "taps": (b"connect4", b'{"event": "taps"}\n'),
    "undo": (b"connect4", b'{"event": "move", "seat": 1, "move": "4", "by": "human"}\n{"event": "rewind", "to": 0}\n'),
}


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize(("game", "line"), RECORDS.values(), ids=RECORDS)
def test_records(tmp_path: Path, game: bytes, line: bytes) -> None:
    path = tmp_path / "2026-11-21-connect4-1.jsonl"
    begun = BEGUN % game
    path.write_bytes(begun + line * ((record_file.MAX_BYTES - len(begun)) // len(line)))
    assert seconds(lambda: Table.resume(path, clock).close()) < MAX_CPU_S


def games(count: int, white: int, body: str = "") -> str:
    return "".join(f" Game {number}\n Anna : {white}  Ben : 0\n{body}" for number in range(1, count + 1))


@pytest.mark.parametrize(
    "text",
    [
        " 5 point match\n" + games(1000, 0) + games(1000, 4),
        " 5 point match\n" + games(250, 0) + games(250, 4),
        " 0 point match\n" + games(499, 0, "  1) 43: 24/20 6/3             22: 24/22 13/11(2) 6/4\n"),
        MATCH.read_text("utf-8") * 100,
    ],
    ids=["games", "as many games as may be", "single games", "turns"],
)
def test_match_files(text: str) -> None:
    def read() -> None:
        with suppress(BadNotation):
            format_of(find("backgammon"), "a.mat").read(text)

    assert seconds(read) < MAX_IMPORT_CPU_S


def test_a_game_without_end() -> None:
    game = find("connect4")
    start = game.start(game.options())
    line = Line(game, start, (None,) * MAX_GAME_MOVES, start)
    with pytest.raises(IllegalMove, match=str(MAX_GAME_MOVES)):
        line.play(start.legal()[0])


def test_settings_with_a_key_of_many_parts(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b".".join([b"a"] * 60_000) + b" = 1\n")
    with pytest.raises(BadConfig, match="characters"):
        config_file.load(path)
    config_file.save(path, {"window": {"mode": "dark"}})
    assert config_file.load(path) == {"window": {"mode": "dark"}}


def test_settings_that_two_readers_understand_differently(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[a]\nx = 1\nx = 2\n")
    config_file.save(path, {"a": {"y": 1}})
    assert config_file.load(path) == {"a": {"y": 1}}
    assert len(list(tmp_path.glob("settings-unreadable*.toml"))) == 1


@pytest.mark.parametrize("text", ["33" + " " * 500_000 + "q", "33 x" + " " * 500_000, "33-" * 200_000])
def test_a_move_of_nothing_but_spaces(text: str) -> None:
    game = find("tridice")
    state = game.start(game.options())

    def read() -> None:
        with suppress(BadNotation):
            game.parse(state, text)

    assert seconds(read) < MAX_IMPORT_CPU_S
