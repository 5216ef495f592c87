"""Backgammon Studio and its Heroes: rows for all, ????, 00: for a turn without a roll, and points without a meaning."""

from __future__ import annotations

import pytest

from tests.games.backgammon.exporters.reading import ends, notices

MATCH = """; [Site "Backgammon Studio"]
; [Event "Online match"]
; [Variation "Backgammon"]
; [Crawford "On"]
; [ClockType "Live8 780/10"]

5 point match


 Game 1
 Anna : 0                               Ben : 0
  1)                                    53: 13/10 8/3
  2) 55: 13/3 13/8(2)                   33: 24/21(2) 8/5 6/3
  3) 61: 8/2 3/2                        53: 21/18 8/3
  4) 64: 13/7* 8/4*                     41: bar/21* bar/24
"""
DANCE = "  5) 33: Cannot Move                    "


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        (
            DANCE + "61: ????\n  6)  Wins 1 point                     \n  7)                                   \n",
            ("61", 1, 0),
        ),
        ("  5) 00: ????                            Wins 1 point\n", ("41: bar/21* bar/24", 0, 1)),
        ("  5) 62: 25/23 8/2                      00: ????\n  6)  Wins 1 point\n", ("62: bar/23 8/2", 1, 0)),
        (DANCE + " Doubles => 2\n  6)  Takes                             00: ????\n  7)  Wins 2 point\n", ("take", 2, 0)),
        (DANCE + " Doubles => 2\n  6)  Drops                              Wins 1 point\n", ("drop", 0, 1)),
    ],
    ids=["a roll", "no roll", "no roll of the other", "after a take", "a drop"],
)
def test_ways_to_end(rows: str, end: tuple[str, int, int]) -> None:
    assert ends(MATCH + rows) == [end]
    assert not notices(MATCH + rows)


def test_points_without_a_meaning_are_the_most_that_is_possible() -> None:
    text = MATCH + DANCE + "66: ????\n  6)  Wins 2008 point\n"
    assert ends(text) == [("66", 3, 0)]
    assert notices(text) == ["line 17 (game 1, row 6): a win with the cube at 1 cannot be worth 2008: it was scored as 3"]


def test_without_a_winner_the_one_whose_play_is_not_told_gave_up_a_single_game() -> None:
    text = MATCH + DANCE + "61: ????\n"
    assert ends(text) == [("61", 1, 0)]
    assert notices(text) == [
        "line 11 (game 1): the file does not say how many points this game is worth: it was scored as 1"
    ]
