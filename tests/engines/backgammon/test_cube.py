"""The doubling cube: known take points and match scores, and the words that follow from them."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines.backgammon import evaluation
from fourth_seat.engines.backgammon.cube.at_stake import at_stake, figures, ranked, relative_cube
from fourth_seat.engines.backgammon.cube.janowski import OTHER, OWN, CubeDecision, CubePosition, Prospect, of_chance
from fourth_seat.engines.backgammon.cube.match_table import MatchEquityTable
from fourth_seat.engines.backgammon.cube.stakes import Stakes
from fourth_seat.engines.backgammon.explain import explain_figures
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.cube import CENTRED_CUBE, DoublingCube
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from tests.games.backgammon.boards import position, xgid

LIVE, DEAD = 1.0, 0.0


def money(jacoby: bool = False) -> Stakes:
    return Stakes(lambda points: points, jacoby=jacoby)


def start(options: str) -> BackgammonState:
    return GAME.start(GAME.options(f"cube=on,first=1,{options}"))


def outlook(chance: float, stakes: Stakes, efficiency: float = 2 / 3, gammons: float = 0.0) -> CubePosition:
    return CubePosition(of_chance(chance, gammons, efficiency), stakes)


# -- single games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("efficiency", "point"), [(DEAD, 1 / 4), (LIVE, 1 / 5), (2 / 3, 3 / 14)])
def test_take_points_without_gammons(efficiency: float, point: float) -> None:
    """25 % for a last throw, 20 % for a game that flows on, with Janowski's 21.4 % between them."""
    for shift, takes in ((-0.001, False), (0.001, True)):
        assert outlook(1 - point - shift, money(), efficiency).doubling(CENTRED_CUBE).takes is takes


def test_gammons_move_the_live_points() -> None:
    """Janowski's formulas: (L - 1/2) / (W + L + 1/2) to take, (L + 1) / (W + L + 1/2) to cash."""
    prospect = Prospect((0.0, 0.1, 0.3, 0.3, 0.3, 0.0), LIVE)
    found = CubePosition(prospect, money())
    win, loss = (0.3 + 2 * 0.3) / 0.6, (0.3 + 2 * 0.1) / 0.4
    assert found.take_point(2) == pytest.approx((loss - 0.5) / (win + loss + 0.5))
    assert found.cash_point(CENTRED_CUBE) == pytest.approx((loss + 1) / (win + loss + 0.5))


def test_the_worth_lies_between_a_dead_and_a_live_cube_and_is_the_others_negative() -> None:
    rng = Random(1)
    for _ in range(300):
        shares = [rng.random() for _ in range(6)]
        prospect = Prospect(tuple(share / sum(shares) for share in shares), 2 / 3)
        stakes = rng.choice([money(), money(True), at_stake(start("match=5,score1=3,score2=1"), 1)])
        found = CubePosition(prospect, stakes)
        cube = DoublingCube(rng.choice((1, 2)), 0)
        if cube.value > 1:
            cube = DoublingCube(2, rng.choice((OWN, OTHER)))
        dead, live, worth = found.dead(cube.value), found.live(cube), found.worth(cube)
        assert min(dead, live) - 1e-9 <= worth <= max(dead, live) + 1e-9
        mirrored = DoublingCube(cube.value, cube.owner and 3 - cube.owner)
        assert found.of_the_other().worth(mirrored) == pytest.approx(-worth)


def test_to_own_the_cube_is_worth_something() -> None:
    for chance in (0.2, 0.5, 0.7):
        found = outlook(chance, money(), gammons=0.2)
        assert found.worth(DoublingCube(2, OTHER)) < found.dead(2) < found.worth(DoublingCube(2, OWN))


def test_too_good_to_double_and_jacoby() -> None:
    crushing = Prospect((0.0, 0.0, 0.1, 0.1, 0.8, 0.0), 2 / 3)
    played_on = CubePosition(crushing, money()).doubling(CENTRED_CUBE)
    assert played_on.too_good and not played_on.doubles and played_on.worth == played_on.roll > 1
    cashed = CubePosition(crushing, money(jacoby=True)).doubling(CENTRED_CUBE)
    assert cashed.doubles and not cashed.takes and cashed.worth == 1


# -- matches ---------------------------------------------------------------------------------------------------------------

# Well-known values, rounded to whole percents (N. Kazaross's table, of rollouts).
KNOWN = {
    (1, 2): 68, (1, 3): 75, (1, 4): 81, (1, 5): 84, (2, 3): 60, (2, 4): 67, (2, 5): 74, (3, 4): 57, (3, 5): 65, (4, 5): 58,
    (3, 7): 76, (5, 7): 63, (5, 9): 73, (7, 9): 61,
}  # fmt: skip
KNOWN_BEHIND = {2: 49, 3: 32, 4: 31, 5: 19, 6: 18, 7: 12}  # after the Crawford game
TOLERANCE = 0.02  # measured: 0.0133 at most, and half a percent of rounding


def test_the_match_table_is_near_the_known_ones() -> None:
    table = MatchEquityTable(gammons=True, cube=True)
    for (own, other), percent in KNOWN.items():
        assert table.chance(own, other, True) == pytest.approx(percent / 100, abs=TOLERANCE), (own, other)
    for other, percent in KNOWN_BEHIND.items():
        assert table.chance(other, 1, False) == pytest.approx(percent / 100, abs=TOLERANCE), other


@pytest.mark.parametrize("crawford", [True, False])
@pytest.mark.parametrize(("gammons", "cube"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_match_table_is_sound(gammons: bool, cube: bool, crawford: bool) -> None:
    table = MatchEquityTable(gammons, cube)
    for own in range(1, 12):
        assert table.chance(own, own, crawford) == pytest.approx(0.5, abs=1e-9)
        for other in range(1, 12):
            chance = table.chance(own, other, crawford)
            assert chance == pytest.approx(1 - table.chance(other, own, crawford))
            assert chance > table.chance(own + 1, other, crawford) - 1e-9
    assert table.chance(0, 3, crawford) == 1 and table.chance(3, 0, crawford) == 0


def test_without_gammons_and_cube_a_match_is_a_row_of_even_games() -> None:
    table = MatchEquityTable(gammons=False, cube=False)
    assert table.chance(1, 2, True) == pytest.approx(3 / 4)
    assert table.chance(2, 3, True) == pytest.approx(11 / 16)


def test_at_two_points_each_the_first_double_decides_the_match() -> None:
    stakes = at_stake(start("match=2"), 1)
    drop = (1 + MatchEquityTable(True, True).chance(2, 1, True)) - 1  # of the side that drops
    for shift, takes in ((-0.002, True), (0.002, False)):
        found = outlook(1 - drop + shift, stakes).doubling(CENTRED_CUBE)
        assert found.takes is takes
    assert found.take == pytest.approx(outlook(1 - drop + 0.002, stakes).dead(2))  # nobody can turn it again


def test_after_the_crawford_game_a_drop_is_free_where_the_points_needed_are_even() -> None:
    even = at_stake(start("match=3,score1=1,score2=2,crawford=off"), 1)
    assert not outlook(0.51, even).doubling(CENTRED_CUBE).takes  # the leader: at 1-1 away it has half of the match
    odd = at_stake(start("match=3,score1=0,score2=2,crawford=off"), 1)
    assert outlook(0.55, odd).doubling(CENTRED_CUBE).takes
    for stakes in (even, odd):
        assert outlook(0.3, stakes).doubling(CENTRED_CUBE).doubles  # behind, there is nothing to lose


def test_nobody_doubles_in_the_crawford_game_nor_beyond_the_match() -> None:
    crawford = at_stake(start("match=3,score1=1,score2=2"), 1)
    assert not crawford.may_double(CENTRED_CUBE, OWN) and not crawford.may_double(CENTRED_CUBE, OTHER)
    found = outlook(0.7, crawford, gammons=0.3)
    assert found.worth(CENTRED_CUBE) == found.on_roll(CENTRED_CUBE) == found.dead(1)
    late = at_stake(start("match=5,score1=3,score2=1"), 1)
    assert not late.may_double(DoublingCube(2, OWN), OWN) and late.may_double(DoublingCube(2, OTHER), OTHER)


def test_gammons_are_worth_what_the_score_makes_them() -> None:
    ahead = at_stake(start("match=5,score1=4,score2=1"), 1)
    assert ahead.ends(1)[3:] == pytest.approx((1, 1, 1)) and ahead.ends(1)[1] < -1.5
    behind = ahead.of_the_other
    assert behind.ends(1)[4] > 1.5 and behind.ends(1)[:3] == pytest.approx((-1, -1, -1))


# -- what is said ----------------------------------------------------------------------------------------------------------


def test_words_and_figures_for_both_sides() -> None:
    state = start("")
    found = CubeDecision(0.58, 0.61, 1.0)
    given = figures(state, found)
    assert str(explain_figures(state, given)) == "points: double, take +0.61; drop +1.00; roll +0.58"
    assert ranked(BackgammonPhase.CUBE, found) == (CubeAction.DOUBLE, CubeAction.ROLL)
    answering = state.play(CubeAction.DOUBLE)
    assert str(explain_figures(answering, figures(answering, found))) == "points: take -0.61; drop -1.00"
    assert ranked(BackgammonPhase.ANSWER, found) == (CubeAction.TAKE, CubeAction.DROP)
    good = CubeDecision(1.2, 1.5, 1.0)
    assert str(explain_figures(state, figures(state, good))).startswith("too good to double; points: roll +1.20")
    assert explain_figures(state, ()) is None


def test_in_a_match_the_chances_of_the_match_are_told() -> None:
    state = start("match=5,score1=3,score2=1")
    given = figures(state, CubeDecision(0.5, 0.4, 1.0))
    assert 0 < given[1] < given[0] < given[2] < 1
    assert given[2] == pytest.approx(MatchEquityTable(True, True).chance(1, 4, True))
    assert str(explain_figures(state, given)).startswith("chance to win the match: double, take ")
    answering = state.play(CubeAction.DOUBLE)
    assert f"drop {100 - 100 * given[2]:.1f} %" in str(explain_figures(answering, given))


def test_figures_count_the_cube_in() -> None:
    state = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10", GAME.options())
    assert relative_cube(state.cube, 1) == DoublingCube(2, OWN) and relative_cube(state.cube, 2) == DoublingCube(2, OTHER)
    assert figures(state, CubeDecision(0.5, 0.6, 1.0)) == pytest.approx((1.0, 1.2, 2.0))


def test_simple_players_know_the_score() -> None:
    own, other = {6: 4, 5: 4, 4: 4}, {6: 5, 8: 5, 7: 5}
    ahead = position(own, other, "00", "cube=on")
    assert (
        evaluation.cube_action(ahead) is CubeAction.DOUBLE
        and evaluation.cube_action(ahead.play(CubeAction.DOUBLE)) is CubeAction.DROP
    )
    assert evaluation.cube_action(ahead.play(CubeAction.ROLL)) is None
    last = GAME.parse_position(xgid(own, other, "00", "1:2:0:3:10"), GAME.options("cube=on"))  # after the Crawford game
    behind = start("match=3,score1=1,score2=2,crawford=off")
    assert evaluation.cube_action(behind) is CubeAction.DOUBLE  # even, with nothing to lose
    assert evaluation.cube_action(start("match=3,score1=0,score2=0")) is CubeAction.ROLL
    assert last.options["crawford"] is False and evaluation.cube_action(last.play(CubeAction.DOUBLE)) is CubeAction.DROP
