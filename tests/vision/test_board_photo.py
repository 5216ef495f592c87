"""The cells in a photo that a person is asked about."""

from __future__ import annotations

from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.board_photo import doubts

EVIDENCE = Evidence(
    {
        "a": {Content(0, 4): 0.0, Content(0, 5): -9.0},
        "b": {Content(0, 4): 0.0, Content(0, 5): -4.0},
        "c": {Content(0, 4): 0.0, Content(0, 5): -0.5},
        "d": {Content(0, 4): -6.0, Content(0, 5): 0.0},
    },
    frozenset({"a"}),
)


def test_the_most_doubtful_cells_are_asked_about_first() -> None:
    assert [doubt.cell for doubt in doubts(EVIDENCE)] == ["c", "a"]


def test_where_the_pieces_do_not_add_up_sure_cells_are_asked_about_too() -> None:
    asked = doubts(EVIDENCE, 3)
    assert [doubt.cell for doubt in asked] == ["c", "b", "d", "a"]
    assert asked[2].contents == (Content(0, 5), Content(0, 4))
