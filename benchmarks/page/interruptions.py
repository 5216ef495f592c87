"""Games on a phone whose connection is cut, which falls asleep, and whose server is killed: every move must arrive exactly
once.

    python -m benchmarks.page.interruptions                   # the five games: 100 cuts, 20 sleeps, 5 restarts
    python -m benchmarks.page.interruptions --games kalah --cuts 5 --sleeps 1 --restarts 1

A page in a real browser plays every seat; a move is entered just before, while or just after something happens to it. Then
the record is compared with what was entered. "Back" is how long it takes from the end of the cut or the sleep, or from the
server's end, until the page is connected and shows the newest position.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from random import Random

from playwright.sync_api import Browser

from fourth_seat.games import game_names
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.table import Table
from tests.page.browser_phone import BrowserPhone, chromium, phone
from tests.page.cut_line import CutLine
from tests.page.tables import HERE, table_of

MAX_BACK_S = 1.0
MAX_CUT_S, MAX_SLEEP_S = 1.0, 8.0
MAX_CALM_MOVES = 2  # between two interruptions


@dataclass
class Course:
    """Course of a game.

    Attributes:
        entered: the moves and throws that were entered on the page.
        back: seconds until the page was back, by the kind of interruption.
    """

    entered: list[str] = field(default_factory=list)
    back: dict[str, list[float]] = field(default_factory=dict)


class Interrupted:
    """A game on a phone."""

    def __init__(self, table: Table, host: PageHost, hand: BrowserPhone, line: CutLine, rng: Random) -> None:
        self._table, self._host, self._hand, self._line, self._rng = table, host, hand, line, rng
        self._browser = hand.context.new_cdp_session(hand.page)
        self.course = Course()

    def play(self, kinds: list[str]) -> None:
        """Play until the game is over, or all of these have happened; those that have are removed from the list."""
        while kinds and self._table.result is None:
            for _ in range(self._rng.randint(0, MAX_CALM_MOVES)):
                self._move()
            if self._table.result is None:
                self._happen(kinds.pop())

    def _move(self) -> None:
        if self._table.result is not None:
            return
        self._enter()
        self._hand.until(self._arrived)

    def _enter(self) -> None:
        """Enter a move, or throw, by the page's own line."""
        table = self._table
        if table.needs_throw:
            self.course.entered.append("throw")
            what, details = "roll", {}
        else:
            text = str(self._rng.choice(list(table.state.legal())))
            self.course.entered.append(text)
            what, details = "type", {"text": text}
        self._hand.page.evaluate("([what, details]) => window.fourthSeat.send(what, details)", [what, details])

    def _arrived(self) -> bool:
        return len(by_people(self._table)) >= len(self.course.entered) and self.current()

    def current(self) -> bool:
        """Return whether the page is connected and shows the current position."""
        seen = self._hand.page.evaluate("[window.fourthSeat.line.connected, window.fourthSeat.scene?.moves.length ?? -1]")
        return bool(seen == [True, len(self._table.history.standing)])

    def _happen(self, kind: str) -> None:
        before = self._rng.random() < 0.5
        if not before:
            self._enter()
            self._hand.pass_time(self._rng.choice((0.0, 0.005, 0.02, 0.05)))
        ended = {"cut": self._cut, "sleep": self._sleep, "restart": self._restart}[kind](enters=before)
        self._hand.until(self.current)
        self.course.back.setdefault(kind, []).append(time.monotonic() - ended)
        self._hand.until(self._arrived)

    def _cut(self, *, enters: bool) -> float:
        self._line.cut()
        if enters:
            self._enter()
        self._hand.pass_time(self._rng.uniform(0, MAX_CUT_S))
        self._line.mend()
        return time.monotonic()

    def _sleep(self, *, enters: bool) -> float:
        if enters:
            self._enter()
        self._browser.send("Page.setWebLifecycleState", {"state": "frozen"})
        end = time.monotonic() + self._rng.uniform(1, MAX_SLEEP_S)
        self._line.cut()  # a phone that sleeps soon loses its network
        while time.monotonic() < end:
            self._host.step()
            time.sleep(0.01)
        self._line.mend()
        self._browser.send("Page.setWebLifecycleState", {"state": "active"})
        return time.monotonic()

    def _restart(self, *, enters: bool) -> float:
        os.kill(self._host.worker.process.pid, signal.SIGKILL)
        start = time.monotonic()
        if enters:
            self._enter()
        self._hand.until(partial(self._restarted, self._host.worker.process.pid))
        return start

    def _restarted(self, before: int) -> bool:
        return self._host.worker.process.pid != before and self._host.port > 0


def free_port() -> int:
    """Return a free port."""
    with closing(socket.create_server((HERE, 0))) as found:
        port: int = found.getsockname()[1]
        return port


def through(line: CutLine, port: int) -> str:
    """Return the option by which a browser reaches a port over a connection that can be cut."""
    return f"--host-resolver-rules=MAP {HERE}:{port} {HERE}:{line.port}"


def by_people(table: Table) -> list[HistoryEntry]:
    """Return the entered moves: without the passes that the table makes if there is no move."""
    return [entry for entry in table.history.standing if entry.by != "rule"]


def lost_or_doubled(table: Table, entered: Sequence[str]) -> int:
    """Return how many moves of the record differ from those entered, compared in order."""
    standing = [str(entry.move) if entry.seat else "throw" for entry in by_people(table)]
    wrong = sum(one != other for one, other in zip(standing, entered, strict=False))
    return wrong + abs(len(standing) - len(entered))


def played(
    browser: Browser, line: CutLine, port: int, name: str, kinds: Sequence[str], rng: Random
) -> tuple[int, list[Course]]:
    """Play games of a kind until every interruption has happened; return the faults and the statistics."""
    waiting, wrong, courses = list(kinds), 0, list[Course]()
    seats = range(1, len(table_of(name).seats) + 1)
    with closing(PageHost([HERE], port=port)) as host:
        host.attach(HostedTable(table := table_of(name), Review(table)))
        with phone(browser, host, *seats) as hand:
            while waiting:
                if courses:
                    host.attach(HostedTable(table := table_of(name), Review(table)))
                game = Interrupted(table, host, hand, line, rng)
                hand.until(game.current)
                game.play(waiting)
                wrong += lost_or_doubled(table, game.course.entered)
                courses.append(game.course)
    return wrong, courses


def main() -> int:
    """Print a line per game; the exit status is 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--cuts", type=int, default=20, help="a game")
    parser.add_argument("--sleeps", type=int, default=4, help="a game")
    parser.add_argument("--restarts", type=int, default=1, help="a game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, port, wrong, slow = Random(args.seed), free_port(), 0, 0
    with closing(CutLine(port)) as line, chromium(through(line, port)) as browser:
        for name in args.games.split(","):
            kinds = ["cut"] * args.cuts + ["sleep"] * args.sleeps + ["restart"] * args.restarts
            rng.shuffle(kinds)
            differences, courses = played(browser, line, port, name, kinds, rng)
            wrong += differences
            back = {kind: [each for course in courses for each in course.back.get(kind, [])] for kind in sorted(set(kinds))}
            slow += sum(seconds > MAX_BACK_S for each in back.values() for seconds in each)
            longest = ", ".join(f"{kind} {max(each):.2f} s" for kind, each in back.items())
            print(
                f"{name:12} {sum(len(course.entered) for course in courses):3} moves and throws, {args.cuts} cuts, "
                f"{args.sleeps} sleeps, {args.restarts} restarts: {differences} lost or doubled; longest: {longest}",
                flush=True,
            )
    print(f"lost or doubled {wrong} (bar 0); back later than {MAX_BACK_S:.0f} s: {slow} times (bar 0)")
    return int(bool(wrong or slow))


if __name__ == "__main__":
    sys.exit(main())
