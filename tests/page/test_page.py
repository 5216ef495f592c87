"""The page in a real browser: it shows the board and obeys a finger, in all languages and sizes."""

from __future__ import annotations

import io
import os
import re
import signal
from functools import partial
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Browser

from fourth_seat.games import game_names
from fourth_seat.page.wording import WORDS
from tests.page.browser_phone import SIZES, phone
from tests.page.tables import hosted, play_once, table_of

STATIC = Path(__file__).resolve().parents[2] / "page" / "static"
MAX_BYTES = 150_000
LEAST_TARGET = 44  # pixels
GAP = 24  # between two phones in a picture
SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
LOCALES = {"en": "en-GB", "de": "de-DE", "he": "he-IL"}


def test_every_sentence_of_the_page_is_known_and_used() -> None:
    scripts = "".join(path.read_text("utf-8") for path in sorted((STATIC / "modules").glob("*.js")))
    used = set(re.findall(r'\bt\("(\w+)"', scripts))
    assert used <= WORDS.keys()
    unused = {key for key in WORDS if not re.search(rf'["`]{key}\b', scripts)}
    made = {key for key in unused if re.match(r"(look|text|eyes)_|\w+_(sure|yes)$", key)}  # assembled from parts
    drawn = {"up", "down", "left", "right"}  # named by their drawings
    server = "".join(path.read_text("utf-8") for path in (STATIC.parent / "server").glob("*.py"))
    told = {key for key in unused if key.startswith("door_") or f'"{key}"' in server}  # by the server itself
    assert unused - made - drawn - told == set()


def test_the_whole_page_is_small() -> None:
    assert sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file()) < MAX_BYTES


def test_nothing_is_written_as_markup() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", path.read_text("utf-8"))
    assert 'style="' not in (STATIC / "index.html").read_text("utf-8")


@pytest.mark.slow
def test_two_phones_play_by_taps(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 1) as red, phone(browser, host, 2, size="across") as yellow:
        for column, (here, there) in enumerate([(red, yellow), (yellow, red)] * 2, 1):
            here.until_said(str(column), "can be tapped")
            here.tap(str(column))
            there.until_covered(str(column))
        assert [str(entry.move) for entry in table.history.standing] == ["1", "2", "3", "4"]
        assert red.errors == yellow.errors == []


@pytest.mark.slow
def test_a_piece_is_seen_where_it_would_lie_before_it_is_placed(browser: Browser) -> None:
    table = table_of("blokus")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.take("V5")
        hand.tap("a19")
        hand.until_said("a20", "the piece fits")
        hand.pass_time(0.5)
        assert not table.history.standing
        hand.tap("d19")
        hand.until_said("d19", "fit")
        assert "does not fit" in hand.label("d19")
        hand.page.click("#main-action")
        hand.until(lambda: "a20" in hand.text("hand"))  # the reason
        for _ in range(3):  # faster than the table answers
            hand.page.click("button[aria-label='Left']")
        hand.until(lambda: "the piece fits" in hand.label("a20"))
        assert not table.history.standing
        hand.page.click("#main-action")
        hand.until(lambda: len(table.history.standing) == 1)
        hand.until_said("a20", "blue")


@pytest.mark.slow
def test_what_is_to_be_set_down_is_shown_step_by_step(browser: Browser) -> None:
    table = table_of("tridice", "human", "computer:1")
    rng = Random(2)
    while not (table.pending and len(table.pending.steps) > 1):
        if table.pending:
            table.set_down()
        play_once(table, rng)
    with hosted(table) as host, phone(browser, host, 1) as hand:
        steps = len(table.pending.steps)
        hand.until(lambda: f"step 1 of {steps}" in hand.text("stage"))
        hand.page.click("button[aria-label='Next step']")
        assert f"step 2 of {steps}" in hand.text("stage")
        hand.page.click("#main-action")
        hand.until(lambda: table.pending is None)
        hand.until(lambda: "step" not in hand.text("stage"))


@pytest.mark.slow
def test_a_tap_made_while_the_server_is_gone_is_played_once(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 1, 2) as hand:
        for column in "12":
            os.kill(host.worker.process.pid, signal.SIGKILL)
            hand.page.wait_for_selector("#away:not([hidden])")
            hand.tap(column)
            hand.until(lambda: hand.page.is_hidden("#away"))
            hand.until_covered(column)
        assert [str(entry.move) for entry in table.history.standing] == ["1", "2"]


@pytest.mark.slow
def test_a_piece_is_drawn_along_by_a_finger(browser: Browser) -> None:
    table = table_of("blokus")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.take("V5")
        hand.tap("f10")
        hand.until_said("f10", "fit")
        box = hand.page.locator("[data-place='f10']").bounding_box()
        assert box
        session = hand.context.new_cdp_session(hand.page)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in range(1, 9):
            moved = {"x": x - box["width"] * 5 * part / 8, "y": y - box["height"] * 9 * part / 8}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
            hand.pass_time(0.05)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.until_said("a20", "the piece fits")
        assert not table.history.standing


@pytest.mark.slow
def test_a_phone_that_is_put_out_is_told_so(browser: Browser) -> None:
    with hosted(table_of("connect4")) as host, phone(browser, host, 1) as hand:
        host.put_out(next(iter(host.guests)))
        hand.until(lambda: "has been removed" in hand.text("stage"))
        assert hand.page.query_selector("#stage button") is None  # there is nothing that this phone could do


@pytest.mark.slow
def test_a_page_that_is_closed_says_so(browser: Browser) -> None:
    with hosted(table_of("connect4")) as host, phone(browser, host, 1, language="de-DE") as hand:
        host.close()
        hand.page.wait_for_function("document.querySelector('#stage').textContent.includes('am Tisch geschlossen')")


@pytest.mark.slow
def test_what_is_chosen_in_a_sheet_is_meant_for_the_moment_at_which_it_was_opened(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.tap("4")
        hand.until_covered("4")
        for button, sure in (("Undo", ""), ("Give up ...", "Give up"), ("Stop here and score", "Stop and score")):
            hand.page.click("#menu")
            table.play(str(table.history.at + 1))
            played = table.history.at
            hand.pass_time(0.3)
            hand.page.click(f"dialog button:text-is('{button}')")
            if sure:
                hand.page.click(f"dialog button:text-is('{sure}')")
            hand.until(lambda: "moved on" in hand.text("said"))
            assert (table.history.at, table.result) == (played, None)


@pytest.mark.slow
def test_back_closes_a_sheet_and_nothing_else(browser: Browser) -> None:
    with hosted(table_of("connect4")) as host, phone(browser, host, 1) as hand:
        before = hand.page.evaluate("history.length")
        for _ in range(3):
            hand.page.click("#menu")
            hand.page.click("dialog button:text-is('Settings for this phone')")
            hand.page.evaluate("history.back()")
            hand.until(lambda: hand.page.query_selector("dialog[open]") is None)
            hand.page.click("#menu")
            hand.page.click("dialog button[aria-label='Close']")
            hand.until(lambda: hand.page.evaluate("history.state") is None)
        assert hand.page.evaluate("history.length") <= before + 1
        hand.tap("4")
        hand.until_covered("4")
        hand.page.click("#menu")
        hand.page.reload()
        hand.until(lambda: hand.page.evaluate("document.querySelector('#board .place') && history.state === null"))
        assert hand.errors == []


@pytest.mark.slow
def test_a_link_that_is_not_good_any_more_says_so_and_leaves_the_place(browser: Browser) -> None:
    with hosted(table_of("connect4")) as host, phone(browser, host, 1) as hand:
        hand.page.evaluate("location.hash = 'used'")
        hand.until(lambda: "used or is too old" in hand.text("said"))
        hand.tap("4")
        hand.until_covered("4")


@pytest.mark.slow
def test_a_double_is_put_in_words(browser: Browser) -> None:
    table = table_of("backgammon", "human:Anna", "human:Ben", option="cube=yes,match=5")
    for move in ("31", "8/5 6/5", "roll", "21", "13/10"):
        table.play(move)
    with hosted(table) as host, phone(browser, host, 1) as anna, phone(browser, host, 2) as ben:
        anna.until(lambda: "first double to 2: Ben then takes" in anna.text("stage"))
        assert "Tap what was rolled" in anna.text("stage") and "Double" not in ben.text("stage")
        anna.page.screenshot(path=SCREENSHOTS / "phone-double.png")
        anna.page.click("button:has-text('Double')")
        ben.until(lambda: "Take the cube at 2 and play on, or drop it and lose one point." in ben.text("stage"))
        assert "Tap the checker" not in ben.text("stage") + anna.text("stage")
        assert ben.page.query_selector("button:text-is('Drop')")
        ben.until(lambda: ben.text("turn").startswith("Anna doubles to 2."))
        ben.page.screenshot(path=SCREENSHOTS / "phone-answer.png")
        ben.page.click("button:has-text('Take')")
        anna.until(lambda: anna.text("turn") == "Ben takes the cube at 2. Your turn: roll.")
        anna.until(lambda: "Tap what was rolled" in anna.text("stage") and "Double" not in anna.text("stage"))
        assert anna.errors == ben.errors == []


@pytest.mark.slow
def test_what_is_given_up_is_chosen_where_wins_differ_in_worth(browser: Browser) -> None:
    table = table_of("backgammon")
    with hosted(table) as host, phone(browser, host, 2) as hand:
        hand.page.click("#menu")
        hand.page.click("text=Give up ...")
        hand.page.click("text=A gammon (mars)")
        hand.until(lambda: table.result is not None)
        assert table.result
        assert (table.result.winners, max(table.result.scores)) == ((1,), 2)


@pytest.mark.slow
def test_one_tap_is_taken_back(browser: Browser) -> None:
    table = table_of("backgammon")
    while table.needs_throw:
        table.roll(Random(1))
    mover = table.state.seat

    def tapped(count: int) -> bool:
        return len(table.taps) == count

    with hosted(table) as host, phone(browser, host, mover) as hand:
        for _ in range(2):
            name = min(each for each in table.move_input.partial.next if each in hand.places())
            before = len(table.taps)
            hand.tap(name)
            hand.until(partial(tapped, before + 1))
        hand.page.click("[data-action='untap']")
        hand.until(partial(tapped, 1))


@pytest.mark.slow
def test_three_pages_as_pictures(browser: Browser) -> None:
    """Also a picture for docs/play/phones.md: a piece in hand, what to do on the board, and a language written from right
    to left."""
    tables = [
        table_of("blokus", moves=8),
        table_of("backgammon", "human:Anna", "computer:5"),
        table_of("kalah", "human:נועה", "human:דן", moves=6),
    ]
    while not (tables[1].pending and len(tables[1].pending.steps) > 1):
        if tables[1].pending:
            tables[1].set_down()
        play_once(tables[1], Random(4))
    looks = [("en-GB", "light"), ("en-GB", "dark"), ("he-IL", "light")]
    pictures = []
    for table, (language, look) in zip(tables, looks, strict=True):
        seats = [number for number, seat in enumerate(table.seats, 1) if seat.people]
        with hosted(table) as host, phone(browser, host, *seats, language=language, color_scheme=look) as hand:
            if table.game.name == "blokus":
                hand.take("W")
            hand.pass_time(0.5)
            pictures.append(Image.open(io.BytesIO(hand.page.screenshot())))
            assert hand.errors == []
    side_by_side = Image.new("RGB", (sum(each.width + GAP for each in pictures) - GAP, pictures[0].height), "#888888")
    for n, picture in enumerate(pictures):
        side_by_side.paste(picture, (n * (picture.width + GAP), 0))
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    side_by_side.save(SCREENSHOTS / "phone-pages.png")


@pytest.mark.slow
def test_who_watches_cannot_enter_anything(browser: Browser) -> None:
    table = table_of("kalah")
    with hosted(table) as host, phone(browser, host) as watcher:
        assert "You are watching." in watcher.text("stage")
        watcher.tap("a")
        watcher.pass_time(0.3)
        assert not table.taps
        assert watcher.page.is_hidden("#main-action")


@pytest.mark.sample(3)
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", game_names())
def test_everything_finds_room_and_is_large_enough_for_a_finger(
    browser: Browser, name: str, size: str, language: str
) -> None:
    table = table_of(name, moves=5)
    seats = range(1, len(table.seats) + 1)
    with hosted(table) as host, phone(browser, host, *seats, size=size, language=LOCALES[language]) as hand:
        hand.pass_time(0.2)
        assert hand.page.get_attribute("html", "lang") == language
        for text in ("medium", "huge"):
            hand.page.evaluate("text => (document.documentElement.dataset.text = text)", text)
            across = hand.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert across[0] <= across[1]
            across = hand.page.evaluate(
                "[document.querySelector('#panel').scrollWidth, document.querySelector('#panel').clientWidth]"
            )
            assert across[0] <= across[1]
            small = hand.page.evaluate(
                "least => [...document.querySelectorAll('button')].filter((each) => each.offsetParent).map((each) =>"
                " [each.textContent, each.getBoundingClientRect()]).filter(([, box]) => Math.min(box.width, box.height) <"
                " least - 0.5).map(([text, box]) => `${text} ${box.width} ${box.height}`)",
                LEAST_TARGET,
            )
            assert small == []
        assert hand.errors == []
