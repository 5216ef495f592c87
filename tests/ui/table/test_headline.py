"""The headline: larger letters in a taller window, in fixed steps, and its words never make other parts move."""

from __future__ import annotations

import pytest

from fourth_seat.ui.theme.theme import HUGE, LARGE, TITLE
from fourth_seat.ui.widgets.label import font_of
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN, shortened
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("size", "face"), [((800, 480), TITLE), ((1024, 600), TITLE), ((1280, 800), LARGE), ((1280, 1000), HUGE)]
)
def test_it_grows_with_the_window(sit: Sit, size: tuple[int, int], face: str) -> None:
    hands = sit("connect4", TWO, size=size)
    headline = hands.page.stage.panel.turn
    wanted = hands.window.theme.font(face)
    assert font_of(headline.message).actual("size") == wanted.actual("size")
    places = set()
    for columns in ("", "44", "5"):
        for column in columns:
            hands.click(column)
        hands.settle()
        places.add((headline.winfo_height(), hands.page.stage.panel.now.winfo_y()))
    assert len(places) == 1 and headline.winfo_height() >= 2 * wanted.metrics("linespace")


def test_a_longer_sentence_has_smaller_letters_in_the_same_room(sit: Sit) -> None:
    short, long = (sit("connect4", [f"human:{name}", "human:Ben"]) for name in ("Anna", "Anna-Maria Wilhelmine " * 2))
    heads = [hands.page.stage.panel.turn for hands in (short, long)]
    assert heads[0].winfo_height() == heads[1].winfo_height()
    sizes = [abs(int(font_of(head.message).cget("size"))) for head in heads]
    assert sizes[1] < sizes[0]
    assert heads[1].message.winfo_reqheight() <= heads[1].winfo_height()


@pytest.mark.parametrize("room", range(60, 150, 15))
def test_a_name_is_shortened_behind_a_whole_letter_and_in_its_own_order(sit: Sit, room: int) -> None:
    font = sit("connect4", TWO).window.theme.font(TITLE)
    name = f"{ISOLATE_SIGN}Zoe\u0308 \U0001f468\u200d\U0001f469 Wilhelmine{ISOLATE_END_SIGN}"
    short = shortened(name, room, font.measure)
    assert short.endswith(f"…{ISOLATE_END_SIGN}") and short.count(ISOLATE_SIGN) == 1
    kept = short.strip(f"…{ISOLATE_SIGN}{ISOLATE_END_SIGN}")
    assert not kept.endswith(("\u200d", "Zoe")), "no half of a letter"
