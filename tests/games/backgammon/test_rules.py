"""Backgammon's turns, results, cube and match."""

from __future__ import annotations

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.checkers import START_CHECKERS, BackgammonBoard
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, crawford_game, next_game
from fourth_seat.games.backgammon.moves import BackgammonThrow, CubeAction, Dice
from fourth_seat.games.backgammon.rules import THROWS, BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadOption, BadPosition, IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import CHANCE
from tests.games.backgammon.boards import position, xgid


def written(state: BackgammonState) -> set[str]:
    """Return the legal turns, without their dice."""
    return {str(move).partition(": ")[2] for move in state.legal()}


# -- turns ---------------------------------------------------------------------------------------------------------------

# Made with the move generator of gnubg-nn, like everything else with which `count` is compared.
FIRST_TURNS = {
    "11": 42, "21": 15, "22": 75, "31": 16, "32": 17, "33": 73, "41": 14, "42": 18, "43": 17, "44": 52, "51": 8, "52": 8,
    "53": 9, "54": 9, "55": 4, "61": 10, "62": 14, "63": 14, "64": 14, "65": 7, "66": 11,
}  # fmt: skip


def count(board: BackgammonBoard, throws: list[str]) -> int:
    """Return how many lines of turns there are with these throws; `??` stands for all 21."""
    if not throws:
        return 1
    every: list[Dice] = [throw.dice for throw in THROWS if throws[0] in ("??", str(throw))]
    return sum(count((other, own), throws[1:]) for dice in every for own, other in turns(board, dice))


@pytest.mark.parametrize("throw", FIRST_TURNS)
def test_first_turns(throw: str) -> None:
    assert count((START_CHECKERS, START_CHECKERS), [throw]) == FIRST_TURNS[throw]


@pytest.mark.parametrize(
    ("throws", "lines"),
    [("?? 31", 7_195), ("65 55 66", 356), ("31 64 21", 4_589), ("62 11 52", 8_333), ("44 33", 3_110), ("22 61", 807)],
)
def test_lines_from_the_start(throws: str, lines: int) -> None:
    assert count((START_CHECKERS, START_CHECKERS), throws.split()) == lines


WITH_BAR = {1: 2, 3: 2, 4: 2, 5: 2, 6: 3, 13: 2, 25: 2}, {25: 1, 1: 2, 2: 2, 3: 3, 5: 3, 6: 2, 14: 1, 24: 1}
BEARING_OFF = {1: 3, 2: 3, 3: 2, 4: 2, 5: 2, 6: 1, 9: 1}, {1: 3, 2: 3, 3: 3, 4: 2, 7: 1}


@pytest.mark.parametrize(
    ("sides", "throws", "lines"),
    [(WITH_BAR, "??", 32), (WITH_BAR, "?? 21", 247), (BEARING_OFF, "??", 318), (BEARING_OFF, "?? 21", 4_134)],
)
def test_lines_from_other_positions(sides: tuple[dict[int, int], dict[int, int]], throws: str, lines: int) -> None:
    assert count(position(*sides, "00").board, throws.split()) == lines


def test_both_dice_where_any_order_allows() -> None:
    state = position({24: 1, 2: 1}, {8: 2, 6: 5}, "61")  # after 24/23 no six could be played
    assert written(state) == {"24/18 2/1"}
    assert str(state.why_not(GAME.parse(state, "24/23")[0])) == "both dice can be played: for example 24/18 2/1"


def test_the_higher_die_where_only_one_can_be_played() -> None:
    state = position({24: 1}, {11: 2, 6: 5}, "64")
    assert written(state) == {"24/18"}
    reason = str(state.why_not(GAME.parse(state, "24/20")[0]))
    assert reason == "only one die can be played here, like this: 24/18"


def test_the_lower_die_where_the_higher_cannot_be_played() -> None:
    assert written(position({24: 1}, {7: 2, 11: 2, 6: 3}, "64")) == {"24/20"}


def test_the_bar_comes_first() -> None:
    state = position({25: 1, 13: 5, 6: 5}, {4: 2, 6: 5}, "41")
    assert written(state) == {"bar/24 13/9", "bar/24 6/2", "bar/20"}
    blocked = position({25: 1, 13: 5}, {4: 2, 1: 2}, "41")
    assert [str(move) for move in blocked.legal()] == ["41: pass"] and GAME.is_pass(blocked.legal()[0])


def test_bearing_off_from_the_rear() -> None:
    assert written(position({5: 1, 3: 2}, {6: 2}, "64")) == {"5/off 3/off", "5/1 3/off"}
    assert written(position({6: 1, 2: 1}, {6: 2}, "53")) == {"6/1 2/off", "6/off"}


def test_a_hit_on_the_way_is_another_turn() -> None:
    state = position({24: 1, 1: 1}, {5: 1, 8: 2}, "41")
    assert {"24/19", "24/20*/19"} <= written(state)
    hit, quiet = GAME.parse(state, "24/20/19")[0], GAME.parse(state, "24/19")[0]
    assert str(hit) == "41: 24/20*/19" and str(quiet) == "41: 24/19"
    assert state.play(hit).checkers[1][25] == 1 and state.play(quiet).checkers[1][25] == 0


# -- the opening throw ----------------------------------------------------------------------------------------------------


def test_the_opening_throw() -> None:
    state = GAME.start(GAME.options())
    assert state.mover == 0 and state.to_move == CHANCE and len(state.legal()) == 36
    assert state.play(BackgammonThrow((4, 4))) == state
    white, black = state.play(BackgammonThrow((3, 1))), state.play(BackgammonThrow((1, 3)))
    assert (white.mover, black.mover) == (1, 2) and white.dice == black.dice == (3, 1)
    later = white.play(white.legal()[0])
    assert later.mover == 2 and len(later.legal()) == 21
    assert sum(chance for _, chance in later.chances()) == pytest.approx(1)
    assert dict(later.chances())[BackgammonThrow((4, 4))] == pytest.approx(1 / 36)


def test_a_chosen_beginner_throws_both_dice() -> None:
    state = GAME.start(GAME.options("first=2"))
    assert state.mover == 2 and state.to_move == CHANCE and state.play(BackgammonThrow((6, 6))).dice == (6, 6)


def test_a_turn_goes_by() -> None:
    start = GAME.start(GAME.options())
    assert GAME.turn_to(start, 2).mover == 2
    thrown = start.play(BackgammonThrow((3, 1)))
    with pytest.raises(IllegalMove, match="it is white's turn"):
        GAME.turn_to(thrown, 2)
    stuck = position({25: 1, 13: 5}, {4: 2, 1: 2}, "41")
    assert GAME.turn_to(stuck, 2).phase is BackgammonPhase.THROW


# -- what a game counts ---------------------------------------------------------------------------------------------------

LAST = {1: 1}


@pytest.mark.parametrize(
    ("black", "options", "points"),
    [
        ({6: 14}, "", 1),
        ({6: 15}, "", 2),
        ({6: 15}, "gammon=off", 1),
        ({6: 14, 23: 1}, "", 2),
        ({6: 14, 23: 1}, "backgammon=on", 3),
        ({6: 14, 25: 1}, "backgammon=on", 3),
        ({6: 14, 18: 1}, "backgammon=on", 2),
        ({6: 14, 23: 1}, "backgammon=on,gammon=off", 1),
        ({6: 15}, "jacoby=on", 2),
        ({6: 15}, "jacoby=on,cube=on", 1),
        ({6: 15}, "jacoby=on,cube=on,match=5", 2),
    ],
)
def test_points(black: dict[int, int], options: str, points: int) -> None:
    match = "0:0:0:5:10" if "match=5" in options else f"0:0:{int('jacoby' in options)}:0:10"
    state = GAME.parse_position(xgid(LAST, black, "21", match), GAME.options(options))
    result = state.play(GAME.parse(state, "1/off")[0]).result
    assert result and result.winners == (1,) and result.scores == (points, 0)


def test_the_turned_cube_multiplies() -> None:
    state = GAME.parse_position(xgid(LAST, {6: 15}, "21", "0:0:1:0:10", cube="2:-1"), GAME.options("backgammon=on"))
    result = state.play(GAME.parse(state, "1/off")[0]).result
    assert result and result.scores == (8, 0) and str(result.reason) == "Gammon: white wins double."


def test_stopping_early_counts_pips() -> None:
    standing = position({6: 2}, {6: 3}, "31").standing()
    assert standing.winners == (1,) and standing.scores == (1, 0)
    assert str(standing.reason) == "Not played out: white has fewer pips left."
    assert [(str(tally.title), tally.scores) for tally in standing.sheet] == [
        ("Pips left", (12, 18)),
        ("Borne off", (13, 12)),
    ]
    assert GAME.start(GAME.options()).standing().winners == (1, 2)


# -- the cube -------------------------------------------------------------------------------------------------------------


def cube_game(options: str = "") -> BackgammonState:
    return GAME.start(GAME.options(f"cube=on,first=1,{options}"))


def test_doubling_and_taking() -> None:
    state = cube_game()
    assert state.to_move == 1 and state.legal() == (CubeAction.ROLL, CubeAction.DOUBLE)
    offered = state.play(CubeAction.DOUBLE)
    assert offered.to_move == 2 and offered.legal() == (CubeAction.TAKE, CubeAction.DROP)
    taken = offered.play(CubeAction.TAKE)
    assert taken.mover == 1 and taken.to_move == CHANCE and (taken.cube.value, taken.cube.owner) == (2, 2)
    thrown = taken.play(BackgammonThrow((3, 1)))
    black = thrown.play(thrown.legal()[0])
    assert black.legal() == (CubeAction.ROLL, CubeAction.DOUBLE)
    white = black.play(CubeAction.ROLL).play(BackgammonThrow((3, 1)))
    white = white.play(white.legal()[0])
    assert white.mover == 1 and white.to_move == CHANCE  # the cube is black's: nothing to say
    assert str(white.why_not(CubeAction.DOUBLE)) == "the other side owns the cube: only its owner may double"


def test_dropping() -> None:
    result = cube_game().play(CubeAction.DOUBLE).play(CubeAction.DROP).result
    assert result and result.winners == (1,) and result.scores == (1, 0)
    assert str(result.reason) == "black has dropped the double."


def test_words_at_the_wrong_time() -> None:
    state = cube_game()
    assert str(state.why_not(BackgammonThrow((3, 1)))) == "first choose to roll or to double"
    assert str(state.play(CubeAction.DOUBLE).why_not(BackgammonThrow((3, 1)))) == "answer the double first: take or drop"
    thrown = state.play(CubeAction.ROLL).play(BackgammonThrow((3, 1)))
    assert str(thrown.why_not(CubeAction.DOUBLE)) == "the dice have been rolled: move the checkers"
    assert str(thrown.why_not(BackgammonThrow((3, 1)))) == "the dice have been rolled already: 31"
    without = GAME.start(GAME.options("first=1"))
    assert str(without.why_not(CubeAction.DOUBLE)) == "this game is played without the doubling cube"
    assert str(without.why_not(CubeAction.TAKE)) == "there is nothing to decide now: roll the dice"
    assert str(without.why_not(thrown.legal()[0])) == "the dice must be rolled first"


def test_no_doubling_in_the_crawford_game() -> None:
    assert cube_game("match=5,score1=4,score2=2").to_move == CHANCE
    assert cube_game("match=5,score1=4,score2=2,crawford=off").to_move == CHANCE  # white needs one point: a dead cube
    after = GAME.start(GAME.options("cube=on,first=2,match=5,score1=4,score2=2,crawford=off"))
    assert after.legal() == (CubeAction.ROLL, CubeAction.DOUBLE)
    assert GAME.start(GAME.options("cube=on,first=2,match=5,score1=4,score2=2")).to_move == CHANCE


# -- the match ------------------------------------------------------------------------------------------------------------


def test_a_game_that_is_not_over_adds_nothing_to_the_match() -> None:
    state = GAME.parse_position(xgid({6: 2}, {6: 5}, "21", "1:0:0:3:10"), GAME.options("match=3"))
    standing = state.standing()
    match = standing.sheet[0]
    assert (str(match.title), match.scores, standing.scores) == ("Match to 3", (1, 0), (1, 0))


def test_a_match_goes_on_until_somebody_has_the_points() -> None:
    options = GAME.options("match=3,cube=on")
    dropped = (
        GAME.start(Options(DECLARED_OPTIONS, {**options, "first": "1"}))
        .play(CubeAction.DOUBLE)
        .play(CubeAction.DROP)
        .result
    )
    assert dropped
    second = next_game(options, dropped)
    assert second and (second["score1"], second["score2"]) == (1, 0)
    crawford = next_game(second, dropped)
    assert crawford and crawford["score1"] == 2 and crawford_game(crawford)
    assert next_game(crawford, dropped) is None
    lost = cube_game().play(CubeAction.DOUBLE).play(CubeAction.DROP)
    assert lost.result and lost.result.scores == (1, 0)
    free = next_game(
        crawford, GAME.start(GAME.options("cube=on,first=2")).play(CubeAction.DOUBLE).play(CubeAction.DROP).standing()
    )
    assert free and (free["score1"], free["score2"], free["crawford"]) == (2, 1, False)
    assert next_game(GAME.options(), dropped) == GAME.options()


def test_a_game_that_was_stopped_counts_nothing_and_the_match_goes_on() -> None:
    options = GAME.options("match=3,score1=1")
    for state in (
        GAME.start(options),  # level in pips
        GAME.parse_position(xgid({6: 2}, {6: 5}, "21", "1:0:0:3:10"), options),
    ):
        stopped = state.standing()
        following = next_game(state.options, stopped)
        assert following and (following["score1"], following["score2"]) == (1, 0)
        assert GAME.match_goes_on(state.options, stopped)
    crawford = GAME.options("match=3,score1=2")
    following = next_game(crawford, GAME.start(crawford).standing())
    assert following and crawford_game(following)  # the rule has not been applied yet
    assert not GAME.match_goes_on(GAME.options(), GAME.start(GAME.options()).standing())


def test_a_game_that_was_given_up_counts_towards_the_match() -> None:
    options = GAME.options("match=5,score1=1,cube=on")
    given_up = GAME.resigned(GAME.start(options), 2, 2)
    following = next_game(options, given_up)
    assert given_up.scores == (2, 0) and following and (following["score1"], following["score2"]) == (3, 0)


def test_a_match_that_is_over_is_refused() -> None:
    with pytest.raises(BadOption, match="a match to 3 points is over at 3 to 0"):
        GAME.start(GAME.options("match=3,score1=3"))


# -- what else hands may do --------------------------------------------------------------------------------------------


def test_a_turn_that_the_table_lets_stand() -> None:
    state = GAME.start(GAME.options()).play(BackgammonThrow((3, 1)))
    after = GAME.play_anyway(state, "24/9 6/2")
    assert after.mover == 2 and after.to_move == CHANCE
    assert after.checkers[0][9] == 1 and after.checkers[0][24] == 1
    hit = position({24: 2}, {20: 1, 6: 2}, "31")
    assert GAME.play_anyway(hit, "24/5").checkers[1][25] == 1
    early = GAME.play_anyway(GAME.start(GAME.options()), "13: 24/9")
    assert early.mover == 1 and early.checkers[1][9] == 1  # black had begun
    with pytest.raises(IllegalMove, match="white has no checker to move from 23"):
        GAME.play_anyway(state, "23/9")
    with pytest.raises(IllegalMove, match="point 12 is black's"):
        GAME.play_anyway(state, "24/12")


def test_corrections() -> None:
    state = GAME.start(GAME.options()).play(BackgammonThrow((3, 1)))
    after = GAME.correct(state, {"24": None, "bar:white": Content(1, 1), "20": Content(1, 1)})
    assert after.checkers[0][25] == after.checkers[0][20] == 1 and after.dice == (3, 1)
    fewer = GAME.correct(state, {"6": Content(1, 3)})
    assert fewer.checkers[0][0] == 2
    wrong: list[tuple[dict[str, Content | None], str]] = [
        ({"6": Content(1, 6)}, "white has 16 checkers on the board, but there are only 15"),
        ({"bar:white": Content(2, 1)}, "bar:white can hold only checkers of white"),
        ({"home:white": Content(1, 1)}, "white has 15 checkers on the board, so 0 are off, not 1"),
        ({"die:1": None}, "die:1 cannot be corrected: name a point from 1 to 24, a bar or a home"),
    ]
    for cells, reason in wrong:
        with pytest.raises(BadPosition) as caught:
            GAME.correct(state, cells)
        assert str(caught.value) == reason
