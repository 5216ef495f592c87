"""Match files: a golden match, files of other programs, and the faults of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import mat, mat_reader
from fourth_seat.games.backgammon.formats.mat import MatGame, MatMatch, MatTurn
from fourth_seat.games.backgammon.formats.match_rules import options_of, rules_of
from fourth_seat.games.backgammon.formats.play_out import play_out
from fourth_seat.games.backgammon.formats.transcript import game_of
from fourth_seat.games.backgammon.moves import BackgammonThrow, CubeAction
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import format_of
from fourth_seat.games.protocol import Line, PlayedGame

# A match of this program's player `static` against itself. GNU Backgammon 1.07 reads the file, and its own export is read
# here as the same moves.
GOLDEN = Path(__file__).parents[2] / "data" / "backgammon.mat"


def test_the_golden_match_is_played_through_and_written_again() -> None:
    text = GOLDEN.read_text()
    match = mat_reader.read(text)
    assert (match.length, len(match.games)) == (5, 4)
    rules = rules_of(match)
    played = []
    for number, game in enumerate(match.games):
        options = options_of(match, number, rules)
        moves = play_out(game, options).moves
        state = GAME.start(options)
        for move in moves:
            state = state.play(move)
        assert state.result and state.result.winners == (game.winner,) and max(state.result.scores) == game.points
        played.append(game_of(options, moves, names=("Anna", "Ben")))
        following = GAME.next_game(options, state.result)
        last = number + 1 == len(match.games)
        assert (following is None) == last
        assert last or (following and (following["score1"], following["score2"]) == match.games[number + 1].scores)
    assert mat.write(MatMatch(match.length, tuple(played))) == text


def test_what_the_golden_match_holds() -> None:
    games = mat_reader.read(GOLDEN.read_text()).games
    assert [(game.scores, game.winner, game.points) for game in games] == [
        ((0, 0), 1, 1), ((1, 0), 1, 2), ((3, 0), 2, 2), ((3, 2), 1, 2),
    ]  # fmt: skip
    assert games[0].turns[-2:] == (MatTurn(1, "double"), MatTurn(2, "drop"))
    assert games[2].turns[-2:] == (MatTurn(2, "double"), MatTurn(1, "drop"))
    assert sum(turn.text.endswith(":") for game in games for turn in game.turns) == 15


FOREIGN = """; [EventDate "2026.11.21"]

 0 point match

 Game 1
 Big Ben : 10 : 3               al : 12\x20
  1)                             64: 24/18 18/14\x20
  2) 61: 24/18 24/23             52: 14/9 9/7*\x20
  3) 55: 25/20 23/18* 20/15 18/13 62: bar/23 13/7 \x20
  4)  Doubles => 2                Takes
  5) 43: 13/10 13/9
      Wins 2 points
"""


def test_a_file_of_another_program() -> None:
    match = mat_reader.read(FOREIGN)
    assert match.length == 0
    game = match.games[0]
    assert (game.names, game.scores, game.winner, game.points) == (("Big Ben : 10", "al"), (3, 12), 1, 2)
    options = options_of(match, 0, rules_of(match))
    assert options["cube"] is True and options["match"] == 0
    moves = play_out(game, options).moves
    assert (
        moves[0] == BackgammonThrow((4, 6))
        and str(moves[1]) == "64: 24/14"
        and moves[-4:-2] == [CubeAction.DOUBLE, CubeAction.TAKE]
    )


def test_a_line_of_play_keeps_what_the_columns_cannot_hold() -> None:
    form = format_of(GAME, "game.mat")
    line = Line.begin(GAME, GAME.start(GAME.options("cube=on,jacoby=on")))
    for text in ("33", "55", "13: 8/5 6/5", "roll"):
        for move in line.game.parse(line.state, text):
            line = line.play(move)
    text = form.write([PlayedGame.of(line)])
    assert '; [Opening "33 55"]' in text and '; [Since "roll"]' in text
    (again,) = form.read(text)
    assert again.line == line


def test_a_resigned_game_keeps_its_winner() -> None:
    options = GAME.options("first=1")
    state = GAME.start(options)
    game = game_of(options, GAME.parse(state, "31: 8/5 6/5"), winner=2, points=2)
    assert game == MatGame(("white", "black"), (0, 0), (MatTurn(1, "31: 8/5 6/5"),), 2, 2)
    assert mat_reader.read(mat.write(MatMatch(0, (game,)))).games == (game,)


def row(number: int, text: str) -> str:
    """Return the foreign file with another line."""
    lines = FOREIGN.splitlines()
    lines[number - 1] = text
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty: a match begins with a line like 5 point match"),
        ("hello", "line 1: a match begins with a line like 5 point match"),
        (" 3 point match\n 1) 31: 8/5 6/5", "line 2: a line like Game 1 must come before the moves"),
        (" 3 point match\n Game 1", "line 2: nothing follows this line: the names and scores are missing"),
        (row(6, "Anna against Ben"), "line 6 (game 1): the names and scores are written like Anna : 0      Ben : 0"),
        (row(8, "  2) 71: 24/18"), "line 8 (game 1, row 2): 71: 24/18 is not a turn; a turn looks like 31: 8/5 6/5"),
        (
            row(8, "  2) 61: 24/18 24/23 oops 52: 14/7* 11: 8/7"),
            "line 8 (game 1, row 2): a line must contain a number, white's turn and black's turn",
        ),
        (row(8, "  2) Doubles up"), "line 8 (game 1, row 2): Doubles up is not a turn; a turn looks like 31: 8/5 6/5"),
        (row(11, "  5) Drops\n      Wins 1 point"), "line 13 (game 1): the game was won before this line"),
        (row(8, "  2) 61: 24/17           52: 14/9 9/7*"), "line 8 (game 1, row 2): point 17 is blocked"),
        (row(8, "                         52: 14/9 9/7*"), "line 8 (game 1): it is white's turn"),
        (row(8, "  2) 61: 24/18 zz        52: 14/9 9/7*"), "line 8 (game 1, row 2): 24/18 zz is not a move here"),
        (" 30 point match\n Game 1\n a : 0  b : 0", "line 1: a match to 30 points cannot be played here: the limit is 25"),
        (" 3 point match\n Game 1\n a : 3  b : 0", "line 3 (game 1): a match to 3 points is over at 3 to 0"),
        (" 3 point match", "there is no game in this file"),
        (
            '; [Since "take"]\n 0 point match\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5',
            "line 4 (game 1): first choose to roll or to double",
        ),
        ('; [Options "cube=maybe"]\n 0 point match\n Game 1\n a : 0  b : 0', "cube cannot be maybe: choose one of on, off"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        format_of(GAME, "x.mat").read(text)
    assert str(caught.value).startswith(reason)
