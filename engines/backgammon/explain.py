"""Short explanations of turns (`makes point 5; leaves a checker on 8 that 11 of 36 rolls hit`) and of the figures for a
cube decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.results import two_reasons
from fourth_seat.games.backgammon.checkers import BAR, LAST_HOME_POINT, OFF, POINTS, across, rearmost
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction, after
from fourth_seat.games.backgammon.rules import CUBE_PHASES, BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.shots import shots
from fourth_seat.words import Text, say, say_many

USEFUL_POINTS = range(3, 21)  # points worth mentioning when they are made


def explain_move(state: BackgammonState, move: BackgammonMove) -> Text | None:
    """Describe the effects of a legal turn, counting points from the mover's side; None if there is nothing to say."""
    if isinstance(move, BackgammonThrow | CubeAction):
        return None
    return two_reasons(chain(islice(_gains(state, move), 1), _risks(state, move)))


def _gains(state: BackgammonState, play: BackgammonPlay) -> Iterator[Text]:
    own, _ = state.board
    then, _ = after(state.board, play.routes)
    hit = tuple(dict.fromkeys(str(point) for route in play.routes for point in route.hit))
    if hit:
        yield say_many("hits on point {points}", "hits on points {points}", len(hit), points=hit)
    made = tuple(str(point) for point in POINTS if point in USEFUL_POINTS and then[point] > 1 >= own[point])
    if made:
        yield say_many("makes point {points}", "makes points {points}", len(made), points=made)
    if own[BAR] and not then[BAR]:
        yield say("comes in from the bar")
    off = then[OFF] - own[OFF]
    if off:
        yield say_many("bears a checker off", "bears {n} checkers off", off)
    away = sum(own[across(LAST_HOME_POINT) :]) - sum(then[across(LAST_HOME_POINT) :])
    if away and own[BAR] == 0:
        yield say_many("gets a checker out of the opponent's home", "gets {n} checkers out of the opponent's home", away)


def _risks(state: BackgammonState, play: BackgammonPlay) -> Iterator[Text]:
    own, other = after(state.board, play.routes)
    exposed = shots((other, own))
    if len(exposed.blots) == 1:
        ((point, count),) = exposed.blots.items()
        yield say("leaves a checker on {point} that {n} of 36 rolls hit", point=point, n=count)
    elif exposed.blots:
        blots = tuple(sorted(exposed.blots, reverse=True))
        yield say("leaves lone checkers on {blots}: {n} of 36 rolls hit one", blots=blots, n=exposed.any)
    elif rearmost(own) + rearmost(other) > BAR:
        yield say("leaves nothing that can be hit")


def explain_figures(state: BackgammonState, given: tuple[float, ...]) -> Text | None:
    """Describe the figures for a cube decision from the point of view of the side that decides; None for other figures."""
    if state.phase not in CUBE_PHASES or len(given) != 3:
        return None
    in_match = bool(state.options["match"])
    roll, take, drop = given
    if state.phase is BackgammonPhase.ANSWER:
        values = {"take": 1 - take, "drop": 1 - drop} if in_match else {"take": -take, "drop": -drop}
        if in_match:
            return say("chance to win the match: take {take}; drop {drop}", **_shown(values, in_match))
        return say("points: take {take}; drop {drop}", **_shown(values, in_match))
    shown = _shown({"roll": roll, "take": take, "drop": drop}, in_match)
    if CubeDecision(roll, take, drop).too_good:
        if in_match:
            return say(
                "too good to double; chance to win the match: roll {roll}; double, take {take}; drop {drop}", **shown
            )
        return say("too good to double; points: roll {roll}; double, take {take}; drop {drop}", **shown)
    if in_match:
        return say("chance to win the match: double, take {take}; drop {drop}; roll {roll}", **shown)
    return say("points: double, take {take}; drop {drop}; roll {roll}", **shown)


def _shown(values: dict[str, float], in_match: bool) -> dict[str, str]:
    return {name: f"{100 * value:.1f} %" if in_match else f"{value:+.2f}" for name, value in values.items()}
