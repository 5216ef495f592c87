"""eXtreme Gammon's export as text, which databases of matches use too: ???, beavers, illegal plays, set positions."""

from __future__ import annotations

import pytest

from tests.games.backgammon.exporters.reading import ends, notices, refusal

HEAD = """; [Site "eXtreme Gammon"]
; [Match ID "-7"]
; [Player 1 "Ben"]
; [Player 2 "Anna"]
; [Player 1 Elo "1600.00/0"]
; [Variation "Backgammon"]
; [Jacoby "Off"]
; [Beaver "On"]
; [CubeLimit "1024"]

 {length} point match

 Game 1
 Anna : 0                       Ben : 0
"""
ROWS = """  1)                             53: 13/10 8/3
  2) 55: 13/3 13/8(2)            33: 24/21(2) 8/5 6/3
  3) 61: 8/2 3/2                 53: 21/18 8/3
  4) 64: 13/7* 8/4*              41: Bar/21* Bar/24
"""
MATCH = HEAD.format(length=7) + ROWS


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ("  5) 33: Cannot Move            61: ???\n      Wins 2 point\n", ("61", 2, 0)),
        ("  5) 33: Cannot Move            61: ???\n  6)  Wins 2 point\n", ("61", 2, 0)),
        ("  5) 62: ????\n                                  Wins 1 point\n", ("62", 0, 1)),
        ("      Wins 3 points\n", ("41: bar/21* bar/24", 3, 0)),
    ],
    ids=["below", "in a row", "white's", "without a mark"],
)
def test_ways_to_give_up(rows: str, end: tuple[str, int, int]) -> None:
    assert ends(MATCH + rows) == [end]
    assert not notices(MATCH + rows)


def test_windows_line_ends_and_blanks_at_the_ends() -> None:
    text = (MATCH + "  5) 33: Cannot Move            61: ???\n      Wins 2 point\n").replace("\n", "   \r\n")
    assert ends("\ufeff" + text) == [("61", 2, 0)]


def test_a_play_that_is_not_told_is_the_last() -> None:
    text = MATCH + "  5) 33: Cannot Move            61: ???\n  6) 21: Bar/24\n      Wins 1 point\n"
    assert (
        refusal(text)
        == "line 19 (game 1, row 5): the file does not show this play, so the game cannot be followed any further"
    )


@pytest.mark.parametrize("word", ["Beavers => 4", "Raccoons => 8", "Beaver"])
def test_beavers(word: str) -> None:
    text = HEAD.format(length=0) + ROWS + f"  5)  Doubles => 2                {word}\n      Wins 4 points\n"
    assert (
        refusal(text) == "line 19 (game 1, row 5): this game was played with beavers, which this program does not support"
    )


@pytest.mark.parametrize(
    "dump", ["", " (7;0;1;0;0;Anna wins;Ben;0;0;0;1;0;0;0;0;2;2;2;2;0;2;0;1;0;-2;0;0;-3;0;-4;0;-3;2;6;)"]
)
def test_an_illegal_play_that_stood(dump: str) -> None:
    text = MATCH + f"  5) 11: Illegal play{dump} 61: 8/7\n      Wins 1 point\n"
    reason = "the play made here was illegal but allowed to stand, and such games cannot be imported"
    assert refusal(text) == f"line 19 (game 1, row 5): {reason}"


def test_a_set_position() -> None:
    text = HEAD.format(length=7) + "; Set Pos=-b----E-C---dE---c-e----B-/0\n" + ROWS
    reason = "a position is set up here, and games with such a position cannot be imported"
    assert refusal(text) == f"line 15 (game 1): {reason}"


@pytest.mark.parametrize("board", ["-b----E-C---eE---c-e----B-/0", "-b----E-C---eE---c-e----B-/1"])
def test_the_position_that_has_been_reached_anyhow(board: str) -> None:
    assert ends(HEAD.format(length=7) + f"; Set Pos={board}\n" + ROWS + "      Wins 1 point\n")
