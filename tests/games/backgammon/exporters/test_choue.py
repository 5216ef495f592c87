"""choue.net: `Doubles ==> 2`, no blank before a game, more points than are possible."""

from __future__ import annotations

from tests.games.backgammon.exporters.reading import ends, notices, read

MATCH = """; [Site "choue.net"]
; [Variation "Backgammon"]
; [CubeLimit "64"]
; [Jacoby "On"]
; [Beaver "On"]

7 point match


Game 1
 Anna : 0                              Bot1: 0
  1)                                   53: 13/10 8/3
  2) 55: 13/3 13/8(2)                  33: 24/21(2) 8/5 6/3
  3) 61: 8/2 3/2                       53: 21/18 8/3
  4) 64: 13/7* 8/4*                    41: bar/21* bar/24
  5) 33: Cannot Move                   """


def test_a_double() -> None:
    text = MATCH + "Doubles ==> 2\n  6) Takes                             61: 24/18 21/20\n  7)         Wins 2 point\n"
    (game,) = read(text)
    assert [str(move) for move in game.line.moves].count("double") == 1 and game.names == ("Anna", "Bot1")
    assert ends(MATCH + "Doubles ==> 2\n  6) Drops                             Wins 1 point\n") == [("drop", 0, 1)]


def test_more_points_than_are_possible() -> None:
    text = MATCH + "61: 24/18 21/20\n  6) 53: ????                          Wins 4 point\n"
    assert ends(text) == [("53: bar/20*", 0, 3)]  # all that can be played
    assert notices(text) == ["line 17 (game 1, row 6): a win with the cube at 1 cannot be worth 4: it was scored as 3"]
