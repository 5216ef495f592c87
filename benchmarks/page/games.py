"""Whole games by taps alone on four phones at once: upright and sideways, then all of them small.

    python -m benchmarks.page.games                                   # the five games, twice
    python -m benchmarks.page.games --games kalah --sizes small

Each phone plays a seat; where a game has fewer than four, the others watch. A finger knows only what its page offers, and
taps the middle of that. At the end every page must show the result, and no browser may have complained.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random

from playwright.sync_api import Browser

from fourth_seat.games import game_names
from tests.page.browser_phone import SIZES, BrowserPhone, chromium, phone
from tests.page.tables import hosted, table_of
from tests.page.tapping_player import play_out

PHONE_COUNT = 4
GAME_TIMEOUT_S = 7200.0
RUN_SIZES = "upright,across", "small"


def played(browser: Browser, name: str, sizes: Sequence[str], seed: int) -> bool:
    """Play a game, and print how it went; return whether it was played to its end, and every page shows that."""
    table, start = table_of(name), time.monotonic()
    with hosted(table) as host, ExitStack() as stack:
        seats = [(seat,) if seat <= len(table.seats) else () for seat in range(1, PHONE_COUNT + 1)]
        phones = [
            stack.enter_context(phone(browser, host, *each, size=sizes[number % len(sizes)]))
            for number, each in enumerate(seats)
        ]
        playing = phones[: len(table.seats)]
        taps = play_out(playing, Random(seed), GAME_TIMEOUT_S)
        phones[0].pass_time(1)
        behind = sum(not shows_the_end(each) for each in phones)
        complaints = sum(len(each.errors) for each in phones)
        ended = table.result is not None
    pixels = ", ".join("x".join(map(str, SIZES[size])) for size in sizes)
    print(
        f"{name:12} {pixels:16} {len(table.history.standing):4} moves and throws, {taps:5} taps, "
        f"{time.monotonic() - start:5.0f} s: {'to its end' if ended else 'not to its end'}; "
        f"pages behind: {behind}; complaints of browsers: {complaints}",
        flush=True,
    )
    return ended and not behind and not complaints


def shows_the_end(hand: BrowserPhone) -> bool:
    """Return whether a page shows that the game is over."""
    return bool(hand.page.evaluate("Boolean(window.fourthSeat.scene?.over)"))


def main() -> int:
    """Print a line for each game and size; the exit status is 1 if one was not played to its end on every page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--sizes", action="append", help=f"of the phones, of {', '.join(SIZES)}; may be given again")
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    with chromium() as browser:
        ended = [
            played(browser, name, sizes.split(","), args.seed)
            for sizes in args.sizes or RUN_SIZES
            for name in args.games.split(",")
        ]
    return 0 if all(ended) else 1


if __name__ == "__main__":
    sys.exit(main())
