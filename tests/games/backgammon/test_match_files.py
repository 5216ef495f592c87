"""Whole matches in files: all games arrive, with the options and names of the file, and are written unchanged."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import transcript
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.errors import BadNotation, BadOption
from fourth_seat.games.formats import format_of, result_of
from fourth_seat.games.options import Options, OptionValue
from fourth_seat.games.protocol import Ending, Line, PlayedGame

FORM = format_of(GAME, "match.mat")
GOLDEN = Path(__file__).parents[2] / "data" / "backgammon.mat"
GIVEN_UP = " 3 point match\n\n Game 1\n a : 0                   b : 0\n  1) 31: 8/5 6/5\n      Wins {points}\n"


def test_all_games_of_a_match_arrive_with_its_options() -> None:
    games = FORM.read(GOLDEN.read_text())
    assert [(game.options["score1"], game.options["score2"]) for game in games] == [(0, 0), (1, 0), (3, 0), (3, 2)]
    assert {(game.options["match"], game.options["cube"]) for game in games} == {(5, True)}
    results = [result_of(game) for game in games]
    assert [result.scores for result in results if result] == [(1, 0), (2, 0), (0, 2), (2, 0)]
    assert {game.names for game in games} == {("Anna", "Ben")}


@pytest.mark.parametrize(("points", "worth"), [(1, 1), (2, 2), (3, 3)])
def test_a_game_that_is_given_up(points: int, worth: int) -> None:
    text = GIVEN_UP.format(points=f"{points} points")
    (played,) = FORM.read(text)
    assert played.ending == Ending(2, worth)
    result = result_of(played)
    assert result and (result.winners, result.scores) == ((1,), (points, 0))
    assert FORM.read(FORM.write([played])) == (played,)


HEADERS = """; [Site "eXtreme Gammon"]
; [Match ID "238991235"]
; [Player 1 Elo "1600.00/0"]
; [Variation "Backgammon"]
; [Crawford "Off"]
; [CubeLimit "1024"]
# another program's comment

Some program, version 3
"""


def test_a_file_as_other_systems_write_it() -> None:
    text = "\ufeff" + HEADERS + GOLDEN.read_text().replace("     31:", "\t31:")
    (plain, odd) = FORM.read(GOLDEN.read_text()), FORM.read(text.replace("\n", "\r\n"))
    assert [game.line.moves for game in odd] == [game.line.moves for game in plain]
    assert {game.options["crawford"] for game in odd} == {False}


MONEY = """; [Jacoby "On"]
; [CubeLimit "{limit}"]
 0 point match

 Game 1
 Anna : 0                       Ben : 0
  1) 31: 8/5 6/5                 41: Can't Move
"""


def test_the_rules_that_stand_above_single_games() -> None:
    with pytest.raises(BadNotation, match=r"^line 7 \(game 1, row 1\): black can move"):
        FORM.read(MONEY.format(limit=1024))
    ((game),) = FORM.read(MONEY.format(limit=1024).replace("Can't Move", "24/23 13/9"))
    assert (game.options["jacoby"], game.options["cube"]) == (True, True)
    ((game),) = FORM.read(MONEY.format(limit=1).replace("Can't Move", "24/23 13/9"))
    assert game.options["cube"] is False


def test_a_double_in_the_crawford_game_says_that_the_rule_is_off() -> None:
    text = " 3 point match\n\n Game 1\n a : 2      b : 0\n  1) 31: 8/5 6/5    Doubles => 2\n  2) Takes\n"
    (game,) = FORM.read(text)
    assert game.options["crawford"] is False


def test_options_that_are_left_empty_are_those_of_the_file() -> None:
    text = '; [Options ""]\n 5 point match\n\n Game 1\n a : 0          b : 0\n'
    (game,) = FORM.read(text)
    assert game.options["match"] == 5


def test_options_are_written_only_where_they_do_not_follow() -> None:
    first, other = GAME.options("first=1"), GAME.options("first=1,cube=on")
    games = [
        PlayedGame((Line.begin(GAME, GAME.start(options)),), ("", ""), Ending(1, 1)) for options in (first, first, other)
    ]
    text = FORM.write(games)
    assert [name for name in ("[Options ", "[Options 2", "[Options 3") if name in text] == ["[Options ", "[Options 3"]
    assert FORM.read(text) == tuple(games)


def test_a_gammon_that_counted_no_more_than_the_cube_says_that_gammons_do_not_count() -> None:
    rng = random.Random(8)
    doubled = Line.begin(GAME, GAME.start(GAME.options("cube=on,first=1,gammon=off"))).play(CubeAction.DOUBLE)
    dropped, line = doubled.play(CubeAction.DROP), doubled.play(CubeAction.TAKE)
    while not line.state.over:
        line = line.play(rng.choice([move for move in line.state.legal() if move is not CubeAction.DOUBLE]))
    text = FORM.write([PlayedGame((each,), ("Anna", "Ben"), None) for each in (dropped, line)])
    assert "Wins 1 point\n" in text and "Wins 2 points" in text
    *_, game = FORM.read(text[text.index(" 0 point match") :])
    assert game.options["gammon"] is False and result_of(game) == line.state.result


def test_a_game_of_a_file_has_no_more_moves_than_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(8)
    line = Line.begin(GAME, GAME.start(GAME.options("first=1")))
    while len(line.moves) < 4:
        line = line.play(rng.choice(line.state.legal()))
    text = FORM.write([PlayedGame((line,), ("Anna", "Ben"), None)])
    monkeypatch.setattr(transcript, "MAX_GAME_MOVES", len(line.moves))
    (game,) = FORM.read(text)
    assert game.line.moves == line.moves
    monkeypatch.setattr(transcript, "MAX_GAME_MOVES", len(line.moves) - 1)
    with pytest.raises(BadNotation, match=f"a game has at most {len(line.moves) - 1} moves and rolls of the dice"):
        FORM.read(text)


def test_a_match_to_25_points_is_the_longest() -> None:
    text = GIVEN_UP.format(points="1 point")
    (game,) = FORM.read(text.replace("3 point match", "25 point match"))
    assert game.options["match"] == 25
    with pytest.raises(BadNotation, match="a match to 26 points cannot be played here: the limit is 25"):
        FORM.read(text.replace("3 point match", "26 point match"))


def last_row(text: str, change: tuple[str, str]) -> str:
    assert change[0] in text
    return text.replace(*change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            ("Anna : 3                       Ben : 0", "Anna : 5                       Ben : 0"),
            "a match to 5 points is over",
        ),
        (
            (" 5 point match", ' 5 point match\n\n; [Variation "Nackgammon"]'),
            "this file contains a game other than backgammon",
        ),
        (("      Wins 1 point\n", "      Wins 1 point\n  9) Beavers => 4\n"), "this game was played with beavers"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_line(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        FORM.read(last_row(GOLDEN.read_text(), change))
    message = str(caught.value)
    assert reason in message and (message.startswith("line ") or "a game other" in message) and "\n" not in message


def test_a_game_with_corrections_is_kept_by_moves_files_only() -> None:
    start = GAME.start(GAME.options("first=1"))
    (throw,) = GAME.parse(start, "31")
    before = Line.begin(GAME, start).play(throw)
    after = Line.begin(GAME, GAME.correct(start.play(throw), {}))
    played = PlayedGame((before, after), ("Anna", ""))
    with pytest.raises(BadNotation, match=r"only a \.moves file"):
        FORM.write([played])
    plain = format_of(GAME, "x.moves")
    assert plain.read(plain.write([played])) == (played,)


# -- random matches --------------------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(codec="utf-8"), max_size=20)
RULES = [option for option in GAME.declared_options if not option.handicap and option.name[:5] != "score"]
CHOICES = {option.name: st.sampled_from(option.choices) for option in RULES}
HANDICAPS: tuple[dict[str, OptionValue], ...] = ({}, {"white-ahead": 1}, {"black-ahead": 2}, {"black-cube": True})


def with_handicap(options: Options, handicap: dict[str, OptionValue]) -> Options:
    """Return the options with a handicap, if these rules have it."""
    with suppress(BadOption):
        uneven = Options(GAME.declared_options, {**options, **handicap})
        GAME.start(uneven)
        return uneven
    return options


def random_match(options: Options, names: tuple[str, str], rng: random.Random) -> list[PlayedGame]:
    """Return some games in a row, a few of them given up or stopped, the last one perhaps not at its end."""
    games: list[PlayedGame] = []
    following: Options | None = options
    while following and len(games) < 4:
        line = Line.begin(GAME, GAME.start(following))
        longest = rng.choice((0, 1, 2, 5, 30, 400))
        while len(line.moves) < longest and not line.state.over:
            line = line.play(rng.choice(line.state.legal()))
        ending = None
        if not line.state.over:
            worth = rng.randint(1, len(GAME.resignations(following)))
            ending = rng.choice((Ending(1, worth), Ending(2, worth), Ending(), None))
        games.append(PlayedGame((line,), names, ending))
        result = result_of(games[-1])
        if not result:
            break
        following = GAME.next_game(following, result)
    return games


@settings(deadline=None, max_examples=60)
@given(
    st.fixed_dictionaries(CHOICES),
    st.sampled_from(HANDICAPS),
    st.tuples(NAMES, NAMES),
    st.integers(0, 2**32),
    st.sampled_from((".mat", ".moves")),
)
def test_what_was_exported_is_imported_and_exported_the_same(
    chosen: dict[str, bool | int | str], handicap: dict[str, OptionValue], names: tuple[str, str], seed: int, suffix: str
) -> None:
    options = with_handicap(Options(GAME.declared_options, {**chosen, "jacoby": False}), handicap)
    games = random_match(options, names, random.Random(seed))
    form = format_of(GAME, "x" + suffix)
    text = form.write(games)
    again = form.read(text)
    assert form.write(again) == text
    assert [(game.options, game.line.moves, game.ending) for game in again] == [
        (game.options, game.line.moves, game.ending) for game in games
    ]


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_damage_is_accepted_or_refused_in_a_sentence(data: st.DataObject) -> None:
    lines = GOLDEN.read_text().splitlines()[:30]
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        lines[number] = data.draw(
            st.one_of(
                st.text(max_size=60),
                st.sampled_from(lines),
                st.from_regex(r" {0,9}[0-9]{1,3}\) ([1-6]{2}: [0-9/* bar]{0,20} {0,20}){1,3}", fullmatch=True),
                st.sampled_from(
                    (" 0 point match", " Game 2", " a : 4   b : 4", "  Wins 99 points", "Doubles => 2", "Drops")
                ),
            )
        )
    start = time.process_time()
    try:
        games = FORM.read("\n".join(lines))
    except BadNotation as error:
        assert "\n" not in str(error) or "\n" in "".join(lines)
    else:
        assert FORM.read(FORM.write(games)) == games
    assert time.process_time() - start < 2
