"""Special positions from which games begin: complete, with contact, of all kinds, always the same."""

from __future__ import annotations

import random

import pytest

from fourth_seat.engines.backgammon.evaluator import packed
from fourth_seat.engines.backgammon.kernels.position_kind import BACKGAME, CONTACT
from fourth_seat.engines.backgammon.kernels.turns import BAR, EACH, SIDE
from training.backgammon import starts
from training.backgammon.fit import kinds_of
from training.backgammon.starts import RECIPES, Recipe, draw_positions, legal


def test_positions_are_whole_and_have_contact() -> None:
    found = draw_positions(400, 3)
    assert (found == draw_positions(400, 3)).all() and (found != draw_positions(400, 4)).any()
    assert (found[:, :SIDE].sum(1) == EACH).all() and (found[:, SIDE:].sum(1) == EACH).all()
    shared = (found[:, 1:BAR] > 0) & (found[:, SIDE + 1 : SIDE + BAR][:, ::-1] > 0)
    assert not shared.any()
    assert len({position.tobytes() for position in found}) > 390


@pytest.mark.parametrize("recipe", list(dict.fromkeys(RECIPES)))
def test_every_recipe_comes_out(recipe: Recipe) -> None:
    rng = random.Random(1)
    assert sum(legal(*recipe(rng)) for _ in range(200)) > 60


def test_backgames_are_judged_by_their_own_network() -> None:
    own, other = (kinds_of(draw_positions(60, 5, some)) for some in ((starts.backgame,), (starts.anchored, starts.closed)))
    assert (own == BACKGAME).all(), "one side holds two points, and the other is out of that one's home"
    assert not (other == BACKGAME).any(), "one anchor, or none"


def test_with_checkers_of_both_sides_back_it_is_no_backgame() -> None:
    own = {24: 2, 21: 2, 8: 3, 6: 4, 5: 2, 4: 2}
    for place, expected in ((7, BACKGAME), (18, BACKGAME), (23, CONTACT), (25, CONTACT)):
        checkers = {2: 3, 3: 3, 5: 4, 6: 2, 7: 2} | {place: 3 if place == 7 else 1}
        holder, other = (tuple(side.get(place, 0) for place in range(SIDE)) for side in (own, checkers))
        assert kinds_of(packed([(holder, other), (other, holder)])).tolist() == [expected, expected]


def test_kinds_are_what_they_say() -> None:
    rng = random.Random(2)
    for _ in range(50):
        own, _ = starts.backgame(rng)
        assert sum(count > 1 for count in own[19:BAR]) >= 2, "two anchors"
        _, other = starts.contained(rng)
        assert sum(other[12:]) >= 1, "somebody is back"
        own, other = starts.closed(rng)
        assert other[BAR] >= 1 and sum(count > 1 for count in own[1:7]) >= 5, "on the bar, before a board"
        _, other = starts.blitzed(rng)
        assert other[BAR] >= 1, "somebody is on the bar"
