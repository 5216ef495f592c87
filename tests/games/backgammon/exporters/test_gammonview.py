"""The words that GammonView reads, of FIBS among others: accepts, rejects, resigns, loses on time."""

from __future__ import annotations

import pytest

from tests.games.backgammon.exporters.reading import End, ends

MATCH = """ Match to 5 points

 Game 1
 Anna : 0                       Ben : 0
  1)                             53: 13/10 8/3
  2) 55: 13/3 13/8 13/8          33: 24/21 24/21 8/5 6/3
  3) 61: 8/2 3/2                 53: 21/18 8/3
  4) 64: 13/7* 8/4*              41: bar/21* bar/24
"""


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ("  5) 33:                        Double => 2\n  6)  Rejects\n", ("drop", 0, 1)),
        ("  5) 33:                        Doubles => 2\n  6)  Accepts\n  7)  Resigns a gammon\n", ("take", 0, 4)),
        ("  5)  Loses on time            Wins 1 point\n", ("41: bar/21* bar/24", 0, 1)),
        ("  5)  Resigns\n                                 Wins 3 points with a backgammon\n", ("41: bar/21* bar/24", 0, 3)),
        ("  5)  Forfeits\n                                 Wins 1 point\n", ("41: bar/21* bar/24", 0, 1)),
    ],
)
def test_words(rows: str, end: End) -> None:
    assert ends(MATCH + rows) == [end]
