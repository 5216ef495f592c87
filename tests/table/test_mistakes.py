"""Which moves are called mistakes or slips, and in which words."""

from __future__ import annotations

import pytest

from fourth_seat.engines.results import MoveValue
from fourth_seat.games import find
from fourth_seat.table.analysis.mistakes import BIG_MISTAKE, MIN_MISTAKE, describe, fault, refuted
from fourth_seat.words import Text, say, say_many

KALAH = find("kalah")


def move(name: str, margin: int, *, exact: bool = True, line: tuple[str, ...] = ()) -> MoveValue:
    """Return a move of the first seat, worth a margin of seeds."""
    share = 0.5 if margin == 0 else float(margin > 0)
    (played,) = KALAH.parse(KALAH.start(KALAH.options()), name)
    return MoveValue(played, (share, 1 - share), exact, explain_bounds(margin), "", line)


def explain_bounds(margin: int) -> Text:
    if margin > 0:
        return say_many("wins by {n} seed", "wins by {n} seeds", margin)
    return say_many("loses by {n} seed", "loses by {n} seeds", -margin) if margin else say("a draw")


@pytest.mark.parametrize("game", ["connect4", "kalah"])
@pytest.mark.parametrize(("best", "played"), [(1, 0), (1, -1), (0, -1), (9, -9)])
def test_another_result_is_a_mistake(game: str, best: int, played: int) -> None:
    found = fault(find(game), 1, move("a", best), move("b", played))
    assert found and not found.slip and found.mark == "?"


@pytest.mark.parametrize(
    ("game", "best", "played", "slip"),
    [
        ("kalah", 8, 5, True),
        ("kalah", 8, 6, False),
        ("kalah", -2, -5, True),
        ("kalah", -2, -4, False),
        ("kalah", 3, 3, False),
        ("connect4", 3, 12, False),  # wins, but later
        ("connect4", 12, 3, False),
        ("connect4", -12, -3, False),
    ],
)
def test_of_the_same_result_only_a_lost_margin_counts(game: str, best: int, played: int, slip: bool) -> None:
    found = fault(find(game), 1, move("a", best), move("b", played))
    assert (found is not None) is slip
    assert found is None or (found.slip and found.mark == "(?)")


def test_the_second_seat_s_shares_count_for_it() -> None:
    best, played = move("a", -4), move("b", 4)
    assert fault(find("kalah"), 2, best, played)
    assert not fault(find("kalah"), 2, played, best)


@pytest.mark.parametrize(
    ("given", "mark"), [(0.0, ""), (0.99 * MIN_MISTAKE, ""), (MIN_MISTAKE, "(?)"), (0.09, "(?)"), (BIG_MISTAKE, "?")]
)
def test_where_throws_decide_a_share_of_the_win_counts(given: float, mark: str) -> None:
    better, worse = (MoveValue("11", (share, 1 - share), True) for share in (given, 0.0))
    found = fault(find("tridice"), 1, better, worse)
    assert (found.mark if found else "") == mark


@pytest.mark.parametrize(("best", "played"), [(False, True), (True, False)])
def test_what_is_not_proven_is_no_fault(best: bool, played: bool) -> None:
    assert fault(find("kalah"), 1, move("a", 9, exact=best), move("b", -9, exact=played)) is None


@pytest.mark.parametrize(
    ("best", "played", "late", "expected"),
    [
        (4, -2, False, "That was the mistake: pit a was better (wins by 4 seeds)."),
        (4, 0, True, "The mistake was pit b: pit a was better (wins by 4 seeds)."),
        (0, -2, False, "That was the mistake: pit a would have held the draw."),
        (0, -2, True, "The mistake was pit b: pit a would have held the draw."),
        (8, 2, False, "A slip: pit a (wins by 8 seeds) was better than pit b (wins by 2 seeds)."),
    ],
)
def test_what_is_said(best: int, played: int, late: bool, expected: str) -> None:
    found = fault(find("kalah"), 1, move("a", best), move("b", played))
    assert found
    assert str(describe(KALAH, found, late=late)) == expected


@pytest.mark.parametrize(
    ("line", "ends", "expected"),
    [
        (("b", "C D", "a"), True, "The answer to pit b is C D, a: south loses by 2 seeds."),
        (("b", "C D", "a"), False, "The answer to pit b is C D, a, …: south loses by 2 seeds."),
        (("b",), True, "After pit b, south loses by 2 seeds."),
        ((), False, "After pit b, south loses by 2 seeds."),
    ],
)
def test_how_a_move_is_refuted(line: tuple[str, ...], ends: bool, expected: str) -> None:
    assert str(refuted(KALAH, move("b", -2, line=line), say("south"), ends=ends)) == expected
