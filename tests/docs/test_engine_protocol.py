"""The page about the engine protocol: its conversations take place with our own engine, and its tables are complete."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from fourth_seat.engines.gtp.commands import COMMANDS
from fourth_seat.engines.players import check, engine_player
from fourth_seat.games import all_games, find
from fourth_seat.processes.child import own_module

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")
CONVERSATIONS = re.findall(r"^```gtp\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def table(heading: str) -> list[list[str]]:
    """Return the rows of the first table below a heading, without that of its titles."""
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| (.*) \|$", section, re.MULTILINE)
    return [row.split(" | ") for row in rows[1:]]


@pytest.mark.quick
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=range(len(CONVERSATIONS)))
def test_a_conversation_takes_place(conversation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    exchanges = re.findall(r"^> (.*)\n((?:(?!> ).*\n)*)", conversation, re.MULTILINE)
    sent = "".join(f"{command}\n" for command, _ in exchanges)
    engine = own_module("fourth_seat.commands.engine", "connect4", "--level", "1")
    done = subprocess.run(engine, input=sent, capture_output=True, text=True, encoding="utf-8", check=True, timeout=200)
    answers = re.findall(r".+?\n\n", done.stdout, re.DOTALL)
    assert len(answers) == len(exchanges) > 0
    for (command, shown), answer in zip(exchanges, answers, strict=True):
        wanted = ".*".join(map(re.escape, shown.split("...")))
        assert re.fullmatch(wanted, answer, re.DOTALL), (command, shown, answer)


def test_every_command_is_described() -> None:
    described = [re.findall(r"`([a-z_]+)", row[0]) for row in table("Commands")]
    assert {name for names in described for name in names} - {"off"} == COMMANDS.keys()


def test_what_is_said_to_be_beyond_gtp_is() -> None:
    (beyond,) = re.findall(r"^Of these, only (.*?), and the dice", PAGE, re.DOTALL | re.MULTILINE)
    gtp = {*check.STANDARD, "undo", "showboard", "final_score", "cputime", "set_random_seed"}
    assert set(re.findall(r"`([a-z_]+)`", beyond)) == COMMANDS.keys() - gtp


def test_every_game_is_described_with_its_colours_and_moves_as_they_are() -> None:
    rows = {row[0].strip("`"): row for row in table("Games, colours and moves")}
    assert rows.keys() == {game.name for game in all_games()}
    for name, (_, colours, moves, position) in rows.items():
        game = find(name)
        options = game.options()
        assert colours == ", ".join(f"{n} {side.name}" for n, side in enumerate(game.sides(options), 1)), name
        start = game.start(options)
        first, *_ = re.findall(r"`([^`]+)`", moves)
        assert game.parse(start, first), name
        if "`:" in position:
            (example,) = re.findall(r"^`([^`]+)`:", position)
            assert game.position(game.parse_position(example, options)) == example


def test_the_times_are_those_of_the_program() -> None:
    seconds = {row[0]: row[2] for row in table("How Fourth Seat plays with an engine")}
    player = engine_player
    assert seconds["the first answer"] == f"{player.START_TIMEOUT_S:g}"
    assert seconds["the beginning"] == seconds["the position"] == f"{player.COMMAND_TIMEOUT_S:g} each"
    assert seconds["after a move"] == f"{player.COMMAND_TIMEOUT_S:g}"
    assert re.findall(r"[0-9]+", seconds["a move"]) == [f"{player.MOVE_GRACE_S:g}", f"{player.UNTIMED_MOVE_TIMEOUT_S:g}"]
    assert next(text for name, text in seconds.items() if name.startswith("soon")) == f"{player.STOP_TIMEOUT_S:g}"
    assert seconds["the end"] == f"{player.QUIT_TIMEOUT_S:g}"
    assert f"after it has failed {player.MAX_FAILURES} times in a row" in PAGE
