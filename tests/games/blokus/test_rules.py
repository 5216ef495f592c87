"""Blokus's rules: starts, turns, seats, reasons, scores."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusOut
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import IllegalMove
from tests.references.blokus import against_counts, recorded_games

OPENINGS = ("a20,b20,b19", "t20,s20", "t1,s1", "a1,b1")


def begin(options: str = "", *moves: str) -> BlokusState:
    state = GAME.start(GAME.options(options))
    for move in moves:
        state = state.play(*GAME.parse(state, move))
    return state


def reason(state: BlokusState, text: str) -> str:
    (move,) = GAME.parse(state, text)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    return str(caught.value)


def finished(options: str, seed: int = 1) -> BlokusState:
    rng, state = random.Random(seed), begin(options)
    while not state.over:
        state = state.play_unchecked(rng.choice(state.legal()))
    return state


def test_first_placements() -> None:
    assert [len(begin().legal_for(colour)) for colour in (1, 2, 3, 4)] == [58] * 4
    assert [len(begin("variant=duo").legal_for(colour)) for colour in (1, 2)] == [414] * 2


def test_counts_of_placements_agree_with_an_independent_engine() -> None:
    outcome = against_counts(2000)
    assert outcome.positions >= 2000 and outcome.differences == 0


def test_final_scores_agree_with_an_independent_engine() -> None:
    compared = 0
    for game in recorded_games():
        scores = game.final().standing().scores
        if game.variant == "classic":
            assert [score + 89 for score in scores] == [int(points) for points in game.score.split()]
        else:
            lead = scores[0] - scores[1]
            assert game.score == ("0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}")
        compared += 1
    assert compared == 162


def test_corners_and_order_of_play_can_be_chosen() -> None:
    state = begin("corners=counterclockwise,start=t1,colours=rgby")
    assert [state.setting.starts[colour - 1] for colour in (1, 2, 3, 4)] == ["t1", "t20", "a20", "a1"]
    assert [str(GAME.colour_name(colour, state.options)) for colour in (1, 2, 3, 4)] == ["red", "green", "blue", "yellow"]
    assert {len(state.legal_for(colour)) for colour in (1, 2, 3, 4)} == {58}
    assert reason(state, "a20") == "the first piece must cover your start square t1"


@pytest.mark.parametrize(
    ("options", "seats"),
    [("", [1, 2, 3, 4] * 3), ("players=2", [1, 2] * 6), ("players=3", [1, 2, 3, 1, 1, 2, 3, 2, 1, 2, 3, 3])],
)
def test_whose_turn(options: str, seats: list[int]) -> None:
    state, rng = begin(options), random.Random(3)
    found = []
    for _ in seats:
        found.append(state.seat)
        assert state.mover in GAME.colours_of(state.seat, state.options)
        state = state.play(rng.choice(state.legal()))
    assert found == seats


def test_duo_ignores_the_options_for_players_and_start() -> None:
    state = begin("variant=duo,players=3,start=t1")
    assert GAME.seats(state.options) == 2 and state.setting.starts == ("e10", "j5")


def test_reasons() -> None:
    state = begin("", *OPENINGS, "c18")
    assert reason(state, "a20,a19") == "blue has a piece there already: a20"
    assert reason(state, "t20,t19") == "yellow has a piece there already: t20"
    assert reason(state, "r20,q20,p20") == "the piece touches your own yellow piece along an edge at r20"
    assert reason(state, "r19,q19") == "the yellow I2 has already been placed"
    assert reason(state, "h10") == (
        "the piece does not touch any of your corners: it must touch one of your own pieces corner to corner"
    )
    assert reason(state, "r19,r17") == "these squares are not connected: r17 is not next to r19"
    assert reason(state, "a1,b1,c1,d1,e1,f1") == "green has a piece there already: a1"
    assert reason(state, "d1,e1,f1,g1,h1,i1") == "these 6 squares are not a Blokus piece: the largest pieces have 5 squares"
    assert reason(begin(), "b20,b19") == "the first piece must cover your start square a20"
    assert "there is no square" in reason_of_notation("variant=duo", "t20")
    (of_larger_board,) = GAME.parse(begin(), "t20")
    assert str(begin("variant=duo").why_not(of_larger_board)) == "there is no square t20: the squares are a1 to n14"


def reason_of_notation(options: str, text: str) -> str:
    with pytest.raises(ValueError) as caught:
        GAME.parse(begin(options), text)
    return str(caught.value)


def test_out() -> None:
    state = begin("", "out")
    assert state.mover == 2 and not state.over
    for move in OPENINGS[1:]:
        state = state.play(*GAME.parse(state, move))
    assert state.mover == 2, "blue has stopped placing pieces"
    blue = GAME.turn_to(state, 1)
    assert blue.legal() == () and reason(blue, "a20") == reason(blue, "out") == "blue has stopped placing pieces"
    for _ in range(3):
        assert state.why_not(BlokusOut()) is None and all(str(move) != "out" for move in state.legal())
        state = state.play(BlokusOut())
    assert state.over and state.standing().scores == (-89, -87, -87, -87)
    assert reason(state, "out") == "the game is over: no colour can place a piece any more"


def test_a_colour_that_cannot_place_passes_by_itself() -> None:
    state, rng, skipped = begin(), random.Random(5), False
    while not state.over:
        mover, after = state.mover, state.play(rng.choice(state.legal()))
        passed_over = {(mover + n) % 4 + 1 for n in range((after.mover - mover - 1) % 4)} if not after.over else set()
        assert not any(after.legal_for(colour) for colour in passed_over)
        skipped |= bool(passed_over)
        state = after
    assert skipped and not any(state.can_place(colour) for colour in (1, 2, 3, 4))


def test_turn_to_gives_any_colour_the_turn() -> None:
    state = GAME.turn_to(begin("", OPENINGS[0]), 4)
    assert state.mover == 4 and len(state.legal()) == 58
    after = state.play(*GAME.parse(state, OPENINGS[3]))
    assert after.mover == 1
    assert [tableau.out for tableau in after.tableaux] == [False] * 4
    with pytest.raises(IllegalMove):
        GAME.turn_to(state, 5)


def test_scores_of_seats() -> None:
    for seed in range(3):
        four, three, two = (finished(f"players={players}", seed) for players in (4, 3, 2))
        single = four.standing()
        assert single.scores == tuple(tableau.advanced for tableau in four.tableaux)
        assert three.standing().scores == single.scores[:3], "the shared colour counts for no seat"
        assert two.standing().scores == (single.scores[0] + single.scores[2], single.scores[1] + single.scores[3])
        assert [str(tally.title) for tally in single.sheet] == ["Advanced score", "Basic score", "Pieces placed"]


def test_bonus_and_the_score_that_decides() -> None:
    state = begin()
    last = placed_all(state, "I1")
    early = placed_all(state, "I2")
    assert (last.tableaux[0].advanced, last.tableaux[0].basic) == (20, 0)
    assert (early.tableaux[0].advanced, early.tableaux[0].basic) == (15, 0)
    basic = GAME.parse_position(GAME.position(last), GAME.options("score=basic"))
    assert last.standing().scores[0] == 20 and basic.standing().scores[0] == 0
    assert [tally.scores[0] for tally in basic.standing().sheet] == [20, 0, 21]
    assert [tally.decides for tally in basic.standing().sheet] == [False, True, False]
    assert [tally.decides for tally in last.standing().sheet] == [True, False, False]


def placed_all(state: BlokusState, last: str) -> BlokusState:
    """Return a board with all of blue's pieces, `last` placed last, legally or not: scores do not depend on that."""
    order = sorted(state.setting.trays(1, state.tableaux[0].left), key=lambda tray: tray == f"blue:{last}")
    for tray in order:
        state = GAME.turn_to(state, 1)
        over = next(
            cells
            for row in range(1, 21)
            for column in "abcdefghijklmnopqrst"
            if (cells := GAME.hold(state, tray, 0, False, f"{column}{row}").cells)
            and len(cells) == len(GAME.hold(state, tray, 0, False, "j10").cells)
            and not set(cells) & state.cells().keys()
        )
        state = GAME.play_anyway(state, ",".join(over))
    return state


def test_the_reason_names_the_seats_that_share_a_win() -> None:
    state = begin("", "out", "out", "out", "out")
    result = state.standing()
    assert result.winners == (1, 2, 3, 4) and result.share(1) == 0.25
    assert str(result.reason).endswith("blue, yellow, red and green share the win with -89 points.")
