"""What is to be said about the cube, and why, for people."""

from __future__ import annotations

from engines.backgammon.cube.at_stake import match_chance
from engines.backgammon.cube.janowski import CubeDecision
from games.backgammon.moves import CubeAction
from games.backgammon.rules import BackgammonPhase, BackgammonState
from words import Text, say


def ranked(phase: BackgammonPhase, found: CubeDecision) -> tuple[CubeAction, CubeAction]:
    """The words that may be said, the better one first."""
    if phase is BackgammonPhase.CUBE:
        return (CubeAction.DOUBLE, CubeAction.ROLL) if found.doubles else (CubeAction.ROLL, CubeAction.DOUBLE)
    return (CubeAction.TAKE, CubeAction.DROP) if found.takes else (CubeAction.DROP, CubeAction.TAKE)


def share(call: CubeAction, found: CubeDecision, chance: float) -> float:
    """The mover's share of the game after a word, when the doubler wins with this chance if it is played on."""
    match call:
        case CubeAction.ROLL:
            return chance
        case CubeAction.DOUBLE:
            return chance if found.takes else 1.0
        case _:
            return 1 - chance if call is CubeAction.TAKE else 0.0


def figures(state: BackgammonState, found: CubeDecision) -> tuple[float, ...]:
    """To roll, to double when it is taken, when it is dropped, for the side that may double or has doubled: in points, the
    cube's value counted in; in a match the chance to win it.
    """
    worths = found.roll, found.take, found.drop
    value = state.cube.value
    if not state.options["match"]:
        return tuple(worth * value for worth in worths)
    chance = match_chance(state, doubler(state))
    won, lost = chance(value), chance(-value)
    return tuple((worth * (won - lost) + won + lost) / 2 for worth in worths)


def explain_figures(state: BackgammonState, given: tuple[float, ...]) -> Text | None:
    """Figures in words, seen from the side that has to say something; None where they are about something else."""
    if state.phase not in (BackgammonPhase.CUBE, BackgammonPhase.ANSWER) or len(given) != 3:
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


def doubler(state: BackgammonState) -> int:
    """Who may double, or has doubled."""
    return state.turn if state.phase is BackgammonPhase.CUBE else 3 - state.turn
