"""Old archives, of Jellyfish, Snowie and FIBS: boxes, tabs, code pages, losses, answers and last plays left out."""

from __future__ import annotations

import pytest

from fourth_seat.boundary.text import decode_text
from tests.games.backgammon.exporters.reading import End, ends, notices, read

MATCH = """+---------------------+
|  A final of 1993    |
+---------------------+

 {length} point match

 Game 1
 Anna : 0                       Jürgen : 0
  1)                             53: 13/10 8/3
  2) 55: 13/3 13/8 13/8          33: 24/21 24/21 8/5 6/3
  3) 61: 8/2 3/2                 53: 21/18 8/3
  4) 64: 13/7* 8/4*              41: 25/21* 25/24
"""
FIVE, ONE = MATCH.format(length=5), MATCH.format(length=1)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (FIVE + "      Wins 1 point\n                                  Losses 1 point\n", ("41: bar/21* bar/24", 1, 0)),
        (FIVE + "                                  Losses 2 points\n", ("41: bar/21* bar/24", 2, 0)),
        (ONE + "      Wins 1 point and the      Match\n", ("41: bar/21* bar/24", 1, 0)),
        (FIVE + "  5) 33:                          Doubles => 2\n" + " " * 34 + "Wins 1 point\n", ("drop", 0, 1)),
        (FIVE + "  5)  Resign gammon\n" + " " * 34 + "Wins 2 points\n", ("41: bar/21* bar/24", 0, 2)),
        (FIVE + "  5)  Drops\n", None),
    ],
    ids=["losses too", "losses alone", "spacing", "an answer left out", "gammon", "a drop of nothing"],
)
def test_ways_to_end(text: str, end: End | None) -> None:
    if end:
        assert ends(text) == [end] and not notices(text)
    else:
        with pytest.raises(ValueError, match="row 5"):
            ends(text)


@pytest.mark.parametrize(
    "rows", ["  5) 33:                         61: 24/18\n", "  5) 33:                         61: 9/3 4/3\n"]
)
def test_a_last_play_that_cannot_be_made_is_left_out(rows: str) -> None:
    text = FIVE + rows + "      Wins 1 point\n"
    assert ends(text) == [("61", 1, 0)]
    (notice,) = notices(text)
    assert notice.startswith("line 13 (game 1, row 5): 61: ") and "left out" in notice


def test_by_the_moves_the_game_counts_something_else() -> None:
    text = FIVE + "  5) 33:                          Doubles => 2\n  6)  Drops                       Wins 2 points\n"
    assert ends(text) == [("drop", 0, 1)]
    assert notices(text) == ["line 14 (game 1, row 6): according to the moves, black wins, and the win is worth 1"]


def test_one_column_for_both_winners() -> None:
    more = FIVE[FIVE.index(" Game 1") :].replace("Game 1", "Game 2").replace("Jürgen : 0", "Jürgen : 2")
    text = FIVE + "Wins 2 points\n\n" + more + "Wins 1 point\n"
    assert [end[1:] for end in ends(text)] == [(0, 2), (1, 0)]
    assert notices(text) == ["line 8 (game 1): according to the score of the next game, black won this one: 2"]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(codec: str, line_end: str) -> None:
    text = (FIVE + "      Wins 1 point\n").replace("\n", line_end)
    (game,) = read(decode_text(text.encode(codec)))
    assert game.names == ("Anna", "Jürgen")


def test_columns_apart_by_a_tab_a_blank_or_a_hard_blank() -> None:
    plain = read(FIVE + "      Wins 1 point\n")
    for gap in ("\t\t", " ", "\xa0\xa0\xa0"):
        text = FIVE.replace("13/8 13/8          33:", f"13/8 13/8{gap}33:").replace(
            "8/4*              41:", f"8/4*{gap}41:"
        )
        assert read(text + "      Wins 1 point\n") == plain
