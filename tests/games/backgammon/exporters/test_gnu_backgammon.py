"""GNU Backgammon: a roll without a play, and who wins."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats.mat import spelt
from fourth_seat.games.backgammon.moves import BackgammonPlay
from fourth_seat.games.formats import format_of
from fourth_seat.games.protocol import Line, PlayedGame
from tests.games.backgammon.exporters.reading import ends, notices, read, refusal

MATCH = """; [EventDate "2026.11.28"]

 3 point match

 Game 1
 Anna : 0                       Ben : 0
  1)                             53: 13/10 8/3
  2) 55: 13/3 13/8 13/8          33: 24/21 24/21 8/5 6/3
  3) 61: 8/2 3/2                 53: 21/18 8/3
  4) 64: 13/7* 8/4*              41: 25/21* 25/24
"""


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ("  5) 33:                         61:\n      Wins 1 point\n", ("61", 1, 0)),
        ("  5) 33:                         61:\n                                  Wins 2 points\n", ("61", 0, 2)),
        ("  5) 65:                         Wins 1 point\n", ("65", 0, 1)),
        ("      Wins 3 points and the match\n", ("41: bar/21* bar/24", 3, 0)),
        (
            "  5) 33:                          Doubles => 2\n  6)  Drops                       Wins 1 point\n",
            ("drop", 0, 1),
        ),
        (
            "  5) 33:                          Doubles => 2\n  6)  Takes\n      Wins 4 points and the match\n",
            ("take", 4, 0),
        ),
    ],
    ids=["a roll", "a roll of the winner", "beside the roll", "no roll", "a drop", "after a take"],
)
def test_ways_to_end(rows: str, end: tuple[str, int, int]) -> None:
    assert ends(MATCH + rows) == [end]
    assert not notices(MATCH + rows)


def test_a_match_that_goes_on_ends_with_a_roll() -> None:
    (game,) = read(MATCH + "  5) 33:                         61:\n")
    assert game.ending is None and str(game.line.moves[-1]) == "61"


def test_a_roll_without_a_play_in_mid_game_is_no_pass() -> None:
    text = MATCH + "  5) 33:                         61:\n  6) 21: 25/24\n      Wins 1 point\n"
    assert refusal(text).startswith("line 11 (game 1, row 5): black can move, for example ")


def test_a_forced_play_may_be_left_out() -> None:
    line, forced = next(found for seed in range(99) if (found := forced_play(random.Random(seed))))
    text = format_of(GAME, "a.mat").write([PlayedGame.of(line)])
    cell = spelt(forced)
    row = next(row for row in reversed(text.splitlines()) if cell in row)
    left_out = text.replace(row, row.replace(cell, cell[:3].ljust(len(cell))).rstrip())
    assert left_out != text and read(left_out) == read(text)


def forced_play(rng: random.Random) -> tuple[Line, BackgammonPlay] | None:
    """Return a line of play in the middle of which a play was forced, and that play, the last of its kind."""
    line, forced = Line.begin(GAME, GAME.start(GAME.options())), None
    for _ in range(120):
        choices = list(line.state.legal())
        if not choices:
            return None
        line = line.play(rng.choice(choices))
        if forced and isinstance(line.moves[-1], BackgammonPlay):
            return line, forced
        if len(choices) == 1 and choices[0].routes and spelt(choices[0]) not in map(str, line.moves[:-1]):
            forced = choices[0]
    return None
