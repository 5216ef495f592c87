"""A throw that was seen before the move counts when the move is seen; dice from the previous turn do not."""

from __future__ import annotations

import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.inference.dice import DiceTracker
from fourth_seat.inference.evidence import Evidence, Likelihoods
from fourth_seat.inference.hypotheses import Hypothesis, turns
from fourth_seat.inference.posterior import judge

GAME = find("backgammon")
OPTIONS = GAME.options()
EMPTY: Evidence = Evidence({"6": {Content(1, 5): 0.0, None: -9.0}})


def shown(*dice: int) -> Evidence:
    """Return pictures of these dice, read with certainty."""

    def die(face: int) -> Likelihoods:
        return {None: 0.0, **{Content(faces=(n,)): 0.0 if n == face else -5.0 for n in range(1, 7)}}

    return Evidence({**EMPTY.cells, **{f"die:{k}": die(face) for k, face in enumerate(dice, 1)}})


def faces(evidence: Evidence) -> list[int]:
    """Return the throw that is reported."""
    return [face for k in (1, 2) for face in range(1, 7) if is_likeliest(evidence, f"die:{k}", face)]


def is_likeliest(evidence: Evidence, cell: str, face: int) -> bool:
    return cell in evidence.cells and evidence.of(cell, Content(faces=(face,))) == 0


def test_a_throw_is_told_when_the_dice_are_gone() -> None:
    tracker = DiceTracker(GAME.geometry(OPTIONS))
    assert faces(tracker.with_throw(EMPTY, sure=True)) == []
    assert faces(tracker.with_throw(shown(6, 2), sure=True)) == [6, 2]
    after = tracker.with_throw(EMPTY, sure=True)
    assert faces(after) == [6, 2]
    assert after.of("6", Content(1, 5)) == 0
    tracker.end_turn()
    assert faces(tracker.with_throw(EMPTY, sure=True)) == []


def test_dice_that_stay_are_no_throw_of_the_next_turn() -> None:
    tracker = DiceTracker(GAME.geometry(OPTIONS))
    tracker.with_throw(shown(6, 2), sure=True)
    tracker.end_turn()
    assert faces(tracker.with_throw(shown(6, 2), sure=True)) == []
    assert faces(tracker.with_throw(EMPTY, sure=False)) == []  # perhaps they were not recognised
    assert faces(tracker.with_throw(shown(6, 2), sure=True)) == []
    assert faces(tracker.with_throw(shown(5, 2), sure=True)) == [5, 2]


def test_the_same_throw_counts_after_the_dice_were_away() -> None:
    tracker = DiceTracker(GAME.geometry(OPTIONS))
    tracker.with_throw(shown(6, 2), sure=True)
    tracker.end_turn()
    tracker.with_throw(EMPTY, sure=True)
    assert faces(tracker.with_throw(shown(6, 2), sure=True)) == [6, 2]


@pytest.mark.parametrize("dice", [(4, 2), (3, 2)])
def test_dice_decide_between_boards_that_look_alike(dice: tuple[int, int]) -> None:
    state = GAME.parse_position("XGID=-b----E-C---dE---bae--a-B-:0:0:1:00:0:0:0:0:10", OPTIONS)
    plays = {throw: next(h for h in turns(GAME, state) if of(h) == throw) for throw in ((4, 2), (3, 2))}
    lying = state.cells()
    names = {name for play in plays.values() for name in play.changes if not name.startswith("die:")}
    blurred = {
        name: {content: 0.0 for play in plays.values() for content in [play.changes.get(name, lying.get(name))]}
        for name in names
    }
    tracker = DiceTracker(GAME.geometry(OPTIONS))
    assert judge(Evidence(blurred), lying, turns(GAME, state), {}).sure(0.9) is None
    tracker.with_throw(shown(*dice), sure=True)
    sure = judge(tracker.with_throw(Evidence(blurred), sure=True), lying, turns(GAME, state), {}).candidates
    likeliest = next(candidate.hypothesis for candidate in sure if candidate.hypothesis)
    assert of(likeliest) == dice
    assert likeliest.state == plays[dice].state


def of(hypothesis: Hypothesis) -> tuple[int, ...]:
    """Return the throw of a turn, the higher die first."""
    return tuple(sorted(hypothesis.moves[0].dice, reverse=True))
