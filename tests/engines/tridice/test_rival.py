"""Learning from the other side's turns whether it overlooks things."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.tridice.rival import Rival
from fourth_seat.engines.tridice.search import TriDiceSearch
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState

TRIDICE = find("tridice")


def thrown(state: TriDiceState, rng: Random) -> TriDiceState:
    """Return the state after a die in the air has fallen."""
    return state.play(rng.choice(state.legal())) if state.to_move == CHANCE else state


def test_the_turn_that_was_played_is_found_whatever_the_dice_show() -> None:
    rng, found = Random(3), 0
    rival = Rival()
    for _ in range(12):
        state = thrown(TRIDICE.start(TRIDICE.options()), rng)
        for _ in range(24):
            ours = rng.choice(state.legal())
            rival.leave(state.play(ours))
            state = thrown(state.play(ours), rng)
            if state.over:
                break
            before, turn = state, rng.choice(state.legal())
            state = thrown(state.play(turn), rng)
            if state.over:
                break
            seen = rival.turn_to(state)
            assert (seen is None) == (len(before.legal()) == 1)
            if seen:
                assert state in {thrown(seen[0].play(seen[1]), Random(n)) for n in range(99)}
                found += seen == (before, turn)
    assert found > 100
    assert rival.turn_to(TRIDICE.start(TRIDICE.options())) is None


def test_a_few_turns_tell_and_others_tell_otherwise() -> None:
    rival = Rival()
    shallow, searched = TRIDICE.start(TRIDICE.options()).legal()[:2]
    assert rival.overlooks
    for _ in range(10):
        rival.learn(shallow, shallow, shallow)
    rival.learn(searched, shallow, searched)
    assert not rival.overlooks
    for _ in range(50):
        rival.learn(searched, shallow, searched)
    for _ in range(3):
        rival.learn(shallow, shallow, searched)
    assert rival.overlooks


@pytest.mark.parametrize("overlooks", [True, False])
def test_a_game_tells_how_far_the_other_side_sees(overlooks: bool) -> None:
    rival, tree = Rival(), TriDiceTree(1 << 24, weights(), TriDiceTables(1))
    search = TriDiceSearch(TRIDICE.options(), EngineLimits(), Random(1), rival)
    play: Callable[[], TriDiceMove] = tree.shallow_turn if overlooks else lambda: tree.best().move
    rng, predictions = Random(4), list[bool]()
    for _ in range(4):
        state = thrown(TRIDICE.start(TRIDICE.options()), rng)
        while not state.over:
            if state.turn == 1:
                move = search.choose(state, 8, SearchLimit(400), lambda *_: None)
            else:
                tree.set_position(state)
                tree.search(1500)
                move = play()
            state = thrown(state.play(move), rng)
        predictions.append(rival.overlooks)
    assert predictions[1:] == [overlooks] * 3
