"""The page says "you": whose phone it is, when their turn begins, who has won; and moves are shown in motion, as on the
table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Browser

from fourth_seat.games import game_names
from fourth_seat.page.host import PageHost
from tests.page.browser_phone import BrowserPhone, phone
from tests.page.tables import hosted, play_once, table_of

PEOPLE = ("human:Anna", "human:Ben")
LONGEST_MS = 400  # of a motion, including a frame's slack
VIBRATIONS = "window.pushes = []; navigator.vibrate = (pattern) => pushes.push(pattern); 0"
MOTIONS = """window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const begun = animate.call(this, frames, timing);
  motions.push(timing.duration + (timing.delay || 0));
  return begun;
}; 0"""
PICTURE = """(({ drawing: { layers }, motion }) =>
  [motion.layer, ...Object.values(layers).filter((each) => each !== layers.places)]
  .map((each) => each.innerHTML).join("|"))(fourthSeat)"""
NAMES = "[...document.querySelectorAll('.over tbody bdi:not([dir])')].map((each) => each.textContent)"


@contextmanager
def three(browser: Browser, host: PageHost) -> Iterator[tuple[BrowserPhone, BrowserPhone, BrowserPhone]]:
    """Yield the phones of two players and of somebody who watches."""
    with phone(browser, host, 1) as anna, phone(browser, host, 2) as ben, phone(browser, host) as eve:
        yield anna, ben, eve


def shows_entry(hand: BrowserPhone, number: int) -> bool:
    """Return whether a phone shows the board after this many entries."""
    return bool(hand.page.evaluate("fourthSeat.scene.motion.number") == number)


def header_colour(hand: BrowserPhone) -> str:
    """Return the colour behind whose turn it is."""
    return str(hand.page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor"))


@pytest.mark.slow
def test_a_phone_says_that_it_is_your_turn_and_pushes_once(browser: Browser) -> None:
    table = table_of("connect4", *PEOPLE)
    with hosted(table) as host, three(browser, host) as (anna, ben, eve):
        anna.until(lambda: anna.text("turn") == "Your turn.")
        assert ben.text("turn") == eve.text("turn") == "Anna's turn."
        assert (anna.page.title(), ben.page.title()) == ("● Your turn.", "Anna's turn.")
        assert header_colour(anna) != header_colour(ben)
        ben.page.evaluate(VIBRATIONS)
        anna.tap("4")
        ben.until(lambda: ben.text("turn") == "Your turn.")
        anna.until(lambda: anna.text("turn") == "Ben's turn.")
        assert len(ben.page.evaluate("pushes")) == 1
        ben.tap("4")
        anna.until(lambda: anna.text("turn") == "Your turn.")
        ben.page.click("#menu")
        ben.page.click("dialog button:text-is('Settings for this phone')")
        ben.page.click("#vibration")
        ben.page.click("dialog button[aria-label='Close']")
        anna.tap("4")
        ben.until(lambda: ben.text("turn") == "Your turn.")
        assert len(ben.page.evaluate("pushes")) == 1
        assert anna.errors == ben.errors == []


@pytest.mark.slow
def test_where_several_play_on_one_phone_their_names_stay(browser: Browser) -> None:
    with hosted(table_of("connect4", *PEOPLE)) as host, phone(browser, host, 1, 2) as both:
        both.until(lambda: both.text("turn") == "Anna's turn.")
        assert both.page.evaluate("getComputedStyle(document.body).getPropertyValue('--you')").count("#") == 2


@pytest.mark.slow
def test_who_has_won_is_told_by_name_and_to_the_winner_as_theirs(browser: Browser) -> None:
    table = table_of("connect4", *PEOPLE)
    for column in "121212":
        table.play(column)
    with hosted(table) as host, phone(browser, host, 1) as anna, phone(browser, host, 2) as ben:
        anna.tap("1")
        anna.until(lambda: anna.text("stage").startswith("You win!"))
        ben.until(lambda: ben.text("stage").startswith("Anna wins"))
        for hand in (anna, ben):
            assert hand.page.evaluate(NAMES) == ["Anna", "Ben"]
            assert hand.page.query_selector("#record table") is None  # the scores are in the card
        assert anna.page.query_selector(".won") and not ben.page.query_selector(".won")


@pytest.mark.slow
def test_labels_say_can_be_tapped_to_those_alone_who_can(browser: Browser) -> None:
    table = table_of("connect4", *PEOPLE)
    with hosted(table) as host, three(browser, host) as (anna, ben, eve):
        anna.until_said("4", "can be tapped")
        for other in (ben, eve):
            assert not [place for place in other.places() if "can be tapped" in other.label(place)]
        eve.tap("4")
        eve.until(lambda: "You are watching" in eve.text("said"))
        ben.tap("4")
        ben.until(lambda: "Anna's turn" in ben.text("said"))
        assert not table.history.standing


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("moves", [0, 1, 12])
def test_a_piece_first_lies_where_it_fits(browser: Browser, moves: int) -> None:
    table = table_of("blokus", moves=moves)
    seat = table.state.seat
    anchors = {cell: places for cell, places in table.game.anchors(table.state).items() if places}
    with hosted(table) as host, phone(browser, host, seat) as hand:
        for cell in sorted(anchors)[::3]:
            hand.take(cell.partition(":")[2])
            hand.until(lambda: table.move_input.laid is not None)
            laid = table.move_input.laid
            assert laid and laid.move is not None
            hand.until_said(laid.over, "the piece fits here")
            dots = hand.page.evaluate("fourthSeat.drawing.view.marks.next.length")
            assert dots == len(anchors[cell])  # where it can be attached stays marked
            hand.tap(laid.cells[0])  # says where, and does not play yet
            hand.pass_time(0.3)
            assert table.history.at == moves
            table.clear_taps()
            hand.until(lambda: not hand.page.query_selector("#hand .pad"))


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", game_names())
def test_pieces_move_and_the_last_frame_is_the_board(browser: Browser, name: str) -> None:
    table, rng = table_of(name, moves=6), Random(3)
    with hosted(table) as host, phone(browser, host, 1) as hand, phone(browser, host, 1, reduced_motion="reduce") as still:
        for each in (hand, still):
            each.page.evaluate(MOTIONS)
        for _ in range(6):
            play_once(table, rng)
            at = table.history.at
            for each in (hand, still):
                each.until(partial(shows_entry, each, at))
        hand.pass_time(LONGEST_MS / 1000 + 0.2)
        durations = hand.page.evaluate("motions")
        assert durations and max(durations) <= LONGEST_MS and min(durations) >= 150
        assert still.page.evaluate("motions") == []
        assert hand.page.evaluate("document.getAnimations().length") == 0
        moved, plain = (each.page.evaluate(PICTURE) for each in (hand, still))
        assert moved == plain
        assert hand.errors == still.errors == []


@pytest.mark.slow
def test_what_is_taken_back_does_not_move_as_if_it_were_played(browser: Browser) -> None:
    table = table_of("connect4", "human:Anna", "computer:1")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.page.evaluate(MOTIONS)
        table.play("4")
        table.play_computer(table.state.legal()[0])
        hand.until(lambda: hand.page.query_selector(".todo"))
        assert len(hand.page.evaluate("motions")) == 2  # the path of the first stone, with its place hidden meanwhile
        hand.page.click("#main-action")
        hand.until(lambda: shows_entry(hand, 2))
        assert len(hand.page.evaluate("motions")) == 4
        table.play("5")
        hand.until(lambda: shows_entry(hand, 3))
        table.undo()
        hand.until(lambda: hand.page.query_selector(".todo"))
        hand.page.click("#main-action")
        hand.until(lambda: not hand.page.query_selector(".todo"))
        assert len(hand.page.evaluate("motions")) == 6


@pytest.mark.slow
def test_a_tap_is_taken_while_pieces_move(browser: Browser) -> None:
    table = table_of("connect4", *PEOPLE)
    with hosted(table) as host, phone(browser, host, 1, 2) as hand:
        for column in "1234":
            hand.tap(column)
            hand.until_covered(column)
            assert hand.page.evaluate("fourthSeat.motion.layer.childElementCount") == 1  # it is still falling
        assert len(table.history.standing) == 4


def test_a_short_code_is_typed_where_scanning_fails(browser: Browser) -> None:
    with hosted(table_of("connect4", *PEOPLE)) as host:
        context = browser.new_context(viewport={"width": 320, "height": 568}, locale="en-GB")
        hand = BrowserPhone(context, host)
        hand.until(lambda: host.port > 0)
        invitation = host.invite("127.0.0.1", (2,))
        hand.pass_time(0.2)
        hand.page.goto(f"http://{invitation.place}")
        hand.page.fill("#code", "xxxxxx")
        hand.page.keyboard.press("Enter")
        hand.until(lambda: "wrong, has been used or is too old" in hand.text("said"))
        hand.page.fill("#code", invitation.code.lower())
        hand.page.click("button")
        hand.until(lambda: hand.page.query_selector("#board .place"))
        assert next(iter(host.guests.values())).seats == (2,)
        context.close()
