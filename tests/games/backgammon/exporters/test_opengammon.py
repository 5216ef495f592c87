"""OpenGammon and Foxamon: `Resigned Game` in the winner's column, no more points than were needed."""

from __future__ import annotations

import pytest

from tests.games.backgammon.exporters.reading import ends, notices, read

MATCH = """; [Site "OpenGammon"]
; [Variation "Backgammon"]
; [Crawford "On"]
; [Cubelimit "64"]

 3 point match

 Game 1
 Anna: 0                                    Ben: 0
  1)                                             35: 13/10 8/3
  2) 55: 13/8 13/8 13/8 8/3                      33: 24/21 24/21 8/5 6/3
  3) 16: 8/2 3/2                                 35: 21/18 8/3
  4) 46: 13/7* 8/4*                              14: 25/21* 25/24
"""


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ("  5) Resigned Game\n    Wins 1 points\n", (1, 0)),
        ("  5) 33:                                         Resigned Game\n" + " " * 48 + "Wins 2 points\n", (0, 2)),
        ("  5) Resigned Match\n    Wins 3 points and the match\n", (3, 0)),
        ("  5) Resigned Game\n", (1, 0)),
    ],
    ids=["white's", "black's", "a match", "no points"],
)
def test_the_other_player_gave_up(rows: str, end: tuple[int, int]) -> None:
    assert [found[1:] for found in ends(MATCH + rows)] == [end]
    assert len(notices(MATCH + rows)) == ("Wins" not in rows)


def test_no_more_points_than_were_needed() -> None:
    rows = "  5) Doubles => 2                                Takes\n" + " " * 48 + "Wins 3 points and the match\n"
    (game,) = read(MATCH + rows)
    assert game.ending and game.ending.worth == 2 and not game.notices


def test_the_next_score_tells_what_a_game_without_an_end_counted() -> None:
    more = MATCH[MATCH.index(" Game 1") :].replace("Game 1", "Game 2").replace("Ben: 0", "Ben: 2")
    text = MATCH + "\n" + more + "  5) Resigned Game\n    Wins 1 points\n"
    assert [found[1:] for found in ends(text)] == [(0, 2), (1, 0)]
    assert notices(text) == ["line 9 (game 1): according to the score of the next game, black won this one: 2"]
