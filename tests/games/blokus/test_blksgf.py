"""Files in Pentobi's format."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.formats.blksgf import is_blksgf, read, write
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.protocol import Line, PlayedGame


def sole(text: str) -> PlayedGame:
    (played,) = read(GAME, text)
    return played


def moves(played: PlayedGame) -> list[str]:
    """Return the moves of a game whose board was not corrected."""
    (line,) = played.lines
    return [str(move) for move in line.moves]


def set_up(line: Line) -> str:
    """Return the position with which a line begins."""
    assert isinstance(line.start, BlokusState)
    return GAME.position(line.start)


def random_line(options: str, seed: int, outs: tuple[int, ...] = (20, 41)) -> Line:
    rng, state = random.Random(seed), GAME.start(GAME.options(options))
    line = Line.begin(GAME, state)
    while not line.state.over:
        move: BlokusMove = BlokusOut() if len(line.moves) in outs else rng.choice(line.state.legal())
        line = line.play(move)
    return line


def part(line: Line, start: int, end: int | None = None) -> Line:
    """Return a part of a game, begun with the position after `start` moves."""
    state = line.start
    for move in line.moves[:start]:
        state = state.play(move)
    rest = Line.begin(GAME, state)
    for move in line.moves[start:end]:
        rest = rest.play(move)
    return rest


def played(*lines: Line) -> PlayedGame:
    return PlayedGame(lines, ("",) * GAME.seats(lines[0].start.options))


@pytest.mark.parametrize("corners", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("start", ["a20", "t20", "t1", "a1"])
@pytest.mark.parametrize("board", ["players=4", "players=3,colours=gryb", "players=2,score=basic", "variant=duo"])
def test_written_games_read_back(board: str, start: str, corners: str) -> None:
    line = random_line(f"{board},start={start},corners={corners}", 1)
    for whole in (line, part(line, 1), part(line, 25)):
        assert sole(write([played(whole)])) == played(whole)


@pytest.mark.parametrize("options", ["", "players=3,colours=gryb,start=t1", "players=2", "variant=duo"])
def test_corrections_are_read_back(options: str) -> None:
    """Boards that were corrected in mid-game: pieces taken off, added and moved, colours out and back, other turns."""
    line, other = random_line(options, 4), random_line(options, 5, outs=(3,))
    game = played(part(other, 0, 6), part(line, 9, 12), part(line, 14, 16), part(other, 2, 4), part(line, 0, 1))
    text = write([game])
    assert sole(text) == game and write([sole(text)]) == text
    twice = played(part(line, 0, 5), part(other, 7, 7), part(line, 9))
    assert sole(write([twice])) == played(part(line, 0, 5), part(line, 9)), "nobody moved between two corrections"


def test_the_first_corner_in_files_is_at_the_top_left() -> None:
    line = random_line("start=t1,corners=counterclockwise", 2)
    plain = write([played(line)]).replace(f"FOURTHSEAT[{line.start.options}]", "")
    turned = sole(plain)
    assert turned.line.start == GAME.start(GAME.options())
    assert len(turned.line.moves) == len(line.moves)
    assert write([turned]).splitlines()[1:] == write([played(line)]).splitlines()[1:]


def test_a_file_of_another_program() -> None:
    game = sole(
        "\ufeff(;GM[Blokus Two-Player]\r\n CA[UTF-8] C[a comment: \\] (; ]\n"
        " (;1[a17,b17,a18,a19,a20]TE[1](;2[T20,t19,T18,t17,s17](;3[t1])(;3[t1,t2]))(;2[t20]))\n"
        " (;1[a20]))"
    )
    assert str(game.options).startswith("variant=classic,players=2,")
    assert moves(game) == ["a17,b17,a18,a19,a20", "s17,t17,t18,t19,t20", "t1"] and not game.notices


def test_old_property_names() -> None:
    assert moves(sole("(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1])")) == ["a20,b20", "t20", "t1", "a1"]


@pytest.mark.parametrize(("one", "two"), [("B", "W"), ("1", "2"), ("BLUE", "GREEN"), ("1", "W")])
def test_two_colours_by_any_name(one: str, two: str) -> None:
    game = sole(f"(;GM[blokus duo]P1[Anna]PW[Ben];{one}[e10,f10];{two}[j5];{one}[g9])")
    assert moves(game) == ["e10,f10", "j5", "g9"] and game.names == ("Anna", "Ben") and not game.notices


def test_players_of_two_colours_each_are_told_apart_by_turn() -> None:
    game = sole("(;GM[Blokus Two-Player];B[a20];W[t20];B[t1];W[a1];B[b19,b18])")
    assert moves(game) == ["a20", "t20", "t1", "a1", "b18,b19"]


def test_set_up_positions() -> None:
    game = sole("(;GM[Blokus Duo]AB[e10,f10][g11]AW[j5]PL[W];AE[g11];W[k6,k7])")
    assert set_up(game.line) == "e10,f10 / j5 / turn 2"
    assert moves(game) == ["k6,k7"]
    steps = sole("(;GM[Blokus]A1[a20]OUT[1];A2[t20]PL[3])")
    assert set_up(steps.line) == "a20 out / t20 / - / - / turn 3" and not moves(steps)


@pytest.mark.parametrize("turn", ["PL[4]", "PL[GREEN]", ""])
def test_set_up_after_moves_is_a_correction(turn: str) -> None:
    first, second = sole(f"(;GM[Blokus];1[a20];AE[a20];AB[b19,b18]AW[t20,t19]{turn};4[a1,a2])").lines
    assert [str(move) for move in first.moves] == ["a20"]
    assert set_up(second) == "b18,b19 / t19,t20 / - / - / turn 4"
    assert [str(move) for move in second.moves] == ["a1,a2"]


def test_a_turn_that_is_known_is_no_correction() -> None:
    assert moves(sole("(;GM[Blokus]PL[1];1[a20]PL[1];PL[2];2[t20])")) == ["a20", "t20"]


@pytest.mark.parametrize("nothing", ["", "pass", "PASS", "null"])
def test_passes_of_other_programs_are_none(nothing: str) -> None:
    assert moves(sole(f"(;GM[Blokus];1[a20];2[{nothing}];2[t20])")) == ["a20", "t20"]


def test_a_colour_skipped_without_later_moves_is_out() -> None:
    game = sole("(;GM[Blokus];1[a20];2[t20];4[a1];1[b19,b18];2[s19,s18];4[b2,b3])")
    assert moves(game)[:4] == ["a20", "t20", "out", "a1"]
    game = sole("(;GM[Blokus];1[a20];2[t20];3[t1];4[a1];1[b19,b18];2[s19,s18];4[b2,b3])")
    assert moves(game)[4:] == ["b18,b19", "s18,s19", "out", "b2,b3"]


WHOLE = "(;GM[Blokus]\n;1[a20,b20,b19]\n;2[t20,t19])"
MOVES = ["b19,a20,b20", "t19,t20"]


@pytest.mark.parametrize(
    "text",
    [
        WHOLE + "\0" * 100,
        WHOLE + "\x1a",
        WHOLE + ")\n)",
        "(" + WHOLE,
        "\0".join(WHOLE),
        "\n \ufeff" + WHOLE,
        WHOLE.replace("\n", "\r"),
        WHOLE.replace("\n;", "(;") + "))",
        WHOLE.replace("[a20", " [ A20").replace("]\n", "] "),
    ],
)
def test_signs_that_mean_nothing_are_passed_over(text: str) -> None:
    game = sole(text)
    assert moves(game) == MOVES and not game.notices and is_blksgf(text)


CUT = "The file ends in the middle of the game: everything up to that point was read."


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        (WHOLE + "\n9,b18])\n;3[t1])", "Line 4: 9,b18]) is not part of a game, and was left out."),
        (WHOLE + "\n\n(;4[a1])", "Line 5: (; is not part of a game, and was left out."),
        (WHOLE + "(;4[a1])\nAnna", "2 pieces of text that are not part of a game were left out, the first on line 3: (;"),
        ("Anna: look!\n" + WHOLE, "Line 1: Anna: is not part of a game, and was left out."),
        (WHOLE.replace("b19]", "b19]]"), "Line 2: ] is not part of a game, and was left out."),
        (WHOLE[:-1], CUT),
        (WHOLE[:-1] + ";3[t1,", CUT),
        (WHOLE[:-1] + ";3", CUT),
        (WHOLE[:-1] + ";C[\\", CUT),
        (
            WHOLE[:-1] + ";AZUL[t1])",
            "Line 3: AZUL is not one of the colours of this game, 1, 2, 3, 4; its entries were left out.",
        ),
    ],
)
def test_what_was_left_out_is_said(text: str, notice: str) -> None:
    game = sole(text)
    assert moves(game) == MOVES and [str(each) for each in game.notices] == [notice]


def test_two_games_and_text_between_them() -> None:
    one, two = read(GAME, f"{WHOLE} ) and\n{WHOLE}")
    assert moves(one) == moves(two) == MOVES and len(one.notices) == 1 and not two.notices


def test_marked_squares_are_no_moves() -> None:
    assert moves(sole("(;GM[Blokus]CR[a20]LB[a20:x]SQ[a1][b2])")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game in this file: in SGF, a game begins with (;"),
        ("HELLO (no)", "there is no game in this file"),
        ("(GM[Blokus])", "there is no game in this file"),
        ("(;GM[Blokus];1[a20)\n\n", "line 1: the file ends before its first move"),
        ("(;GM[Blokus]\n;AZUL[a20];AMARILLO[t20])", "line 2: AZUL is not one of the colours of this game, 1, 2, 3, 4"),
        ("(;GM[Blokus];B[a20];W[t20])", "line 1: B is not one of the colours of this game, 1, 2, 3, 4"),
        ("(;GM[Blokus Duo];RED[e10])", "line 1: RED is not one of the colours of this game, B, W"),
        ("(;GM[Blo\nkus])", "line 1: the game Blo kus is not one of"),
        ("(;GM[Blokus]FOURTHSEAT[players=\n9])", "line 1: players cannot be 9"),
        ("(;GM)", "line 1: the game - is not one of"),
        ("(;FF[4])", "line 1: the game - is not one of Blokus, Blokus Three-Player, Blokus Two-Player, Blokus Duo"),
        ("(\n;GM[Nexos])", "line 2: the game Nexos is not one of"),
        ("(;GM[Blokus]FOURTHSEAT[players=9])", "line 1: players cannot be 9: choose one of 4, 3, 2"),
        ("(;GM[Blokus]FOURTHSEAT[players=2])", "line 1: Blokus does not have the options"),
        ("(;GM[Blokus]\n;1[a20]\n;2[t20,u20])", "line 3: t20,u20 is not a move here"),
        ("(;GM[Blokus]\n;1[a20]\n;2[s20])", "line 3: the first piece must cover your start square t20"),
        ("(;GM[Blokus]\n;1[a20]\n;1[b19])", "line 3: the blue I1 has already been placed"),
        ("(;GM[Blokus]\n;2[t20];1[a20])", "line 2: it is blue's turn, not yellow's"),
        ("(;GM[Blokus];1[a20]\n;A1[b19])", "line 2: blue, b19: there is only one I1 of each colour"),
        ("(;GM[Blokus]A1[a20][b19])", "line 1: blue, b19: there is only one I1 of each colour"),
        ("(;GM[Blokus]A1[out])", "line 1: out is not a move here"),
    ],
)
def test_bad_files(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        sole(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_damaged_files_raise_nothing_but_bad_notation() -> None:
    text, rng = write([played(random_line("", 3))]), random.Random(3)
    for _ in range(300):
        at = rng.randrange(len(text))
        damaged = (
            text[:at] + rng.choice(["", "[", "]", "(", ")", ";", "\\", "z", "\x00", "²"]) + text[at + rng.randrange(4) :]
        )
        try:
            read(GAME, damaged)
        except BadNotation as error:
            assert "\n" not in str(error)
