"""How the opening book of Duo is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.blokus.book import after, read
from games.blokus.moves import BlokusPlacement
from games.blokus.notation import parse
from training.blokus import book
from training.blokus.book import GAMES_A_ROUND, OpeningNode, OpeningTree, worth

FIRST, MIRRORED, OTHER = "f8,f9,g9,e10,f10", "f8,e9,f9,g9,e10", "f9,e10,f10,g10,f11"


def placements(*texts: str) -> tuple[BlokusPlacement, ...]:
    found = [parse(text, 14) for text in texts]
    return tuple(move for move in found if isinstance(move, BlokusPlacement))


def test_mirror_images_are_one_position() -> None:
    tree = OpeningTree()
    (root,) = tree.choose_path()
    tree.list_children(root, placements(FIRST, MIRRORED, OTHER))
    assert list(root.children) == list(placements(FIRST, OTHER))


def test_first_placements_are_tried_alike_and_answers_by_what_they_win() -> None:
    tree = OpeningTree()
    tree.list_children(tree.choose_path()[0], placements(FIRST, OTHER))
    first = {tree.choose_path()[1].line for _ in range(2)}
    assert first == {placements(FIRST), placements(OTHER)}
    second = OpeningNode(0, placements(FIRST))
    good, bad = (OpeningNode(n, placements(FIRST, move)) for n, move in ((1, "j5,i6,j6,k6,j7"), (2, "i4,h5,i5,j5,i6")))
    second.children = dict(zip(placements("j5,i6,j6,k6,j7", "i4,h5,i5,j5,i6"), (good, bad), strict=True))
    good.games, good.worth, bad.games, bad.worth = 10, 7.0, 10, 2.0
    assert second.best_child() is good
    assert second.answer() == placements("j5,i6,j6,k6,j7")[0]
    second.line = placements(FIRST, "j5,i6,j6,k6,j7")  # then the first colour chooses
    assert second.best_child() is bad


def test_the_game_begins_with_what_won_most() -> None:
    start = OpeningNode(0, ())
    worse, better = OpeningNode(1, placements(FIRST)), OpeningNode(2, placements(OTHER))
    start.children = dict(zip(placements(FIRST, OTHER), (worse, better), strict=True))
    worse.games, worse.worth, better.games, better.worth = 100, 20.0, 100, 10.0
    assert start.answer() == placements(OTHER)[0]


def test_a_position_with_few_games_is_tried_before_one_that_wins_a_little_more() -> None:
    node = OpeningNode(0, placements(FIRST))
    often, seldom = OpeningNode(1, ()), OpeningNode(2, ())
    node.children = dict(zip(placements("j5,i6,j6,k6,j7", "i4,h5,i5,j5,i6"), (often, seldom), strict=True))
    often.games, often.worth, seldom.games, seldom.worth = 200, 60.0, 2, 0.5
    assert node.best_child() is seldom


def test_worth_is_for_winning_and_for_points_ahead() -> None:
    assert worth([10, 10]) == 0.5
    assert 0 < worth([30, 0]) < worth([12, 10]) < worth([10, 12]) < worth([0, 30]) < 1
    assert worth([10, 11]) - worth([11, 10]) > 0.5


@pytest.mark.slow
def test_a_book_is_made_the_same_by_any_number_of_processes_and_gone_on_with(tmp_path: Path) -> None:
    arguments = ["--simulations", "20", "--games", str(6 * GAMES_A_ROUND)]
    books = []
    for farm in ("1", "2"):
        folder, path = tmp_path / farm, tmp_path / f"{farm}.book"
        book.main([str(folder), *arguments[:2], "--games", str(2 * GAMES_A_ROUND), "--farm", farm])
        book.main([str(folder), *arguments, "--farm", farm, "--write", str(path)])
        books.append(path.read_text("utf-8"))
    assert books[0] == books[1] != ""
    assert read(tmp_path / "1.book").answer(after(())) in after(()).legal()
