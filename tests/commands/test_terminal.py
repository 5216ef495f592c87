"""`play --terminal`: whole games typed in, bad lines refused, records resumed."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.commands.play import host_of, open_table
from fourth_seat.commands.terminal.admission import Admission
from fourth_seat.commands.terminal.terminal import FORMS, Terminal
from fourth_seat.commands.terminal.typed import TypedLines
from fourth_seat.games import CHANCE, find, game_names
from fourth_seat.games.formats import formats_of
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import Begun, from_json
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.words import FourthSeatError
from tests.table.proven import SMALL, Prover


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def admission() -> Admission:
    """Return an admission that knows no engine and no link."""
    return Admission(EngineCommands(), TableLinks(lambda _: None), lambda _: None)


def play(
    game: str, lines: Any, seats: str | None = None, options: str = "", resume: bool = False, as_json: bool = True
) -> str:
    table = open_table(game, seats, None, options, resume, admission())
    host = host_of(table, EngineCommands())
    out = io.StringIO()
    try:
        terminal = Terminal(table, host, Seat(computer="random"), out, admission=admission(), as_json=as_json)
        terminal.run(TypedLines(lines))
    finally:
        host.close()
        table.close()
    return out.getvalue()


def events(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


class Typist:
    """Types random legal moves for all people at the table, following the game by the events printed."""

    def __init__(self, out: io.StringIO, seed: int) -> None:
        self.out = out
        self.rng = random.Random(seed)

    def __iter__(self) -> Typist:
        return self

    def __next__(self) -> str | None:
        lines = events(self.out.getvalue())
        begun = from_json(lines[0])
        assert isinstance(begun, Begun)
        game_state = GameState(begun)
        for line in lines[1:]:
            if line["event"] not in ("refused", "notice"):
                game_state.prepare(from_json(line))()
        if game_state.result:
            raise StopIteration
        if game_state.computers_turn:
            return None
        move = str(self.rng.choice(list(game_state.state.legal())))
        return f"dice {move}" if game_state.state.to_move == CHANCE else move


@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_with_a_computer(name: str) -> None:
    game = find(name)
    people = ["human"] * (game.seats(game.options()) - 1)
    table = open_table(name, ",".join([*people, "random"]), None, "", False, admission())
    host = host_of(table, EngineCommands())
    out = io.StringIO()
    Terminal(table, host, Seat(computer="random"), out, admission=admission(), as_json=True).run(
        TypedLines(Typist(out, seed=3))
    )
    host.close()
    table.close()
    printed = events(out.getvalue())
    assert printed[-1]["event"] == "result"
    assert not [line for line in printed if line["event"] == "refused"]
    assert any(line.get("by") == "computer" for line in printed)
    assert table.record
    assert [json.loads(line) for line in table.record.path.read_text().splitlines()] == printed


@pytest.mark.parametrize(
    ("handedness", "ends_as"), [("cw", "R2/3"), ("ccw", "R3/2"), ("red-cw", "R2/3"), ("blue-cw", "R3/2")]
)
def test_dice_roll_as_their_numbers_run(handedness: str, ends_as: str) -> None:
    lines = ["@33", "dice 4/1", "@22", "dice 3/1", "33-47", "show"]
    out = play("tridice", lines, "human:Anna,human:Ben", f"handedness={handedness}", as_json=False)
    assert "Red played 33-47" in out and ends_as in out


def test_dice_that_the_program_rolls_are_said() -> None:
    lines = ["roll"] * 20  # the opening roll is repeated until one is higher
    out = play("backgammon", lines, "human:Anna,human:Ben", as_json=False)
    assert re.search(r"White rolled \d, black rolled \d: (white|black) goes first\n(Anna|Ben)'s turn", out)
    assert "rolled" not in play("backgammon", ["dice 31"], "human:Anna,human:Ben", as_json=False)  # people saw it


@pytest.mark.parametrize("name", game_names())
def test_computers_alone_play_on_after_the_end_of_input(name: str) -> None:
    game = find(name)
    printed = events(play(name, [], ",".join(["random"] * game.seats(game.options()))))
    assert printed[-1]["event"] == "result"


@pytest.mark.parametrize("name", game_names())
def test_nonsense_is_refused_and_changes_nothing(name: str) -> None:
    game = find(name)
    nonsense = [
        "zz",
        "\x00",
        "é",
        "9" * 400,
        "-1",
        "{}",
        "dice",
        "dice 99",
        "dice 0/0",
        "undo",
        "redo",
        "stand",
        "stand zz",
    ]
    nonsense += ["resign 9", "resign x", "seat", "seat 1", "seat 9 human", "seat 1 computer:99"]
    nonsense += ["set", "set zz=1", "set zz", "position zz"]
    printed = events(play(name, nonsense, ",".join(["human"] * game.seats(game.options()))))
    assert [line["event"] for line in printed] == ["game"] + ["refused"] * len(nonsense)
    assert all(line["reason"] and "\n" not in line["reason"] for line in printed[1:])


@pytest.mark.parametrize("word", FORMS)
def test_a_word_that_lacks_something_says_what(word: str) -> None:
    output = play("connect4", [word, "quit"], "human:Ann,human:Ben", as_json=False)
    assert output.splitlines()[-1] == f"{word} is incomplete: type {FORMS[word]}"


def test_an_empty_position_is_the_empty_board() -> None:
    output = play("connect4", ["4", "position", "quit"], "human:Ann,human:Ben", as_json=False).splitlines()
    assert output[-2:] == ["The board was corrected.", "Ann's turn (red)."]


def test_the_board_and_the_placement_are_printed_as_text() -> None:
    printed = play("connect4", ["4", "hint", "show", "save", "help", "9"], "human:Anna,random", as_json=False)
    assert "1 2 3 4 5 6 7" in printed
    assert "Anna's turn (red)." in printed
    assert "  1. drop a yellow stone into column" in printed
    assert "Hint: " in printed and "there is no column 9" in printed


def test_undo_says_what_it_takes_the_computers_move_for() -> None:
    doubt = (
        "This assumes that the last move shown has not been made on the board yet: if it has, take it back there first.\n"
    )
    printed = play("connect4", ["4", "undo", "undo", "5"], "human:Anna,random", as_json=False)
    assert printed.count(doubt) == 1 and printed.index("out of column 4") < printed.index(doubt)
    assert doubt not in play("connect4", ["4", "5", "undo", "redo"], "human:Anna,human:Ben", as_json=False)


def test_resume_prints_the_old_events_first() -> None:
    first = events(play("connect4", ["4", "4", "undo", "5"], "human,human"))
    second = events(play("connect4", ["6"], resume=True))
    assert second[: len(first)] == first
    assert second[len(first)]["move"] == "6"


def test_nothing_to_resume() -> None:
    with pytest.raises(FourthSeatError, match="no unfinished game"):
        play("connect4", [], resume=True)


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ("human", "2 seats to fill"),
        ("human,computer:99", "99"),
        ("human,", "seat was left empty"),
        ("human\rhuman", "2 seats to fill"),
        ("human," + 200_000 * "x", "2 seats to fill"),
        ("human,nonsense", "nonsense"),
    ],
)
def test_bad_seats(seats: str, says: str, data_folder: Path) -> None:
    with pytest.raises(FourthSeatError, match=says):
        open_table("connect4", seats, None, "", False, admission())
    assert not (data_folder / "records").exists()


def test_corrections_and_bedtime() -> None:
    printed = events(play("connect4", ["4", "set d1=yellow", "set d1=- e1=red", "seat 2 random", "4"], "human,human"))
    assert [line["event"] for line in printed] == ["game", "move", "refused", "correction", "seat", "move", "move", "move"]


@pytest.mark.parametrize("name", game_names())
def test_games_are_written_to_files_and_read_back(name: str, tmp_path: Path) -> None:
    game = find(name)
    seats = ",".join(["human"] * game.seats(game.options()))
    rng = random.Random(5)
    for form in formats_of(game):
        file = tmp_path / f"game{form.suffix}"
        state = game.start(game.options())
        moves: list[str] = []
        while len(moves) < 20 and not state.over:
            moves.append(str(rng.choice(list(state.legal()))))
            state = state.play(game.parse(state, moves[-1])[0])
        written = events(play(name, [*moves, f"export {file}", "export no/such/x.moves"], seats))
        assert [line["event"] for line in written[-2:]] == ["notice", "refused"]
        again = events(play(name, [f"import {file}", f"import {file}"], seats))
        recorded = [line for line in again if line["event"] not in ("notice", "refused")]
        assert recorded[1:] == written[1 : len(recorded)]
        assert again[-1]["event"] == "refused"


def test_words_about_the_cube_are_typed_like_moves() -> None:
    lines = ["double", "take", "dice 31", "8/5 6/5", "roll", "roll"]  # the first is the word, the second asks for dice
    printed = events(play("backgammon", lines, "human,human", "cube=on,first=1"))
    assert [line["event"] for line in printed] == ["game", "move", "move", "dice", "move", "move", "dice"]
    assert [line["move"] for line in printed if "move" in line] == ["double", "take", "31: 8/5 6/5", "roll"]


def test_a_handicap_is_said_before_the_first_move_and_lies_on_the_board() -> None:
    printed = play("connect4", ["show"], "human,human", "yellow-ahead=1", as_json=False).splitlines()
    assert printed[0] == "Handicap – Yellow stones in the middle column at the start: 1"
    assert printed[6] == ". . . Y . . ." and "red's turn." in printed[-1].lower()


def test_dice_say_that_nobody_doubled() -> None:
    printed = events(play("backgammon", ["dice 31", "dice 42"], "human,human", "cube=on,first=1"))
    assert [line["event"] for line in printed] == ["game", "move", "dice", "refused"]
    assert printed[1]["move"] == "roll"


def test_a_match_tells_how_it_goes_on() -> None:
    text = play("backgammon", ["double", "drop"], "human,human", "cube=on,match=2,first=1", as_json=False)
    assert "The match goes on: type next to begin its next game." in text
    single = play("backgammon", ["double", "drop"], "human,human", "cube=on,first=1", as_json=False)
    assert "Black drops and loses one point." in single and "goes on" not in single


def test_the_placement_is_written_as_a_card(tmp_path: Path) -> None:
    files = [tmp_path / "card.pdf", tmp_path / "card.png"]
    lines = [f"card {files[0]}", "4", *(f"card {file}" for file in files), "card x.doc"]
    printed = events(play("connect4", lines, "human,random"))
    assert [line["event"] for line in printed] == ["game", "refused", "move", "move", "notice", "notice", "refused"]
    assert [file.read_bytes()[:4] for file in files] == [b"%PDF", b"\x89PNG"]


class TestSolvedGames:
    """`hint` and `why` when the values of moves can be proven."""

    def play(self, lines: list[str], seats: str = "human,human", *, proves: bool = True) -> list[str]:
        table = open_table("kalah", seats, None, SMALL, False, admission())
        prover = Prover(table.game)
        prover.proves = proves
        host = TurnRunner(table, lambda _: prover, waits=False)
        out = io.StringIO()
        try:
            Terminal(table, host, Seat(computer="computer:8"), out, admission=admission(), as_json=True).run(
                TypedLines(lines)
            )
        finally:
            host.close()
            table.close()
        return [line.get("text") or line.get("reason") or line["event"] for line in events(out.getvalue())][1:]

    def test_a_hint_says_what_is_proven(self) -> None:
        assert self.play(["hint"]) == ["hint", "Hint: b c (wins by 4 seeds)"]

    def test_a_hint_without_proof(self) -> None:
        first, second = self.play(["hint"], proves=False)
        assert first == "hint" and second.startswith("Hint: ") and "(" not in second

    def test_why(self) -> None:
        assert self.play(["why", "a", "why", "undo", "b c", "why"]) == [
            "nobody has moved yet",
            "move",
            "That was the mistake: pits b c was better (wins by 4 seeds).",
            "The answer to pit a is B A, b, A, c: south loses by 8 seeds.",
            "rewind",
            "move",
            "The move pits b c gave nothing away (wins by 4 seeds).",
        ]

    def test_why_after_the_computer_has_answered(self) -> None:
        output = self.play(["a", "why"], "human,computer:3")
        assert output[2] == "The mistake was pit a: pits b c was better (wins by 4 seeds)."

    def test_why_is_not_told_to_those_who_want_no_help(self) -> None:
        output = self.play(["a", "why", "stop", "why"], "human:Lou?help=none,human")
        assert output[1] == "Lou plays without help, so this is shown only after the game"
        assert output[-2] == "The mistake was pit a: pits b c was better (wins by 4 seeds)."

    def test_why_in_other_games(self) -> None:
        printed = events(play("blokus", ["why"], "human,human,human,human"))
        assert "not solved" in printed[-1]["reason"]


def test_words_are_read_in_any_capitals() -> None:
    lines = ["DICE 31", "8/5 6/5", "Resign 2 Gammon"]
    printed = events(play("sheshbesh", lines, "human,human", options="MATCH = 3, Cube=ON"))
    assert printed[-1]["event"] == "result" and "match=3" in printed[0]["options"]
    assert not [line for line in printed if line["event"] == "refused"]


def test_a_path_may_be_dropped_into_the_terminal(data_folder: Path) -> None:
    folder = data_folder / "Anna's games"
    folder.mkdir()
    dropped = "'" + str(folder / "one.moves").replace("'", "'\\''") + "'"
    play("connect4", ["4", f"export {dropped}", f"Export --force file://{folder / 'one.moves'}"], "human,human")
    assert [path.name for path in folder.iterdir()] == ["one.moves"]
    printed = events(play("connect4", [f"import {dropped} "], "human,human"))
    assert [line["event"] for line in printed][-1] == "move"
