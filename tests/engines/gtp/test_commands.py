"""Conversations with the engine process: exact ones for Connect 4, and requirements for every game."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourth_seat.engines.gtp import GtpSession, serve
from fourth_seat.engines.gtp.commands import COMMANDS
from fourth_seat.engines.levels import level, named
from fourth_seat.engines.process.dialects import turns_of
from fourth_seat.games import CHANCE, AnyGame, AnyState, all_games, find, game_names
from fourth_seat.games.protocol import Line

pytestmark = pytest.mark.quick


def converse(text: str | bytes, game: str = "connect4", how: str = "random", options: str = "") -> str:
    """Return what the engine answers to these lines; it ends with them."""
    found = find(game)
    session = GtpSession(found, found.options(options), level(how, game))
    out = io.BytesIO()
    serve(session, io.BytesIO(text.encode() if isinstance(text, str) else text), out, io.BytesIO())
    return out.getvalue().decode()


def answers(lines: list[str], game: str, how: str = "random") -> list[str]:
    """Return the text of each answer; all must be successes."""
    responses = converse("\n".join(lines), game, how).split("\n\n")[:-1]
    assert len(responses) == len(lines)
    for line, answer in zip(lines, responses, strict=True):
        assert answer.startswith("="), (line, answer)
    return [answer[1:].strip() for answer in responses]


def test_a_conversation() -> None:
    responses = converse(
        "protocol_version\n"
        "1 name\n"
        "2 play red 4 # a comment\n"
        "\n"
        "   # nothing but a comment\n"
        "play 2\t4\r\n"
        "3 play b 4\n"
        "get_position\n"
        "showboard\n"
        "undo\n"
        "undo\n"
        "get_position\n"
        "undo\n"
        "undo\n"
        "set_position 4455661\n"
        "all_legal w\n"
        "final_score\n"
        "known_command genmove\n"
        "known_command reg_genmove\n"
        "4 quit\n"
        "name\n"
    )
    assert responses == (
        "= 2\n\n"
        "=1 Fourth Seat\n\n"
        "=2\n\n"
        "=\n\n"
        "=3\n\n"
        "= 7/7/7/3R3/3Y3/3R3\n\n"
        "=\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . R . . .\n. . . Y . . .\n. . . R . . .\n1 2 3 4 5 6 7\n\n"
        "=\n\n"
        "=\n\n"
        "= 7/7/7/7/7/3R3\n\n"
        "=\n\n"
        "? there is nothing to undo\n\n"
        "=\n\n"
        "= 1\n2\n3\n4\n5\n6\n7\n\n"
        "= 0 0\n\n"
        "= true\n\n"
        "= false\n\n"
        "=4\n\n"
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play", "play needs a colour, such as 1"),
        ("play 3 4", "unknown colour 3; the colours are: b, black, w, white, 1, 2, red, yellow"),
        ("play 1 8", "there is no column 8: the columns are 1 to 7"),
        ("play 1 x", "x is not a move here; enter a move such as 4"),
        ("play 2 4", "it is red's turn"),
        ("genmove yellow", "it is red's turn"),
        ("genmove 1 31", "31 is not a move here; enter a move such as 4"),
        ("genmove 1 4", "colour 1 cannot move with the dice 4"),
        (
            "level 10",
            "connect4 has no level 10; choose 1 to 8 (or a value in between, such as 4.5), 9, or one of: "
            + ", ".join(named("connect4")),
        ),
        ("time_per_move -1", "invalid move time -1: expected a number of seconds greater than 0"),
        ("time_per_move nan", "invalid move time nan: expected a number of seconds greater than 0"),
        ("threads 0", "invalid number of threads 0: expected 1 to 1024"),
        ("threads x", "invalid number of threads x"),
        ("ponder maybe", "invalid argument maybe: ponder must be on or off"),
        ("set_game chess", "there is no game chess; the games are: " + ", ".join(game.name for game in all_games())),
        ("set_game connect4 first=blue", "first cannot be blue: choose one of red, yellow"),
        ("set_position 7/7", "7/7 has 2 rows; it needs 6, separated by /"),
        ("values 1 none", "invalid number of moves none: expected 1 or more"),
        ("Genmove 1", "unknown command Genmove; list_commands lists the known ones"),
        ("17", "unknown command ''; list_commands lists the known ones"),
    ],
)
def test_a_bad_line_gets_its_reason_and_changes_nothing(line: str, reason: str) -> None:
    before, responses, after, _ = converse(f"get_position\n{line}\nget_position").split("\n\n")
    assert responses == f"?{'17' if line == '17' else ''} {reason}"
    assert before == after


SAFE = sorted(COMMANDS.keys() - {"quit", "ponder", "time_per_move", "level"})
NAMES = [*SAFE, "play 1", "genmove 1", "set_position 7/7"]


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["", *NAMES]), st.binary())))
def test_no_line_ends_the_process(words: list[tuple[str, bytes]]) -> None:
    lines = b"\n".join(name.encode() + b" " + rest for name, rest in words if b"quit" not in rest)
    responses = converse(b"time_per_move 0.001\n" + lines + b"\n99 name\n").split("\n\n")
    assert responses[-2:] == ["=99 Fourth Seat", ""]
    assert all(answer.startswith(("=", "?")) for answer in responses[:-1])


def test_an_endless_line_is_cut() -> None:
    assert converse(b"x" * 3_000_000 + b"\nname\n").endswith("= Fourth Seat\n\n")


def test_two_colours_are_black_and_white_too() -> None:
    assert answers(["play b 1", "play w 2", "play BLACK 3", "get_position"], "connect4")[-1] == "7/7/7/7/7/RYR4"


def test_games_by_any_name() -> None:
    assert answers(["set_game Connect 4 first=yellow", "play yellow 1", "get_position"], "connect4")[-1] == "7/7/7/7/7/Y6"


def test_dice_are_told_with_genmove_and_play() -> None:
    before, after, again = "play 1 31: 8/5 6/5", "play 2 66: 24/18(2) 13/7(2)", "genmove 1 21"
    responses = answers(
        [before, "get_position", after, again, "undo", "undo", "get_position", "genmove 2 66"], "backgammon"
    )
    assert responses[1] == responses[6]
    assert responses[3].startswith("21: ") and responses[7].startswith("66: ")
    missing = converse(f"{before}\ngenmove 2\n", "backgammon").split("\n\n")[1]
    assert missing.startswith("? the dice are missing")


def test_the_opening_throw_goes_by_the_colour() -> None:
    (responses, _) = answers(["genmove 2 31", "genmove 1 65"], "backgammon")
    assert responses.startswith("31: ")


def test_the_cube_is_spoken_of_without_dice() -> None:
    text = "play 1 31: 8/5 6/5\ngenmove 2\nundo\ngenmove 2 54\nundo\nplay 2 double\ngenmove 1\n"
    responses = converse(text, "backgammon", options="cube=on").split("\n\n")[:-1]
    assert responses[1] in ("= roll", "= double")
    assert responses[3].startswith("= 54: ")
    assert responses[6] in ("= take", "= drop")


def test_a_placement_waits_for_its_throw() -> None:
    before, placed, between, played, after = answers(
        ["get_position", "genmove 1", "get_position", "play 1 @33 4/1", "get_position"], "tridice"
    )
    assert placed.startswith("@") and between == before and not played and after != before


def test_values_are_one_line_of_json() -> None:
    text = answers(["set_position 445566", "values red 2"], "connect4", "5")[-1]
    values = json.loads(text)
    assert values["unit"] == "share"
    best, other = values["moves"]
    assert best["move"] in ("3", "7") and best["line"] == [best["move"]]
    assert best["values"] == [1.0, 0.0] and best["bound"] == "exact"
    assert abs(sum(other["values"]) - 1) < 1e-6


def test_values_are_as_good_at_the_lowest_level() -> None:
    """Only one move stops three in a row: level 1, which looks at four moves, may miss it; its advice does not."""
    values = json.loads(answers(["set_position 55667", "values yellow 3"], "connect4", "1")[-1])
    assert values["moves"][0]["move"] == "4"
    assert len(values["moves"]) == 3


# -- every game -----------------------------------------------------------------------------------------------------------


def played(game: AnyGame, seed: int, most: int = 60) -> Line:
    """Return a random game, or its beginning."""
    rng = random.Random(seed)
    line = Line.begin(game, game.start(game.options()))
    while not line.state.over and len(line.moves) < most:
        line = line.play(rng.choice(list(line.state.legal())))
    return line


def at_a_decision(line: Line) -> Line:
    """Return the line up to the last position in which somebody has a choice, and to which no pass leads (GTP has no
    passes).
    """
    state, decisions, passed = line.start, [0], False
    for number, move in enumerate(line.moves):
        if state.to_move != CHANCE and len(state.legal()) > 1 and not passed:
            decisions.append(number)
        state, passed = state.play(move), line.game.is_pass(move)
    begun = Line.begin(line.game, line.start)
    for move in line.moves[: decisions[-1]]:
        begun = begun.play(move)
    return begun


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    return find(request.param)


def test_a_game_played_by_gtp_is_the_game(game: AnyGame) -> None:
    line = at_a_decision(played(game, 1))
    turns, throw = turns_of(line)
    lines = [f"play {colour} {text}" for colour, text in turns]
    if throw:
        lines.append(f"play {line.state.mover} {throw}")
    position = answers([*lines, "get_position"], game.name)[-1]
    assert position == game.position(line.state)
    undone = answers([*lines, *["undo"] * len(lines), "get_position"], game.name)[-1]
    assert undone == game.position(line.start)


def test_positions_are_taken_and_given_back(game: AnyGame) -> None:
    text = game.position(played(game, 2).state)
    assert answers([f"set_position {text}", "get_position"], game.name)[-1] == text


@pytest.mark.sample(5)
@pytest.mark.parametrize("how", ["random", "1"])
def test_it_plays_a_whole_game_against_itself(game: AnyGame, how: str) -> None:
    """Through the protocol alone: colours, dice and pending placements as another program would handle them."""
    rng = random.Random(3)
    state: AnyState = game.start(game.options())
    lines: list[str] = []
    for _ in range(12):
        state, lines = one_turn(game, state, lines, rng, how)
        if state.over:
            break
    assert answers([*lines, "get_position"], game.name, how)[-1] == game.position(state)


def one_turn(game: AnyGame, state: AnyState, lines: list[str], rng: random.Random, how: str) -> tuple[AnyState, list[str]]:
    """Ask for a move, check it, and return the position and the lines that lead to it."""
    throw: list[Any] = []
    while state.to_move == CHANCE:
        throw.append(rng.choice(list(state.legal())))
        state = state.play(throw[-1])
    shown = " ".join(str(part) for part in throw)
    ask = f"genmove {state.mover} {shown}".rstrip()
    text = answers([f"set_random_seed {len(lines)}", "time_per_move 0.05", *lines, ask], game.name, how)[-1]
    move = str(state.legal()[0]) if text == "pass" else text
    lines = [*lines, f"play {state.mover} {move}"]
    colour = state.mover
    for part in game.parse(state, move):
        state = state.play(part)
    while state.to_move == CHANCE and state.mover == colour and not state.over:  # a placement: throw for it
        outcome = rng.choice(list(state.legal()))
        lines[-1] += f" {outcome}"
        state = state.play(outcome)
    return state, lines


def test_words_in_quotes_capitals_and_long_numbers() -> None:
    number = "12345678901234567890"
    asked = {
        f"{number} name": f"={number} Fourth Seat",
        'set_game "Blokus  Duo"': "=",
        "set_game 'BLOKUS DUO'": "=",
        "set_game Blokus Variant=DUO": "=",
        'play "b" e10': "=",
        "level 'Random'": "=",
        "7 known_command play": "=7 true",
    }
    lines = converse("\n".join(asked)).split("\n\n")[:-1]
    assert [line.strip() for line in lines] == list(asked.values())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_byte_order_mark_before_the_first_command(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    assert converse((mark + "1 name\r\n").encode(encoding)) == "=1 Fourth Seat\n\n"
