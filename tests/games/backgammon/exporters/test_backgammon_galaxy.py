"""Backgammon Galaxy: Bar and Off, rows filled with blanks, no mark for giving up."""

from __future__ import annotations

from tests.games.backgammon.exporters.reading import ends, notices

MATCH = """; [Site "BackgammonGalaxy"]
; [Match ID "1"]
; [CubeLimit "1024"]

7 point match

 Game 1
 Anna : 0                             Ben : 0
  1)                                   53: 13/10 8/3                     \x20
  2) 55: 13/3 13/8(2)                  33: 24/21(2) 8/5 6/3              \x20
  3) 61: 8/2 3/2                       53: 21/18 8/3                     \x20
  4) 64: 13/7* 8/4*                    41: Bar/21* Bar/24                \x20
  5) 33: Cannot Move                   61: 24/18 21/20                   \x20
"""


def test_a_game_that_stops() -> None:
    text = MATCH + "                                       Wins 2 point\n"
    assert ends(text) == [("61: 24/18* 21/20", 0, 2)] and not notices(text)


def test_a_match_of_several_games() -> None:
    more = MATCH[MATCH.index(" Game 1") :].replace("Game 1", "Game 2").replace("Ben : 0", "Ben : 2")
    text = MATCH + "                                       Wins 2 point\n\n\n" + more + "      Wins 3 point\n"
    assert [end[1:] for end in ends(text)] == [(0, 2), (3, 0)]
