"""Files in Pentobi's format."""

from __future__ import annotations

import random

import pytest

from games.blokus import GAME
from games.blokus.formats.blksgf import BlksgfGame, read, write
from games.blokus.moves import BlokusMove, BlokusOut
from games.errors import BadNotation


def sole(text: str) -> BlksgfGame:
    (record,) = read(text)
    return record


def random_record(options: str, seed: int, outs: tuple[int, ...] = (20, 41)) -> BlksgfGame:
    rng, state = random.Random(seed), GAME.start(GAME.options(options))
    start, moves = state, list[BlokusMove]()
    while not state.over:
        move = BlokusOut() if len(moves) in outs else rng.choice(state.legal())
        moves.append(move)
        state = state.play(move)
    return BlksgfGame(start, tuple(moves))


def from_ply(record: BlksgfGame, ply: int) -> BlksgfGame:
    """Return the rest of a game, begun with the position after `ply` moves."""
    state = record.start
    for move in record.moves[:ply]:
        state = state.play(move)
    return BlksgfGame(state, record.moves[ply:])


@pytest.mark.parametrize("corners", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("start", ["a20", "t20", "t1", "a1"])
@pytest.mark.parametrize("board", ["players=4", "players=3,colours=gryb", "players=2,score=basic", "variant=duo"])
def test_written_games_read_back(board: str, start: str, corners: str) -> None:
    record = random_record(f"{board},start={start},corners={corners}", 1)
    assert sole(write([record])) == record
    for ply in (1, 25):
        assert sole(write([from_ply(record, ply)])) == from_ply(record, ply)


def test_the_first_corner_in_files_is_at_the_top_left() -> None:
    record = random_record("start=t1,corners=counterclockwise", 2)
    plain = write([record]).replace(f"FOURTHSEAT[{record.start.options}]", "")
    turned = sole(plain)
    assert turned.start == GAME.start(GAME.options())
    assert len(turned.moves) == len(record.moves)
    assert write([turned]).splitlines()[1:] == write([record]).splitlines()[1:]


def test_a_file_of_another_program() -> None:
    record = sole(
        "\ufeff(;GM[Blokus Two-Player]\r\n CA[UTF-8] C[a comment: \\] (; ]\n"
        " (;1[a17,b17,a18,a19,a20]TE[1](;2[T20,t19,T18,t17,s17](;3[t1])(;3[t1,t2]))(;2[t20]))\n"
        " (;1[a20]))"
    )
    assert str(record.start.options).startswith("variant=classic,players=2,")
    assert [str(move) for move in record.moves] == ["a17,b17,a18,a19,a20", "s17,t17,t18,t19,t20", "t1"]


def test_old_property_names() -> None:
    record = sole("(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1])")
    assert [str(move) for move in record.moves] == ["a20,b20", "t20", "t1", "a1"]


def test_set_up_positions() -> None:
    record = sole("(;GM[Blokus Duo]AB[e10,f10][g11]AW[j5]PL[W];AE[g11];W[k6,k7])")
    assert GAME.position(record.start) == "e10,f10 / j5 / turn 2"
    assert [str(move) for move in record.moves] == ["k6,k7"]
    steps = sole("(;GM[Blokus]A1[a20]OUT[1];A2[t20]PL[3])")
    assert GAME.position(steps.start) == "a20 out / t20 / - / - / turn 3" and not steps.moves


def test_a_colour_skipped_without_later_moves_is_out() -> None:
    record = sole("(;GM[Blokus];1[a20];2[t20];4[a1];1[b19,b18];2[s19,s18];4[b2,b3])")
    assert [str(move) for move in record.moves[:4]] == ["a20", "t20", "out", "a1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the file ends before its game does"),
        ("hello", "line 1: hello means nothing here"),
        ("HELLO", "line 1: a game begins with (, not with HELLO"),
        ("(;GM[Blokus]", "line 1: the file ends before its game does"),
        ("(;GM[Blokus];1[a20)\n\n", "line 1: [a20)"),
        ("(GM[Blokus])", "line 1: a ; is missing before GM"),
        ("(;[Blokus])", "line 1: the value [Blokus] has no name before it"),
        ("(;GM[Blo\nkus])", "line 1: the game Blo kus is not one of"),
        ("(;GM[Blokus]FOURTHSEAT[players=\n9])", "line 1: players cannot be  9"),
        ("(;GM)", "line 1: the game - is not one of"),
        ("(;FF[4])", "line 1: the game - is not one of Blokus, Blokus Three-Player, Blokus Two-Player, Blokus Duo"),
        ("(\n;GM[Nexos])", "line 2: the game Nexos is not one of"),
        ("(;GM[Blokus]FOURTHSEAT[players=9])", "line 1: players cannot be 9: choose one of 4, 3, 2"),
        ("(;GM[Blokus]FOURTHSEAT[players=2])", "line 1: the options"),
        ("(;GM[Blokus]\n;1[a20]\n;2[t20,u20])", "line 3: t20,u20 is not a move here"),
        ("(;GM[Blokus]\n;1[a20]\n;2[s20])", "line 3: the first piece must cover your start square t20"),
        ("(;GM[Blokus]\n;1[a20]\n;1[b19])", "line 3: the blue I1 is placed already"),
        ("(;GM[Blokus]\n;2[t20];1[a20])", "line 2: it is blue's turn, not yellow's"),
        ("(;GM[Blokus];1[a20]\n;A1[b19])", "line 2: pieces can be set up only before the first move"),
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
    text, rng = write([random_record("", 3)]), random.Random(3)
    for _ in range(300):
        at = rng.randrange(len(text))
        damaged = (
            text[:at] + rng.choice(["", "[", "]", "(", ")", ";", "\\", "z", "\x00", "²"]) + text[at + rng.randrange(4) :]
        )
        try:
            sole(damaged)
        except BadNotation as error:
            assert "\n" not in str(error)
