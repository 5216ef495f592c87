"""The making of Duo's opening book."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.engines.blokus.book import after, read
from fourth_seat.games.blokus.moves import BlokusPlacement
from tests.engines.blokus.positions import duo_placements
from training.blokus import book
from training.blokus.book import GAMES_A_ROUND, OpeningNode, OpeningTree, worth

FIRST, OTHER = duo_placements("f8,f9,g9,e10,f10 f9,e10,f10,g10,f11")
(MIRRORED,) = duo_placements("f8,e9,f9,g9,e10")
ANSWERS = duo_placements("j5,i6,j6,k6,j7 i4,h5,i5,j5,i6")


def position(line: tuple[BlokusPlacement, ...], *results: tuple[int, float]) -> OpeningNode:
    """Return a position in which each of `ANSWERS` was tried in some games, with their worth to the second colour."""
    node = OpeningNode(0, line)
    for number, (placement, (games, value)) in enumerate(zip(ANSWERS, results, strict=True), 1):
        node.children[placement] = OpeningNode(number, (*line, placement), games=games, worth=value)
        node.chosen[placement] = games
    return node


def test_mirror_images_are_one_position() -> None:
    tree = OpeningTree()
    (root,) = tree.choose_path()
    tree.list_children(root, [FIRST, MIRRORED, OTHER])
    assert list(root.children) == [FIRST, OTHER]


def test_first_placements_are_tried_alike() -> None:
    tree = OpeningTree()
    tree.list_children(tree.choose_path()[0], [FIRST, OTHER])
    assert {tree.choose_path()[1].line for _ in range(2)} == {(FIRST,), (OTHER,)}


def test_each_colour_chooses_what_wins_for_it() -> None:
    results = (10, 7.0), (10, 2.0)
    assert position((FIRST,), *results).choose() == ANSWERS[0]
    assert position((FIRST, ANSWERS[0]), *results).choose() == ANSWERS[1]


def test_a_position_with_few_games_is_tried_before_one_that_wins_a_little_more() -> None:
    assert position((FIRST,), (200, 60.0), (2, 0.5)).choose() == ANSWERS[1]


@pytest.mark.parametrize("line", [(FIRST,), (FIRST, ANSWERS[0])])
def test_games_under_way_count_as_lost_for_who_chooses(line: tuple[BlokusPlacement, ...]) -> None:
    node = position(line, (10, 5.0), (10, 5.0))
    for _ in range(6):
        node.children[node.choose()].under_way += 1
    assert [child.under_way for child in node.children.values()] == [3, 3]


def test_the_answer_is_what_was_chosen_here_most_often() -> None:
    node = position((FIRST,), (30, 9.0), (20, 5.0))
    assert node.answer() == ANSWERS[0]
    node.children[ANSWERS[1]].games += 50  # reached in another way
    assert node.answer() == ANSWERS[0]
    node.chosen[ANSWERS[1]] += 50
    assert node.answer() == ANSWERS[1]


def test_the_game_begins_with_what_won_most() -> None:
    assert position((), (100, 20.0), (100, 10.0)).answer() == ANSWERS[1]


def test_a_result_ends_a_game_that_was_under_way() -> None:
    tree = OpeningTree()
    (root,) = path = tree.choose_path()
    assert (root.games, root.under_way) == (0, 1)
    tree.enter_result(path, [10, 12])
    assert (root.games, root.under_way) == (1, 0) and root.worth > 0.5


def test_worth_is_for_winning_and_for_points_ahead() -> None:
    assert worth([10, 10]) == 0.5
    assert 0 < worth([30, 0]) < worth([12, 10]) < worth([10, 12]) < worth([0, 30]) < 1
    assert worth([10, 11]) - worth([11, 10]) > 0.5


@pytest.mark.slow
def test_a_book_is_the_same_from_any_number_of_processes_and_after_an_interruption(tmp_path: Path) -> None:
    arguments = ["--simulations", "200", "--games", str(6 * GAMES_A_ROUND)]
    once, resumed = tmp_path / "once.book", tmp_path / "resumed.book"
    book.main([str(tmp_path / "once"), *arguments, "--farm", "2", "--write", str(once)])
    book.main([str(tmp_path / "resumed"), *arguments[:2], "--games", str(2 * GAMES_A_ROUND)])
    book.main([str(tmp_path / "resumed"), *arguments, "--write", str(resumed)])
    assert once.read_text("utf-8") == resumed.read_text("utf-8")
    assert read(once).answer(after([])) in after([]).legal()
