"""The lights under a board are learned by a few taps, or by many if they are placed at random; taps are taken back, and
guesses denied.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find, game_names
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.mapping import LIT_COLOUR, LightsSetup, LightsStage
from fourth_seat.hardware.lights.regular import ORIENTATIONS, default_layout, regular_panels
from tests.hardware.lights.fake_strip import FakeStrip


def geometry_of(game: str) -> Geometry:
    return find(game).geometry(find(game).options())


def stage(setup: LightsSetup) -> LightsStage:
    """Return the stage, queried afresh each time."""
    return setup.stage


class Person:
    """Somebody who sees the LEDs and taps the cells that they light.

    Attributes:
        taps: how many were needed.
    """

    def __init__(self, geometry: Geometry, truth: LedLayout, count: int, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.strip = FakeStrip(count)
        self.truth = truth
        self.cell_of = {led: name for name, leds in truth.cells.items() for led in leds}
        self.setup = LightsSetup(self.strip, geometry, clock=clock)
        self.taps = 0

    def answer(self) -> None:
        """Tap the cell that is lit."""
        (led,) = self.strip.lit
        assert self.strip.lit[led] == LIT_COLOUR and led == self.setup.led
        self.taps += 1
        cell = self.cell_of.get(led)
        self.setup.tap(cell) if cell else self.setup.nothing()

    def answer_all(self) -> None:
        while stage(self.setup) is LightsStage.ASKING:
            self.answer()


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", game_names())
def test_a_few_taps_tell_a_regular_layout(game: str) -> None:
    geometry, chance = geometry_of(game), random.Random(game)
    for _ in range(4):
        first, rim = chance.randrange(6), chance.randrange(20)
        laid = regular_panels(geometry, chance.choice(ORIENTATIONS), serpentine=chance.random() < 0.7)
        truth = LedLayout(
            tuple(LedPanel(p.length, p.lines, p.first + first, p.serpentine, p.orientation, p.area) for p in laid)
        ).under(geometry)
        person = Person(geometry, truth, truth.count + rim)
        person.answer_all()
        setup = person.setup
        assert stage(setup) is LightsStage.CONFIRMING and person.taps <= 16
        setup.agree()
        around = (*range(first), *range(truth.count, truth.count + rim))
        if around:
            assert stage(setup) is LightsStage.RIM and set(person.strip.lit) == set(around)
            setup.agree()
        assert stage(setup) is LightsStage.READY and setup.layout
        assert setup.layout.under(geometry) == LedLayout((), truth.cells, around)
        assert not person.strip.lit


def test_the_light_that_confirms_runs_row_by_row_as_the_board_lies() -> None:
    now = [0.0]
    geometry = geometry_of("connect4")
    truth = LedLayout(regular_panels(geometry, Orientation(3), serpentine=True)).under(geometry)
    person = Person(geometry, truth, 42, lambda: now[0])
    person.answer_all()
    order = []
    for n in range(42):
        now[0] = (n + 0.5) * 12.0 / 42
        person.setup.step()
        order.append(person.setup.marked)
        assert {person.cell_of[led] for led in person.strip.lit} == {order[-1]}
    assert order == [f"{column}{row}" for row in range(6, 0, -1) for column in "abcdefg"]


def scattered(seed: int = 3) -> LedLayout:
    """Return LEDs of a ring of pits in no order, one pit with two and one without."""
    geometry = geometry_of("kalah")
    leds = list(range(16))
    random.Random(seed).shuffle(leds)
    names = [cell.name for cell in geometry.cells][:13]
    return LedLayout(
        (), {names[0]: (leds[0], leds[1]), **{name: (led,) for name, led in zip(names[1:], leds[2:], strict=False)}}
    )


def test_leds_that_lie_anyhow_are_asked_about_one_by_one() -> None:
    geometry, truth = geometry_of("kalah"), scattered()
    person = Person(geometry, truth, 16)
    person.answer_all()
    assert not person.setup.regular
    assert person.taps == 16
    assert stage(person.setup) is LightsStage.RIM  # some LEDs light no pit
    person.setup.deny()
    assert person.setup.layout
    learned = person.setup.layout.under(geometry)
    assert {name: set(leds) for name, leds in learned.cells.items()} == {
        name: set(leds) for name, leds in truth.cells.items()
    }
    assert learned.rim == ()


def test_what_was_tapped_so_far_may_be_enough() -> None:
    person = Person(geometry_of("kalah"), scattered(), 16)
    for _ in range(9):
        person.answer()
    person.setup.finish()
    if stage(person.setup) is LightsStage.RIM:
        person.setup.deny()
    assert person.setup.layout
    assert sum(len(leds) for leds in person.setup.layout.cells.values()) in (8, 9)


def test_who_denies_is_asked_about_each() -> None:
    geometry = geometry_of("connect4")
    truth = default_layout(geometry).under(geometry)
    swapped = dict(truth.cells) | {"a6": truth.cells["b6"], "b6": truth.cells["a6"]}
    person = Person(geometry, LedLayout((), swapped), 42)
    while stage(person.setup) is LightsStage.ASKING and person.taps < 42:
        person.answer()
    if stage(person.setup) is LightsStage.CONFIRMING:  # the few LEDs that were asked about looked regular
        person.setup.deny()
        assert stage(person.setup) is LightsStage.ASKING and not person.setup.regular
        person.answer_all()
    assert person.taps == 42
    assert person.setup.layout and person.setup.layout.under(geometry).cells == swapped


def test_answers_are_taken_back() -> None:
    geometry = geometry_of("connect4")
    person = Person(geometry, default_layout(geometry).under(geometry), 42)
    person.setup.back()
    assert person.setup.led == 0
    person.setup.tap("d3")  # a slip
    assert not person.setup.regular
    person.setup.back()
    assert person.setup.led == 0 and person.setup.regular
    person.answer_all()
    taps = person.taps
    assert stage(person.setup) is LightsStage.CONFIRMING
    person.setup.back()
    assert stage(person.setup) is LightsStage.ASKING
    person.answer()
    assert stage(person.setup) is LightsStage.CONFIRMING and person.taps == taps + 1


def test_every_stage_says_something_else_and_hears_only_what_belongs_there() -> None:
    geometry = geometry_of("connect4")
    person = Person(geometry, default_layout(geometry).under(geometry), 44)
    setup, messages = person.setup, set()
    setup.agree()
    setup.deny()
    setup.tap("z9")
    assert stage(setup) is LightsStage.ASKING and setup.led == 0
    messages.add(str(setup.message))
    person.answer_all()
    messages.add(str(setup.message))
    setup.tap("a1")
    setup.nothing()
    assert stage(setup) is LightsStage.CONFIRMING
    setup.agree()
    messages.add(str(setup.message))
    assert "42, 43" in str(setup.message)
    setup.deny()
    messages.add(str(setup.message))
    assert len(messages) == 4 and setup.layout == default_layout(geometry)


def test_leds_around_the_board_only() -> None:
    setup = LightsSetup(FakeStrip(30), geometry_of("kalah"))
    assert not setup.enough
    setup.nothing()
    assert setup.enough
    setup.finish()
    assert stage(setup) is LightsStage.RIM and "0-29" in str(setup.message)
    setup.agree()
    assert setup.layout == LedLayout((), {}, tuple(range(30)))


def test_a_single_led_beside_the_cells_is_asked_about_as_one() -> None:
    geometry = geometry_of("connect4")
    person = Person(geometry, default_layout(geometry).under(geometry), 43)
    person.answer_all()
    person.setup.agree()
    asked = "LED 42 is not under any place on the board. It is lit now: is it at the edge of the board?"
    assert str(person.setup.message) == asked


def test_leds_that_lie_nowhere_are_asked_about_again() -> None:
    setup = LightsSetup(FakeStrip(4), geometry_of("kalah"))
    for _ in range(4):
        setup.nothing()
    assert stage(setup) is LightsStage.RIM
    setup.deny()
    assert stage(setup) is LightsStage.ASKING and setup.led == 0 and setup.layout is None
