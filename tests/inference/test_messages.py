"""Everything that is wrong with a board fits into one sentence."""

from __future__ import annotations

import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content, differences
from fourth_seat.inference.messages import differences_text


@pytest.mark.parametrize(
    ("name", "found", "wanted", "sentence"),
    [
        (
            "connect4",
            {"e1": Content(1)},
            {"d1": Content(1)},
            "red is missing from row 1 of column 4, and row 1 of column 5 should be empty, but red is there",
        ),
        ("connect4", {}, {"d1": Content(2)}, "yellow is missing from row 1 of column 4"),
        ("kalah", {"c": Content(0, 4)}, {"c": Content(0, 5)}, "c should hold 5, not 4"),
        ("backgammon", {"8": Content(2, 1)}, {"8": Content(1, 3)}, "8 should hold 3 white, not black"),
        (
            "blokus",
            {},
            {"a1": Content(3), "a2": Content(3), "b2": Content(3)},
            "red is missing from a1, a2 and b2",
        ),
        (
            "blokus",
            {},
            {f"a{n}": Content(3) for n in range(1, 13)},
            "red is missing from a1, a2, a3, a4, a5, a6 and 6 more",
        ),
        (
            "connect4",
            {"e1": Content(1), "f1": Content(2)},
            {"d1": Content(1), "f1": Content(1), "g1": Content(2)},
            "red is missing from row 1 of column 4, and row 1 of column 5 should be empty, but red is there; "
            "2 more places are wrong",
        ),
        ("connect4", {}, {}, "the board can't be read: check whether something is lying on it"),
    ],
)
def test_sentences(name: str, found: dict[str, Content], wanted: dict[str, Content], sentence: str) -> None:
    game = find(name)
    assert str(differences_text(game, game.options(), differences(found, wanted))) == sentence
