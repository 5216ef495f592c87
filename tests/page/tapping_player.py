"""Play whole games by a finger alone: four phones at most, a seat each, every one tapping what its page offers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from playwright.sync_api import TimeoutError

from tests.page.browser_phone import BrowserPhone

FITS = "[data-place][aria-label*='the piece fits']"
OFFERED = "[data-place][aria-label*='can be tapped']"
ANSWER_S = 0.12  # by which a tap must have had an effect
PRESS_TIMEOUT_MS = 3_000
MAX_PIECES, MAX_HOLDS = 8, 4  # tried before it is said that there are no more; squares tried for each way a piece is held


class TappingPlayer:
    """Somebody with a phone.

    Attributes:
        taps: how many were made.
    """

    def __init__(self, phone: BrowserPhone, rng: Random) -> None:
        self.phone, self._rng = phone, rng
        self.taps = 0

    def turn(self) -> bool:
        """Do one thing, if this page offers any."""
        page = self.phone.page
        main = page.inner_text("#main-action") if page.is_visible("#main-action") else ""
        offered = page.eval_on_selector_all(OFFERED, "all => all.map((each) => each.dataset.place)")
        dice = page.locator(".die").all()
        pieces = page.eval_on_selector_all(".piece", "all => all.map((each) => each.getAttribute('aria-label'))")
        if dice and self._rng.random() < 0.7:
            self.taps += 1
            self._rng.choice(dice).tap()
        elif main in ("Done", "Roll for me"):
            self._press("#main-action")
        elif pieces:
            self._put_a_piece(pieces, offered)
        elif offered and not (main == "Place" and self._rng.random() < 0.5):
            self._tap(self._rng.choice(offered))
        elif main == "Place":
            self._press("#main-action")
        else:
            return False
        self.phone.pass_time(ANSWER_S)
        return True

    def _press(self, button: str) -> None:
        """Tap a button of the page; one that has disappeared since it was seen is tapped in vain, as by a finger."""
        self.taps += 1
        with suppress(TimeoutError):
            self.phone.page.tap(button, timeout=PRESS_TIMEOUT_MS)

    def _tap(self, place: str) -> None:
        """Tap the middle of a place, so far as a finger can: anything over it takes the tap."""
        box = self.phone.page.locator(f"[data-place='{place}']").bounding_box()
        assert box
        self.taps += 1
        self.phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _put_a_piece(self, pieces: Sequence[str], offered: Sequence[str]) -> None:
        page = self.phone.page
        for piece in self._rng.sample(pieces, min(MAX_PIECES, len(pieces))):
            self._press(f"button[aria-label='{piece}']")
            self.phone.until(lambda: page.query_selector("#hand .pad") or page.inner_text("#said"))
            if not page.query_selector("#hand .pad"):
                continue  # refused: it fits nowhere any more
            for turned in range(8):
                for square in self._rng.sample(offered, min(MAX_HOLDS, len(offered))):
                    self._tap(square)
                    self.phone.pass_time(ANSWER_S)
                    if not page.query_selector("#hand .pad"):
                        return  # it fitted where it lay before, and a tap on it has placed it
                    if page.query_selector(FITS):
                        self._press("#main-action")
                        self.phone.until(lambda: not page.query_selector("#hand .pad"))
                        return
                self._press("button[aria-label='Flip']" if turned == 3 else "button[aria-label='Turn right']")
                self.phone.pass_time(ANSWER_S)
            self._press("button[aria-label='Put back']")
            self.phone.until(lambda: not page.query_selector("#hand .pad"))
        self._press("#menu")
        self._press("text=No more pieces")


def play_out(phones: Sequence[BrowserPhone], rng: Random, limit_s: float) -> int:
    """Let phones play until none of them is offered anything; return how many taps that took."""
    players, idle, end = [TappingPlayer(phone, rng) for phone in phones], 0, time.monotonic() + limit_s
    while idle < 4 and time.monotonic() < end:
        done = [player.turn() for player in players]
        idle = 0 if any(done) else idle + 1
        if idle:
            phones[0].pass_time(0.3)
    return sum(player.taps for player in players)
