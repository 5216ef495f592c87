"""The page on many screens: what is beyond the edge, whether a piece first appears where it fits, and how soon the page is
back.

    python -m benchmarks.page.screens                      # all games, screens, text sizes and languages
    python -m benchmarks.page.screens --games kalah --languages en --pictures build/screens

For each game and language, one phone takes every size, upright and sideways, with each text size: in turn, with a piece in
hand where the game has pieces, with steps to do on the board, and once the game is over. It counts views in which something
is beyond the screen's edge or cut off, or the menu cannot be pressed; axe-core's violations; pieces of Blokus whose first
preview fits, of those that have a place; and milliseconds until the board is back after a reload, with everything cached,
over a connection of 50 KB/s and 300 ms.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page

from benchmarks.page.first_paint import BOARD_DRAWN_SCRIPT, MOVE_COUNT
from fourth_seat.games import find, game_names
from fourth_seat.table.table import Table
from fourth_seat.words.catalogue import languages
from tests.page.axe import violations
from tests.page.browser_phone import BrowserPhone, chromium, phone
from tests.page.tables import hosted, play_once, table_of

SCREENS = (
    (320, 568), (375, 667), (390, 844), (412, 915), (768, 1024), (568, 320), (640, 360), (667, 375), (740, 360),
    (812, 375), (844, 390), (915, 412), (1024, 768),
)  # fmt: skip
TEXTS = ("medium", "large", "huge")
LOCALES = {"en": "en-GB", "de": "de-DE", "he": "he-IL"}
NAMES = ("Anna", "Maximilian", "נועה", "Ben")
LATENCY_MS, BYTES_PER_S = 300, 50_000
RELOADS = 3
PARTS = "header *, #table, #board, #panel, #panel *, footer, footer button, #away"
BEYOND_SCRIPT = """([wide, high, parts]) => {
  const found = [], slack = 1;
  const overflow = (node) => getComputedStyle(node).overflowY;
  const scrolls = (node) => node && (["auto", "scroll"].includes(overflow(node)) ? node : scrolls(node.parentElement));
  const name = (node) => node.id || node.dataset?.action || node.getAttribute("aria-label") || node.className;
  if (innerWidth > wide || innerHeight > high) found.push(`page ${innerWidth}x${innerHeight}`);
  for (const node of document.querySelectorAll(parts)) {
    const box = node.getBoundingClientRect(), inside = node.closest("svg") && node.tagName !== "svg";
    if (!box.width || !box.height || inside || node.closest(".unseen, [hidden]")) continue;
    const across = `${name(node)} ${Math.round(box.left)}..${Math.round(box.right)} of ${wide}`;
    const down = `${name(node)} down to ${Math.round(box.bottom)} of ${high}`;
    const cut = ["BUTTON", "H1", "P", "TD", "TH"].includes(node.tagName) && node.scrollWidth > node.clientWidth + slack;
    if (box.left < -slack || box.right > wide + slack) found.push(across);
    else if (!scrolls(node.parentElement) && (box.top < -slack || box.bottom > high + slack)) found.push(down);
    else if (cut) found.push(`${name(node)} is cut`);
  }
  const menu = document.querySelector("#menu").getBoundingClientRect();
  const top = document.elementFromPoint(menu.left + menu.width / 2, menu.top + menu.height / 2);
  if (!top || !top.closest("#menu")) found.push("the menu cannot be pressed");
  return found;
}"""


def main() -> int:
    """Print each fault on a line, and the sums; return 0 if there are no faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=game_names())
    parser.add_argument("--languages", nargs="*", default=list(languages()))
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each view")
    parser.add_argument("--only-screens", action="store_true", help="neither pieces nor a reload")
    parser.add_argument("--no-axe", action="store_true")
    args = parser.parse_args()
    views = wrong = axe = 0
    with chromium() as browser:
        for name in args.games:
            for language in args.languages:
                seen, bad, found = look_at(browser, name, language, args.pictures, axe=not args.no_axe)
                views, wrong, axe = views + seen, wrong + len(bad), axe + len(found)
                for line in (*bad[:6], *found[:3]):
                    print(f"{name} {language} {line}")
        fitting, placeable = (0, 0) if args.only_screens else first_previews(browser)
        reload_ms = 0.0 if args.only_screens else reloaded(browser)
    print(f"{views} views, with parts beyond the screen: {wrong}; axe-core: {axe}")
    print(f"first previews of a piece that fit: {fitting} of {placeable} that have a place")
    print(f"reload over {BYTES_PER_S // 1000} KB/s and {LATENCY_MS} ms: {reload_ms:.0f} ms until the board")
    return 1 if wrong or axe or fitting < placeable else 0


def look_at(
    browser: Browser, name: str, language: str, pictures: Path | None, *, axe: bool
) -> tuple[int, list[str], list[str]]:
    """Return how many views were seen, those with parts beyond the screen, and axe-core's violations."""
    views, bad, found = 0, list[str](), list[str]()
    game = find(name)
    people = [f"human:{each}" for each in NAMES[: game.seats(game.options(""))]]
    table = table_of(name, *people, moves=5)
    with hosted(table) as host, phone(browser, host, 1, size="upright", language=LOCALES[language]) as hand:
        for state, bring in STATES.items():
            if not bring(table, hand):
                continue
            hand.pass_time(0.5)
            for width, height in SCREENS:
                hand.page.set_viewport_size({"width": width, "height": height})
                for text in TEXTS:
                    hand.page.evaluate("text => (document.documentElement.dataset.text = text)", text)
                    hand.page.wait_for_timeout(60)
                    views += 1
                    if beyond := hand.page.evaluate(BEYOND_SCRIPT, [width, height, PARTS]):
                        bad.append(f"{state} {width}x{height} {text}: {'; '.join(beyond[:4])}")
                    if pictures:
                        pictures.mkdir(parents=True, exist_ok=True)
                        hand.page.screenshot(path=pictures / f"{name}-{language}-{state}-{width}x{height}-{text}.png")
                    if axe and text == "huge" and (width, height) in ((320, 568), (667, 375)):
                        found += [f"{state} {width}x{height}: {each}" for each in violations(hand.page)]
            hand.page.set_viewport_size({"width": 390, "height": 844})
    return views, bad, found


def to_turn(table: Table, hand: BrowserPhone) -> bool:
    """Bring a game to the first player's turn, with dice to enter where there are dice."""
    rng, rolls = Random(3), any(entry.seat == 0 for entry in table.history.standing)
    while table.state.seat != 1 or table.may_throw != rolls:
        play_once(table, rng)
    hand.until(lambda: hand.page.evaluate("fourthSeat.scene.entry?.seat") == 1)
    return True


def to_hand(table: Table, hand: BrowserPhone) -> bool:
    """Take a piece of a tray in hand; return whether the game has any."""
    if not any(cell.zone == "tray" for cell in table.game.geometry(table.options).cells):
        return False
    hand.page.click(".tray .piece:not(.unfit)")
    hand.until(lambda: hand.page.query_selector("#hand .pad"))
    return True


def to_placement(table: Table, hand: BrowserPhone) -> bool:
    """Take moves back, so that there are steps to do on the board."""
    table.clear_taps()
    while table.history.at and not table.pending:
        table.undo()
    hand.until(lambda: bool(hand.page.query_selector(".todo")) == bool(table.pending))
    return table.pending is not None


def to_end(table: Table, hand: BrowserPhone) -> bool:
    """End the game."""
    if table.pending:
        table.set_down()
    table.resign(1)
    hand.until(lambda: hand.page.query_selector(".over"))
    return True


STATES = {"turn": to_turn, "hand": to_hand, "placement": to_placement, "over": to_end}


def first_previews(browser: Browser) -> tuple[int, int]:
    """Return for how many pieces the first preview fits, over two moves of a game, and how many have a place."""
    fitting = placeable = 0

    def laid(table: Table) -> bool:
        return table.move_input.laid is not None

    for moves in (0, 4):
        table = table_of("blokus", moves=moves)
        with hosted(table) as host, phone(browser, host, table.state.seat) as hand:
            for cell, anchors in table.game.anchors(table.state).items():
                if not anchors:
                    continue
                placeable += 1
                piece = cell.partition(":")[2]
                hand.take(piece)
                hand.pass_time(0.3)
                if not table.move_input.laid:  # the first that anybody would press
                    hand.page.click("#hand .pad button:nth-child(2)")
                    hand.until(partial(laid, table))
                fitting += bool(table.move_input.laid and table.move_input.laid.move is not None)
                table.clear_taps()
                hand.until(lambda: not hand.page.query_selector("#hand .pad"))
    return fitting, placeable


def reloaded(browser: Browser) -> float:
    """Return milliseconds from a reload until the board is shown, with everything kept from before."""
    with hosted(table_of("blokus", moves=MOVE_COUNT)) as host, phone(browser, host, 1) as hand:
        hand.pass_time(1.0)
        session = hand.context.new_cdp_session(hand.page)
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S},
        )
        return statistics.median(_reload(hand, hand.page) for _ in range(RELOADS))


def _reload(hand: BrowserPhone, page: Page) -> float:
    page.reload(wait_until="commit")
    hand.pass_time(0.05)
    return float(page.evaluate(BOARD_DRAWN_SCRIPT))


if __name__ == "__main__":
    sys.exit(main())
