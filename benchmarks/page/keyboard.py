"""Whole games on the page by keys alone: the player reads roles, names and the focus from the accessibility tree, and
nothing else.

    python -m benchmarks.page.keyboard                       # the five games; Blokus and sheshbesh take many minutes
    python -m benchmarks.page.keyboard --games kalah,tridice

Its moves are random among those that the page offers; one browser plays every seat.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Browser

from fourth_seat.games import game_names
from tests.page.browser_phone import chromium, phone
from tests.page.keyboard_player import KeyboardPlayer
from tests.page.tables import hosted, table_of

GAME_TIMEOUT_S = 7200.0


def main() -> int:
    """Print a line per game; the exit status is 1 if one was not played to its end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    with chromium() as browser:
        ended = [played(browser, name, args.seed, print) for name in args.games.split(",")]
    return 0 if all(ended) else 1


def played(browser: Browser, name: str, seed: int, show: Callable[[str], None]) -> bool:
    """Play a game, and show what it took; return whether it was played to its end, and the browser did not complain."""
    table, start = table_of(name), time.monotonic()
    seats = range(1, len(table.seats) + 1)
    with hosted(table) as host, phone(browser, host, *seats, size="tablet") as hand:
        player = KeyboardPlayer(hand, Random(seed))
        player.play(GAME_TIMEOUT_S)
        ended = table.result is not None
        show(
            f"{name:12} {len(table.history.standing):4} moves and throws, {player.keys:6} keys, "
            f"{time.monotonic() - start:5.0f} s: {'to its end' if ended else 'not to its end'}; "
            f"complaints of the browser: {len(hand.errors)}"
        )
        return ended and not hand.errors


if __name__ == "__main__":
    sys.exit(main())
